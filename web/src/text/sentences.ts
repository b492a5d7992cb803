/** Facts, questions, refusals and amounts as sentences: keys and figures from the hub, words from the locales. */
import { has, listed, t, type Arguments } from "./i18n";
import { listOf, numbersOf } from "./lists";
import { money } from "./money";
import { facesText } from "./dice";
import { standing, type Standing } from "../geometry/standing";
import { NOBODY, POT } from "../net/accounts";
import type {
  CatchUpPending,
  EditionView,
  FeedLine,
  Lot,
  MoneyMoved,
  PromptView,
  SeatCommand,
  Task,
  Value,
  View,
  Explanation,
} from "../wire";

export interface Scene {
  readonly view: View;
  readonly edition: EditionView | null;
}

const SEATS = ["seat", "debtor", "to", "leader", "winner", "issuer", "buyer", "visitor"];
const ACCOUNTS = ["payer", "payee", "source", "target", "creditor", "owner", "seller", "heir"];
const SPACES = ["space", "origin", "deed"];
const AMOUNTS = [
  ...[
    "amount",
    "money",
    "price",
    "missing",
    "minimum",
    "high",
    "step",
    "unit",
    "redemption",
    "interest",
    "loan",
    "salary",
    "base",
    "each",
    "cost",
  ],
  ...["cash", "estate", "reported", "owed", "left", "paid"],
];
const AMOUNTS_OF_CARDS = ["house", "hotel", "skyscraper", "mall"];
/** Facts worded according to one of their arguments. */
const VARIANTS = ["purpose", "by", "how", "kind"];

export const seatName = ({ view }: Scene, seat: number): string => view.seats[seat]?.name ?? "?";

export function accountName(scene: Scene, account: number): string {
  if (account >= 0) return seatName(scene, account);
  return t(account === POT ? "account.pot" : "account.bank");
}

/** What is printed on a space; a whole sentence is a name in quotes. */
export function spaceName({ edition }: Scene, space: number): string {
  const printed = edition?.spaces[space];
  if (!printed) return t("space", { space });
  return printed.kind === "go_to_jail" ? t("space.quoted", { name: printed.name }) : printed.name;
}

export const deckName = (deck: string): string => (has(`deck.${deck}`) ? t(`deck.${deck}`) : deck);

/** `2 Häuser`, `1 Hotel`: a number of buildings of a kind. */
export const counted = (kind: string, count: number): string => t(`building.count.${kind}`, { count });

/** What stands on a deed of a stage. */
export function standingText(edition: EditionView | null, space: number, stage: number): string {
  const built = standing(edition, space, stage);
  return built.length ? builtText(built) : t("build.bare");
}

/** `1 Ferienhaus und 2 Apartments` */
export const builtText = (built: readonly Standing[]): string =>
  listed(built.map(({ kind, count }) => counted(kind, count)));

export const groupName = (group: string): string => (has(`group.${group}`) ? t(`group.${group}`) : group);

/** What is being auctioned, as the object of a sentence. */
export function lotName(scene: Scene, lot: Lot): string {
  if (lot.lot === "deed_lot") return spaceName(scene, lot.deed);
  if (lot.lot === "building_lot") return t(`building.one.${lot.building}`);
  return lot.lot === "estate_lot"
    ? t("lot.estate")
    : t("lot.shares", { count: lot.count, issuer: seatName(scene, lot.issuer) });
}

/** What a line of the feed is about, as the object of a sentence. */
function lotOf(scene: Scene, { building, deed, deeds, issuer, count }: Record<string, Value>): string | undefined {
  if (typeof building === "string") return lotName(scene, { lot: "building_lot", building });
  if (deeds !== undefined) return lotName(scene, { lot: "estate_lot", deeds: numbersOf(deeds), mortgaged: [] });
  if (typeof deed === "number") return spaceName(scene, deed);
  if (typeof issuer === "number" && typeof count === "number")
    return lotName(scene, { lot: "shares_lot", issuer, count });
  return undefined;
}

/** The contents of an estate that is sold as one lot, and which of them are mortgaged. */
export function estateText(scene: Scene, lot: Lot): string {
  if (lot.lot !== "estate_lot") return "";
  const name = (deed: number) =>
    spaceName(scene, deed) + (lot.mortgaged.includes(deed) ? ` (${t("deeds.mortgaged")})` : "");
  return t("prompt.estate", { names: listed(lot.deeds.map(name)) });
}

/** The spaces that a move of several throws has passed, or an empty string. */
export const stopsText = (scene: Scene): string =>
  scene.view.stops.length
    ? t("prompt.stops", { names: listed(scene.view.stops.map((space) => spaceName(scene, space))) })
    : "";

/** A card in a family's words, else as the edition's story, which holds for its own effect only, else by its effect. */
export function cardText(scene: Scene, deck: string, card: number): string {
  const found = scene.edition?.cards.find((one) => one.deck === deck && one.card === card);
  if (!found) return deckName(deck);
  const own = `card.${deck}.${card}`;
  const key = [own, `${own}.${found.effect}`].find(has) ?? `card.${found.effect}`;
  return t(key, worded(scene, found.args));
}

/** All look at the tablet: there a price that concerns two is said only close up. */
export const isHushed = ({ view }: Scene, { key, args }: FeedLine): boolean =>
  view.role === "banker" && has(`${lineKey(key, args)}.hushed`);

/** One line of the feed as a sentence. */
export function lineText(scene: Scene, line: FeedLine, close = false): string {
  const { key, args, explanation } = line;
  const words = worded(scene, { ...explanation?.inputs, ...args });
  if (key === "card_drawn") words.card = cardText(scene, String(args.deck), Number(args.card));
  if (key === "trade_offered")
    Object.assign(words, { give: goodsText(scene, args, "give"), take: goodsText(scene, args, "take") });
  const taken = key === "undone" && takenBack(scene, args.first);
  if (taken) return t("fact.undone.what", { ...words, what: lineText(scene, taken) });
  if (key === "stage_set") words.standing = standingText(scene.edition, Number(args.deed), Number(args.stage));
  Object.assign(words, listsOf(scene, key, args), { lot: lotOf(scene, args) });
  const hushed = !close && isHushed(scene, line) ? ".hushed" : "";
  return capital(t(lineKey(key, args) + hushed, words));
}

function takenBack(scene: Scene, move: Value | undefined): FeedLine | undefined {
  const gone = scene.view.feed.filter((one) => one.move === move && one.key !== "turn_began");
  return weighty(gone) ?? gone[0];
}

/** A payment, and how much of it the bank lent, unasked. */
export function paidText(scene: Scene, line: FeedLine): string {
  const lent = scene.view.feed.find(
    ({ move, args, undone }) =>
      move === line.move && !undone && args.purpose === "credit" && args.payee === line.args.payer,
  );
  const said = lineText(scene, line);
  return lent && lent !== line
    ? `${said} ${t("purpose.credit.part", { amount: money(Number(lent.args.amount)) })}`
    : said;
}

/** The facts by which a step is named, the most important first; otherwise its last payment. */
const WEIGHTY = ["game_won", "seat_taken_over", "seat_bankrupted", "sealed_auction_closed", "auction_closed"];

/** The weightiest of some lines, if any has weight. */
export const weighty = (lines: readonly FeedLine[]): FeedLine | undefined =>
  WEIGHTY.map((key) => lines.find((line) => line.key === key)).find(Boolean);

/** Facts about several people, naming each of them. */
function listsOf(scene: Scene, key: string, args: Record<string, Value>): Arguments {
  const each = (names: Value | undefined, amounts: Value | undefined) => {
    const figures = numbersOf(amounts);
    return listed(
      numbersOf(names).map((account, i) =>
        t("each", { name: accountName(scene, account), amount: money(figures[i] ?? 0) }),
      ),
    );
  };
  if (key === "bids_revealed") return { bids: each(args.seats, args.amounts) };
  if (key === "dividend_paid") return { lines: each(args.holders, args.amounts) };
  if (key === "buildings_granted" || key === "wishes_lapsed") {
    const counts = numbersOf(args.counts);
    const wish = (seat: number, i: number) =>
      t("each", { name: seatName(scene, seat), amount: String(counts[i] ?? 0) });
    return { wishes: listed(numbersOf(args.seats).map(wish)) };
  }
  if (key === "bids_tied") return { seats: listed(numbersOf(args.seats).map((seat) => seatName(scene, seat))) };
  return {};
}

/** Facts that are worded differently under a condition, by the suffix of their key. */
const ENDINGS: Record<string, (args: Record<string, Value>) => string | false> = {
  auction_closed: ({ seat }) => seat === NOBODY && "unsold",
  bidder_short: ({ building }) => building !== undefined && "building",
  lot_called: ({ call, amount }) => (amount === 0 ? "silent" : call === 2 && "twice"),
  round_began: ({ number, rounds }) => number === rounds && "last",
  round_played: ({ left }) => left === 1 && "last",
  end_agreed: ({ rounds, at_ms }) => (at_ms ? "time" : rounds === 0 ? "none" : rounds === 1 && "last"),
  assets_reckoned: ({ shares, owed }) => (Number(shares) > 0 ? "shares" : Number(owed) > 0 && "owed"),
  sealed_auction_opened: ({ minimum }) => Number(minimum) > 0 && "minimum",
  sealed_auction_closed: ({ seat, drawn }) => (seat === NOBODY ? "unsold" : drawn === 1 && "drawn"),
  debt_set_off: ({ left }) => left === 0 && "all",
  stage_set: ({ stage }) => stage === 0 && "none",
  credit_set: ({ owed }) => owed === 0 && "none",
  corrected: ({ reason }) => reason === "" && "silent",
  release_card_moved: ({ source, target }) => (source === NOBODY ? "from_bank" : target === NOBODY && "to_bank"),
  deed_moved: ({ source, target }) => (source === NOBODY ? "from_bank" : target === NOBODY && "to_bank"),
  ticket_moved: ({ source, target }) => (source === NOBODY ? "from_bank" : target === NOBODY && "to_bank"),
  ticket_taken: ({ expires }) => expires === 1 && "expires",
  ticket_used: ({ instead_of_throw }) => instead_of_throw === 1 && "instead",
  report_owed: ({ demanded }) => demanded === 1 && "demanded",
  interest_shown: ({ interested }) => interested === 1 && "yes",
  shares_offered: ({ selling }) => selling === 0 && "buying",
  dividend_paid: ({ capped }) => capped === 1 && "capped",
};

/** The key of the text that fits a fact best. */
export function lineKey(key: string, args: Record<string, Value>): string {
  if (key === "money_moved" && has(`purpose.${args.purpose}`)) return `purpose.${args.purpose}`;
  const ending = ENDINGS[key]?.(args);
  if (ending) return `fact.${key}.${ending}`;
  const variant = VARIANTS.map((name) => `fact.${key}.${args[name]}`).find(has);
  return variant ?? `fact.${key}`;
}

/** What one side of a trade gives, in words: `100, Badstraße und eine Freikarte`. */
function goodsText(scene: Scene, args: Record<string, Value>, side: string): string {
  const deeds = numbersOf(args[`${side}_deeds`]);
  const cards = listOf(args[`${side}_release_cards`]);
  return bundleText(scene, Number(args[`${side}_money`] ?? 0), deeds, cards);
}

export function bundleText(scene: Scene, amount: number, deeds: readonly number[], cards: readonly string[]): string {
  const parts = [
    ...(amount ? [money(amount)] : []),
    ...deeds.map((deed) => spaceName(scene, deed)),
    ...cards.map(() => t("release_card")),
  ];
  return parts.length ? listed(parts) : t("trade.nothing");
}

/** The open question as a headline: to who is asked on their own phone, and without their name where it stands above. */
export function question(scene: Scene, task: Task, named = false): string {
  const first = "seat" in task ? task.seat : "seats" in task ? task.seats[0] : NOBODY;
  const own = first === scene.view.you;
  const key = [...(own ? ["you"] : []), ...(own || named ? ["bare"] : [])]
    .map((voice) => `task.${task.task}.${voice}`)
    .find(has);
  return capital(t(key ?? `task.${task.task}`, taskWords(scene, task)));
}

/** A hint for answering it, or an empty string. */
export function questionDetail(scene: Scene, task: Task): string {
  const words = taskWords(scene, task);
  const inJail = task.task === "throw_pending" && (scene.view.seats[task.seat]?.misses ?? -1) >= 0;
  const unbid = task.task === "auction_running" && task.leader < 0;
  const paid = task.task === "placing_pending" && task.paid;
  const sealed = task.task === "sealed_auction_running";
  const tied =
    task.task === "opening_throw_pending" && task.seats.length + task.thrown.length < scene.view.seats.length;
  const variants: [boolean, string][] = [
    [paid, "paid"],
    [tied, "tie"],
    [inJail, "jail"],
    [task.task === "throw_pending" && owed(scene, task.seat) > 0, "owed"],
    [task.task === "throw_pending" && scene.view.streak > 0, "streak"],
    [unbid, "open"],
    [task.task === "auction_running" && !unbid && task.leader === scene.view.you, "mine"],
    [task.task === "debt_pending" && lacking(scene, task.due) <= 0, "enough"],
    [sealed && task.round > 1, "again"],
    [sealed && task.minimum > 0, "minimum"],
    [task.task === "throw_pending" && (scene.view.seats[task.seat]?.tickets ?? 0) > 0, "tickets"],
    [task.task === "mortgage_choice_pending" && !task.bought, "inherited"],
    [task.task === "catch_up_pending" && missing(scene, task) > 0, "short"],
    [task.task === "space_pending", "purpose" in task ? task.purpose : ""],
    [task.task === "advance_pending" && has(`task.advance_pending.detail.${task.by}`), "by" in task ? task.by : ""],
    [task.task === "advance_pending" && !["up", "partly"].includes(scene.view.board.state), "alone"],
    [task.task === "advance_pending" && scene.view.board.kind === "starter", "starter"],
    [task.task === "advance_pending" && scene.view.board.dark, "alone"],
  ];
  const variant = variants.find(([applies]) => applies)?.[1];
  const key = inWords(scene.view, `task.${task.task}.detail` + (variant ? `.${variant}` : ""));
  return has(key) ? capital(t(key, words)) : "";
}

/** What comes after the open question, as far as that is certain. */
export function thenText(scene: Scene, { waiting, then }: PromptView): string {
  if (!then) return t("prompt.more", { count: waiting });
  const own = "seat" in then && then.seat === scene.view.you ? ".you" : "";
  const key = then.task === "second_move_open" ? `then.${then.face}${own}` : "then.question";
  return t(key, { question: question(scene, then), name: seatName(scene, "seat" in then ? then.seat : -1) });
}

/** How much money is lacking for a debt. */
const lacking = ({ view }: Scene, { payer, amount }: MoneyMoved): number => amount - (view.seats[payer]?.balance ?? 0);

/** Why a debt is that much, or an empty string. */
export const dueText = (scene: Scene, task: Task): string =>
  task.task === "debt_pending"
    ? explanationText(scene, { row: "", formula: task.due.purpose, inputs: task.due.inputs })
    : "";

/** Another way to pay a debt to somebody, or an empty string. */
export const debtHint = (scene: Scene, task: Task): string =>
  task.task === "debt_pending" && task.due.payee >= 0 && scene.view.trade
    ? t("task.debt_pending.hint", taskWords(scene, task))
    : "";

/** How much money a seat lacks for catching up with a built group. */
const missing = ({ view }: Scene, { seat, cost }: CatchUpPending): number => cost - (view.seats[seat]?.balance ?? 0);

/** The next space ahead of a seat where a card is drawn, and whether the start lies before it. */
function cardsAhead({ view, edition }: Scene, seat: number): string {
  const from = view.seats[seat]?.space ?? 0;
  const decks = new Set(edition?.cards.map(({ deck }) => deck));
  const spaces = edition?.spaces ?? [];
  const ahead = [...spaces.slice(from + 1), ...spaces.slice(0, from + 1)].find(({ kind }) => decks.has(kind));
  if (!ahead) return "";
  const past = ahead.space > 0 && ahead.space <= from ? `, ${t("prompt.space.past", { start: spaces[0]!.name })}` : "";
  return `${ahead.name}${past}`;
}

const owed = ({ view }: Scene, seat: number): number => view.seats[seat]?.owed ?? 0;

function taskWords(scene: Scene, task: Task): Arguments {
  const plain = Object.fromEntries(Object.entries(task).filter(([, value]) => typeof value !== "object")) as Record<
    string,
    Value
  >;
  const words = worded(scene, plain);
  if (task.task === "auction_running" || task.task === "sealed_auction_running") words.lot = lotName(scene, task.lot);
  if (task.task === "sealed_auction_running") words.waiting = task.waiting.length;
  if (task.task === "shortage_pending") words.stock = counted(task.building, task.stock);
  if (task.task === "placing_pending") words.counted = counted(task.building, task.count);
  if (task.task === "opening_throw_pending" || task.task === "shortage_pending")
    words.seat = seatName(scene, task.seats[0] ?? -1);
  if (task.task === "draw_pending") words.deck = deckName(task.deck);
  if (task.task === "debt_pending")
    Object.assign(words, {
      amount: money(task.due.amount),
      payee: accountName(scene, task.due.payee),
      missing: money(lacking(scene, task.due)),
    });
  if (task.task === "throw_pending") {
    words.misses = (scene.view.seats[task.seat]?.misses ?? 0) + 1;
    words.owed = money(owed(scene, task.seat));
  }
  if (task.task === "bus_pending") words.space = cardsAhead(scene, task.seat);
  if (task.task === "catch_up_pending") words.missing = money(missing(scene, task));
  return words;
}

/** The key of an agreed house rule's own words for something, or else the usual key. */
export const inWords = ({ house_rules }: View, key: string): string =>
  house_rules.map((rule) => `${rule}.${key}`).find(has) ?? key;

/** The verb on a button. */
export const commandKey = (command: SeatCommand): string =>
  command.command === "show_interest"
    ? `command.show_interest.${command.interested ? "yes" : "no"}`
    : `command.${command.command}`;

/** Why something was refused, and what to do. */
export function reasonText(scene: Scene | null, reason: string, details: Record<string, Value> = {}): string {
  const said = reason === "bid_too_low" && details.high ? `reason.${reason}.outbid` : `reason.${reason}`;
  const key = has(said) ? said : "reason.unknown";
  return t(key, scene ? worded(scene, { ...details, reason }) : { ...(details as Arguments), reason });
}

/** How an amount came about. */
export const explanationText = (scene: Scene, explanation: Explanation): string => {
  const named = { ...explanation.inputs } as Record<string, Value>;
  const built = explanation.formula === "rent_street" && explanation.inputs.stage;
  const noted = explanation.formula === "building_sale" && explanation.inputs.paid !== undefined;
  const key = built ? "explanation.rent_street.built" : `explanation.${explanation.formula}${noted ? ".paid" : ""}`;
  const { deed, stage } = explanation.inputs;
  const words = worded(scene, named);
  if (built) words.standing = standingText(scene.edition, deed!, stage!);
  return has(key) ? capital(t(key, words)) : t("explanation.unknown");
};

/** Arguments as they are shown: names for seats and spaces, figures for money. */
export function worded(scene: Scene, args: Record<string, Value>): Arguments {
  return Object.fromEntries(Object.entries(args).map(([name, value]) => [name, word(scene, name, value)]));
}

function word(scene: Scene, name: string, value: Value): string | number {
  if (name === "faces" && typeof value === "string") return facesText(scene.edition, numbersOf(value));
  if (name === "deck") return deckName(String(value));
  if ((name === "kind" || name === "building") && has(`building.many.${value}`)) return t(`building.many.${value}`);
  if (typeof value !== "number") return value;
  if (SEATS.includes(name)) return seatName(scene, value);
  if (ACCOUNTS.includes(name)) return accountName(scene, value);
  if (SPACES.includes(name)) return spaceName(scene, value);
  return AMOUNTS.includes(name) || AMOUNTS_OF_CARDS.includes(name) ? money(value) : value;
}

/** Sentences may begin with "die Bank". */
export const capital = (text: string): string => text.charAt(0).toLocaleUpperCase() + text.slice(1);
