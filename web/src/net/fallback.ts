/**
 * Which way a page tries next to reach the hub: the WebSocket, and where a browser refuses that although the hub
 * answers, as Safari is said to with a certificate of our own, plain requests (hub/docs/decisions/0051).
 */
export type Transport = "websocket" | "polling";

/** Once may be chance: the hub may have come back between the attempt and the check. */
const ENOUGH = 2;

export class Fallback {
  transport: Transport = "websocket";
  /** No kind of connection works, although the hub answers. */
  shut = false;
  private count = 0;
  private readonly closed = new Set<Transport>();

  /** Only over https does the hub offer both. */
  constructor(private readonly secure: boolean) {}

  /** An attempt failed although the hub answered then. */
  refused(): void {
    this.count += 1;
    if (this.count < ENOUGH) return;
    this.count = 0;
    this.closed.add(this.transport);
    this.shut = !this.secure || this.closed.size > 1;
    if (this.secure) this.transport = this.transport === "websocket" ? "polling" : "websocket";
  }

  /** The line is up, or the hub is away: what was refused before says nothing any more. */
  forget(): void {
    this.count = 0;
    this.shut = false;
    this.closed.clear();
  }
}
