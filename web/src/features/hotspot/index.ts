import type { Feature } from "../../state/features";

export const hotspot: Feature = { panels: { "tv.lobby": { load: () => import("./Hotspot.svelte") } } };
