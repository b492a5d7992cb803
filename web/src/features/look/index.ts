import type { Feature } from "../../state/features";

export const look: Feature = { fronts: { "/device/look": () => import("./Look.svelte") } };
