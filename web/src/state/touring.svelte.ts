/** The tour for first-time users: once on each device, and again whenever somebody asks for it. */
import { read, write } from "../browser/storage";

const SEEN = "bankhalter.toured";

export class Touring {
  /** The current step of the tour; null if there is none. */
  step = $state<number | null>(null);
  /** Once on each load of the page where nothing can be stored. */
  private offered = false;

  /** Begin, unless this device has seen it. */
  offer(): void {
    if (this.offered || read(SEEN) !== null) return;
    this.begin();
  }

  begin = (): void => {
    this.offered = true;
    write(SEEN, "yes");
    this.step = 0;
  };

  leave = (): void => {
    this.step = null;
  };
}

export const touring = new Touring();
