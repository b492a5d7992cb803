/** Builds the texts of each language into two files: what a page begins with, and what can come a moment later. */
import type { Plugin } from "vite";
import { laterOf } from "../text/later.ts";
import { isLater } from "./later.ts";

const TEXTS = /^assets\/(de|en)-[^.]*\.json$/;

export const textsInTwo: Plugin = {
  name: "texts-in-two",
  apply: "build",
  generateBundle(_, bundle) {
    const found = Object.values(bundle).filter(({ fileName }) => TEXTS.test(fileName));
    if (found.length !== 2) throw new Error("there are texts in two languages");
    for (const file of found) {
      if (file.type !== "asset") continue;
      const all = Object.entries(JSON.parse(String(file.source)) as Record<string, string>);
      const part = (later: boolean) =>
        JSON.stringify(Object.fromEntries(all.filter(([key]) => isLater(key) === later)));
      this.emitFile({ type: "asset", fileName: laterOf(file.fileName), source: part(true) });
      file.source = part(false);
    }
  },
};
