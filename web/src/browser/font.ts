/**
 * The display face, bold and Latin alone. The first time it comes after the page stands, since a first load is small;
 * later it lies in the browser's store, and is there before anybody reads. Letters beyond are fetched when there are some.
 */
import latin from "@fontsource/rubik/files/rubik-latin-700-normal.woff2?url";
import further from "@fontsource/rubik/files/rubik-latin-ext-700-normal.woff2?url";
import { rested } from "./rested";
import { read, write } from "./storage";

const STORED = "bankhalter.font";
const FURTHER = "U+100-130, U+132-151, U+154-2BA, U+1E00-1EFF";

export async function dressLetters(): Promise<void> {
  if (typeof FontFace === "undefined") return;
  if (read(STORED) !== latin) await rested;
  const faces = [
    new FontFace("Rubik", `url("${latin}")`, { weight: "700" }),
    new FontFace("Rubik", `url("${further}")`, { weight: "700", unicodeRange: FURTHER }),
  ] as const;
  for (const face of faces) document.fonts.add(face);
  await faces[0].load();
  write(STORED, latin);
}
