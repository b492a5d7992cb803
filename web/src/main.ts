import { mount } from "svelte";
import App from "./App.svelte";
import { preferred, storedLanguage } from "./text/i18n";
import * as FEATURES from "./features";
import { at } from "./net/base";
import { storedKey, takeKey } from "./net/keys";
import { home, PAGES, pageOf } from "./net/route";
import { openLine } from "./net/socket";
import { bringIn, frontAt, pagesBrought, type PageLoading } from "./state/features";
import { table } from "./state/table.svelte";
import { dress, showType } from "./browser/type";
import { completeTexts, speak } from "./text/words.svelte";
import "./styles/base.css";
import "./styles/words.css";

/** Firefox 91 has none, and checking seals needs it. */
const hasOwn = (of: object, name: PropertyKey) => Object.prototype.hasOwnProperty.call(of, name);
if (!Reflect.has(Object, "hasOwn")) Object.defineProperty(Object, "hasOwn", { value: hasOwn });

const speakUsual = () => speak(preferred(storedLanguage(), navigator.languages ?? [navigator.language]));

/** A page without a table. */
async function front(target: Element, load: PageLoading): Promise<void> {
  showType();
  await speakUsual();
  await completeTexts();
  const { default: Front } = await load();
  target.textContent = "";
  mount(Front, { target });
  void dress();
}

async function start(): Promise<void> {
  const target = document.getElementById("app");
  if (!target) throw new Error("index.html has no #app");
  takeKey();
  bringIn(Object.values(FEATURES));
  const page = pageOf(location.pathname);
  const alone = frontAt(location.pathname);
  if (alone) return front(target, alone);
  const brought = page in pagesBrought();
  if (!brought && !PAGES.includes(page)) {
    if (page) return front(target, () => import("./screens/Nowhere.svelte"));
    location.replace(at(`/${home(location.hostname, storedKey("banker") !== null)}${location.hash}`));
    return;
  }
  showType();
  await speakUsual();
  for (const { begin } of Object.values(FEATURES)) begin?.(page);
  if (brought) await completeTexts(); // they begin with what comes later elsewhere
  const mock = new URLSearchParams(location.search).get("mock");
  if (import.meta.env.DEV && mock !== null) (await import("./dev/mock")).start(page, mock);
  else table.start(page, openLine);
  target.textContent = ""; // what stands there until the page begins
  mount(App, { target, props: { page } });
}

void start();
