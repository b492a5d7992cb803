import { render, screen } from "@testing-library/svelte";
import { expect, test } from "vitest";
import App from "./App.svelte";

test("the page carries the name of the product", () => {
  render(App);
  expect(screen.getByRole("heading", { name: "Bankhalter" })).toBeDefined();
});
