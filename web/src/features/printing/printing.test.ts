import { fireEvent, screen, waitFor } from "@testing-library/svelte";
import { expect, test, vi } from "vitest";
import Print from "./Print.svelte";
import { view } from "../../dev/fixtures";
import { display } from "../../dev/testing";

test("the board that was chosen in the lobby is printed, with the sheets that are wanted", async () => {
  display(Print, view({ phase: "lobby", game: null, edition: "mega" }));
  const asked: string[] = [];
  vi.stubGlobal(
    "fetch",
    (address: string) => (asked.push(address), Promise.resolve(new Response("{}", { status: 503 }))),
  );
  await fireEvent.click(screen.getByRole("button", { name: "Brett drucken" }));
  for (const sheet of screen.getAllByRole("checkbox").slice(2)) await fireEvent.click(sheet);
  await fireEvent.click(screen.getByRole("button", { name: "PDF machen" }));
  await waitFor(() => expect(asked).toEqual(["/api/print/mega.pdf?language=de&sheets=spaces,deeds"]));
});
