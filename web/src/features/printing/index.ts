import type { Feature } from "../../state/features";

export const printing: Feature = {
  panels: { design: { load: () => import("./Paper.svelte") } },
};
