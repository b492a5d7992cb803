import { afterEach, expect, test } from "vitest";
import "../dev/testing";
import { storeKey } from "./keys";
import { roleOn } from "../state/features";

afterEach(() => (["banker", "seat"] as const).forEach((role) => storeKey(role, null)));

test("a page shows the key of its own role and no other, whatever keys lie on the device", () => {
  storeKey("banker", "b");
  const roles = () => ["table", "device", "workshop", "play", "tv", "rules"].map(roleOn);
  expect(roles()).toEqual(["banker", "banker", "banker", "seat", null, null]);
  storeKey("seat", "s");
  expect(roles()).toEqual(["banker", "banker", "banker", "seat", null, null]);
});
