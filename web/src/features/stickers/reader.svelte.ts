/** Whether this device reads stickers, and why not: what the page of a seat and `/device` show of it. */
import { listen, permission, unable, type Trouble, type Unable } from "./nfc";

export type ReaderState = "asleep" | "asking" | "reading" | Trouble | Unable;

export class StickerReader {
  state = $state<ReaderState>(unable() ?? "asleep");
  /** The last sticker could not be read. */
  missed = $state(false);
  private stopping: AbortController | null = null;

  constructor(private readonly heard: (uid: string) => void) {}

  /** Start automatically where it was allowed before; a browser asks people only after a tap on the page. */
  async wake(): Promise<void> {
    if (this.state !== "asleep") return;
    const said = await permission((now) => this.changed(now));
    if (said === "denied") this.state = "denied";
    if (said === "granted" && this.state === "asleep") await this.start();
  }

  async start(): Promise<void> {
    this.stopping?.abort();
    const stopping = (this.stopping = new AbortController());
    this.state = "asking";
    this.missed = false;
    const trouble = await listen(
      (uid) => {
        this.missed = false;
        this.heard(uid);
      },
      () => (this.missed = true),
      stopping.signal,
    );
    if (!stopping.signal.aborted) this.state = trouble ?? "reading";
  }

  stop(): void {
    this.stopping?.abort();
    this.stopping = null;
    if (this.state === "reading" || this.state === "asking") this.state = "asleep";
  }

  private changed(now: PermissionState): void {
    if (now === "denied") {
      this.stop();
      this.state = "denied";
    } else if (this.state === "denied") this.state = "asleep";
  }
}
