import { cleanup, fireEvent, render, screen } from "@testing-library/svelte";
import { afterEach, expect, test, vi } from "vitest";
import Laboratory from "./Laboratory.svelte";
import MenuDialog from "../../screens/table/MenuDialog.svelte";
import { choices, left } from "./laboratory";
import { SCENES } from "../../dev/scenes";
import { scene } from "../../dev/testing";
import { use } from "../../text/words.svelte";
import de from "../../locales/de.json";
import en from "../../locales/en.json";
import type { LabQuestion, LabView, View } from "../../wire";

afterEach(() => {
  use("de", de);
});

const IDLE: LabView = { running: false, question: null, played: 0, whole: 0, left_s: -1, trouble: "", report: null };
const QUESTION: LabQuestion = { edition: "classic", own_tables: false, house_rules: ["pot"], seats: 3, games: 400 };
const RUNNING: LabView = { ...IDLE, running: true, question: QUESTION, played: 300, whole: 800, left_s: 240 };
const REPORT = { name: "abc0", question: QUESTION };

/** What the banker sees, and what was asked of the hub. */
function opened(lab: LabView, changed: Partial<View> = {}, speak = () => use("de", de)) {
  const view = { ...SCENES.lobby!, house_rules: [], ...changed, lab };
  const done = scene(view);
  speak();
  render(Laboratory, { view, lab, onclose: () => undefined });
  return done;
}
const shown = (text: RegExp | string) => expect(screen.queryByText(text)).not.toBeNull();
const hidden = (text: RegExp | string) => expect(screen.queryByText(text)).toBeNull();

test("the banker says how many games, and bots begin to play", async () => {
  const done = opened(IDLE, { house_rules: ["pot", "rounds:20"] });
  shown(
    "Gespielt wird Klassisch, ohne Hausregeln und mit „Topf in der Mitte“ und „Kurzer Abend: 20 Runden“, jede für sich und alle zusammen.",
  );
  await fireEvent.click(screen.getByRole("radio", { name: /2\.000/ }));
  await fireEvent.click(screen.getByRole("button", { name: "Computer spielen lassen" }));
  await fireEvent.click(screen.getByRole("button", { name: /Topf/ }));
  shown("Gespielt wird Klassisch, ohne Hausregeln und mit „Kurzer Abend: 20 Runden“.");
  await fireEvent.click(screen.getByRole("button", { name: "Computer spielen lassen" }));
  expect(done).toEqual([
    { do: "start_lab", games: 2000, house_rules: null },
    { do: "start_lab", games: 2000, house_rules: ["rounds:20"] },
  ]);
});

test("without house rules the report has nothing to compare, and the page says so", () => {
  opened(IDLE);
  shown(/ohne Hausregeln\. Wählt welche/);
});

test("while it plays, its way and its time are shown, and it can be stopped", async () => {
  const done = opened(RUNNING);
  shown("300 von 800 Spielen");
  shown("Noch etwa 4 Minuten");
  expect(screen.getByRole("progressbar").getAttribute("value")).toBe("300");
  hidden("Computer spielen lassen");
  await fireEvent.click(screen.getByRole("button", { name: "Anhalten" }));
  expect(done).toEqual([{ do: "stop_lab" }]);
});

test.each([
  [{ left_s: -1 }, "Wie lange es dauert, zeigt sich gleich"],
  [{ left_s: 59 }, "Noch weniger als eine Minute"],
  [{ left_s: 70 }, "Noch etwa 1 Minute"],
  [{ left_s: 0, played: 800 }, "Der Bericht wird geschrieben"],
])("the time that is left is said as far as it is known: %j", (changed, words) => {
  opened({ ...RUNNING, ...changed });
  shown(words);
});

test("what was stopped is offered to be gone on with, as often as before", async () => {
  const done = opened({ ...RUNNING, running: false, left_s: -1 });
  shown("300 von 800 Spielen");
  await fireEvent.click(screen.getByRole("button", { name: "Weiterspielen lassen" }));
  expect(done).toEqual([{ do: "start_lab", games: 400, house_rules: null }]);
});

test("a report says what it is about, and opens in the reader's language", () => {
  opened({ ...IDLE, report: REPORT }, {}, () => use("en", en));
  shown(/Classic, 3 players, 400 games under each set of rules: without house rules and with “Pot in the middle”\./);
  const link = screen.getByRole("link", { name: "Open the report" });
  expect(link.getAttribute("href")).toBe("/api/laboratory?report=abc0&language=en");
  expect(link.getAttribute("rel")).toBe("noopener");
  expect(screen.getByRole("link", { name: "Save the report" }).getAttribute("download")).toBe("bankhalter-lab.html");
});

test("what is left is rounded to minutes, and unknown before the first game", () => {
  expect([0, 89, 90].map((left_s) => left({ ...RUNNING, left_s }))).toEqual([
    "Noch weniger als eine Minute",
    "Noch etwa 1 Minute",
    "Noch etwa 2 Minuten",
  ]);
  expect(left({ ...IDLE, running: true })).toBe("Wie lange es dauert, zeigt sich gleich");
});

test("rules that need a figure are not offered without one", () => {
  const offered = choices({ ...SCENES.lobby!, house_rules: [] });
  expect([offered.includes("pot"), offered.includes("rounds")]).toEqual([true, false]);
});

test("own tables are named", () => {
  opened({ ...IDLE, report: { name: "abc0", question: { ...QUESTION, own_tables: true, house_rules: [] } } });
  shown(/400 Spiele ohne Hausregeln\. Mit euren eigenen Zahlen\./);
});

test.each(["lost", "unstored", "failed"] as const)("why it stopped by itself has a sentence: %s", (trouble) => {
  opened({ ...IDLE, trouble });
  expect(screen.getByRole("alert").textContent?.trim()).toBe(de[`laboratory.trouble.${trouble}`]);
});

test("the menu has it for the banker of a hub with a laboratory, and says how far it is", async () => {
  const menu = async (lab: LabView | null) => {
    const view = { ...SCENES.lobby!, lab };
    scene(view);
    render(MenuDialog, { view, onclose: () => undefined });
    await vi.dynamicImportSettled();
    const found = lab && (await screen.findByRole("button", { name: /Labor/ })).textContent?.trim();
    expect(screen.queryAllByRole("button", { name: /Labor/ })).toHaveLength(lab ? 1 : 0);
    cleanup();
    return found;
  };
  expect(await menu(null)).toBeNull();
  expect(await menu(IDLE)).toBe("Labor für Hausregeln");
  expect(await menu(RUNNING)).toBe("Labor: 37\u00a0%");
});
