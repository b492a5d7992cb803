/** An amount that somebody else changed a moment ago was not read: the tap on it was meant for what stood there before. */
import { fireEvent, screen } from "@testing-library/svelte";
import { flushSync, mount, tick, unmount, type Component } from "svelte";
import { expect, test } from "vitest";
import BankDeal from "../market/BankDeal.svelte";
import Bid from "../prompt/Bid.svelte";
import BuildRow from "../deeds/BuildRow.svelte";
import OfferForm from "../market/OfferForm.svelte";
import Offers from "../trade/Offers.svelte";
import Placing from "../prompt/Placing.svelte";
import OptionButton from "./OptionButton.svelte";
import { ARMING_MS } from "./armed.svelte";
import { deed, EDITION, option, seat, view } from "../../dev/fixtures";
import { OFFER } from "../../dev/playing";
import { SCENES } from "../../dev/scenes";
import { scene } from "../../dev/testing";
import { table } from "../../state/table.svelte";
import type { View } from "../../wire";

const KEPT = view({ seats: [seat(0), seat(1), seat(2)] });
const nothing = () => undefined;
const building = (cost: number) => option({ command: "build", seat: 0, deed: 1 }, { cost });
const placing = (cost: number) => option({ command: "place_building", seat: 0, deed: 1 }, { cost });
const bidding = (minimum: number) =>
  option({ command: "place_bid", seat: 0, amount: minimum }, { minimum, maximum: 900 });
const selling = (cost: number) =>
  option({ command: "sell_shares", seat: 0, issuer: 0, amount: 1 }, { cost: -cost, minimum: 1, maximum: 3 });
const street = (cost: number) => ({ space: EDITION.spaces[1], deed: deed(1, 0), up: building(cost), down: undefined });

/** Shares are worth so much. */
function worth(price: number): View {
  const market = SCENES.shares!.market!;
  return { ...SCENES.shares!, market: { ...market, issuers: market.issuers.map((one) => ({ ...one, price })) } };
}
/** Somebody gives so much for a deed. */
function offering(money: number): View {
  return { ...KEPT, offers: [{ ...OFFER, offer: { ...OFFER.offer, give: { ...OFFER.offer.give, money } } }] };
}

type Shown = (amount: number) => [View, object];
const PARTS: [string, Component<never>, Shown, RegExp][] = [
  ["an answer", OptionButton, (cost) => [KEPT, { option: building(cost), answering: false }], /\d$/],
  ["a bid", Bid, (least) => [KEPT, { option: bidding(least), pass: undefined }], /biete/i],
  ["a house", BuildRow, (cost) => [KEPT, { street: street(cost), said: null, answering: true, gold: true }], /\d$/],
  ["a building on a street", Placing, (cost) => [KEPT, { options: [placing(cost)], gold: undefined }], /^Badstraße$/],
  ["shares for the bank", BankDeal, (price) => [worth(price), { option: selling(price), gold: true }], /^Verkaufen/],
  [
    "shares for somebody",
    OfferForm,
    (price) => [worth(price), { view: worth(price), market: worth(price).market, seat: 0, issuer: 0, onsent: nothing }],
    /^Anteile/,
  ],
  ["a trade", Offers, (money) => [offering(money), { view: offering(money), oncounter: nothing }], /^Annehmen/],
];

test.each(PARTS)("is not taken for what stood there, on a button for %s", async (_, part, shown, name) => {
  const later = () => new Promise((resolve) => setTimeout(resolve, ARMING_MS + 50));
  const at = (amount: number): View => ({ ...shown(amount)[0], version: amount });
  const done = scene(at(71));
  const props = {};
  for (const key of Object.keys(shown(71)[1]) as (keyof object)[])
    // drawn with the view, as on a page
    Object.defineProperty(props, key, { enumerable: true, get: () => shown(table.view!.version)[1][key] });
  const drawn = mount(part, { target: document.body, props: props as never });
  flushSync();
  const friend = screen.queryByRole("radio", { name: "Björn" });
  if (friend) await fireEvent.click(friend);
  await later();
  const tap = async () => {
    const button = screen.getByRole("button", { name });
    await fireEvent.pointerDown(button);
    await fireEvent.click(button, { detail: 1 });
  };
  table.show(at(80));
  await tick();
  await tap();
  expect(done).toEqual([]);
  expect(screen.getByRole("alert").textContent).toBe("Das hat sich gerade geändert. Schau noch einmal hin.");
  await later();
  await tap();
  expect(done).toHaveLength(1);
  await unmount(drawn);
});

/** Where a page sends what somebody decided. */
const SENT = /table\.(?:play|take)\(/g;
/** These guard it themselves: a tap on the track, and dice, whose faces the player named. */
const ALONE = ["screens/table/Banker.svelte", "parts/dice/DicePad.svelte"];

test("whatever is decided with one tap is decided on a button that sees when what it says changes", () => {
  const sources = import.meta.glob<string>("../../**/*.svelte", { query: "?raw", import: "default", eager: true });
  const unguarded = Object.entries(sources).flatMap(([path, source]) => {
    const acts = [...source.matchAll(/\bact=\{(?:(\w+)\}|[^}]*table\.(?:play|take)\()/g)];
    const named = acts.flatMap(([, name]) => name ?? []);
    const sent = [...source.matchAll(SENT)].length;
    const inline = acts.length - named.length;
    const declared = named.filter((name) => new RegExp(`const ${name} = [^;]*table\\.(?:play|take)\\(`).test(source));
    const guarded = inline + new Set(declared).size;
    return sent > guarded && !ALONE.some((one) => path.endsWith(one)) ? [`${path}: ${sent - guarded}`] : [];
  });
  expect(unguarded).toEqual([]);
});
