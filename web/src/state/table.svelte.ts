/**
 * What this page knows of the table, kept current from the line to the hub; all components read it and act through it.
 */
import { at } from "../net/base";
import { fetchJson } from "../net/http";
import { has, listed } from "../text/i18n";
import { brought, roleOn } from "./features";
import type { Page } from "../net/route";
import { GRACE_MS, linkPhase, type LinkPhase } from "../net/link";
import { storedKey, storeKey } from "../net/keys";
import { Net, newId, type Admission, type Hooks, type Line } from "../net/net";
import { isRoll, joined, news, QUIET, STILL, TUMBLE_MS, type News } from "./news";
import { endMoving, reducedMotion } from "../browser/motion";
import { isMute, switchSound } from "../browser/sound";
import { read, write } from "../browser/storage";
import { inLanguage } from "../text/names";
import { lineText, type Scene } from "../text/sentences";
import type { Moment } from "../game/moments";
import { bring, language, playing, speak, t, wording } from "../text/words.svelte";
import type {
  Ack,
  Action,
  DeviceView,
  EditionView,
  FeedLine,
  Option,
  SeatCommand,
  SeatView,
  View,
  Welcome,
} from "../wire";

const DELTA_MS = 2000;
/** Animations are loaded after the page is there: nobody waits for them, and the first load stays small. */
const STAGE_AFTER_MS = 3000;
/** How long a moment lasts; on the tablet a tap ends it. */
const MOMENT_MS: Record<Moment["kind"], number> = {
  sold: 4000,
  group: 6000,
  risk: 6000,
  bankrupt: 8000,
  left: 8000,
  taken_over: 8000,
  won: 9000,
};

/** Whether tones were switched off here: then they are not switched on automatically. */
const SILENT = "bankhalter.silent";
/** The name of all televisions, so that the banker can give them the tones. */
export const TELEVISION = "tv";

/** The name of this device's pages, the same on each visit. */
function nameOf(page: Page): string {
  if (page === "tv") return TELEVISION;
  const stored = `bankhalter.device.${page}`;
  const name = read(stored) ?? newId();
  write(stored, name);
  return name;
}

const undone = (reason: string, details: Ack["details"] = {}): Ack => ({
  id: "",
  ok: false,
  version: 0,
  reason,
  details,
});

/** The newer of two lists, with all that is as before taken from the older: what shows only that stays as it is. */
const kept = <T>(before: readonly T[] = [], after: readonly T[]): readonly T[] =>
  after.map((one, i) => (JSON.stringify(one) === JSON.stringify(before[i]) ? before[i]! : one));

const staging = () => import("./stage");

export type FetchEdition = (id: string) => Promise<EditionView>;

const fetchEdition: FetchEdition = (id) => fetchJson(at(`/api/editions/${encodeURIComponent(id)}`));

export class Table {
  view = $state.raw<View | null>(null);
  /** The edition as it is printed. */
  printed = $state.raw<EditionView | null>(null);
  /**
   * The same with the names of its spaces in the language of this device; null while that of a game that has begun
   * meanwhile is still on its way, which may have spaces that the one before had not.
   */
  readonly edition = $derived.by(() => {
    const { printed, view } = this;
    const other = printed && view && printed.id !== view.edition ? view : null;
    const spaces = [...(other?.seats ?? []).map(({ space }) => space), ...(other?.deeds ?? []).map(({ deed }) => deed)];
    return spaces.some((space) => !printed?.spaces[space]) ? null : inLanguage(printed, language());
  });
  device = $state.raw<DeviceView | null>(null);
  welcome = $state.raw<Welcome | null>(null);
  /** The news of the newest view; cleared two seconds later. */
  news = $state.raw<News>(QUIET);
  private said = $state.raw<readonly FeedLine[]>([]);
  lastViewAt = $state(0);
  lostAt = $state<number | null>(null);
  /** The hub answers, but no socket to it can be opened. */
  shut = $state(false);
  now = $state(Date.now());
  /** Whether this device has the tones. */
  sounds = $state(false);
  /** It has them, but the browser stays silent until it is touched. */
  mute = $state(false);
  /** Dice roll. */
  rolling = $state(false);
  /** Dice roll or a piece walks: what came of it is said once they have stopped, but the question is there. */
  arriving = $state(false);
  /** The moment that everybody should see; the question waits until it is over. */
  moment = $state.raw<Moment | null>(null);

  /** The context of sentences. Renewed with each view and each language, so that sentences follow both. */
  readonly scene = $derived.by<Scene | null>(() => {
    wording();
    return this.view && { view: this.view, edition: this.edition };
  });
  /** One sentence per fact, for the live region. */
  readonly spoken = $derived(this.scene ? this.said.map((line) => lineText(this.scene!, line)).join(" ") : "");
  readonly link = $derived<LinkPhase>(linkPhase(this.lostAt === null ? null : this.now - this.lostAt));
  /** Nothing may be sent now. */
  readonly locked = $derived(this.lostAt !== null || this.view === null);

  private readonly tick = () => {
    this.now = Date.now();
    this.mute = isMute();
  };

  page: Page = "table";
  private net: Net | null = null;
  private loadEdition: FetchEdition = fetchEdition;
  private quietTimer: ReturnType<typeof setTimeout> | undefined;
  private asked = "";
  private me = "";
  private stage: Awaited<ReturnType<typeof staging>> | null = null;
  private untold: News = QUIET;
  private arrivesAt = 0;
  private rollTimer: ReturnType<typeof setTimeout> | undefined;
  private arrivalTimer: ReturnType<typeof setTimeout> | undefined;
  private moments: readonly Moment[] = [];
  private momentTimer: ReturnType<typeof setTimeout> | undefined;

  start(page: Page, line: (key: () => string | null) => Line, loadEdition: FetchEdition = fetchEdition): void {
    this.page = page;
    this.loadEdition = loadEdition;
    const hooks: Hooks = {
      welcome: (welcome) => this.greeted(welcome),
      view: (view) => this.show(view),
      device: (device) => (this.device = device),
      link: (up) => this.linked(up),
      shut: (shut) => (this.shut = shut),
    };
    this.lostAt = Date.now();
    this.net = new Net(
      line(() => storedKey(roleOn(page))),
      hooks,
    );
    this.net.start();
    if (["table", "play", "tv"].includes(page)) setTimeout(() => void this.prepare(), STAGE_AFTER_MS);
    setInterval(this.tick, 500);
    const awake = () => document.visibilityState === "visible" && this.net?.refresh();
    document.addEventListener("visibilitychange", awake);
    window.addEventListener("pageshow", awake);
    for (const touch of ["click", "keydown"]) window.addEventListener(touch, () => this.touched());
  }

  /** Load animations and moments. */
  async prepare(): Promise<void> {
    this.stage ??= await staging();
  }

  /** Take a view; also how tests set the scene. */
  show(given: View): void {
    const spaces = this.printed?.spaces ?? [];
    const { stage, view: before } = this;
    const view = { ...given, seats: kept(before?.seats, given.seats), deeds: kept(before?.deeds, given.deeds) };
    const plain = news(before, view);
    const fresh = stage?.withMoments(plain, before, view, spaces) ?? plain;
    const moving = spaces.length > 0 && (this.page !== "play" || this.sounds);
    const pace = (moving && stage?.paceOf(before, view, fresh.lines, spaces.length)) || STILL;
    playing(view.edition.split(":")[0]!); // a design is called by its edition and its tables
    if (this.view?.game !== view.game) this.said = [];
    if (this.view?.game !== view.game || fresh.lines.some(({ key }) => key === "undone")) this.forget();
    if (this.view && view.speaker !== this.view.speaker && view.speaker !== this.name) this.sounds = switchSound(false);
    if (this.page === "tv") {
      if (view.speaker === TELEVISION) this.sounds ||= switchSound(true);
      if (view.language && view.language !== language()) void speak(view.language, true);
    }
    const still = reducedMotion();
    if (!still && fresh.lines.some(isRoll)) this.roll();
    if (this.sounds) this.stage?.heardMoving(fresh, still ? STILL : pace);
    this.view = view;
    this.lastViewAt = Date.now();
    if (view.edition + view.tables !== this.asked) void this.fetch(view);
    this.wait(fresh, still ? 0 : pace.ms);
  }

  act(action: Action): Promise<Ack> {
    if (this.net && !this.locked) return this.net.request(action);
    return Promise.resolve(undone("link_lost"));
  }

  /** Send a game command; `answering` binds it to the open question. Children work out its cost first. */
  async play(command: SeatCommand, answering: boolean, cost = 0): Promise<Ack> {
    const prompt = answering ? (this.view?.prompt?.id ?? null) : null;
    const { seat } = command;
    if (cost && !(await this.mayPay(seat, cost, prompt))) return undone("not_reckoned");
    return this.act({ do: "play", command, prompt });
  }

  /** Whether nothing that a feature asks first keeps a seat from paying. */
  private async mayPay(seat: number, cost: number, prompt: string | null): Promise<boolean> {
    const payer = this.seat(seat);
    for (const { mayPay } of brought()) if (mayPay && payer && !(await mayPay(payer, cost, prompt))) return false;
    return true;
  }

  /** Carry out an option as it was read; `now` is the option in its place by now, which must cost the same. */
  take(read: Option, now: Option, answering: boolean): Promise<Ack> {
    const { command, cost } = read;
    if (cost !== now.cost) return Promise.resolve(undone("changed", { amount: now.cost, price: cost }));
    if (JSON.stringify(command) !== JSON.stringify(now.command)) return Promise.resolve(undone("stale"));
    return this.play(command, answering, cost);
  }

  /** Switch the tones of this device. Only one device of a table has them: the one that took them last. */
  sound(wanted: boolean): void {
    this.sounds = switchSound(wanted);
    write(SILENT, wanted ? null : "off");
    this.tick();
    if (!this.sounds) return;
    void this.prepare().then(() => this.stage?.greet());
    void this.act({ do: "be_speaker", device: this.name, unless_taken: false });
  }

  /** Give the tones to the televisions. */
  soundOnTv = (): Promise<Ack> => this.act({ do: "be_speaker", device: TELEVISION, unless_taken: false });

  /**
   * No browser lets a page sound before it is touched. The first touch of the banker's tablet gives it the tones,
   * unless another device has them or they were switched off there.
   */
  private touched(): void {
    this.skip();
    this.sayLanguage();
    const [chosen, nobody] = [this.view?.speaker === this.name, this.view?.speaker === ""];
    const usual = nobody && this.page === "table" && this.isBanker;
    if (this.sounds || ((chosen || usual) && read(SILENT) === null)) this.sounds = switchSound(true);
    if (this.sounds) void this.prepare();
    this.tick();
    if (this.sounds && usual) void this.act({ do: "be_speaker", device: this.name, unless_taken: true });
  }

  /** Televisions speak as the banker's tablet does. */
  sayLanguage(): void {
    const same = this.page !== "table" || !this.isBanker || this.view?.language === language();
    if (!same) void this.act({ do: "set_language", language: language() });
  }

  private get name(): string {
    return (this.me ||= nameOf(this.page));
  }

  /** Whoever taps has seen enough: dice, pieces and coins are there at once. */
  private skip(): void {
    this.rolling = false;
    endMoving();
    if (!this.arriving) return;
    this.untold = { ...this.untold, flights: [] };
    clearTimeout(this.arrivalTimer);
    this.arrivesAt = 0;
    this.arrive();
  }

  private roll(): void {
    this.rolling = true;
    clearTimeout(this.rollTimer);
    this.rollTimer = setTimeout(() => (this.rolling = false), TUMBLE_MS);
  }

  /** Show the news as soon as the animations are loaded; on a phone there is nothing to wait for. */
  private wait(fresh: News, ms: number): void {
    const now = Date.now();
    if (ms) this.arrivesAt = Math.max(this.arrivesAt, now + ms);
    this.untold = joined(this.untold, fresh);
    clearTimeout(this.arrivalTimer);
    const left = this.arrivesAt - now;
    if (left <= 0) return this.arrive();
    this.arriving = this.page === "table" || this.page === "tv";
    this.arrivalTimer = setTimeout(() => this.arrive(), left);
  }

  private arrive(): void {
    this.arriving = false;
    const fresh = this.untold;
    this.untold = QUIET;
    this.moments = [...this.moments, ...fresh.moments];
    if (!this.moment) this.nextMoment();
    if (fresh.lines.length || fresh.changes.size) this.tell(fresh);
  }

  /** Nothing is awaited any more. */
  private forget(): void {
    this.arrivesAt = 0;
    this.moments = [];
    this.nextMoment();
  }

  /** The moment is over: the next one, or the question. */
  nextMoment = (): void => {
    clearTimeout(this.momentTimer);
    const [next, ...later] = this.moments;
    this.moments = later;
    this.moment = next ?? null;
    if (!next) return;
    this.momentTimer = setTimeout(this.nextMoment, MOMENT_MS[next.kind]);
    if (this.sounds && next.kind === "group") this.stage?.heardGroup();
  };

  pair = (pin: string): Promise<Admission> => this.admit(this.net?.pair(pin));
  join = (code: string): Promise<Admission> => this.admit(this.net?.join(code));
  watchDevice = (on: boolean): void => this.net?.watchDevice(on);

  seat = (index: number): SeatView | undefined => this.view?.seats[index];
  get mine(): SeatView | null {
    return (this.view && this.view.you !== null && this.view.seats[this.view.you]) || null;
  }
  get isBanker(): boolean {
    return this.view?.role === "banker";
  }
  /** Who has to answer, as one phrase. */
  get asking(): string {
    return listed((this.view?.prompt?.seats ?? []).map((seat) => this.seat(seat)?.name ?? "?"));
  }
  get notice(): string | null {
    const notice = this.view?.notice;
    if (!notice) return null;
    return has(`notice.${notice}`) ? t(`notice.${notice}`) : t("notice.unknown", { notice });
  }

  private async admit(answer: Promise<Admission> | undefined): Promise<Admission> {
    const admission = (await answer) ?? { ok: false, reason: "link_lost" };
    const role = roleOn(this.page);
    if (admission.ok && admission.key && role) storeKey(role, admission.key);
    return admission;
  }

  private greeted(welcome: Welcome): void {
    this.welcome = welcome;
    const role = roleOn(this.page);
    if (!role) return;
    const waits = (welcome.waiting ?? null) !== null;
    if (welcome.key && (welcome.role === role || waits)) storeKey(role, welcome.key);
    if (welcome.role !== role && !welcome.key) storeKey(role, null);
  }

  private linked(up: boolean): void {
    if (up) this.lostAt = null;
    else this.lostAt ??= Date.now();
    this.tick();
    if (!up) setTimeout(this.tick, GRACE_MS); // not with the next tick: a loss is shown once it is no mere hiccup
  }

  private async fetch({ edition, tables }: View): Promise<void> {
    this.asked = edition + tables;
    try {
      this.printed = await this.loadEdition(edition);
      bring(this.printed.texts);
      for (const { printed } of brought()) printed?.(this.printed, this.page);
    } catch {
      this.asked = "";
    }
  }

  private tell(fresh: News): void {
    this.news = fresh;
    clearTimeout(this.quietTimer);
    this.quietTimer = setTimeout(() => (this.news = QUIET), DELTA_MS);
    if (!this.scene) return;
    this.said = fresh.lines;
    if (this.sounds) this.stage?.heard(fresh);
  }
}

export const table = new Table();
