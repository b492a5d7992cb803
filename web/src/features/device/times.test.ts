import { render, screen } from "@testing-library/svelte";
import { expect, test } from "vitest";
import Times from "./Times.svelte";
import { use } from "../../text/words.svelte";

test("every class has its bar before the texts of the page have come", () => {
  use("de", {});
  const latencies = [{ name: "stored" as const, bounds_ms: [1, 2, 5], counts: [7, 4, 0, 3], longest_ms: 9 }];
  render(Times, { latencies });
  expect(screen.getAllByRole("progressbar")).toHaveLength(4);
});
