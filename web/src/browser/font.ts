/** The display face, bold and Latin alone; letters beyond are fetched when there are some. */
import latin from "@fontsource/rubik/files/rubik-latin-700-normal.woff2?url";
import further from "@fontsource/rubik/files/rubik-latin-ext-700-normal.woff2?url";
import { write } from "./storage";

const FURTHER = "U+100-130, U+132-151, U+154-2BA, U+1E00-1EFF";

export async function dressLetters(): Promise<void> {
  if (typeof FontFace === "undefined") return;
  const first = new FontFace("Rubik", `url("${latin}")`, { weight: "700" });
  document.fonts.add(await first.load()); // added before, it would hide what is written until it has come
  const more = { weight: "700", unicodeRange: FURTHER, display: "swap" } as const;
  document.fonts.add(new FontFace("Rubik", `url("${further}")`, more));
  write("bankhalter.font", "1");
}
