import { mount } from "svelte";
import App from "./App.svelte";
import { preferred, storedLanguage } from "./text/i18n";
import { storedKey } from "./net/keys";
import { home, pageOf } from "./net/route";
import { openLine } from "./net/socket";
import { table } from "./state/table.svelte";
import { showType } from "./browser/type";
import { completeTexts, speak } from "./text/words.svelte";
import "./styles/base.css";

/** Firefox 91 has none, and what checks seals asks for it. */
const hasOwn = (of: object, name: PropertyKey) => Object.prototype.hasOwnProperty.call(of, name);
if (!Reflect.has(Object, "hasOwn")) Object.defineProperty(Object, "hasOwn", { value: hasOwn });

async function start(): Promise<void> {
  const target = document.getElementById("app");
  if (!target) throw new Error("index.html has no #app");
  const page = pageOf(location.pathname);
  if (!page) {
    location.replace(`/${home(location.hostname, storedKey("banker") !== null)}${location.hash}`);
    return;
  }
  showType();
  await speak(preferred(storedLanguage(), navigator.languages ?? [navigator.language]));
  if (page === "story" || page === "device" || page === "workshop") await completeTexts(); // they begin with what comes later elsewhere
  const mock = new URLSearchParams(location.search).get("mock");
  if (import.meta.env.DEV && mock !== null) (await import("./dev/mock")).start(page, mock);
  else table.start(page, openLine);
  target.textContent = ""; // what stands there until the page begins
  mount(App, { target, props: { page } });
}

void start();
