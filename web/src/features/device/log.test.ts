import { render, screen } from "@testing-library/svelte";
import { expect, test } from "vitest";
import Log from "./Log.svelte";
import { use } from "../../text/words.svelte";

test.each(["de", "en"] as const)(
  "the time of a line has its thousandths right behind the seconds, in %s",
  (language) => {
    use(language, {});
    const at_ms = new Date(2026, 10, 27, 15, 4, 5, 67).getTime();
    render(Log, { lines: [{ index: 0, at_ms, node: "a", outward: false, text: "{}", ok: true }] });
    expect(screen.getByText(/^\d/).textContent).toBe("15:04:05.067");
  },
);
