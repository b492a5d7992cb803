import { table } from "../../state/table.svelte";
import type { Feature } from "../../state/features";

/** What a question may need of it: dice that were read, or somebody whose piece it cannot find. */
const concerns = (task: string | undefined, dice: number): boolean => dice > 0 || task === "advance_pending";

export const camera: Feature = {
  pages: { camera: { load: () => import("./Camera.svelte") } },
  panels: {
    screen: { load: () => import("./Light.svelte"), when: ({ view }) => view.board.watching },
    "menu.technical": { links: [{ to: "/camera", text: "menu.camera", icon: "eye" }], when: () => table.isBanker },
    question: {
      load: () => import("./Seen.svelte"),
      when: ({ view: { board, prompt }, offer }) =>
        board.watching && !offer && concerns(prompt?.task.task, board.seen_dice.length),
    },
  },
};
