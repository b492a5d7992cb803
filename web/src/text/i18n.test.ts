import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test, vi } from "vitest";
import de from "../locales/de.json";
import en from "../locales/en.json";
import { completeTexts, fill, language, listed, preferred, shown, speak, t, use } from "./i18n";

describe("placeholders", () => {
  test("a name stands where its placeholder stood", () => {
    expect(fill("{seat} zieht auf {space}.", { seat: "Anna", space: "Opernplatz" })).toBe("Anna zieht auf Opernplatz.");
  });
  test("a count chooses between one and many and shows its figure", () => {
    expect(fill("{n|ein Feld|# Felder} zurück", { n: 1 })).toBe("ein Feld zurück");
    expect(fill("{n|ein Feld|# Felder} zurück", { n: 1200 })).toBe("1.200 Felder zurück");
    expect(fill("{n|ein Feld|# Felder} zurück", { n: 0 })).toBe("0 Felder zurück");
  });
  test("numbers are written as in the reader's language", () => {
    expect(fill("{n}", { n: 1500 })).toBe("1.500");
    use("en", en);
    expect(fill("{n}", { n: 1500 })).toBe("1,500");
    expect(document.documentElement.lang, "for who listens, and for hyphens").toBe("en");
  });
  test("a missing text shows its key", () => {
    expect(t("no.such.text")).toBe("no.such.text");
  });
  test.each([
    ["de", de],
    ["en", en],
  ] as const)("figures and lists are written as the browser writes them in %s", (language, texts) => {
    use(language, texts);
    const figures = [0, 7, 999, 1000, 1_234_567, -140, 0.5, -1234.5678];
    const written = new Intl.NumberFormat(language);
    expect(figures.map(shown)).toEqual(figures.map((figure) => written.format(figure).replace("-", "\u2212")));
    const lists = ["Anna", "Björn", "Chloé", "Deniz"].map((_, count, all) => all.slice(0, count));
    const joined = new Intl.ListFormat(language);
    expect(lists.map(listed)).toEqual(lists.map((list) => joined.format(list)));
  });
});

describe("language of a device", () => {
  test("what was chosen here wins over the browser", () => expect(preferred("en", ["de-DE"])).toBe("en"));
  test("else the browser's first language that we speak", () =>
    expect(preferred(null, ["fr-FR", "DE", "en"])).toBe("de"));
  test("else English", () => expect(preferred(null, ["fr-FR"])).toBe("en"));
  test("one that is chosen while the rest of another loads is the one that is spoken", async () => {
    let come = () => {};
    const late = new Promise<void>((resolve) => (come = resolve));
    vi.stubEnv("DEV", false); // as in built pages, whose texts come in two parts
    vi.stubGlobal("fetch", async (address: string) => {
      if (address.endsWith("de.later.json")) await late;
      return Response.json({ [address.includes("later") ? "rest" : "first"]: address.includes("de.") ? "de" : "en" });
    });
    await speak("de");
    const complete = completeTexts();
    await speak("en");
    come();
    await complete;
    expect([language(), t("first"), t("rest")]).toEqual(["en", "en", "en"]);
    vi.unstubAllGlobals();
    vi.unstubAllEnvs();
  });
});

describe("the texts", () => {
  const sources = (folder: string): string[] =>
    readdirSync(folder).flatMap((name) => {
      const path = join(folder, name);
      if (statSync(path).isDirectory()) return sources(path);
      return /\.(svelte|ts)$/.test(name) && !name.includes(".test.") ? [readFileSync(path, "utf8")] : [];
    });
  const all = sources("src").join("\n");

  test("every text asked for by name exists", () => {
    const asked = [...all.matchAll(/\bt\("([\w.]+)"/g)].map((found) => found[1]!);
    const missing = asked.filter((key) => !(key in de));
    expect(missing, "put them into src/locales/de.json and en.json").toEqual([]);
    expect(asked.length).toBeGreaterThan(150);
  });
  test("no text lies unused", () => {
    const FAMILIES = [
      ...[
        "fact",
        "purpose",
        "explanation",
        "task",
        "command",
        "reason",
        "correct",
        "bot",
        "card",
        "kind",
        "die",
        "colour",
        "shape",
        "deck",
        "building",
        "group",
        "house_rule",
        "edition",
        "notice",
        "menu",
        "export",
        "pause",
        "print",
        "award",
        "fault",
        "moment",
        "can",
      ],
      String.raw`club\.(running|open|moving|board)`,
      String.raw`club\.(export|league)\.(table|began|edition|players|file|place)`, // headings of what is exported
      String.raw`board\.(state|lost|partly)`,
      String.raw`device\.(update|kind|link|why|fault|counter|button|lamp|times|new\.build)`,
      String.raw`device\.settings\.(readers|longest|lights|milliamps)`,
      String.raw`stickers\.(apple|insecure|browser|nothing|denied|off|missing|failed)`,
      String.raw`lobby\.(blocked|hint|colour|shape)`,
      String.raw`sealed\.(mechanism|state|sure)`,
      String.raw`going\.[012]`,
      String.raw`sit\.way\.(sit|who|code)`,
      String.raw`phone\.(kind|state|new|waiting|knock)`,
      String.raw`advice\.verdict`,
      String.raw`camera`,
      String.raw`wifi\.trouble`,
      String.raw`tour\.(play|table)`,
      String.raw`sums\.(level|ask)`,
      String.raw`evening\.(dice|sale|turned|part)`,
      String.raw`then`,
      String.raw`prompt\.space\.of`,
      String.raw`deeds\.claims`,
      String.raw`about`,
      String.raw`market\.(report|bank|do|offer)`,
      String.raw`laboratory\.(games|trouble)`,
      String.raw`camera\.(cannot|unreadable|too_dark|no_board|corner_hidden|cut_off|moved|crooked|glare|too_small|dice_small)`,
      String.raw`workshop\.(section|column|amount|effect|figure|delete|remark|restore)`,
    ];
    const families = new RegExp(`^(${FAMILIES.join("|")})(\\.|$)`);
    const prefixes = Object.keys(de).flatMap((key) => /^(?:edition|house_rule)\.(\w+)$/.exec(key)?.[1] ?? []);
    const usual = Object.keys(de).map((key) => key.replace(new RegExp(`^(${prefixes.join("|")})\\.`), ""));
    const unused = usual.filter((key) => !families.test(key) && !all.includes(`"${key}"`) && !all.includes(`'${key}'`));
    const left = unused.filter((key) => !key.startsWith("language."));
    expect(left, "no page says these, perhaps since a feature is gone: take them out of both locales").toEqual([]);
  });
});
