import { mount } from "svelte";
import App from "./App.svelte";
import { preferred, storedLanguage } from "./text/i18n";
import { at, baseOf } from "./net/base";
import { storedKey, takeKey } from "./net/keys";
import { home, isFront, pageOf, type Page } from "./net/route";
import { openLine } from "./net/socket";
import { table } from "./state/table.svelte";
import { showType } from "./browser/type";
import { completeTexts, speak } from "./text/words.svelte";
import "./styles/base.css";

/** Firefox 91 has none, and checking seals needs it. */
const hasOwn = (of: object, name: PropertyKey) => Object.prototype.hasOwnProperty.call(of, name);
if (!Reflect.has(Object, "hasOwn")) Object.defineProperty(Object, "hasOwn", { value: hasOwn });

const speakUsual = () => speak(preferred(storedLanguage(), navigator.languages ?? [navigator.language]));

/** One table of many: what lies on a home screen leads to it, and the page follows it to other processes. */
function inClub(page: Page): void {
  document.querySelector("link[rel=manifest]")?.setAttribute("href", at("/manifest.webmanifest"));
  void import("./net/elsewhere").then(({ follow }) => follow(page, () => table.lostAt === null));
}

/** A page of a club that has no table. */
async function front(target: Element): Promise<void> {
  showType();
  await speakUsual();
  await completeTexts();
  const { default: Front } = await import("./screens/club/Front.svelte");
  target.textContent = "";
  mount(Front, { target });
}

async function start(): Promise<void> {
  const target = document.getElementById("app");
  if (!target) throw new Error("index.html has no #app");
  takeKey();
  const page = pageOf(location.pathname);
  if (isFront(location.pathname)) return front(target);
  if (!page) {
    location.replace(at(`/${home(location.hostname, storedKey("banker") !== null)}${location.hash}`));
    return;
  }
  showType();
  await speakUsual();
  if (baseOf(location.pathname)) inClub(page);
  if (page === "story" || page === "device" || page === "workshop") await completeTexts(); // they begin with what comes later elsewhere
  const mock = new URLSearchParams(location.search).get("mock");
  if (import.meta.env.DEV && mock !== null) (await import("./dev/mock")).start(page, mock);
  else table.start(page, openLine);
  target.textContent = ""; // what stands there until the page begins
  mount(App, { target, props: { page } });
}

void start();
