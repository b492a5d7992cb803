/** Which part puts each task to whoever answers it. A task without an entry is a type error. */
import type { Component } from "svelte";
import AskBid from "./AskBid.svelte";
import AskBuild from "./AskBuild.svelte";
import AskChoice from "./AskChoice.svelte";
import AskMoney from "./AskMoney.svelte";
import AskPlaces from "./AskPlaces.svelte";
import AskSealed from "./AskSealed.svelte";
import AskSpace from "./AskSpace.svelte";
import AskThrow from "./AskThrow.svelte";
import type { Asked, TaskOf } from "./asked";
import type { Task } from "../../wire";

type Questions = { readonly [Kind in Task["task"]]: Component<Asked<TaskOf<Kind>>> };

const QUESTIONS: Questions = {
  opening_throw_pending: AskThrow,
  throw_pending: AskThrow,
  throw_again_pending: AskThrow,
  advance_pending: AskChoice,
  draw_pending: AskChoice,
  buy_pending: AskChoice,
  build_pending: AskBuild,
  auction_running: AskBid,
  sealed_auction_running: AskSealed,
  rent_throw_pending: AskThrow,
  debt_pending: AskMoney,
  mortgage_choice_pending: AskChoice,
  shortage_pending: AskPlaces,
  shortage_open: AskChoice,
  placing_pending: AskPlaces,
  second_move_open: AskChoice,
  bus_pending: AskChoice,
  gift_pending: AskChoice,
  ticket_pending: AskSpace,
  space_pending: AskSpace,
  catch_up_pending: AskMoney,
  interest_pending: AskChoice,
};

/** The part for a task; it is handed exactly this task. */
export const partFor = (task: Task): Component<Asked> => QUESTIONS[task.task] as Component<Asked>;
