import { storedKey } from "../../net/keys";
import type { Feature } from "../../state/features";

/** The hall of fame comes when the page stands: nobody waits for it, and a first load is small. */
const HALL_AFTER_MS = 2000;
const hall = async () => {
  await new Promise((resolve) => setTimeout(resolve, HALL_AFTER_MS));
  return import("./HallOnTv.svelte");
};
const link = () => import("./StoryLink.svelte");

export const evening: Feature = {
  pages: {
    story: { load: () => import("./Story.svelte"), key: () => (storedKey("seat") === null ? "banker" : "seat") },
  },
  panels: {
    "menu.evening": { load: () => import("./MenuEntries.svelte"), when: ({ view }) => view.phase !== "lobby" },
    "phone.end": { load: link, when: ({ view }) => view.phase !== "lobby" },
    over: { load: link },
    "tv.lobby": { load: hall },
    "tv.over": { load: () => import("./OnTv.svelte") },
  },
};
