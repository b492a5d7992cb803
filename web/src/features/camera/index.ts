import { table } from "../../state/table.svelte";
import type { Feature } from "../../state/features";

/** What a question may need of it: dice that were read, or somebody whose piece it cannot find. */
const concerns = (task: string | undefined, dice: number): boolean => dice > 0 || task === "advance_pending";

export const camera: Feature = {
  pages: { camera: { load: () => import("./Camera.svelte") } },
  panels: {
    screen: { load: () => import("./Light.svelte"), when: ({ view }) => view.camera !== null },
    "menu.technical": { links: [{ to: "/camera", text: "menu.camera", icon: "eye" }], when: () => table.isBanker },
    question: {
      load: () => import("./Seen.svelte"),
      when: ({ view: { camera, prompt }, offer }) =>
        camera !== null && !offer && concerns(prompt?.task.task, camera.dice.length),
    },
  },
};
