import { beforeEach, expect, test } from "vitest";
import { useOwnWords } from "./ownWords";
import { speakGerman } from "../../dev/testing";
import { groupName } from "../../text/sentences";
import { moneySign, t } from "../../text/words.svelte";

const colour = () => document.documentElement.style.getPropertyValue("--group-brown");

beforeEach(() => {
  speakGerman();
  useOwnWords({});
});

test("groups, decks and cards are called as the family calls them, everything else as we do", () => {
  useOwnWords({ "group.brown": "Unterdorf", "colour.red": "#112233", name: "Unser Dorf" });
  expect([groupName("brown"), groupName("red"), t("colour.red")]).toEqual(["Unterdorf", "Rot", "Rot"]);
});

test("colours and the sign of the money are the family's, and ours again afterwards", () => {
  useOwnWords({ "colour.brown": "#112233", "money.sign": "Tl" });
  expect([colour(), moneySign()]).toEqual(["#112233", "Tl"]);
  useOwnWords({});
  expect([colour(), moneySign(), groupName("brown")]).toEqual(["", "", "Braun"]);
});
