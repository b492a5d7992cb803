/**
 * Pictures on their way to the hub and back. A photo is made small here; what comes back is what the hub has made of it,
 * shown as an image, in which nothing runs.
 */
import { ask, type Answered } from "../../net/ask";
import { storedKey } from "../../net/keys";
import { API, sent } from "./desk.svelte";

/** So many dots a side are sharp on a space, 15 mm wide; smaller ones are tried where the file would be too large. */
const SIDES = [192, 128, 96, 64];
const BYTES_MAXIMUM = 42_000;

/** Have the hub keep a picture; it says what it is called in a cell. */
export async function keptPicture(file: File): Promise<Answered<{ digest: string }>> {
  const small = file.type === "image/svg+xml" ? file : await smaller(file);
  return small ? sent<{ digest: string }>("/pictures", small) : { ok: false, reason: "workshop_picture" };
}

/** A photo as a small PNG, whole and undistorted; null if it is none. */
async function smaller(file: File): Promise<Blob | null> {
  const image = await createImageBitmap(file).catch(() => null);
  if (!image) return null;
  for (const side of SIDES) {
    const scale = Math.min(1, side / Math.max(image.width, image.height));
    const canvas = document.createElement("canvas");
    canvas.width = Math.max(1, Math.round(image.width * scale));
    canvas.height = Math.max(1, Math.round(image.height * scale));
    canvas.getContext("2d")?.drawImage(image, 0, 0, canvas.width, canvas.height);
    const made = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, "image/png"));
    if (made && made.size <= BYTES_MAXIMUM) return made;
  }
  return null;
}

/** Where the page finds a picture that the hub has kept; empty if it cannot be had. */
export async function shownPicture(digest: string): Promise<string> {
  try {
    const answer = await ask(`${API}/pictures/${digest}`, storedKey("banker"));
    if (!answer.ok) return "";
    const content = await answer.blob();
    return await new Promise<string>((resolve) => {
      const reader = new FileReader();
      reader.onload = () => resolve(String(reader.result));
      reader.onerror = () => resolve("");
      reader.readAsDataURL(content);
    });
  } catch {
    return "";
  }
}
