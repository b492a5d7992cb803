/**
 * A design on the desk: what it says, what is wrong with it, and each change on its way to the hub, one after the other.
 * A change is shown at once; what the hub answers stands for it then.
 */
import { askJson, type Answered } from "../../net/ask";
import { sendJson } from "../../net/send";
import { storedKey } from "../../net/keys";
import { SECTIONS, spotOf, type Cells, type Changes, type Section } from "./cells";
import type { BaseView, DesignView, EditionView, FaultView } from "../../wire";

export const API = "/api/workshop";
const RETRY_MS = 2000;

export const asked = <T>(path: string): Promise<Answered<T>> => askJson<T>(API + path, storedKey("banker"));
export const sent = <T>(path: string, body: unknown = {}): Promise<Answered<T>> =>
  sendJson<T>(API + path, body, storedKey("banker"));

export class Desk {
  /** As the hub has stored it. */
  stored = $state.raw<DesignView | null>(null);
  base = $state.raw<BaseView | null>(null);
  /** The edition as it is printed, for the names of what stands at each stage. */
  printed = $state.raw<EditionView | null>(null);
  section = $state<Section>("spaces");
  space = $state(0);
  deck = $state("");
  /** Why the newest change was refused; empty if it was not. */
  trouble = $state("");
  /** Changes that the hub has not answered yet. */
  private waiting = $state.raw<readonly Changes[]>([]);
  private line: Promise<void> = Promise.resolve();

  readonly cells = $derived.by<Cells>(() => {
    const cells: Record<string, string> = { ...this.stored?.cells };
    for (const [name, text] of this.waiting.flatMap((changes) => Object.entries(changes)))
      if (text === null) delete cells[name];
      else cells[name] = text;
    return cells;
  });
  readonly faults = $derived<readonly FaultView[]>(this.stored?.faults ?? []);
  readonly busy = $derived(this.waiting.length > 0);
  readonly sections = $derived(SECTIONS.filter((one) => one !== "tickets" || this.base?.tickets));

  async open(id: string): Promise<boolean> {
    const found = await asked<DesignView>(`/${id}`);
    if (!found.ok) {
      this.trouble = found.reason;
      return false;
    }
    const base = found.value.base;
    const [offered, printed] = await Promise.all([
      asked<BaseView>(`/bases/${base}`),
      askJson<EditionView>(`/api/editions/${encodeURIComponent(base)}`),
    ]);
    this.base = offered.ok ? offered.value : null;
    this.printed = printed.ok ? printed.value : null;
    this.deck = this.base?.decks[0] ?? "";
    this.stored = found.value;
    this.trouble = offered.ok ? "" : offered.reason;
    return offered.ok;
  }

  at(name: string): string {
    return this.cells[name] ?? "";
  }

  faultsAt(name: string): readonly FaultView[] {
    return this.faults.filter(({ field }) => field === name);
  }

  /** Have cells say something else, as one step; nothing is done where they say so already. */
  set(changes: Changes): Promise<void> {
    const news = Object.entries(changes).filter(([name, text]) => (this.cells[name] ?? null) !== text);
    if (!news.length) return Promise.resolve();
    const step = Object.fromEntries(news);
    this.waiting = [...this.waiting, step];
    return this.next(async () => {
      await this.deliver("change", () => ({ version: this.stored!.version, cells: step }));
      this.waiting = this.waiting.filter((one) => one !== step);
    });
  }

  /** Another number of spaces, as one step. */
  resize(spaces: number): Promise<void> {
    return this.next(() => this.deliver("size", () => ({ version: this.stored!.version, spaces })));
  }

  undo(): Promise<void> {
    return this.next(() => this.deliver("undo", () => ({ version: this.stored!.version })));
  }

  redo(): Promise<void> {
    return this.next(() => this.deliver("redo", () => ({ version: this.stored!.version })));
  }

  /** All that was changed so far has been answered. */
  answered(): Promise<void> {
    return this.line;
  }

  /** Show where a cell stands, and go there. */
  goTo(field: string): void {
    const spot = spotOf(field);
    this.section = spot.section;
    if (spot.space !== undefined) this.space = spot.space;
    if (spot.deck !== undefined) this.deck = spot.deck;
    requestAnimationFrame(() => {
      const exact = document.querySelector<HTMLElement>(`[data-cell="${CSS.escape(field)}"]`);
      const near = document.querySelector<HTMLElement>(`[data-cell^="${CSS.escape(field)}"]`);
      const found = exact ?? near;
      found?.focus();
      found?.scrollIntoView({ block: "center" });
    });
  }

  private next(step: () => Promise<void>): Promise<void> {
    this.line = this.line.then(step);
    return this.line;
  }

  /** Until the hub has answered; asked again it is by the same id, so it counts once. */
  private async deliver(what: string, body: () => unknown): Promise<void> {
    for (;;) {
      const answer = await sent<DesignView>(`/${this.stored!.id}/${what}`, body());
      if (answer.ok) {
        this.stored = answer.value;
        this.trouble = "";
        return;
      }
      this.trouble = answer.reason;
      if (answer.reason !== "link_lost" && answer.reason !== "too_fast") break;
      await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
    }
    const found = await asked<DesignView>(`/${this.stored!.id}`);
    if (found.ok) this.stored = found.value;
  }
}
