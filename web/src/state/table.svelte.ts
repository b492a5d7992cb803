/**
 * What this page knows of the table, kept current from the line to the hub; all components read it and act through it.
 */
import { fetchJson } from "../net/http";
import { has, listed } from "../text/i18n";
import { keyRole, type Page } from "../net/route";
import { GRACE_MS, linkPhase, type LinkPhase } from "../net/link";
import { storedKey, storeKey } from "../net/keys";
import { Net, newId, type Admission, type Hooks, type Line } from "../net/net";
import { news, type News } from "./news";
import { switchSound } from "../browser/sound";
import { lineText, type Scene } from "../text/sentences";
import { language, playing, t } from "../text/words.svelte";
import type { Ack, Action, DeviceView, EditionView, SeatCommand, SeatView, View, Welcome } from "../wire";

const DELTA_MS = 2000;
const QUIET: News = { lines: [], flights: [], changes: new Map() };

/** What this device calls itself. */
const ME = newId();

const undone = (reason: string): Ack => ({ id: "", ok: false, version: 0, reason, details: {} });

export type FetchEdition = (id: string) => Promise<EditionView>;

const fetchEdition: FetchEdition = (id) => fetchJson(`/api/editions/${encodeURIComponent(id)}`);

export class Table {
  view = $state.raw<View | null>(null);
  edition = $state.raw<EditionView | null>(null);
  device = $state.raw<DeviceView | null>(null);
  welcome = $state.raw<Welcome | null>(null);
  /** What the newest view brought; cleared two seconds later. */
  news = $state.raw<News>(QUIET);
  /** One sentence per fact, for the live region. */
  spoken = $state("");
  lastViewAt = $state(0);
  lostAt = $state<number | null>(null);
  now = $state(Date.now());
  /** Whether this device has the tones. */
  sounds = $state(false);

  /** What sentences are made from. A new one for each view and each language, so that sentences follow both. */
  readonly scene = $derived.by<Scene | null>(() => {
    language();
    return this.view && { view: this.view, edition: this.edition };
  });
  readonly link = $derived<LinkPhase>(linkPhase(this.lostAt === null ? null : this.now - this.lostAt));
  /** Nothing may be sent now. */
  readonly locked = $derived(this.lostAt !== null || this.view === null);

  private readonly tick = () => (this.now = Date.now());

  page: Page = "table";
  private net: Net | null = null;
  private loadEdition: FetchEdition = fetchEdition;
  private quietTimer: ReturnType<typeof setTimeout> | undefined;
  private asked = "";

  start(page: Page, line: (key: () => string | null) => Line, loadEdition: FetchEdition = fetchEdition): void {
    this.page = page;
    this.loadEdition = loadEdition;
    const hooks: Hooks = {
      welcome: (welcome) => this.greeted(welcome),
      view: (view) => this.show(view),
      device: (device) => (this.device = device),
      link: (up) => this.linked(up),
    };
    this.lostAt = Date.now();
    this.net = new Net(
      line(() => storedKey(keyRole(page))),
      hooks,
    );
    this.net.start();
    setInterval(this.tick, 500);
    const awake = () => document.visibilityState === "visible" && this.net?.refresh();
    document.addEventListener("visibilitychange", awake);
    window.addEventListener("pageshow", awake);
  }

  /** Take a view; also how tests set the scene. */
  show(view: View): void {
    const fresh = news(this.view, view);
    playing(view.edition);
    if (this.view && view.speaker !== this.view.speaker && view.speaker !== ME) this.sounds = switchSound(false);
    this.view = view;
    this.lastViewAt = Date.now();
    if (view.edition + view.tables !== this.asked) void this.fetch(view);
    if (fresh.lines.length || fresh.changes.size) this.tell(fresh);
  }

  act(action: Action): Promise<Ack> {
    if (this.net && !this.locked) return this.net.request(action);
    return Promise.resolve(undone("link_lost"));
  }

  /** Send a game command; `answering` binds it to the open question. What it costs, a child works out first. */
  async play(command: SeatCommand, answering: boolean, cost = 0): Promise<Ack> {
    const prompt = answering ? (this.view?.prompt?.id ?? null) : null;
    const { seat } = command;
    if (cost && this.seat(seat)?.sums && !(await (await import("../parts/sums/reckon")).reckon(seat, cost, prompt)))
      return undone("not_reckoned");
    return this.act({ do: "play", command, prompt });
  }

  /** Switch the tones of this device. Only one device of a table has them: the one that took them last. */
  sound(wanted: boolean): void {
    this.sounds = switchSound(wanted);
    if (!this.sounds) return;
    this.sing(["money_moved"]);
    void this.act({ do: "be_speaker", device: ME });
  }

  private sing(keys: readonly string[]): void {
    void import("../browser/tones").then(({ sing }) => sing(keys));
  }

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
  /** Whose answer is awaited, as one phrase. */
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
    const role = keyRole(this.page);
    if (admission.ok && admission.key && role) storeKey(role, admission.key);
    return admission;
  }

  private greeted(welcome: Welcome): void {
    this.welcome = welcome;
    const role = keyRole(this.page);
    if (!role) return;
    if (welcome.key && welcome.role === role) storeKey(role, welcome.key);
    if (welcome.role !== role && storedKey(role) !== null) storeKey(role, null);
  }

  private linked(up: boolean): void {
    if (up) this.lostAt = null;
    else this.lostAt ??= Date.now();
    this.tick();
    if (!up) setTimeout(this.tick, GRACE_MS); // not with the next tick: the loss is said as soon as it is no hiccup
  }

  private async fetch({ edition, tables }: View): Promise<void> {
    this.asked = edition + tables;
    try {
      this.edition = await this.loadEdition(edition);
    } catch {
      this.asked = "";
    }
  }

  private tell(fresh: News): void {
    this.news = fresh;
    clearTimeout(this.quietTimer);
    this.quietTimer = setTimeout(() => (this.news = QUIET), DELTA_MS);
    if (!this.scene) return;
    this.spoken = fresh.lines.map((line) => lineText(this.scene!, line)).join(" ");
    if (this.sounds) this.sing(fresh.lines.map((line) => line.key));
  }
}

export const table = new Table();
