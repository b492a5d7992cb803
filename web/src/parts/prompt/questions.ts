/** Which component asks each task. A task without an entry is a type error. */
import type { Component } from "svelte";
import AskThrow from "./AskThrow.svelte";
import type { Asked, TaskOf } from "./asked";
import type { Task } from "../../wire";

/** A part that is there at once, or one that is loaded when it is asked for; plain buttons below it, unless it is alone. */
export interface Question<T extends Task = Task> {
  readonly default?: Component<Asked<T>>;
  readonly load?: () => Promise<{ default: Component<Asked<T>> }>;
  readonly alone?: true;
}

type Questions = { readonly [Kind in Task["task"]]: Question<TaskOf<Kind>> };

const BUTTONS = {};
const THROW = { default: AskThrow, alone: true } as const;
const SPACE = { load: () => import("./AskSpace.svelte"), alone: true } as const;
const PLACES = { load: () => import("./AskPlaces.svelte") };
const MONEY = { load: () => import("./Raise.svelte") };

const QUESTIONS: Questions = {
  opening_throw_pending: THROW,
  throw_pending: THROW,
  throw_again_pending: THROW,
  advance_pending: BUTTONS,
  draw_pending: BUTTONS,
  buy_pending: BUTTONS,
  build_pending: { load: () => import("./AskBuild.svelte") },
  auction_running: { load: () => import("./AskBid.svelte") },
  sealed_auction_running: { load: () => import("../sealed/Sealed.svelte"), alone: true },
  rent_throw_pending: THROW,
  debt_pending: MONEY,
  mortgage_choice_pending: BUTTONS,
  shortage_pending: PLACES,
  shortage_open: BUTTONS,
  placing_pending: PLACES,
  second_move_open: BUTTONS,
  bus_pending: BUTTONS,
  gift_pending: BUTTONS,
  ticket_pending: SPACE,
  space_pending: SPACE,
  catch_up_pending: MONEY,
  interest_pending: BUTTONS,
};

/** How a task is put; its part is handed exactly this task. */
export const questionFor = (task: Task): Question => QUESTIONS[task.task] as Question;

/** What loads the parts of questions that are not there at once. */
export const LOADED = Object.values(QUESTIONS).flatMap<() => Promise<unknown>>((one) => one.load ?? []);
