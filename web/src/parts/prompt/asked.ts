/** What every part that puts a question to somebody is given. */
import type { Answers } from "../../game/prompt";
import type { Scene } from "../../text/sentences";
import type { PromptView, Task } from "../../wire";

export interface Asked<T extends Task = Task> {
  readonly scene: Scene;
  readonly prompt: PromptView;
  readonly task: T;
  /** Who answers here, if several may; null where nobody may. */
  readonly answerer: number | null;
  readonly answers: Answers;
}

export type TaskOf<Kind extends Task["task"]> = Extract<Task, { task: Kind }>;
