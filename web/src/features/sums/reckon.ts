/** Asks a child to work something out, in a window of its own, wherever the payment was begun. */
import { mount, unmount } from "svelte";
import Sum from "./Sum.svelte";
import { reckoning } from "./sums";
import { table } from "../../state/table.svelte";

/**
 * True once it is worked out, or the banker let it pass; false if nobody wants to any more. `prompt` is the question it
 * answers, `before` what the child had if that is no longer what it has.
 */
export function reckon(seat: number, cost: number, prompt: string | null, before?: number): Promise<boolean> {
  const child = table.seat(seat);
  if (!child?.sums) return Promise.resolve(true);
  const asked = reckoning(child.sums, cost, before ?? child.balance, table.edition?.spaces ?? []);
  return new Promise((resolve) => {
    const done = (worked: boolean) => {
      resolve(worked);
      void unmount(shown);
    };
    const shown = mount(Sum, { target: document.body, props: { child, asked, prompt, done } });
  });
}
