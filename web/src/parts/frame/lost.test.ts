import { render, screen } from "@testing-library/svelte";
import { afterEach, expect, test } from "vitest";
import Banner from "./Banner.svelte";
import WayBack from "../pause/WayBack.svelte";
import { doors, EDITION, view } from "../../dev/fixtures";
import { scene } from "../../dev/testing";
import { storeKey } from "../../net/keys";
import { table } from "../../state/table.svelte";

const HALF_A_MINUTE = 30_000;

afterEach(() => {
  storeKey("banker", null);
  table.lostAt = null;
});

function lost(url: string): void {
  storeKey("banker", "k3y");
  scene(view({ role: "banker", join: doors({ url }) }));
  table.page = "table";
  table.now = Date.now();
  table.lostAt = table.now - HALF_A_MINUTE;
  render(Banner);
}

test("a page that has lost its line leads to the table's other address, where it is still the banker's", () => {
  lost("http://10.0.0.77:8080");
  expect(screen.getByText(/Vielleicht ist er jetzt hier/)).toBeDefined();
  const way = new URL(screen.getByRole<HTMLAnchorElement>("link", { name: "10.0.0.77:8080" }).href);
  expect([way.origin, way.pathname, way.hash]).toEqual(["http://10.0.0.77:8080", location.pathname, "#key=banker:k3y"]);
});

test("after an evening that was ended a lost line is none, unless the hub says why it went", () => {
  const done = view({ role: "banker", join: doors({ url: location.origin }), pause: { kind: "frozen", missing: [] } });
  for (const shut of [false, true]) {
    scene(done);
    table.lostAt = table.now - HALF_A_MINUTE;
    table.shut = shut;
    const { unmount } = render(Banner);
    expect(screen.getByRole("alert").className.includes("link")).toBe(shut);
    unmount();
  }
  table.shut = false;
});

test("where no other address was ever shown, it leads nowhere", () => {
  lost(location.origin);
  expect(screen.getByRole("alert").textContent).toContain("Hat der Rechner eine neue Adresse");
  expect(screen.queryByRole("link")).toBeNull();
  expect(screen.queryByText(/Vielleicht ist er jetzt hier/)).toBeNull();
});

test("the start is a place like any other: a piece that was found there is said to be there", async () => {
  const piece = { seat: 0, space: 4, found: 0 };
  const shown = view({ role: "banker" });
  scene({ ...shown, board: { ...shown.board, wrong: piece } });
  render(Banner);
  expect((await screen.findByRole("alert")).textContent).toContain(EDITION.spaces[0]!.name);
  render(WayBack, { view: shown, pieces: [piece] });
  expect(screen.getByRole("listitem").textContent).toContain(EDITION.spaces[0]!.name);
});

test("of two spaces that are called alike it is said which is meant", async () => {
  const piece = { seat: 0, space: 7, found: 22 };
  const shown = view({ role: "banker" });
  scene({ ...shown, board: { ...shown.board, wrong: piece } });
  render(Banner);
  const [there, here] = ["Ereignisfeld (nach Theaterstraße)", "Ereignisfeld (nach Chausseestraße)"];
  expect((await screen.findByRole("alert")).textContent).toContain(`gehört auf ${here}, nicht auf ${there}`);
  render(WayBack, { view: shown, pieces: [piece] });
  expect(screen.getByRole("listitem").textContent).toContain(`von ${there} auf ${here}`);
});
