/**
 * What the banker puts right by hand, while it is being put together; and the request it becomes once nothing is
 * missing.
 */
import { listed, t } from "../text/i18n";
import { heldOf } from "./market";
import { placeName } from "../text/twins";
import { capital, spaceName, standingText, worded, type Scene } from "../text/sentences";
import type { Correction, DeedView, EditionView, FeedLine, Value, View } from "../wire";

export const KINDS = [
  "money",
  "piece",
  "deed",
  "mortgage",
  "buildings",
  "jail",
  "release_card",
  "ticket",
  "shares",
  "turn",
] as const;
export type Kind = (typeof KINDS)[number];

export const REASON_LENGTH_MAXIMUM = 80;
export const MISSES_MAXIMUM = 2;

/**
 * All that can be chosen; each kind uses its part. `from` and `to` are accounts or holders, null where nothing is
 * chosen yet.
 */
export interface Draft {
  readonly kind: Kind;
  readonly from: number | null;
  readonly to: number | null;
  /** Money, or how many shares. */
  readonly amount: number;
  /** Whose shares. */
  readonly issuer: number | null;
  readonly seat: number | null;
  readonly space: number | null;
  readonly group: string | null;
  /** What the streets of the group are to stand on, where it is to differ. */
  readonly stages: Readonly<Record<number, number>>;
  readonly misses: number;
  readonly deck: string | null;
}

/** What a form for it is given. */
export interface Correcting {
  view: View;
  edition: EditionView;
  draft: Draft;
  onchange: (draft: Draft) => void;
}

export const newDraft = (kind: Kind): Draft => ({
  kind,
  from: null,
  to: null,
  amount: kind === "shares" ? 1 : 0,
  issuer: null,
  seat: null,
  space: null,
  group: null,
  stages: {},
  misses: 0,
  deck: null,
});

/** Where a line of the feed is corrected from: money goes back the way it came. */
export function draftFor({ key, args }: FeedLine): Draft {
  switch (key) {
    case "money_moved":
      return { ...newDraft("money"), from: Number(args.payee), to: Number(args.payer), amount: Number(args.amount) };
    case "piece_moved":
      return { ...newDraft("piece"), seat: Number(args.seat), space: Number(args.origin) };
    case "deed_moved":
      return { ...newDraft("deed"), space: Number(args.deed), to: Number(args.source) };
    case "deed_mortgaged":
    case "mortgage_lifted":
      return { ...newDraft("mortgage"), space: Number(args.deed) };
    case "shares_moved":
      return {
        ...newDraft("shares"),
        ...{
          issuer: Number(args.issuer),
          from: Number(args.target),
          to: Number(args.source),
          amount: Number(args.count),
        },
      };
    case "seat_jailed":
    case "seat_released":
      return { ...newDraft("jail"), seat: Number(args.seat) };
    default:
      return newDraft("money");
  }
}

export const deedAt = (view: View, space: number | null): DeedView | undefined =>
  view.deeds.find(({ deed }) => deed === space);

/** What stands on a street after the correction. */
export const stageOf = (draft: Draft, view: View, space: number): number =>
  draft.stages[space] ?? deedAt(view, space)?.stage ?? 0;

export const streetsOf = (edition: EditionView, group: string | null): number[] =>
  edition.spaces.filter((space) => space.house_price > 0 && space.group === group).map(({ space }) => space);

/** The groups that can be built on, along the track. */
export const groupsOf = (edition: EditionView): string[] => [
  ...new Set(edition.spaces.filter(({ house_price }) => house_price > 0).map(({ group }) => group)),
];

export const decksOf = (edition: EditionView): string[] => [
  ...new Set(edition.cards.filter(({ effect }) => effect === "release_card").map(({ deck }) => deck)),
];

/** The kinds there are something to put right of. */
export const kindsOf = (edition: EditionView, view: View): Kind[] =>
  KINDS.filter(
    (kind) =>
      edition.corrections.includes(kind) &&
      (kind !== "ticket" || edition.tickets > 0) &&
      (kind !== "shares" || view.market !== null),
  );

/** In jail now, to be let out; or free, to be put in. */
export const isJailed = (view: View, seat: number | null): boolean => (view.seats[seat ?? -1]?.misses ?? -1) >= 0;

/** The request, or null while something is still to be chosen. Whether it is allowed, the hub says. */
export function correctionOf(draft: Draft, view: View, reason: string): Correction | null {
  const { from, to, amount, issuer, seat, space, deck } = draft;
  const trimmed = reason.trim();
  switch (draft.kind) {
    case "money":
      return from === null || to === null || from === to || amount < 1
        ? null
        : { command: "correct_money", payer: from, payee: to, amount, reason: trimmed };
    case "piece":
      return seat === null || space === null ? null : { command: "correct_piece", seat, space, reason: trimmed };
    case "deed":
      return space === null || to === null
        ? null
        : { command: "correct_deed", deed: space, owner: to, reason: trimmed };
    case "mortgage": {
      const deed = deedAt(view, space);
      return deed
        ? { command: "correct_mortgage", deed: deed.deed, mortgaged: !deed.mortgaged, reason: trimmed }
        : null;
    }
    case "buildings":
      return Object.keys(draft.stages).length === 0
        ? null
        : { command: "correct_buildings", stages: { ...draft.stages }, reason: trimmed };
    case "jail": {
      const jailed = !isJailed(view, seat);
      return seat === null
        ? null
        : { command: "correct_jail", seat, jailed, missed: jailed ? draft.misses : 0, reason: trimmed };
    }
    case "release_card":
      return deck === null || from === null || to === null || from === to
        ? null
        : { command: "correct_release_card", deck, source: from, target: to, reason: trimmed };
    case "ticket":
      return from === null || to === null || from === to
        ? null
        : { command: "correct_ticket", source: from, target: to, reason: trimmed };
    case "shares":
      return issuer === null || from === null || to === null || from === to || amount > heldOf(view, issuer, from)
        ? null
        : { command: "correct_shares", issuer, source: from, target: to, amount, reason: trimmed };
    case "turn":
      return seat === null ? null : { command: "correct_turn", seat, reason: trimmed };
  }
}

/** One street of a group put on a stage; back on the stage it has is no change. */
export function withStage(draft: Draft, view: View, space: number, stage: number): Draft {
  const { [space]: _, ...others } = draft.stages;
  const now = deedAt(view, space)?.stage ?? 0;
  return { ...draft, stages: stage === now ? others : { ...others, [space]: stage } };
}

/** A correction as a sentence, before it is made. */
export function correctionText(scene: Scene, correction: Correction): string {
  const { reason: _, stages, ...plain } = { stages: {}, ...correction };
  const words = worded(scene, plain as unknown as Record<string, Value>);
  switch (correction.command) {
    case "correct_buildings":
      words.standing = listed(
        Object.entries(stages).map(
          ([deed, stage]) => `${spaceName(scene, Number(deed))}: ${standingText(scene.edition, Number(deed), stage)}`,
        ),
      );
      break;
    case "correct_piece":
      words.space = placeName(scene, correction.space);
      break;
    case "correct_release_card":
    case "correct_ticket":
      if (correction.source < 0) words.source = t("correct.pile");
      if (correction.target < 0) words.target = t("correct.pile");
      break;
    case "correct_shares":
      return capital(t("fact.shares_moved.correction", { ...words, count: correction.amount }));
    case "correct_mortgage":
      return capital(t(correction.mortgaged ? "correct.says.mortgaged" : "correct.says.lifted", words));
    case "correct_jail":
      return capital(t(correction.jailed ? "correct.says.jailed" : "correct.says.freed", words));
  }
  return capital(t(`correct.says.${correction.command}`, words));
}
