import { fireEvent, render, screen, waitFor, within } from "@testing-library/svelte";
import { tick } from "svelte";
import { afterEach, describe, expect, onTestFinished, test, vi } from "vitest";
import App from "../App.svelte";
import SeatEditor from "./table/SeatEditor.svelte";
import Lobby from "./table/Lobby.svelte";
import Sheet from "./table/Sheet.svelte";
import { SCENES } from "../dev/scenes";
import { display, holdDown, scene } from "../dev/testing";
import { doors, seat, seats, view } from "../dev/fixtures";
import Asked from "./tv/Asked.svelte";
import Winner from "../parts/moments/Winner.svelte";
import Doorbell from "../parts/people/Doorbell.svelte";
import PhonesDialog from "../parts/people/PhonesDialog.svelte";
import { bells, mayLetIn, maySignOut, rings } from "../game/phones";
import type { PhoneView, RebuildView, View } from "../wire";
import { table } from "../state/table.svelte";
import { playing } from "../text/words.svelte";

const lobby = (count: number) => view({ phase: "lobby", game: null, seats: seats(count) });

describe("the lobby", () => {
  test("says why the game cannot start yet", () => {
    display(Lobby, lobby(1));
    expect(screen.getByRole("button", { name: "Spiel starten" })).toHaveProperty("disabled", true);
    expect(screen.getByText("Es fehlt noch eine Person.")).toBeDefined();
  });
  test("starts the game", async () => {
    const done = display(Lobby, lobby(3));
    await fireEvent.click(screen.getByRole("button", { name: "Spiel starten" }));
    expect(done).toEqual([{ do: "begin" }]);
  });
  test("asks once more where only some have a piece, and offers the next one", async () => {
    const some = [seat(0), seat(1, { tag: null }), seat(2, { tag: null })];
    const done = display(Lobby, { ...lobby(3), seats: some });
    await fireEvent.click(screen.getByRole("button", { name: "Figur zuordnen: Björn" }));
    expect(done).toEqual([{ do: "enrol", seat: 1, uid: null }]);
    await fireEvent.click(screen.getByRole("button", { name: "Spiel starten" }));
    expect(done).toHaveLength(1);
    expect(screen.getByRole("button", { name: "2 Figuren fehlen: trotzdem starten" })).toBeDefined();
  });
  test.each([
    ["nobody's piece is known", "up", null],
    ["no board is there", "none", "04"],
  ] as const)("starts at once where %s", async (_, state, tag) => {
    const all = lobby(2);
    const some = [seat(0, { tag: null }), seat(1, { tag })];
    const done = display(Lobby, { ...all, seats: some, board: { ...all.board, state } });
    await fireEvent.click(screen.getByRole("button", { name: "Spiel starten" }));
    expect(done).toEqual([{ do: "begin" }]);
    expect(screen.queryByRole("button", { name: /^Figur zuordnen/ })).toBeNull();
  });
  test("adds the name that was typed", async () => {
    const done = display(Lobby, lobby(0));
    await fireEvent.input(screen.getByLabelText("Nächster Name"), { target: { value: "Ida" } });
    await fireEvent.click(screen.getByRole("button", { name: "Hinzufügen" }));
    expect(done).toEqual([{ do: "add_seat", name: "Ida", colour: null, shape: null, bot: null }]);
    await fireEvent.click(screen.getByRole("button", { name: "Computer dazu" }));
    expect(done[1]).toMatchObject({ do: "add_seat", name: "Computer", bot: "sensible" });
  });
  test("offers an unknown piece to those without one", async () => {
    const done = display(Lobby, SCENES.unknown!);
    await fireEvent.click(screen.getByRole("button", { name: /^\s*Björn\s*$/ }));
    expect(done).toEqual([{ do: "enrol", seat: 1, uid: "04B0A5C0FFEE77" }]);
    expect(screen.queryByRole("button", { name: /^\s*Anna\s*$/ })).toBeNull();
  });
});

test("the lobby says who begins as the edition has it", () => {
  scene(lobby(3));
  playing("mpmp");
  render(Lobby, { view: lobby(3) });
  expect(screen.getByText("im Uhrzeigersinn; wer beginnt, ist Zufall")).toBeDefined();
});

describe("the television", () => {
  const asking = (shown: View) => {
    scene(shown);
    return { view: shown, prompt: shown.prompt! };
  };
  test("says what a debt is for and what is missing", () => {
    const { container } = render(Asked, asking(SCENES.debt!));
    expect(container.textContent).toMatch(/Miete von Schlossallee.*Es fehlen/);
  });
  test("has the strip of a deed for as long as it is asked about", async () => {
    const { container, rerender } = render(Asked, asking(SCENES.buy!));
    expect(container.querySelector(".band")).not.toBeNull();
    await rerender(asking(SCENES.debt!));
    expect(container.querySelector(".ask")!.children).toHaveLength(1);
  });
  test("tells who has won on felt, for which its letters are light", () => {
    const { container } = render(Winner, { seat: seat(0), seats: seats(2) });
    expect(container.querySelector("h1")!.closest(".stage")).not.toBeNull();
  });
});

describe("the sheet for another evening", () => {
  const sheetOf = (shown: View, rebuild: Partial<RebuildView> = {}) => {
    scene(shown);
    return render(Sheet, {
      rebuild: { edition: shown.edition, tasks: [], rents: [], ...rebuild },
      scene: table.scene!,
    });
  };
  test("says once whose turn it is, then what is open, and which rents may still be asked for", () => {
    const { container } = sheetOf(view(), {
      tasks: [
        { task: "throw_pending", seat: 0 },
        { task: "buy_pending", seat: 0, deed: 24, price: 240 },
      ],
      rents: [{ payer: 0, payee: 1, amount: 28 }],
    });
    const next = container.querySelector(".next")!.textContent!;
    expect(next).toContain("Opernplatz");
    expect(next.match(/am Zug/g)).toHaveLength(1);
    expect(container.querySelector(".bank")!.textContent).toContain("Björn kann von Anna noch 28 Miete verlangen");
  });
  test("says house rules with their values", () => {
    sheetOf(view({ house_rules: ["pot", "rounds:20"] }));
    expect(screen.getByText("Hausregel: Topf in der Mitte · Hausregel: Kurzer Abend: 20 Runden")).toBeDefined();
  });
  test("has shares in front of their holders, and says who owes a report", () => {
    const { container } = sheetOf(SCENES.shares!);
    const [anna, bjoern] = [...container.querySelectorAll("[data-rebuild]")].map((one) => one.textContent);
    expect(anna).toMatch(/schuldet einen Bericht.*20 Anteile an Anna.*5 Anteile an D/s);
    expect(bjoern).toMatch(/3 Anteile an Anna.*12 Anteile an Björn/s);
    expect(bjoern).not.toMatch(/Bericht/);
    expect(container.querySelector(".bank")?.textContent).toMatch(/2 Anteile an Anna.*3 Anteile an D/s);
  });
});

describe("how phones join", () => {
  const URLS = ["http://192.168.178.23:8080", "http://10.0.0.7:8080"];
  const waiting = view({
    phase: "lobby",
    game: null,
    seats: seats(2).map((one) => ({ ...one, online: false })),
    join: doors({ url: URLS[0]!, codes: { 0: "K7QF" }, urls: URLS }),
  });
  test("whoever waits long enough reads what is usually in the way, and chooses another address", async () => {
    vi.useFakeTimers();
    const done = display(Lobby, waiting);
    expect(screen.queryByText("Kein Handy da?")).toBeNull();
    await vi.advanceTimersByTimeAsync(20_000);
    expect(screen.getByText("Kein Handy da?")).toBeDefined();
    await fireEvent.click(screen.getByRole("radio", { name: "10.0.0.7:8080" }));
    expect(done).toEqual([{ do: "choose_address", url: URLS[1] }]);
  });
  test("nobody reads so once a phone is there", async () => {
    vi.useFakeTimers();
    display(Lobby, { ...waiting, seats: seats(2).map((one) => ({ ...one, online: true })) });
    await vi.advanceTimersByTimeAsync(60_000);
    expect(screen.queryByText("Kein Handy da?")).toBeNull();
  });
});

describe("codes and phones of a seat", () => {
  const phone = (number: number, state: PhoneView["state"]): PhoneView => ({
    number,
    kind: "android",
    since_ms: 1_795_371_424_872,
    state,
    online: true,
    uninvited: false,
  });
  const lobby = (phones: readonly PhoneView[]) =>
    view({
      phase: "lobby",
      game: null,
      seats: seats(2).map((one) => ({ ...one, online: false })),
      join: doors({ codes: { 0: "K7QF", 1: "M2XW" }, phones: { 0: phones } }),
    });
  const welcome = (own: number | null, waiting: number | null = null) => {
    table.welcome = { role: own === null ? "banker" : "seat", seat: 0, key: "k", version: "1", phone: own, waiting };
  };
  afterEach(() => {
    table.welcome = null;
  });

  test("a code is covered until somebody asks for it, and again when it was used", async () => {
    scene(lobby([]));
    const shown = render(Lobby, { view: lobby([]) });
    expect(screen.queryByText("K7QF")).toBeNull();
    expect(document.querySelector("[data-join*='code=']")).toBeNull();
    await fireEvent.click(screen.getAllByRole("button", { name: /^Handy für / })[0]!);
    expect(screen.getByText("K7QF")).toBeDefined();
    const used = { ...lobby([phone(1, "known")]), join: doors({ codes: { 0: "N3WC", 1: "M2XW" } }) };
    await shown.rerender({ view: used });
    await waitFor(() => expect(document.querySelector("[data-join*='code=']")).toBeNull());
    expect(screen.queryByText("N3WC")).toBeNull();
  });
  test("another phone is shown to the banker, who says that it is right or signs it out", async () => {
    const shown = { ...lobby([phone(1, "known"), phone(2, "new")]) };
    const done = scene(shown);
    welcome(null);
    render(Doorbell, { view: shown });
    expect(screen.getByRole("alert").textContent).toContain("Noch ein Handy spielt jetzt für");
    await fireEvent.click(screen.getByRole("button", { name: "Stimmt so" }));
    expect(done).toEqual([{ do: "let_in", seat: 0, phone: 2 }]);
  });
  test("one that waits comes first, and says what it would show", () => {
    const shown = lobby([phone(1, "known"), phone(2, "new"), phone(3, "waiting")]);
    scene(shown);
    welcome(1);
    render(Doorbell, { view: shown });
    expect(screen.getByRole("alert").textContent).toContain("Es würde zeigen, was du verdeckt bietest");
    expect(screen.getByRole("button", { name: /^Einlassen/ })).toBeDefined();
  });
  test.each([
    ["waiting", /^Einlassen/, "let_in"],
    ["known", /^Abmelden/, "sign_out"],
  ] as const)("one is let in, and one that plays is signed out, by holding alone: %s", async (state, name, what) => {
    const shown = lobby([phone(1, "known"), phone(2, state)]);
    const done = scene(shown);
    welcome(1);
    render(PhonesDialog, { view: shown, seat: shown.seats[0]!, onclose: () => undefined });
    const row = within(document.querySelector<HTMLElement>("[data-phone='2']")!);
    expect([...document.querySelectorAll("[data-phone]")].map((one) => one.textContent!.includes("dieses"))).toEqual([
      true,
      false,
    ]);
    await fireEvent.click(row.getByRole("button", { name }));
    expect(done).toEqual([]);
    await holdDown(row.getByRole("button", { name }));
    vi.useRealTimers();
    expect(done).toEqual([{ do: what, seat: 0, phone: 2 }]);
  });
  test("one that waits for somebody who is out would show no bid", () => {
    const shown = lobby([phone(1, "known"), phone(3, "waiting")]);
    scene(shown);
    welcome(1);
    render(Doorbell, { view: { ...shown, seats: shown.seats.map((one) => ({ ...one, out: true })) } });
    expect(screen.getByRole("alert").textContent).not.toContain("verdeckt");
  });
  test("a phone speaks for those that came after it, not for itself and not for those before", () => {
    expect(bells(lobby([phone(1, "known"), phone(2, "new")]), 2)).toEqual([]);
    const shown = lobby([phone(1, "known"), phone(2, "new")]);
    expect([1, 2, null].map((own) => rings(shown, own))).toEqual([true, false, true]);
    expect(bells(lobby([phone(1, "new"), phone(2, "new")]), 1).map((bell) => bell.phone.number)).toEqual([2]);
    const three = [phone(1, "known"), phone(2, "new"), phone(3, "new")];
    expect([mayLetIn(three, 3, three[1]!), maySignOut(three, 3, three[1]!)]).toEqual([false, false]);
    expect(maySignOut(three, 2, three[1]!)).toBe(true);
  });
  test("one that knocked before it and got in after it has no say over it, whatever their numbers", () => {
    const [knocked, own] = [phone(1, "waiting"), phone(2, "known")];
    expect(bells(lobby([knocked, own]), 2).map((bell) => bell.phone.number)).toEqual([1]);
    const both = [own, phone(1, "known")];
    expect([maySignOut(both, 2, both[1]!), maySignOut(both, 1, own)]).toEqual([true, false]);
  });
  test("a phone that waits says for whose yes, and keeps its key", async () => {
    const shown = { ...SCENES.sealed!, role: "viewer" as const, you: null };
    scene(shown);
    welcome(2, 1);
    table.page = "play";
    render(App, { page: "play" });
    expect(await screen.findByRole("heading", { name: "Warten auf ein Ja" })).toBeDefined();
    expect(screen.getByText(/^Gerade wird versteigert, und Gebote können verdeckt sein/).textContent).toContain(
      shown.seats[1]!.name,
    );
  });
  test("one without a code is shown as what it says it is", async () => {
    const shown = lobby([{ ...phone(1, "waiting"), uninvited: true }]);
    const done = scene(shown);
    welcome(null);
    render(Doorbell, { view: shown });
    expect(screen.getByRole("alert").textContent).toContain(`Ein Handy sagt: Ich bin ${shown.seats[0]!.name}.`);
    await fireEvent.pointerDown(screen.getByRole("button", { name: /^Nein/ }));
    await fireEvent.click(screen.getByRole("button", { name: /^Nein/ }));
    expect(done).toEqual([{ do: "sign_out", seat: 0, phone: 1 }]);
  });
  test("what was tried in vain is counted", () => {
    const shown = { ...lobby([]), join: doors({ wrong_pins: 3, wrong_codes: 1 }) };
    scene(shown);
    welcome(null);
    render(Doorbell, { view: shown });
    expect(screen.getByRole("alert").textContent).toContain("Vergeblich versucht: 3 PINs und ein Code.");
  });
});

describe.each(["table", "play", "tv"] as const)("the page /%s", (page) => {
  test("opens and has one main part and one first heading", async () => {
    scene(page === "play" ? SCENES.mine! : SCENES.throw!);
    const { container } = render(App, { page });
    await waitFor(() => expect(container.querySelectorAll("main")).toHaveLength(1));
    expect(container.querySelectorAll("h1").length).toBeGreaterThan(0);
  });
});

test("a viewer is asked for the PIN before the table opens to them", async () => {
  scene(SCENES.pair!);
  render(App, { page: "table" });
  await waitFor(() => expect(screen.getByRole("heading", { name: "Wer führt die Bank?" })).toBeDefined());
});

test("a lost line is shown to everybody", async () => {
  scene(SCENES.throw!);
  table.lostAt = Date.now() - 25_000;
  table.now = Date.now();
  render(App, { page: "tv" });
  const alert = await screen.findByRole("alert");
  expect(alert.textContent).toContain("Verbindung unterbrochen");
  expect(alert.textContent).toContain("WLAN");
});

describe("a seat that plays by itself", () => {
  test("is switched on where the seat is edited, and off again", async () => {
    const shown = lobby(2);
    const done = scene({ ...shown, seats: [seat(0), seat(1, { bot: "random" })] });
    render(SeatEditor, { seat: table.view!.seats[1]!, view: table.view!, onclose: () => undefined });
    expect(screen.getByRole("radio", { name: /launisch/ }).getAttribute("aria-checked")).toBe("true");
    await fireEvent.click(screen.getByRole("radio", { name: /vorsichtig/ }));
    await fireEvent.click(screen.getByRole("radio", { name: "Ein Mensch" }));
    expect(done).toEqual([
      { do: "set_bot", seat: 1, bot: "sensible" },
      { do: "set_bot", seat: 1, bot: null },
    ]);
  });
  test("is marked among the players", async () => {
    scene({ ...SCENES.throw!, seats: [seat(0), seat(1, { bot: "sensible" })] });
    render(App, { page: "tv" });
    expect(await screen.findByText("wird vom Computer gespielt")).toBeDefined();
  });
});

test("nobody whose phone is here reads that it works without one", async () => {
  const alone = { ...lobby(2), seats: [0, 1].map((at) => seat(at, { online: false })), join: doors({}) };
  scene(alone);
  const { rerender } = render(Lobby, { view: alone });
  expect(screen.getByText(/Ohne Handy geht es auch/)).toBeDefined();
  const here = { ...alone, seats: alone.seats.map((one) => ({ ...one, online: true })) };
  await rerender({ view: here });
  expect(screen.queryByText(/Ohne Handy geht es auch/)).toBeNull();
});

test("a tap on a lit street of the track builds there", async () => {
  const done = scene(SCENES.placing!);
  const { container } = render(App, { page: "table" });
  const track = await screen.findByRole("img", { name: "Spielplan" });
  const tap = () => fireEvent.click(track, { clientX: 250, clientY: 1150 });
  let now = Date.now();
  const clock = vi.spyOn(Date, "now").mockImplementation(() => now);
  onTestFinished(() => clock.mockRestore());
  const waited = () => (now += 400);
  waited();
  track.getBoundingClientRect = () => new DOMRect(0, 0, 1200, 1200);
  const { prompt: asked } = SCENES.placing!;
  const options = asked!.options.map((one) => ({ ...one, cost: one.cost + 10 }));
  table.show({ ...SCENES.placing!, prompt: { ...asked!, options } });
  await tick();
  await tap();
  expect(done).toEqual([]); // meant for what it cost before
  const said = () => screen.queryByText("Das hat sich gerade geändert. Schau noch einmal hin.");
  expect(said()).not.toBeNull();
  waited();
  await tap();
  expect(said()).toBeNull();
  expect(done).toMatchObject([{ command: { command: "place_building", deed: 8 } }]);
  expect(container.querySelectorAll(".glow")).toHaveLength(2);
});
