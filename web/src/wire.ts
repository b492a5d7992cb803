// Written by `python -m web.wire_types` from the structs of hub/table and of features.

export type Action = Play | Correct | Undo | Redo | RestartTurn | AddSeat | ChangeSeat | RemoveSeat | MoveSeat | SetBot | SetSums | Enrol | SitDown | Knock | SetDoor | NewCode | SignOut | LetIn | ForgetTries | ChooseAddress | BeSpeaker | SetRealDice | SetLanguage | SetGoing | ChooseEdition | AgreeHouseRules | Begin | NewGame | Freeze | GoOn | Learn | SetNode | Sweep | UpdateNode | UseBoard | Walk | Match | Unmatch | Hands | PutTag | Press | Cable | SetOutlook | SetAdvice | AskAdvice | StartLab | StopLab | SetBedtime | OpenGame | NameGame | PutAway | DeleteGame | BringBack | MergeNames | PartNames | ForgetName | RecallNames | Stick | Unstick | Tap | Watch | LayGrid | DropDice;

export type AnswerVerdict = "best" | "close" | "likely_worse" | "worse";

export type Award = "bargain" | "builder" | "collector" | "comeback" | "company" | "doubles" | "guest" | "jailbird" | "landlord" | "patron" | "trader" | "traveller";

export type BoardState = "lost" | "none" | "partly" | "up";

export type BotKind = "bold" | "master" | "random" | "sensible";

export type ButtonId = "cancel" | "die1" | "die2" | "die3" | "ok";

export type Colour = "blue" | "brown" | "green" | "orange" | "purple" | "red" | "teal" | "yellow";

export type Correction = CorrectMoney | CorrectPiece | CorrectDeed | CorrectMortgage | CorrectBuildings | CorrectJail | CorrectReleaseCard | CorrectTicket | CorrectShares | CorrectTurn;

export type DiceSource = "hub" | "typed";

export type GoingSeconds = 0 | 3 | 5 | 8 | 12;

export type Good = "deeds" | "release_cards";

export type LabGames = 100 | 400 | 2000;

export type LabTrouble = "" | "failed" | "lost" | "unstored";

export type LampState = "blink" | "off" | "on";

export type LinkState = "linking" | "lost" | "refused" | "searching" | "up";

export type Lot = DeedLot | BuildingLot | EstateLot | SharesLot;

export type LotKind = "building_lot" | "deed_lot" | "estate_lot" | "shares_lot";

export type Lying = "away" | "bin" | "shelf";

export type MovedBy = "auction" | "bus" | "card" | "mogul" | "throw" | "ticket" | "triple";

export type NodeKind = "side" | "starter";

export type Outcome = "dropped" | "running" | "sold" | "unsold";

export type Phase = "lobby" | "over" | "playing";

export type PhoneKind = "android" | "computer" | "ipad" | "iphone" | "other";

export type PhoneState = "known" | "new" | "waiting";

export type Problem = "corner_hidden" | "crooked" | "cut_off" | "dice_small" | "glare" | "moved" | "no_board" | "too_dark" | "too_small" | "unreadable";

export type Role = "banker" | "seat" | "viewer";

export type SeatCommand = SetMaximum | TakeBackMaximum | TakeBackBid | Throw | Advance | Draw | Buy | Decline | PlaceBid | PassBid | PayBail | UseReleaseCard | Mortgage | Redeem | KeepMortgage | Build | SellBuilding | SellGroup | WantBuildings | PlaceBuilding | FinishPlacing | OfferTrade | AcceptTrade | DeclineTrade | WithdrawTrade | TakeTicket | TakeMoney | GoToCards | UseTicket | KeepTicket | ChooseSpace | CatchUp | AskRent | PayDebt | DeclareBankruptcy | LeaveGame | SealBid | AbstainBid | AuctionDeed | BuyRemote | SellDeed | StayInJail | EndTurn | SellShares | BuyShares | ShowInterest | OfferShares | AcceptShares | DeclineShares | WithdrawShares | FileReport | DemandReport;

export type Shape = "circle" | "cross" | "diamond" | "heart" | "hexagon" | "square" | "star" | "triangle";

export type SpokenLanguage = "" | "de" | "en";

export type Sums = "change" | "exact" | "round";

export type Task = OpeningThrowPending | ThrowPending | ThrowAgainPending | AdvancePending | DrawPending | BuyPending | AuctionRunning | SealedAuctionRunning | InterestPending | RentThrowPending | DebtPending | MortgageChoicePending | ShortagePending | ShortageOpen | PlacingPending | BuildPending | SecondMoveOpen | BusPending | GiftPending | TicketPending | SpacePending | CatchUpPending;

export type Turned = "auction" | "building" | "card" | "correction" | "deal" | "decision" | "declined" | "purchase" | "throw" | "undone";

export type UpdateFault = "failed" | "lost" | "stays" | "tools" | "went_back";

export type UpdateStep = "back" | "compare" | "copy" | "done" | "failed" | "start" | "stop";

export type Value = number | string;

export type Verdict = "even" | "few" | "odd" | "uneven";

export type Wanted = "device" | "drawn" | "phone";

export type What = "buildings" | "deed" | "jail" | "money" | "mortgage" | "piece" | "release_card" | "shares" | "ticket" | "turn";

/** Who the hub takes the client for, and the key to reconnect with. */
export interface Welcome {
  role: Role;
  seat: number | null;
  key: string | null;
  version: string;
  phone: number | null;
  waiting: number | null;
}

/** The whole state of the table as one viewer may see it. `you` is the viewer's seat, None for banker and viewers. */
export interface View {
  version: number;
  role: Role;
  you: number | null;
  phase: Phase;
  game: string | null;
  edition: string;
  editions: readonly EditionCard[];
  seats: readonly SeatView[];
  deeds: readonly DeedView[];
  on_turn: number;
  turn: number;
  faces: readonly number[];
  pot: number;
  winner: number;
  prompt: PromptView | null;
  free: readonly Option[];
  offers: readonly OfferView[];
  trade: boolean;
  feed: readonly FeedLine[];
  undo: number;
  redo: number;
  board: BoardView;
  join: JoinView;
  notice: string | null;
  tables: string;
  house_rules: readonly string[];
  middle: boolean;
  round: number;
  stock: Record<string, number>;
  tickets: number;
  stops: readonly number[];
  market: MarketView | null;
  own_bid: number | null;
  own_maximum: number | null;
  going_s: GoingSeconds;
  going: GoingView | null;
  streak: number;
  speaker: string;
  pause: PauseView | null;
  hall: number;
  real_dice: boolean;
  language: SpokenLanguage;
  open_door: boolean;
  outlook: OutlookView | null;
  length: LengthView | null;
  advice: AdviceView | null;
  advised: readonly number[];
  lab: LabView | null;
  bedtime: BedtimeView | null;
  stickers: readonly number[];
  camera: WatchingView | null;
}

/** The data of `/device` that is not in the view: the nodes, the newest raw lines, the board map being learnt. */
export interface DeviceView {
  nodes: readonly NodeView[];
  lines: readonly WireLine[];
  learning: number | null;
  learnt: number;
  spare_tags: readonly string[];
  latencies: readonly LatencyView[];
  walk: LightWalk | null;
}

/** The printed parts of an edition, fetched once over `GET /api/editions/<id>`; constant while a game runs. */
export interface EditionView {
  id: string;
  spaces: readonly SpaceView[];
  cards: readonly CardView[];
  ladders: Record<string, readonly (Record<string, number>)[]>;
  dice: readonly (readonly string[])[];
  tickets: number;
  goods: readonly Good[];
  corrections: readonly What[];
  stakes: readonly (readonly number[])[];
  texts: Record<string, Record<string, string>>;
  own: Record<string, string>;
  pictures: readonly string[];
}

/** `edition` is the board; `tasks` has the kinds of open tasks, the open question first. */
export interface RebuildView {
  edition: string;
  tasks: readonly Task[];
  rents: readonly RentOpen[];
}

/** A part of the way through a game: `frame` is the table before step `first`, `steps` lead on from there. */
export interface RetellingView {
  game: string;
  undos: number;
  count: number;
  turns: readonly number[];
  first: number;
  frame: FrameView;
  steps: readonly StepView[];
}

/** The rules in force at a table: edition, possible numbers of players, house rules, and the sentences about them. */
export interface SheetView {
  edition: string;
  seats_min: number;
  seats_max: number;
  house_rules: readonly string[];
  sections: readonly SheetSection[];
  commissions: Record<number, number>;
}

/** The answer to a request: done, or the reason for refusing it (a key) with figures. */
export interface Ack {
  id: string;
  ok: boolean;
  version: number;
  reason: string | null;
  details: Record<string, Value>;
}

/** A request of a client: an id that it chose, and an action. */
export interface Request {
  id: string;
  action: Action;
}

/** The payments of each option that was asked about, in the same order. */
export interface Explanations {
  answers: readonly Payments[];
}

/** The front page of a club, for those who gave its PIN. */
export interface ClubView {
  tables: readonly ClubTable[];
}

/** The wall page: what everybody in the room may see of all tables. */
export interface WallView {
  tables: readonly WallTable[];
}

/** A club's league: its weeks (`2026-W48`), the oldest first, and a ranking of each edition that was played. */
export interface LeagueView {
  weeks: readonly string[];
  rankings: readonly RankingView[];
}

/** Since when a table wants help, 0 if it wants none. */
export interface HelpView {
  since_ms: number;
}

/** Where a table is: in the process that was asked, at the address of another, or nowhere just now. */
export interface TableLocation {
  here: boolean;
  url: string | null;
  others: readonly string[];
}

/** The progress of a game's hindsight, in percent; `found` once it is finished. */
export interface LookingBackView {
  wanted: boolean;
  percent: number;
  found: HindsightView | null;
}

/** All designs, newest first, and the editions on which a new one can be based. */
export interface DesignList {
  designs: readonly DesignCard[];
  bases: readonly string[];
}

/** An edition on which a design is based: what its tables may contain. */
export interface BaseView {
  edition: string;
  columns: readonly string[];
  kinds: readonly string[];
  sizes: readonly number[];
  groups: Record<string, number>;
  decks: readonly string[];
  effects: Record<string, readonly string[]>;
  tickets: boolean;
  cells: Record<string, string>;
}

/** A design being edited. `undo` and `redo` count the changes that can be taken back or made again. */
export interface DesignView {
  id: string;
  base: string;
  version: number;
  cells: Record<string, string>;
  faults: readonly FaultView[];
  undo: number;
  redo: number;
  proposed: Record<string, string>;
}

/** New texts of cells (None removes a cell), for a design that the page has seen in `version`. */
export interface DesignChange {
  version: number;
  cells: Record<string, string | null>;
}

/** A new design: from a printed edition, or as a copy of another design (`copy_of`, its id). */
export interface NewDesign {
  base: string;
  language: string;
  copy_of: string;
  name: string;
}

/** A new number of spaces for a design that the page has seen in `version`. */
export interface Resizing {
  version: number;
  spaces: number;
}

/** The newest trial of a design, None if there was none since the hub was started. */
export interface TrialState {
  trial: TrialView | null;
}

/** When the game ends: after `rounds` rounds, the present one included, or (0) after that in `left_s` seconds. */
export interface BedtimeView {
  rounds: number;
  left_s: number;
}

/** All stored games but the one at the table, the newest first. */
export interface KeptGames {
  games: readonly KeptGame[];
}

/** The whole story of a game so far. `whole` is False while sealed bids keep the newest moves back. */
export interface EveningView {
  game: string;
  edition: string;
  printed: string;
  names: readonly string[];
  started_ms: number;
  ended_ms: number;
  turns: number;
  moves: number;
  undos: number;
  throws: number;
  winner: number;
  whole: boolean;
  wealth: WealthView;
  rents: readonly SpaceRentView[];
  biggest: readonly RentView[];
  dice: readonly DieView[];
  sums: SumsView;
  sales: readonly SaleView[];
  awards: readonly AwardView[];
}

/** The hall of fame, the best and the newest first. `forgotten` names are counted for the banker alone. */
export interface HallView {
  people: readonly PersonView[];
  games: readonly HallGameView[];
  rents: readonly HallRentView[];
  forgotten: number;
}

/** The camera, for the banker. `source`: where pictures come from. `eye` is what the phone that is the camera shows. */
export interface CameraView {
  on: boolean;
  source: Wanted;
  eye: string | null;
  sight: SightView | null;
  own: boolean;
  dice: boolean;
}

/** What was seen in the newest picture, in its pixels: see `CameraSight`. */
export interface SightView {
  size: readonly [number, number];
  outline: readonly (readonly [number, number])[];
  spaces: readonly (readonly (readonly [number, number])[])[];
  pieces: readonly PieceInView[];
  dice: readonly SeenDie[];
  problems: readonly Problem[];
  closer: number;
}

/** A die that lies in the picture: its upper face, and where. */
export interface SeenDie {
  face: number;
  at: readonly [number, number];
}

/** A camera is on; `dice` are those that it has read, which count in a moment. */
export interface WatchingView {
  dice: readonly number[];
}

/** The board at a glance. `state` `none`: nothing was found yet; `sought`: whether the hub looks for nodes. */
export interface BoardView {
  state: BoardState;
  sought: boolean;
  simulated: boolean;
  offered: boolean;
  by_hand: boolean;
  kind: NodeKind;
  drift: readonly Misplaced[];
  wrong: Misplaced | null;
  unknown_tags: readonly string[];
  random_tag: boolean;
  enrolling: number | null;
  dark: boolean;
  short: TooShort | null;
}

/** How phones join: the address of this table and, for the banker only, the join code of each seat number. */
export interface JoinView {
  url: string;
  codes: Record<string, string>;
  urls: readonly string[];
  phones: Record<string, readonly PhoneView[]>;
  wrong_pins: number;
  wrong_codes: number;
  named: string;
}

/** The table at one moment, by seat or space. `owners` are -1 for nobody, `faces` the last throw of this turn. */
export interface FrameView {
  balances: readonly number[];
  pot: number;
  spaces: readonly number[];
  out: readonly boolean[];
  jailed: readonly boolean[];
  owners: readonly number[];
  stages: readonly number[];
  mortgaged: readonly boolean[];
  on_turn: number;
  faces: readonly number[];
}

/** Net worth by turn: `seats[seat][n]` is what a seat had at the end of turn `turns[n]` (0 is the beginning). */
export interface WealthView {
  turns: readonly number[];
  at_ms: readonly number[];
  seats: readonly (readonly number[])[];
}

/** How often each sum of the two first dice came: `counts[0]` is a 2, `counts[10]` a 12. */
export interface SumsView {
  throws: number;
  doubles: number;
  counts: readonly number[];
}

/** An edition that the lobby offers: its id, the possible numbers of seats, its house rules. */
export interface EditionCard {
  id: string;
  seats_min: number;
  seats_max: number;
  house_rules: readonly HouseRuleCard[];
  own_tables: boolean;
  by: string;
  names: Record<string, string>;
}

/** One player. Money in the edition's unit; `misses` counts throws without a double in jail, -1 when not in jail. */
export interface SeatView {
  seat: number;
  name: string;
  colour: Colour;
  shape: Shape;
  tag: string | null;
  online: boolean;
  balance: number;
  space: number;
  misses: number;
  out: boolean;
  release_cards: readonly string[];
  tickets: number;
  bot: BotKind | null;
  arrived: number;
  owed: number;
  credit_limit: number | null;
  skips: number;
  sums: Sums | null;
  by_self: boolean;
  home: boolean;
}

/** One sold deed: its space, its owner, whether it is mortgaged, and its stage. */
export interface DeedView {
  deed: number;
  owner: number;
  mortgaged: boolean;
  stage: number;
}

/** The open question. `id` changes with every new question; `seats` are those asked. */
export interface PromptView {
  id: string;
  task: Task;
  seats: readonly number[];
  options: readonly Option[];
  waiting: number;
  dice: number;
  then: Task | null;
}

/** One thing a seat may do now. */
export interface Option {
  command: SeatCommand;
  role: "cancel" | "dice" | "extra" | "ok";
  cost: number;
  levy: number;
  minimum: number | null;
  maximum: number | null;
  step: number;
  goal: number | null;
  awaits: number;
  refused: string | null;
  details: Record<string, Value>;
}

/** A trade offer on the table, with what this viewer may do about it. */
export interface OfferView {
  offer: Offer;
  options: readonly Option[];
  set_off: number;
  debtor: number;
}

/** One fact as shown: `key` names the text (`fact.<key>` in the locales), `args` its figures. */
export interface FeedLine {
  move: number;
  key: string;
  args: Record<string, Value>;
  explanation: Explanation | null;
  undone: boolean;
}

/** Shares of players, `issued` of each; `open` says whether this is a free moment, in which they may be traded. */
export interface MarketView {
  issued: number;
  issuers: readonly IssuerView[];
  offers: readonly ShareOfferView[];
  open: boolean;
  report_at: number | null;
  late_fine: number;
}

/** The calls of an open auction: how many there were since the last bid, and when the next one is due. */
export interface GoingView {
  called: number;
  left_ms: number;
}

/** Why the game is paused: it is `frozen` for the evening, or pieces have to be put back. */
export interface PauseView {
  kind: "frozen" | "put_back";
  missing: readonly Misplaced[];
}

/** The outlook of a position, from what an onlooker can know (ODDS.md). */
export interface OutlookView {
  odds: readonly number[];
  low: readonly number[];
  high: readonly number[];
  minutes_left: number;
  minutes_least: number;
  minutes_most: number;
  played_on: boolean;
}

/** How long a game with these players and house rules takes at this table. */
export interface LengthView {
  minutes: number;
  minutes_least: number;
  minutes_most: number;
  short: readonly ShortEvening[];
}

/** Advice, shown only to the seat that asked for it. */
export interface AdviceView {
  state: "answered" | "open" | "thinking";
  offer: number;
  answers: readonly AdvisedAnswer[];
}

/** The laboratory of the hub. While it is `running`, `played` of `whole` games are finished. */
export interface LabView {
  running: boolean;
  question: LabQuestion | null;
  played: number;
  whole: number;
  left_s: number;
  trouble: LabTrouble;
  report: LabReportView | null;
}

/** A node as shown on `/device`. `tags` are (reader, uid) pairs. */
export interface NodeView {
  node: string;
  kind: NodeKind;
  port: string;
  link: LinkState;
  readers: number;
  firmware: string;
  why: string | null;
  rtt_ms: number | null;
  counters: Record<string, number>;
  settings: NodeSettings | null;
  update: Update | null;
  mended: readonly string[];
  faults: Record<string, string>;
  tags: readonly (readonly [number, string])[];
  lights: readonly number[];
  at: readonly number[];
  strip: number;
  space_lights: readonly (number | null)[];
  matched: readonly number[];
  lamps: Record<string, LampState>;
  spaces: readonly (number | null)[];
  margins: Record<string, Margin>;
}

/** One line of the raw log: `index` counts up, `at_ms` is wall-clock milliseconds, `ok` is False for noise. */
export interface WireLine {
  index: number;
  at_ms: number;
  node: string;
  outward: boolean;
  text: string;
  ok: boolean;
}

/** A latency histogram: `counts[i]` took at most `bounds_ms[i]`, the last count took longer than all bounds. */
export interface LatencyView {
  name: "shown" | "stored";
  bounds_ms: readonly number[];
  counts: readonly number[];
  longest_ms: number;
}

/** The light of a node's strip that glows until people have said at which space it is; `space` is the next one. */
export interface LightWalk {
  node: string;
  space: number;
  light: number;
}

/** One space of the printed track. `group` names a colour; `price` and `rents` are empty where there is no deed. */
export interface SpaceView {
  space: number;
  name: string;
  kind: string;
  group: string;
  price: number;
  rents: readonly number[];
  house_price: number;
  mortgage: number;
  amount: number;
  commission: number;
  english: string;
}

/** A card's effect as text key and figures, which the client puts into words. */
export interface CardView {
  deck: string;
  card: number;
  effect: string;
  args: Record<string, number>;
}

/** A rent that `payee` can still ask `payer` for, in the edition's unit of money. */
export interface RentOpen {
  payer: number;
  payee: number;
  amount: number;
}

/** One move: its lines of the feed, what it changed, and `pot`, `on_turn` and `faces`, changed or not. */
export interface StepView {
  changes: readonly (readonly [string, number, number])[];
  pot: number;
  on_turn: number;
  faces: readonly number[];
  lines: readonly FeedLine[];
}

/** The sentences under one heading. */
export interface SheetSection {
  id: string;
  lines: readonly SheetLine[];
}

/** A game command. `prompt` is the id of the question it answers; if that is closed, it is refused as `stale`. */
export interface Play {
  do: "play";
  command: SeatCommand;
  prompt: string | null;
}

/** A correction; only the banker may make one. */
export interface Correct {
  do: "correct";
  correction: Correction;
}

/** Take back the last move, or all moves from `to` on. */
export interface Undo {
  do: "undo";
  seen: number;
  to: number | null;
}

/** Redo the moves that were taken back last. */
export interface Redo {
  do: "redo";
  seen: number;
}

/** Take back all moves of the current turn. */
export interface RestartTurn {
  do: "restart_turn";
  seen: number;
}

/** Add a player in the lobby, or a `bot`; a free colour and shape are chosen if none are given. */
export interface AddSeat {
  do: "add_seat";
  name: string;
  colour: Colour | null;
  shape: Shape | null;
  bot: BotKind | null;
}

/** Rename a player or change colour and shape: the banker at any time, a phone for its own seat in the lobby. */
export interface ChangeSeat {
  do: "change_seat";
  seat: number;
  name: string;
  colour: Colour;
  shape: Shape;
}

/** Remove a player in the lobby. */
export interface RemoveSeat {
  do: "remove_seat";
  seat: number;
}

/** Give a player another place in the turn order, in the lobby. */
export interface MoveSeat {
  do: "move_seat";
  seat: number;
  to: number;
}

/** Have a bot play a seat, or people again (`bot` None); at any time. */
export interface SetBot {
  do: "set_bot";
  seat: number;
  bot: BotKind | null;
}

/** Set what the child on a seat works out before paying (`sums` None: nothing); at any time. */
export interface SetSums {
  do: "set_sums";
  seat: number;
  sums: Sums | null;
}

/** Enrol the tag of a seat's piece: the tag `uid`, or else the next unknown one laid on a reader. */
export interface Enrol {
  do: "enrol";
  seat: number | null;
  uid: string | null;
}

/** Take a new seat from one's own phone, while people gather and the door is open. */
export interface SitDown {
  do: "sit_down";
  name: string;
  device: string;
  colour: Colour | null;
  shape: Shape | null;
}

/** A phone without a code says which seat it belongs to, and waits to be let in (`LetIn`). */
export interface Knock {
  do: "knock";
  seat: number;
  device: string;
}

/** Open or shut the door to phones without a code; at any time. */
export interface SetDoor {
  do: "set_door";
  open: boolean;
}

/** Give a seat a new join code, for when somebody else has read the old one; its phones stay in. */
export interface NewCode {
  do: "new_code";
  seat: number;
}

/** Revoke the key of a seat's phone. A seat may do so for its own phones, see `LetIn`. */
export interface SignOut {
  do: "sign_out";
  seat: number;
  phone: number;
}

/** Confirm that a phone belongs to its seat: one that waits is let in, one that is new is no longer announced. */
export interface LetIn {
  do: "let_in";
  seat: number;
  phone: number;
}

/** Reset the counts of wrong PINs and codes, since the banker has seen them. */
export interface ForgetTries {
  do: "forget_tries";
}

/** Choose the address that is shown for joining; the hub first checks which addresses it has now. */
export interface ChooseAddress {
  do: "choose_address";
  url: string;
}

/** Make this device the speaker, the only one that plays sounds and speaks. `device` is a name it chose. */
export interface BeSpeaker {
  do: "be_speaker";
  device: string;
  unless_taken: boolean;
}

/** Switch to real dice, whose faces are entered by the player who throws, or back; at any time. */
export interface SetRealDice {
  do: "set_real_dice";
  on: boolean;
}

/** Say which language the banker's tablet speaks; televisions follow it. */
export interface SetLanguage {
  do: "set_language";
  language: SpokenLanguage;
}

/** Have the hub call open auctions, this many seconds after the last bid and after each call, or not (0). */
export interface SetGoing {
  do: "set_going";
  seconds: GoingSeconds;
}

/** Choose the edition in the lobby. */
export interface ChooseEdition {
  do: "choose_edition";
  edition: string;
  trusted: string;
}

/** Set the agreed house rules, in the lobby. */
export interface AgreeHouseRules {
  do: "agree_house_rules";
  house_rules: readonly string[];
}

/** Start the game with the seats of the lobby. */
export interface Begin {
  do: "begin";
}

/** Return to the lobby with the same players; the running game stays stored. */
export interface NewGame {
  do: "new_game";
}

/** Freeze the game: nothing changes it until somebody goes on. */
export interface Freeze {
  do: "freeze";
}

/** End the pause; refused unless every piece is seen where it belongs, or `anyway` is set. */
export interface GoOn {
  do: "go_on";
  anyway: boolean;
}

/** Control the learning of the board map: start, skip this space, or stop. */
export interface Learn {
  do: "learn";
  step: "forget" | "skip" | "start" | "stop";
}

/** Store settings on a node. */
export interface SetNode {
  do: "set_node";
  node: string;
  settings: NodeSettings;
}

/** Start a sweep: have a node measure its readers at all gains. */
export interface Sweep {
  do: "sweep";
  node: string;
}

/** Update the firmware of a node to that of this hub; it is rolled back if the node does not connect. */
export interface UpdateNode {
  do: "update_node";
  node: string;
}

/** Play on the board that is offered; the simulated one, if any, ends. */
export interface UseBoard {
  do: "use_board";
}

/** Walk: have this light of a node's strip glow, which may be that of `space`; `light` None: where it is expected. */
export interface Walk {
  do: "walk";
  node: string | null;
  space: number;
  light: number | null;
}

/** Match a light of a node's strip to a space; a walk then goes on to the next space. */
export interface Match {
  do: "match";
  node: string;
  space: number;
  light: number;
}

/** Forget the match of a space, or the matches of all spaces (`space` None). */
export interface Unmatch {
  do: "unmatch";
  node: string;
  space: number | null;
}

/** Switch between simulated hands and moving the simulated pieces by hand. */
export interface Hands {
  do: "hands";
  by_hand: boolean;
}

/** Put a simulated tag on a reader, or take it off (`node` None). */
export interface PutTag {
  do: "put_tag";
  uid: string;
  node: string | null;
  reader: number;
}

/** Press a button of the simulated console. */
export interface Press {
  do: "press";
  button: ButtonId;
  long: boolean;
}

/** Unplug or plug in the cable of a simulated node. */
export interface Cable {
  do: "cable";
  node: string;
  plugged: boolean;
}

/** Switch the outlook on or off; at any time. */
export interface SetOutlook {
  do: "set_outlook";
  on: boolean;
}

/** Let the phones of a seat ask for advice, or no longer; at any time while the outlook is on. */
export interface SetAdvice {
  do: "set_advice";
  seat: number;
  on: boolean;
}

/** Ask for advice on the open question (`prompt` is its id), or on an `offer` of trade made to this seat. */
export interface AskAdvice {
  do: "ask_advice";
  seat: number;
  prompt: string;
  offer: number;
}

/** Have bots play this many games by the rules of this table, without house rules and with each, for a report. */
export interface StartLab {
  do: "start_lab";
  games: LabGames;
  house_rules: readonly string[] | null;
}

/** Stop the laboratory; finished games are kept. */
export interface StopLab {
  do: "stop_lab";
}

/** End the game after `rounds` rounds, or after the one that is played in `minutes`; with neither, as usual. */
export interface SetBedtime {
  do: "set_bedtime";
  rounds: number;
  minutes: number;
}

/** Resume a stored game, while none is at the table. */
export interface OpenGame {
  do: "open_game";
  game: string;
}

/** Call a game by this title, or by none. */
export interface NameGame {
  do: "name_game";
  game: string;
  title: string;
}

/** Put a game away, where it is not in the way, or back. */
export interface PutAway {
  do: "put_away";
  game: string;
  away: boolean;
}

/** Put a game into the bin, unless it is at the table. */
export interface DeleteGame {
  do: "delete_game";
  game: string;
}

/** Bring a game back from the bin, also one that came there by itself. */
export interface BringBack {
  do: "bring_back";
  game: string;
}

/** In the hall of fame, show `name` as the same person as `into`, under the name `into`. */
export interface MergeNames {
  do: "merge_names";
  name: string;
  into: string;
}

/** In the hall of fame, show everybody who was merged into `name` under their own name again. */
export interface PartNames {
  do: "part_names";
  name: string;
}

/** Show nothing of this person in the hall of fame any more; the games stay stored. */
export interface ForgetName {
  do: "forget_name";
  name: string;
}

/** Show everybody in the hall of fame again who was forgotten. */
export interface RecallNames {
  do: "recall_names";
}

/** Bind a sticker to a space of the board in use, replacing any other one there. `uid` is upper-case hex. */
export interface Stick {
  do: "stick";
  space: number;
  uid: string;
}

/** Forget the sticker of a space, or the stickers of all spaces (`space` None). */
export interface Unstick {
  do: "unstick";
  space: number | null;
}

/** A phone of this seat has read the sticker where its piece stands. Only such a phone may send this. */
export interface Tap {
  do: "tap";
  seat: number;
  uid: string;
}

/** Turn the camera on or off. Each time it is on, another phone may be its eye. */
export interface Watch {
  do: "watch";
  on: boolean;
  dice: boolean;
}

/** Say where a board of other measures lies in the picture, once; None for the printed one. */
export interface LayGrid {
  do: "lay_grid";
  grid: Grid | null;
}

/** What was read of the dice is wrong: it does not count. */
export interface DropDice {
  do: "drop_dice";
}

/** The payments of an option, in order, each line with its explanation; none if money only moves later. */
export interface Payments {
  payments: readonly FeedLine[];
  refused: string | null;
  details: Record<string, Value>;
}

/** A table on the front page of a club; without `url` and `status` it is being moved to another process. */
export interface ClubTable {
  name: string;
  url: string;
  key: string;
  pin: string;
  status: TableStatus | null;
}

/** A table on the wall; without `url` and `status` it is being moved to another process. */
export interface WallTable {
  name: string;
  url: string;
  status: TableStatus | null;
}

/** The ranking of an edition, or (empty) of all of them, after so many `games`. */
export interface RankingView {
  edition: string;
  games: number;
  rows: readonly RankingRow[];
}

/** Why a game ended as it did. `entries` is the length of its log, `rollouts` how many `engine` played. */
export interface HindsightView {
  game: string;
  entries: number;
  odds: OddsView;
  shares: readonly ShareView[];
  turning: readonly TurnedView[];
  luckiest: TurnedView | null;
  best: TurnedView | null;
  rollouts: number;
  engine: string;
}

/** A design in the list. `gone`: it was deleted, and can be restored. */
export interface DesignCard {
  id: string;
  name: string;
  base: string;
  changed_ms: number;
  gone: boolean;
}

/** A fault, at a cell, a row or a whole table (`field`); `key` is `fault.KEY` in the locales. */
export interface FaultView {
  field: string;
  key: string;
  args: Record<string, Value>;
}

/** A trial of a design in `version` by bots, running or finished: `games` so far, with `seats` players. */
export interface TrialView {
  version: number;
  seats: number;
  running: boolean;
  games: number;
  left_s: number;
  whole_s: number;
  failed: boolean;
  remarks: readonly RemarkView[];
}

/** A stored game, on the board of this name (`Rules.board`). `title` is what people call it, empty if nothing. */
export interface KeptGame {
  game: string;
  board: string;
  names: readonly string[];
  started_ms: number;
  title: string;
  lies: Lying;
  days: number;
  mistaken: boolean;
  left_ms: number;
  turn: number;
  winner: number;
  seats: readonly KeptSeat[];
}

/** The rent that was paid for a deed in `times` payments; `landed` counts the pieces that came to stand there. */
export interface SpaceRentView {
  space: number;
  rent: number;
  times: number;
  landed: number;
}

/** One payment of rent. `turn` is when, `move` its place in the log. */
export interface RentView {
  deed: number;
  payer: number;
  payee: number;
  amount: number;
  turn: number;
  move: number;
}

/** How often each face of a kind of dice came, and what the chi-square test says of it. */
export interface DieView {
  printed: readonly string[];
  source: DiceSource;
  counts: readonly number[];
  chi: number;
  permille: number;
  verdict: Verdict;
}

/** One auction. `printed` is the price printed on what was sold, 0 if there is none; `bids` counts offers. */
export interface SaleView {
  lot: Lot;
  sealed: boolean;
  turn: number;
  outcome: Outcome;
  winner: number;
  price: number;
  printed: number;
  bids: number;
}

/** An award with those who share it, and the figure it was given for. */
export interface AwardView {
  award: Award;
  seats: readonly number[];
  figure: number;
}

/** Somebody in the hall of fame: `won` counts by board. `merged` are further names, for the banker alone. */
export interface PersonView {
  name: string;
  games: number;
  wins: number;
  won: Record<string, number>;
  nemesis: NemesisView | null;
  merged: readonly string[];
}

/** A finished game: on which board (`EveningView.edition`), how long, who won, and which other people were there. */
export interface HallGameView {
  game: string;
  edition: string;
  started_ms: number;
  turns: number;
  winner: string;
  others: readonly string[];
}

/** A high rent of a board; `place` is what is printed on the deed. */
export interface HallRentView {
  edition: string;
  amount: number;
  payer: string;
  payee: string;
  place: string;
  started_ms: number;
}

/** A piece in the picture: whose it would be by its colour, where, and its space if it is sure. */
export interface PieceInView {
  piece: Colour;
  at: readonly [number, number];
  space: number | null;
}

/** `seat` gives `give` to the seat `to` and takes `take`; `answers` is the offer it counters, 0 for none. */
export interface Offer {
  id: number;
  seat: number;
  to: number;
  give: Bundle;
  take: Bundle;
  answers: number;
}

/** A wooden piece that is on `found` (None: on no reader) instead of `space`, where it is by the rules. */
export interface Misplaced {
  seat: number;
  space: number;
  found: number | null;
}

/** Each side of the track needs `wanted` readers, but the shortest side of the board has only `readers`. */
export interface TooShort {
  readers: number;
  wanted: number;
}

/** Everybody throws for the first turn: `seats` still have to, `thrown` has (seat, sum) of those that have. */
export interface OpeningThrowPending {
  task: "opening_throw_pending";
  seats: readonly number[];
  thrown: readonly (readonly [number, number])[];
}

/** A seat has to throw its dice (or first leave jail in some other way). */
export interface ThrowPending {
  task: "throw_pending";
  seat: number;
}

/** A seat threw a double and throws again before its piece moves: the throws add up to one move. */
export interface ThrowAgainPending {
  task: "throw_again_pending";
  seat: number;
}

/** A piece has to be put on `space`. */
export interface AdvancePending {
  task: "advance_pending";
  seat: number;
  space: number;
  by: MovedBy;
  salary: number;
  rent_factor: number;
  rent_throw_factor: number;
}

/** A seat has to take the top card of a deck. */
export interface DrawPending {
  task: "draw_pending";
  seat: number;
  deck: string;
}

/** A seat decides whether to buy the deed it stands on. */
export interface BuyPending {
  task: "buy_pending";
  seat: number;
  deed: number;
  price: number;
}

/** An ascending auction, in which `bidders` are still in. */
export interface AuctionRunning {
  task: "auction_running";
  lot: Lot;
  bidders: readonly number[];
  minimum: number;
  high: number;
  leader: number;
  step: number;
}

/** A sealed auction: `waiting` have yet to bid, `commitments` binds those who have ("" for abstentions). */
export interface SealedAuctionRunning {
  task: "sealed_auction_running";
  auction: number;
  lot: Lot;
  seller: number;
  mechanism: "all_pay" | "first_price";
  bidders: readonly number[];
  waiting: readonly number[];
  commitments: readonly (readonly [number, string])[];
  minimum: number;
  round: number;
  fine: number;
}

/** `buyer` asks the bank for shares at `price` in all: `waiting` have yet to say whether they want them too. */
export interface InterestPending {
  task: "interest_pending";
  buyer: number;
  issuer: number;
  count: number;
  price: number;
  waiting: readonly number[];
  interested: readonly number[];
}

/** A card led to somebody's utility: the dice are thrown again and `factor` times their sum is the rent. */
export interface RentThrowPending {
  task: "rent_throw_pending";
  seat: number;
  deed: number;
  factor: number;
}

/** A seat owes more than it has: `due` is the payment that waits. */
export interface DebtPending {
  task: "debt_pending";
  seat: number;
  due: MoneyMoved;
}

/** A mortgaged deed was `bought` or inherited: redeem it now, or keep the mortgage for `interest`. */
export interface MortgageChoicePending {
  task: "mortgage_choice_pending";
  seat: number;
  deed: number;
  redemption: number;
  interest: number;
  bought: boolean;
}

/** More people could build than the bank has buildings of a kind: `seats` still have to say how many they want. */
export interface ShortagePending {
  task: "shortage_pending";
  building: string;
  stock: number;
  seats: readonly number[];
  wants: readonly (readonly [number, number])[];
  deed: number;
}

/** Scarce buildings are being dealt out; nobody is asked, the rules go on when what lies above is closed. */
export interface ShortageOpen {
  task: "shortage_open";
  building: string;
  wants: readonly (readonly [number, number])[];
}

/** A seat places up to `count` buildings of a kind; `paid` ones must be placed, `amount` was bid for each. */
export interface PlacingPending {
  task: "placing_pending";
  seat: number;
  building: string;
  count: number;
  paid: boolean;
  amount: number;
}

/** A seat's piece stands on its own plot, and it may build in the group, as much as it likes. */
export interface BuildPending {
  task: "build_pending";
  seat: number;
  group: string;
}

/** The speed die showed a symbol: when the first move is over, a second one follows. Nobody is asked. */
export interface SecondMoveOpen {
  task: "second_move_open";
  seat: number;
  face: "bus" | "mogul";
}

/** A seat takes a ticket or goes on to the next card space. */
export interface BusPending {
  task: "bus_pending";
  seat: number;
}

/** A seat takes `amount` or a ticket. */
export interface GiftPending {
  task: "gift_pending";
  seat: number;
  amount: number;
}

/** A seat got a ticket and may use it at once, to one of `spaces`. */
export interface TicketPending {
  task: "ticket_pending";
  seat: number;
  spaces: readonly number[];
}

/** A seat chooses one of `spaces`: where to go after a triple (its own: stay), or which deed is auctioned. */
export interface SpacePending {
  task: "space_pending";
  seat: number;
  spaces: readonly number[];
  purpose: "auction" | "triple";
}

/** A seat got the last deed of a group it has built in: redeeming it and building there costs `cost` just now. */
export interface CatchUpPending {
  task: "catch_up_pending";
  seat: number;
  deed: number;
  cost: number;
}

/** The settings stored on a node, which are set on `/device`. */
export interface NodeSettings {
  side: number | null;
  readers: number;
  longest: number;
  gain: readonly number[];
  lights: number;
  milliamps: number | null;
}

/** The odds over the evening: `seats[seat][n]` is the chance to win (0 to 1) when turn `turns[n]` began. */
export interface OddsView {
  turns: readonly number[];
  seats: readonly (readonly number[])[];
  reach: number;
}

/** A house rule: agreed on by its id, or with one of `values` (`rounds:20`) in place of the `usual` one. */
export interface HouseRuleCard {
  id: string;
  values: readonly number[];
  usual: number;
}

/** Have the hub bid for the seat in the running open auction, one step at a time, up to `amount`. */
export interface SetMaximum {
  command: "set_maximum";
  seat: number;
  amount: number;
}

/** Take the maximum back; the seat bids by itself again. */
export interface TakeBackMaximum {
  command: "take_back_maximum";
  seat: number;
}

/** Take the seat's bid back to bid again, possible as long as another seat has yet to bid. */
export interface TakeBackBid {
  command: "take_back_bid";
  seat: number;
}

/** Throw the dice; with empty `faces` the hub throws. */
export interface Throw {
  command: "throw";
  seat: number;
  faces: readonly number[];
  source: DiceSource;
}

/** The piece stands on the space it had to go to. */
export interface Advance {
  command: "advance";
  seat: number;
}

/** Take a card: the top one of its pile or, if the deck has no pile, `card`, which chance filled in. */
export interface Draw {
  command: "draw";
  seat: number;
  card: number;
}

/** Buy the deed on which the seat's piece stands, at the printed price. */
export interface Buy {
  command: "buy";
  seat: number;
}

/** Decline the deed on which the seat's piece stands; it may then be auctioned. */
export interface Decline {
  command: "decline";
  seat: number;
}

/** Bid in an ascending auction. */
export interface PlaceBid {
  command: "place_bid";
  seat: number;
  amount: number;
}

/** Drop out of an ascending auction. */
export interface PassBid {
  command: "pass_bid";
  seat: number;
}

/** Pay bail before throwing. */
export interface PayBail {
  command: "pay_bail";
  seat: number;
}

/** Leave jail with a release card before throwing. */
export interface UseReleaseCard {
  command: "use_release_card";
  seat: number;
}

/** Mortgage one of the seat's deeds at the bank. */
export interface Mortgage {
  command: "mortgage";
  seat: number;
  deed: number;
}

/** Redeem one of the seat's mortgaged deeds. */
export interface Redeem {
  command: "redeem";
  seat: number;
  deed: number;
}

/** Keep a mortgage that came with a deed, paying only the interest now. */
export interface KeepMortgage {
  command: "keep_mortgage";
  seat: number;
  deed: number;
}

/** Build one stage on one of the seat's streets. */
export interface Build {
  command: "build";
  seat: number;
  deed: number;
}

/** Sell one stage of a street back to the bank. */
export interface SellBuilding {
  command: "sell_building";
  seat: number;
  deed: number;
}

/** Sell all buildings of a group at once, to pay a debt. */
export interface SellGroup {
  command: "sell_group";
  seat: number;
  group: string;
}

/** Say how many of the scarce buildings the seat wants. */
export interface WantBuildings {
  command: "want_buildings";
  seat: number;
  amount: number;
}

/** Place a building that the seat got in a shortage. */
export interface PlaceBuilding {
  command: "place_building";
  seat: number;
  deed: number;
}

/** Place no more of the buildings that the seat could place. */
export interface FinishPlacing {
  command: "finish_placing";
  seat: number;
}

/** Offer `give` to the seat `to` in exchange for `take`; `answers` names the offer this one counters, if any. */
export interface OfferTrade {
  command: "offer_trade";
  seat: number;
  to: number;
  give: Bundle;
  take: Bundle;
  answers: number;
}

/** Accept an open offer made to the seat. */
export interface AcceptTrade {
  command: "accept_trade";
  seat: number;
  offer: number;
}

/** Decline an open offer made to the seat. */
export interface DeclineTrade {
  command: "decline_trade";
  seat: number;
  offer: number;
}

/** Withdraw an open offer that the seat has made. */
export interface WithdrawTrade {
  command: "withdraw_trade";
  seat: number;
  offer: number;
}

/** Take the top ticket. */
export interface TakeTicket {
  command: "take_ticket";
  seat: number;
}

/** Take the money of a gift. */
export interface TakeMoney {
  command: "take_money";
  seat: number;
}

/** Go on to the next card space. */
export interface GoToCards {
  command: "go_to_cards";
  seat: number;
}

/** Go to another space of the same side for a ticket. */
export interface UseTicket {
  command: "use_ticket";
  seat: number;
  space: number;
}

/** Keep a ticket that the seat has just got for later. */
export interface KeepTicket {
  command: "keep_ticket";
  seat: number;
}

/** Choose one of the spaces on offer. */
export interface ChooseSpace {
  command: "choose_space";
  seat: number;
  space: number;
}

/** Redeem the deed that completed a built group, and build there. */
export interface CatchUp {
  command: "catch_up";
  seat: number;
}

/** Ask for the rent of one of the seat's deeds, where rents have to be asked for. */
export interface AskRent {
  command: "ask_rent";
  seat: number;
  deed: number;
}

/** Pay a debt for which the money is there now. */
export interface PayDebt {
  command: "pay_debt";
  seat: number;
}

/** Go bankrupt: no more money can be raised. */
export interface DeclareBankruptcy {
  command: "declare_bankruptcy";
  seat: number;
}

/** Go home for good: what one has goes to the bank, as after a bankruptcy to it. */
export interface LeaveGame {
  command: "leave_game";
  seat: number;
}

/** Make a sealed bid. `nonce` is the random part of the commitment, filled in by the table. */
export interface SealBid {
  command: "seal_bid";
  seat: number;
  amount: number;
  nonce: string;
}

/** Bid 0 openly in a sealed auction; the banker does it for players who are absent. */
export interface AbstainBid {
  command: "abstain_bid";
  seat: number;
}

/** Put one of the seat's deeds up for sealed bids of at least `amount` (0: any). */
export interface AuctionDeed {
  command: "auction_deed";
  seat: number;
  deed: number;
  amount: number;
}

/** Buy a deed of a claimed group on which another piece stands. */
export interface BuyRemote {
  command: "buy_remote";
  seat: number;
  deed: number;
}

/** Sell one of the seat's deeds to the bank. */
export interface SellDeed {
  command: "sell_deed";
  seat: number;
  deed: number;
}

/** Stay in jail for this turn instead of paying. */
export interface StayInJail {
  command: "stay_in_jail";
  seat: number;
}

/** End the turn instead of throwing again after a double. */
export interface EndTurn {
  command: "end_turn";
  seat: number;
}

/** Sell `amount` shares of an issuer to the bank at the guide price. */
export interface SellShares {
  command: "sell_shares";
  seat: number;
  issuer: number;
  amount: number;
}

/** Ask the bank for `amount` shares of an issuer. */
export interface BuyShares {
  command: "buy_shares";
  seat: number;
  issuer: number;
  amount: number;
}

/** Say whether the seat also wants the shares for which another one asks the bank. */
export interface ShowInterest {
  command: "show_interest";
  seat: number;
  interested: boolean;
}

/** Offer the seat `to` to sell (or, not `selling`, to buy) `amount` shares of an issuer for `price` in all. */
export interface OfferShares {
  command: "offer_shares";
  seat: number;
  to: number;
  issuer: number;
  amount: number;
  price: number;
  selling: boolean;
}

/** Accept an open offer of shares made to the seat. */
export interface AcceptShares {
  command: "accept_shares";
  seat: number;
  offer: number;
}

/** Decline an open offer of shares made to the seat. */
export interface DeclineShares {
  command: "decline_shares";
  seat: number;
  offer: number;
}

/** Withdraw an open offer of shares that the seat has made. */
export interface WithdrawShares {
  command: "withdraw_shares";
  seat: number;
  offer: number;
}

/** Report to the supervision; the hub fills in the true figures. */
export interface FileReport {
  command: "file_report";
  seat: number;
}

/** Demand a report of a seat, on behalf of the supervision. */
export interface DemandReport {
  command: "demand_report";
  seat: number;
}

/** What one side of a trade gives: money (in the edition's unit), deeds by space, release cards by deck. */
export interface Bundle {
  money: number;
  deeds: readonly number[];
  release_cards: readonly string[];
}

/** How an amount comes about: catalogue row of the edition, name of the formula, its figures. */
export interface Explanation {
  row: string;
  formula: string;
  inputs: Record<string, number>;
}

/** A phone of a seat: its `number` there, since when it is in or waits (wall clock), whether it is connected now. */
export interface PhoneView {
  number: number;
  kind: PhoneKind;
  since_ms: number;
  state: PhoneState;
  online: boolean;
  uninvited: boolean;
}

/** One player as an issuer of shares: the present guide price with its figures, the holdings, the last report. */
export interface IssuerView {
  seat: number;
  price: number;
  explanation: Explanation;
  holdings: readonly HoldingView[];
  report: Report | null;
  owed_since: number | null;
}

/** A share offer that concerns this viewer, with what they may do about it. */
export interface ShareOfferView {
  offer: ShareOffer;
  options: readonly Option[];
}

/** How many minutes a game takes that ends after `rounds` rounds. */
export interface ShortEvening {
  rounds: number;
  minutes: number;
}

/** One possible answer, and the chance to win (0 to 1) of the seat that gives it, with its bounds. */
export interface AdvisedAnswer {
  command: SeatCommand;
  odds: number;
  low: number;
  high: number;
  verdict: AnswerVerdict;
  other: number | null;
  odds_other: number;
}

/** What is compared: an edition, perhaps on a family's own tables, without house rules, with each and with all. */
export interface LabQuestion {
  edition: string;
  own_tables: boolean;
  house_rules: readonly string[];
  seats: number;
  games: number;
}

/** A finished report, at `/api/laboratory?report=NAME&language=de`. Anybody who knows the name may read it. */
export interface LabReportView {
  name: string;
  question: LabQuestion;
}

/** Progress of a firmware update: `done` of `whole` bytes have been copied; `why` is the cause of a failure. */
export interface Update {
  step: UpdateStep;
  done: number;
  whole: number;
  why: UpdateFault | null;
}

/** `heard`: of four polls with each gain. `db`: from the least sure gain to the most. `gain`: the advice. */
export interface Margin {
  heard: readonly number[];
  db: number;
  gain: number | null;
}

/** `amount` went from `payer` to `payee`; `purpose` says why and names the formula, `inputs` are its figures. */
export interface MoneyMoved {
  fact: "money_moved";
  payer: number;
  payee: number;
  amount: number;
  purpose: string;
  inputs: Record<string, number>;
}

/** One sentence of the sheet: `sheet.<key>` and its figures. */
export interface SheetLine {
  key: string;
  args: Record<string, Value>;
}

/** Move `amount` from one account to another: seats, the bank (-1), the pot (-2). */
export interface CorrectMoney {
  command: "correct_money";
  payer: number;
  payee: number;
  amount: number;
  reason: string;
}

/** Put a piece on a space; nothing happens there. A piece taken off the jail space is free. */
export interface CorrectPiece {
  command: "correct_piece";
  seat: number;
  space: number;
  reason: string;
}

/** Give a deed to `owner`, or back to the bank (-1), where its mortgage lapses. */
export interface CorrectDeed {
  command: "correct_deed";
  deed: number;
  owner: number;
  reason: string;
}

/** Mark a deed as mortgaged, or as not mortgaged; no money moves. */
export interface CorrectMortgage {
  command: "correct_mortgage";
  deed: number;
  mortgaged: boolean;
  reason: string;
}

/** Put streets on these stages (deed -> stage) at once; buildings come from the bank's stock and go back into it. */
export interface CorrectBuildings {
  command: "correct_buildings";
  stages: Record<number, number>;
  reason: string;
}

/** Put a seat into jail with `missed` throws without a double, or let it out; it stays on the jail space. */
export interface CorrectJail {
  command: "correct_jail";
  seat: number;
  jailed: boolean;
  missed: number;
  reason: string;
}

/** Move a release card of a deck between holders; -1 is its pile. */
export interface CorrectReleaseCard {
  command: "correct_release_card";
  deck: string;
  source: number;
  target: number;
  reason: string;
}

/** Move a ticket between holders; -1 is the pile: its top ticket is taken, one that goes back comes under it. */
export interface CorrectTicket {
  command: "correct_ticket";
  source: number;
  target: number;
  reason: string;
}

/** Move `amount` shares of an issuer from one holder to another: seats, the bank (-1). */
export interface CorrectShares {
  command: "correct_shares";
  issuer: number;
  source: number;
  target: number;
  amount: number;
  reason: string;
}

/** It is the turn of `seat`, which has not thrown yet. */
export interface CorrectTurn {
  command: "correct_turn";
  seat: number;
  reason: string;
}

/** A grid dragged over the picture of a board with other measures. */
export interface Grid {
  outline: readonly [readonly [number, number], readonly [number, number], readonly [number, number], readonly [number, number]];
  corner: number;
  deep: number;
}

/** The status of a table, as reported by its process. `watching` counts connected browsers. */
export interface TableStatus {
  phase: Phase;
  players: readonly string[];
  watching: number;
  board: BoardState;
  edition: string;
  turn: number;
  leaders: readonly string[];
  worth: number;
  auction: AuctionStatus | null;
  help_ms: number;
}

/** Somebody in a ranking. `weeks` are the points of each week of the league; who is equal shares a `place`. */
export interface RankingRow {
  place: number;
  name: string;
  points: number;
  games: number;
  wins: number;
  weeks: readonly number[];
}

/** What moved a seat's chance from `start` to `end`: dice and cards, its own decisions, those of others. */
export interface ShareView {
  start: number;
  luck: number;
  own: number;
  others: number;
  end: number;
  reach: number;
}

/** One event that changed the odds significantly, by more than the statistical error. */
export interface TurnedView {
  kind: Turned;
  turn: number;
  seats: readonly number[];
  changes: readonly number[];
  reach: number;
  faces: readonly number[];
  space: number;
  deeds: readonly number[];
  missed: Turned;
  lines: readonly FeedLine[];
}

/** A finding of a trial: `workshop.remark.KEY` in the locales with `figures`, about a `group` if it names one. */
export interface RemarkView {
  key: string;
  field: string;
  group: string;
  figures: Record<string, number>;
}

/** What somebody had when the game was left; `out` of the game they had nothing. */
export interface KeptSeat {
  colour: Colour;
  balance: number;
  out: boolean;
}

/** A deed that is auctioned. */
export interface DeedLot {
  lot: "deed_lot";
  deed: number;
}

/** One scarce building of a kind that is auctioned. */
export interface BuildingLot {
  lot: "building_lot";
  building: string;
}

/** All deeds of a bankrupt seat, sold together; the buyer takes over the mortgages on `mortgaged`. */
export interface EstateLot {
  lot: "estate_lot";
  deeds: readonly number[];
  mortgaged: readonly number[];
}

/** `count` shares of an issuer that are auctioned together. */
export interface SharesLot {
  lot: "shares_lot";
  issuer: number;
  count: number;
}

/** Who won most against somebody: `lost` of the games they played `together`, and took `rents` from them. */
export interface NemesisView {
  name: string;
  lost: number;
  together: number;
  rents: number;
}

/** `seat` offers `to` to sell (or, not `selling`, to buy) `count` shares of `issuer` for `price` in all. */
export interface ShareOffer {
  id: number;
  seat: number;
  to: number;
  issuer: number;
  count: number;
  price: number;
  selling: boolean;
}

/** `holder` (a seat, or -1 for the bank) has `count` shares of an issuer. */
export interface HoldingView {
  holder: number;
  count: number;
}

/** A seat's assets in turn number `turn`: `cash`, the book value of its real estate, and (issuer, shares) held. */
export interface Report {
  seat: number;
  kind: "annual" | "interim" | "late" | "opening";
  turn: number;
  cash: number;
  estate: number;
  shares: readonly (readonly [number, number])[];
}

/** The auction at a table: of a deed, by its name, of a `building`, or of neither. */
export interface AuctionStatus {
  lot: LotKind;
  name: string;
  building: string;
  high: number;
  leader: string;
  sealed: boolean;
}

export const USUAL = {
  Welcome: {"phone":null,"waiting":null},
  View: {"deeds":[],"on_turn":-1,"turn":0,"faces":[],"pot":0,"winner":-1,"prompt":null,"free":[],"offers":[],"trade":false,"feed":[],"undo":0,"redo":0,"notice":null,"tables":"","house_rules":[],"middle":false,"round":1,"stock":{},"tickets":0,"stops":[],"market":null,"own_bid":null,"own_maximum":null,"going_s":0,"going":null,"streak":0,"speaker":"","pause":null,"hall":0,"real_dice":false,"language":"","open_door":true,"outlook":null,"length":null,"advice":null,"advised":[],"lab":null,"bedtime":null,"stickers":[],"camera":null},
  DeviceView: {"spare_tags":[],"latencies":[],"walk":null},
  EditionView: {"texts":{},"own":{},"pictures":[]},
  Ack: {"reason":null,"details":{}},
  LookingBackView: {"percent":0,"found":null},
  DesignView: {"proposed":{}},
  NewDesign: {"base":"","language":"de","copy_of":"","name":""},
  HallView: {"forgotten":0},
  BoardView: {"offered":false,"drift":[],"wrong":null,"unknown_tags":[],"random_tag":false,"enrolling":null,"dark":false,"short":null},
  JoinView: {"urls":[],"phones":{},"wrong_pins":0,"wrong_codes":0,"named":""},
  EditionCard: {"house_rules":[],"own_tables":false,"by":"","names":{}},
  SeatView: {"balance":0,"space":0,"misses":-1,"out":false,"release_cards":[],"tickets":0,"bot":null,"arrived":0,"owed":0,"credit_limit":null,"skips":0,"sums":null,"by_self":false,"home":false},
  PromptView: {"dice":0,"then":null},
  Option: {"role":"extra","cost":0,"levy":0,"minimum":null,"maximum":null,"step":1,"goal":null,"awaits":0,"refused":null,"details":{}},
  FeedLine: {"explanation":null,"undone":false},
  OutlookView: {"odds":[],"low":[],"high":[],"minutes_left":0,"minutes_least":0,"minutes_most":0,"played_on":false},
  LengthView: {"minutes":0,"minutes_least":0,"minutes_most":0,"short":[]},
  AdviceView: {"state":"open","offer":0,"answers":[]},
  LabView: {"running":false,"question":null,"played":0,"whole":0,"left_s":-1,"trouble":"","report":null},
  NodeView: {"why":null,"rtt_ms":null,"counters":{},"settings":null,"update":null,"mended":[]},
  SpaceView: {"price":0,"rents":[],"house_price":0,"mortgage":0,"amount":0,"commission":0,"english":""},
  Payments: {"payments":[],"refused":null,"details":{}},
  ClubTable: {"status":null},
  WallTable: {"status":null},
  DesignCard: {"gone":false},
  FaultView: {"args":{}},
  TrialView: {"failed":false,"remarks":[]},
  KeptGame: {"days":0,"mistaken":false,"left_ms":0,"turn":0,"winner":-1,"seats":[]},
  PersonView: {"merged":[]},
  Offer: {"answers":0},
  NodeSettings: {"milliamps":null},
  HouseRuleCard: {"values":[],"usual":0},
  Bundle: {"money":0,"deeds":[],"release_cards":[]},
  PhoneView: {"uninvited":false},
  AdvisedAnswer: {"other":null,"odds_other":0},
  Update: {"done":0,"whole":0,"why":null},
  TableStatus: {"players":[],"watching":0,"board":"none","edition":"","turn":0,"leaders":[],"worth":0,"auction":null,"help_ms":0},
  TurnedView: {"faces":[],"space":-1,"deeds":[],"missed":"decision","lines":[]},
  RemarkView: {"field":"","group":"","figures":{}},
  AuctionStatus: {"name":"","building":"","high":0,"leader":"","sealed":false},
} as const;
