import { expect, test } from "vitest";
import { doors } from "../dev/fixtures";
import { elsewhereThan, isNowhere, shortUrl } from "./join";

test("the scheme is shown where browsers would add the wrong one", () => {
  expect(shortUrl("http://192.168.1.5:8080/")).toBe("192.168.1.5:8080");
  expect(shortUrl("https://192.168.1.5:8080/")).toBe("https://192.168.1.5:8080");
});

test("only the hub's own computer opens localhost", () => {
  expect(isNowhere("http://localhost:8080")).toBe(true);
  expect(isNowhere("http://[fd00::5]:8080")).toBe(false);
  expect(isNowhere("")).toBe(false);
});

test("a page that has lost its table knows where else it was said to be", () => {
  const join = doors({ url: "http://192.168.1.77:8080", named: "http://bankhalter.local:8080" });
  expect(elsewhereThan("http://192.168.1.20:8080", join)).toEqual([join.url, join.named]);
  expect(elsewhereThan("http://bankhalter.local:8080", join)).toEqual([join.url]);
  expect(elsewhereThan("http://192.168.1.77:8080", doors({ url: "http://localhost:8080" }))).toEqual([]);
});
