/** What the speed die, tickets, and rents on request ask of a prompt. */
import { fireEvent, render, screen, within } from "@testing-library/svelte";
import { describe, expect, test } from "vitest";
import OptionButton from "./controls/OptionButton.svelte";
import RentRequests from "./deeds/RentRequests.svelte";
import Players from "./people/Players.svelte";
import Notices from "../screens/table/Notices.svelte";
import Track from "./track/Track.svelte";
import TrackList from "./track/TrackList.svelte";
import { deed, option, prompt, seat, seats, view } from "../dev/fixtures";
import { MEGA } from "../dev/mega";
import { loaded, putQuestion, scene } from "../dev/testing";
import { pastText } from "../game/goal";
import { litBy, pickAt } from "../game/prompt";
import { riding } from "../state/riding.svelte";
import { questionDetail, thenText } from "../text/sentences";
import { table } from "../state/table.svelte";
import type { PromptView, SeatCommand, View } from "../wire";

const ride = (space: number) => option({ command: "use_ticket", seat: 0, space });
const THROWING: PromptView = {
  ...prompt(
    { task: "throw_pending", seat: 0 },
    [0],
    [option({ command: "throw", seat: 0, faces: [], source: "hub" }, { role: "dice" }), ride(8), ride(9), ride(10)],
  ),
  dice: 3,
};
const TRIPLE = prompt(
  { task: "space_pending", seat: 0, spaces: [1, 24], purpose: "triple" },
  [0],
  [1, 24].map((space) => option({ command: "choose_space", seat: 0, space }, { goal: space, awaits: space })),
);

function show(changed: Partial<View>): ReturnType<typeof scene> {
  return scene(view({ edition: "mega", seats: [seat(0, { tickets: 2 }), seat(1)], tickets: 13, ...changed }), MEGA);
}

/** In the list, which a button opens. */
async function choose(space: number): Promise<void> {
  await fireEvent.click(await screen.findByRole("button", { name: "Wohin?" }));
  await fireEvent.click(await screen.findByRole("button", { name: new RegExp(`^${MEGA.spaces[space]!.name}`) }));
}

describe("three dice", () => {
  test("are typed in with the symbols of the speed die", async () => {
    const done = show({ prompt: THROWING });
    await putQuestion();
    await fireEvent.click(screen.getByRole("button", { name: /Echte Würfel/ }));
    const rows = await screen.findAllByRole("radiogroup");
    expect(rows).toHaveLength(3);
    await fireEvent.click(screen.getAllByRole("radio", { name: "4" })[0]!);
    await fireEvent.click(screen.getAllByRole("radio", { name: "2" })[1]!);
    await fireEvent.click(screen.getByRole("radio", { name: "Bus" }));
    await fireEvent.click(screen.getByRole("button", { name: /6/ }));
    expect(done).toMatchObject([{ command: { command: "throw", faces: [4, 2, 6], source: "typed" } }]);
  });
});

describe("a ticket", () => {
  test("lights the track only when somebody is about to ride", () => {
    expect(litBy(THROWING)).toEqual([]);
    expect(litBy(THROWING, true)).toEqual([8, 9, 10]);
    expect(pickAt(THROWING, 9)).toBeUndefined();
    expect(pickAt(THROWING, 9, true)?.command).toEqual({ command: "use_ticket", seat: 0, space: 9 });
  });
  test("is used instead of a throw, to a space from the list", async () => {
    const done = show({ prompt: THROWING });
    await putQuestion();
    await fireEvent.click(screen.getByRole("button", { name: "Ticket einsetzen" }));
    expect(riding.question).toBe(THROWING.id);
    await choose(9);
    await fireEvent.click(screen.getByRole("button", { name: /^Auf / }));
    expect(done).toMatchObject([{ command: { command: "use_ticket", space: 9 } }]);
  });
  test("stays in the hand when one goes back to the dice", async () => {
    show({ prompt: THROWING });
    await putQuestion();
    await fireEvent.click(screen.getByRole("button", { name: "Ticket einsetzen" }));
    await loaded();
    await fireEvent.click(screen.getByRole("button", { name: "Zurück" }));
    expect(screen.getByRole("button", { name: "Würfeln" })).toBeDefined();
    expect(riding.question).toBeNull();
  });
  test("in hand is seen by everybody", () => {
    show({});
    render(Players, { view: table.view! });
    expect(screen.getByText("2 Tickets")).toBeDefined();
  });
});

describe("a triple", () => {
  test("lights the spaces one may go to", () => {
    expect(litBy(TRIPLE)).toEqual([1, 24]);
    expect(pickAt(TRIPLE, 24)?.command).toEqual({ command: "choose_space", seat: 0, space: 24 });
  });
  test("says whose a space is, and what rent awaits one there", async () => {
    show({ prompt: TRIPLE, deeds: [deed(24, 1)] });
    await putQuestion();
    await fireEvent.click(screen.getByRole("button", { name: "Wohin?" }));
    expect(screen.getByRole("heading", { name: "Von anderen" })).toBeDefined();
    const street = screen.getByRole("button", { name: "Opernplatz · Björn, Miete 24" });
    expect(street.querySelector<SVGElement>(".band")!.style.background).toContain("--group-red");
  });
  test("is answered from the list as well", async () => {
    const done = show({ prompt: TRIPLE, deeds: [deed(24, 1)] });
    await putQuestion();
    await choose(24);
    await fireEvent.click(screen.getByRole("button", { name: "Auf Opernplatz" }));
    expect(done).toMatchObject([{ command: { command: "choose_space", space: 24 } }]);
  });
});

describe("a triple that stays", () => {
  test("says so on the button", async () => {
    const done = show({ prompt: TRIPLE, seats: [seat(0, { space: 24 }), seat(1)] });
    await putQuestion();
    await choose(24);
    await fireEvent.click(screen.getByRole("button", { name: "Auf Opernplatz bleiben" }));
    expect(done).toMatchObject([{ command: { command: "choose_space", space: 24 } }]);
  });
});

describe("a bid in steps", () => {
  const BIDDING = prompt(
    {
      task: "auction_running",
      lot: { lot: "deed_lot", deed: 24 },
      bidders: [0, 1],
      minimum: 1100,
      high: 1000,
      leader: 1,
      step: 100,
    },
    [0],
    [
      option(
        { command: "place_bid", seat: 0, amount: 1100 },
        { role: "ok", cost: 1100, minimum: 1100, maximum: 2000, step: 100 },
      ),
    ],
  );
  test("goes up by the step and is sent", async () => {
    const done = show({ prompt: BIDDING });
    await putQuestion();
    await fireEvent.click(await screen.findByRole("button", { name: /^100 mehr/ }));
    await fireEvent.click(screen.getByRole("button", { name: /Bieten/ }));
    expect(done).toMatchObject([{ command: { command: "place_bid", amount: 1200 } }]);
  });
  test("that is no multiple of it cannot be typed in", async () => {
    show({ prompt: BIDDING });
    await putQuestion();
    await fireEvent.click(await screen.findByRole("button", { name: "Betrag eintippen" }));
    for (const key of ["1", "1", "5", "0"]) await fireEvent.click(await screen.findByRole("button", { name: key }));
    expect(screen.getByText("Nur in Schritten von 100.")).toBeDefined();
    expect(screen.getByRole<HTMLButtonElement>("button", { name: "Fertig" }).disabled).toBe(true);
  });
});

describe("catching up with a built group", () => {
  test("says what is missing, if something is", () => {
    const task = { task: "catch_up_pending", seat: 0, deed: 9, cost: 5000 } as const;
    show({ seats: [seat(0, { balance: 1500 })] });
    expect(questionDetail(table.scene!, task)).toContain("Dir fehlen 3.500");
    show({ seats: [seat(0, { balance: 5000 })] });
    expect(questionDetail(table.scene!, task)).not.toContain("fehlen");
  });
});

describe("rents on request", () => {
  test("are asked for by a button of their own", async () => {
    const done = show({ seats: seats(2), free: [option({ command: "ask_rent", seat: 1, deed: 24 }, { cost: -2000 })] });
    render(RentRequests, { view: table.view! });
    expect(screen.getByText("Opernplatz")).toBeDefined();
    await fireEvent.click(screen.getByRole("button", { name: /Miete verlangen/ }));
    expect(done).toMatchObject([{ command: { command: "ask_rent", seat: 1, deed: 24 } }]);
  });
  test("are no section of the page when there are none", () => {
    show({});
    render(RentRequests, { view: table.view! });
    expect(screen.queryAllByRole("button")).toEqual([]);
  });
});

describe("a space tapped on the track", () => {
  const triple = { ...TRIPLE, id: "tapped" };
  test("is chosen in the list, and only the button goes there", async () => {
    const done = show({ prompt: triple, seats: [seat(0, { space: 30 }), seat(1)] });
    await putQuestion();
    riding.tapped = { question: "tapped", space: 24 };
    const name = MEGA.spaces[24]!.name;
    const go = await screen.findByRole("button", { name: `Auf ${name}` });
    expect(done).toEqual([]);
    expect(screen.getByRole("button", { name: `Wohin? ${name}` })).toBeDefined();
    await fireEvent.click(go);
    expect(done).toMatchObject([{ command: { command: "choose_space", space: 24 } }]);
  });
  test("differs from those that are called alike", async () => {
    const chance = option({ command: "choose_space", seat: 0, space: 7 }, { goal: 7 });
    show({ prompt: { ...triple, options: [...triple.options, chance] } });
    await putQuestion();
    riding.tapped = { question: "tapped", space: 7 };
    expect(await screen.findByRole("button", { name: "Auf Ereignisfeld (nach Chausseestraße)" })).toBeDefined();
    expect(screen.getByRole("button", { name: "Wohin? Ereignisfeld (nach Chausseestraße)" })).toBeDefined();
  });
  test("is no choice for another question", async () => {
    riding.tapped = { question: "another", space: 24 };
    show({ prompt: triple });
    await putQuestion();
    expect(screen.getByRole("button", { name: /Feld wählen|Auswählen/ })).toHaveProperty("disabled", true);
  });
  test("is said to lie past the start where the way leads there", async () => {
    show({ prompt: triple, seats: [seat(0, { space: 30 }), seat(1)] });
    await putQuestion();
    await fireEvent.click(screen.getByRole("button", { name: "Wohin?" }));
    const window = within(screen.getByRole("dialog"));
    const ways = window.getAllByRole("button", { pressed: false });
    expect(ways.map((one) => one.textContent!.includes("über Los"))).toEqual([true, true]);
  });
});

test("what comes after the question is named: the mogul's way, or the choice of the bus", () => {
  show({});
  const then = (face: "mogul" | "bus") =>
    thenText(table.scene!, { ...THROWING, waiting: 1, then: { task: "second_move_open", seat: 0, face } });
  expect(then("mogul")).toContain("Danach schickt der Mogul Anna zum nächsten freien Grundstück");
  expect(then("bus")).toContain("Danach wählt Anna");
  show({ you: 0 });
  expect(then("mogul")).toContain("Danach schickt dich der Mogul");
  expect(then("bus")).toContain("Danach wählst du");
  expect(thenText(table.scene!, { ...THROWING, waiting: 1, then: { task: "throw_pending", seat: 1 } })).toBe(
    "Danach: Björn ist am Zug",
  );
});
test("a ride back along the side passes no start, nor does who stays, goes ahead or stops at it", () => {
  const [edition, from] = [MEGA, view({ seats: [seat(0, { space: 30 })] })];
  const to = (command: "use_ticket" | "choose_space", goal = 28) =>
    pastText(from, edition, option({ command, seat: 0, space: goal }, { goal }));
  expect(to("use_ticket")).toBe("");
  expect(to("choose_space")).toBe("über Los");
  expect([30, 31, 0].map((goal) => to("choose_space", goal))).toEqual(["", "", ""]);
});
test.each([
  [MEGA.spaces.length - 2, "2 vor"],
  [2, "6 vor, über Los"],
])("the button of the bus to space %i says how far it goes: %s", (goal, way) => {
  show({ seats: [seat(0, { space: MEGA.spaces.length - 4 }), seat(1)] });
  render(OptionButton, {
    option: option({ command: "go_to_cards", seat: 0 }, { role: "cancel", goal }),
    answering: true,
  });
  expect(screen.getByRole("button").textContent.trim()).toBe(`Zum Kartenfeld ${way}`);
});
test("the bus says which card space it goes to", () => {
  show({ seats: [seat(0, { space: 0 }), seat(1)] });
  const decks = new Set(MEGA.cards.map(({ deck }) => deck));
  const next = MEGA.spaces.find(({ space, kind }) => space > 0 && decks.has(kind))!;
  expect(questionDetail(table.scene!, { task: "bus_pending", seat: 0 })).toContain(`${next.name}.`);
});

test("whoever was just sent to jail buys themselves free or uses a card, beside the question that stands", async () => {
  const free = (["pay_bail", "use_release_card", "mortgage"] as const).map((command) =>
    option({ command, seat: 1, ...(command === "use_release_card" ? { card: 3 } : {}), deed: 1 } as SeatCommand),
  );
  const done = show({ prompt: THROWING, free });
  render(Notices, { view: table.view!, oncounter: () => undefined });
  const way = within(screen.getByRole("region", { name: "Gleich wieder hinaus" }));
  expect(way.getByText("Björn: Gleich wieder hinaus")).toBeDefined();
  const ways = way.getAllByRole("button", { name: /^(Kaution|Freikarte|Hypothek)/ });
  await loaded();
  for (const one of ways) await fireEvent.click(one);
  expect(done.map((one) => one.do === "play" && [one.command.command, one.command.seat, one.prompt])).toEqual([
    ["pay_bail", 1, null],
    ["use_release_card", 1, null],
  ]);
});

test("what a move of several throws led past is said, marked, and named in the list", async () => {
  show({ stops: [1, 24], prompt: THROWING });
  const given = { view: table.view!, edition: MEGA };
  const { container } = render(Track, given);
  expect(container.querySelectorAll(".stop")).toHaveLength(2);
  render(TrackList, given);
  expect(screen.getAllByText(/unterwegs/)).toHaveLength(2);
  await putQuestion();
  expect(screen.getByText(/^In einem Zug, vorbei an/)).toBeDefined();
});
