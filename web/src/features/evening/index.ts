import { storedKey } from "../../net/keys";
import type { Feature } from "../../state/features";

const STORY = { to: "/story", text: "menu.story", icon: "shares" };
const RETOLD = { to: "/story#retell", text: "retell.open", icon: "feed" };

export const evening: Feature = {
  pages: {
    story: { load: () => import("./Story.svelte"), key: () => (storedKey("seat") === null ? "banker" : "seat") },
  },
  panels: {
    "menu.evening": {
      links: [STORY, RETOLD].map((link) => ({ ...link, beside: true })),
      when: ({ view }) => view.phase !== "lobby",
    },
    "phone.end": {
      links: [STORY],
      when: ({ view, seat }) => view.phase === "over" || (view.phase === "playing" && !seat.out),
    },
    over: { links: [STORY] },
    "tv.lobby": { load: () => import("./HallOnTv.svelte") },
    "tv.over": { load: () => import("./OnTv.svelte") },
  },
};
