import type { Feature } from "../../state/features";

const panel = { load: () => import("./Trust.svelte"), when: () => location.protocol === "https:" };

export const trust: Feature = { panels: { "menu.technical": panel, "phone.end": panel } };
