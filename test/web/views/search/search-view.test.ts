import { h } from "preact";
import { afterEach, describe, expect, it, vi } from "vitest";
import { SearchView } from "../../../../src/web/views/search/search-view.tsx";
import { hitsOf, searchAnswerOf } from "../../support/answers.ts";
import { type Answers, onPage } from "../../support/screen.ts";
import { asWindow } from "../../support/window.ts";

interface Options {
  readonly answers?: Answers;
  readonly stored?: Readonly<Record<string, string>>;
  readonly status?: object;
}

const DOCUMENT = { text: "a", lines: 1, bytes: 1, kind: "file", language: "text", indexedAt: "2026-11-20" };

const found: Answers = ({ path, body }) =>
  path !== "/v1/search"
    ? DOCUMENT
    : searchAnswerOf({ hits: hitsOf((body as { limit: number }).limit).slice(0, 12) });

function open(address: string, { answers = found, stored = {}, status = {} }: Options = {}) {
  const kept = new Map(Object.entries(stored));
  const window = asWindow({
    requestAnimationFrame: (run: () => void) => run(),
    localStorage: {
      getItem: (key: string) => kept.get(key) ?? null,
      setItem: (key: string, value: string) => kept.set(key, value),
      removeItem: (key: string) => kept.delete(key),
    },
  });
  const page = onPage(() => h(SearchView, {}), { answers, address, status, window });
  const { document } = window;
  const key = (name: string, more: object = {}) =>
    page.screen.fire(document.activeElement ?? document.body, "keydown", { key: name, ...more });
  const at = () => {
    const link = document.activeElement?.closest(".hit");
    return link == null
      ? document.activeElement?.localName
      : (link.querySelector(".hit-rank")?.textContent ?? "");
  };
  return { ...page, document, key, at, kept };
}

const logged = (asked: ReturnType<typeof open>["asked"]) =>
  asked
    .filter(({ path }) => path === "/v1/search")
    .map(({ body }) => body as { query: string; limit: number; log: boolean })
    .map(({ query, limit, log }) => `${query} ${limit}${log ? " logged" : ""}`);

afterEach(() => vi.useRealTimers());

describe("the search", () => {
  it("shows more of the same answer in one list, each passage once", async () => {
    const { screen, asked, went } = open("?q=a");
    await screen.until(() => screen.all(".hit").length === 10);
    screen.press("Show more");
    await screen.until(() => screen.all(".hit").length > 10);
    expect(screen.texts(".hit-lines")).toEqual(Array.from({ length: 12 }, (_, at) => `line ${at + 1}`));
    expect([logged(asked), went]).toEqual([["a 10", "a 25"], ["replaces /?q=a&limit=25"]]);
    expect(screen.has("Show more")).toBe(false);
  });

  it("goes on page after page behind the hundredth, and leads the focus there", async () => {
    const all = hitsOf(150);
    const pages: Record<string, object> = {
      first: { hits: all.slice(0, 100), nextCursor: "second" },
      second: { hits: all.slice(100, 130), nextCursor: "third" },
      third: { hits: all.slice(130), nextCursor: null, degraded: ["depth_reached"] },
    };
    const answers: Answers = ({ path, body }) =>
      path === "/v1/search"
        ? searchAnswerOf(pages[(body as { cursor?: string }).cursor ?? "first"])
        : DOCUMENT;
    const { screen, asked, at, went } = open("?q=a&limit=100", { answers });
    await screen.until(() => screen.all(".hit").length === 100);
    screen.press("Show more");
    await screen.until(() => screen.all(".hit").length === 130);
    await screen.until(() => at() === "101");
    screen.press("Show more");
    await screen.until(() => screen.all(".hit").length === 150);
    expect(screen.texts(".hit-rank")).toEqual(all.map((_, rank) => `${rank + 1}`));
    expect([screen.has("Show more"), screen.text.includes("There may be more"), went]).toEqual([
      false,
      true,
      [],
    ]);
    expect(logged(asked)).toEqual(["a 100", "a 100", "a 100"]);
  });

  it("says why no further page came, and offers it again", async () => {
    const answers: Answers = ({ body }) => {
      if ((body as { cursor?: string }).cursor === undefined)
        return searchAnswerOf({ hits: hitsOf(100), nextCursor: "second" });
      throw new Error("the line is dead");
    };
    const { screen, told } = open("?q=a&limit=100", { answers });
    await screen.until(() => screen.all(".hit").length === 100);
    screen.press("Show more");
    await screen.until(() => told.length > 0);
    expect([screen.all(".hit").length, screen.has("Show more")]).toEqual([100, true]);
  });

  it("logs a query that is meant, not those on the way to it, and starts with few results again", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    const { screen, asked, went } = open("?q=a&limit=25&tag=t");
    await screen.until(() => screen.all(".hit").length === 12);
    const box = screen.field("input");
    screen.type(box, "ke");
    screen.type(box, "key");
    vi.advanceTimersByTime(119);
    expect(went).toEqual([]);
    vi.advanceTimersByTime(1);
    expect(went).toEqual(["replaces /?q=key&tag=t"]);
    await screen.until(() => asked.length === 2);
    screen.type(box, "keys");
    screen.submit();
    expect(went.slice(1)).toEqual(["/?q=keys&tag=t"]);
    await screen.until(() => asked.length === 3);
    vi.advanceTimersByTime(1_000);
    expect(logged(asked)).toEqual(["a 25", "key 10", "keys 10 logged"]);
  });

  it("takes the last word for a beginning while it is typed, and until another query is meant", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    const { screen, asked } = open("?q=a");
    const type = async (text: string, requests: number) => {
      screen.type(screen.field("input"), text);
      vi.advanceTimersByTime(120);
      await screen.until(() => asked.length === requests);
    };
    await screen.until(() => screen.all(".hit").length === 10);
    await type("ro", 2);
    await type("ro ", 3);
    await type("rot", 4);
    screen.fire(screen.one(".hit-link"), "click");
    await screen.until(() => asked.length >= 5);
    screen.submit();
    const searches = () =>
      asked
        .filter(({ path }) => path === "/v1/search")
        .map(({ body }) => body as { query: string; typing?: boolean; log: boolean })
        .map(({ query, typing, log }) => `${query}${typing ? " typing" : ""}${log ? " logged" : ""}`);
    await screen.until(() => searches().length === 6);
    expect(searches()).toEqual(["a", "ro typing", "ro", "rot typing", "rot typing logged", "rot logged"]);
  });

  it("waits for the end of a composition", () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    const { screen, went } = open("");
    const box = screen.field("input");
    box.value = "かぎ";
    screen.fire(box, "input", { isComposing: true });
    vi.advanceTimersByTime(1_000);
    expect(went).toEqual([]);
    screen.fire(box, "compositionend");
    vi.advanceTimersByTime(120);
    expect(went).toEqual(["replaces /?q=%E3%81%8B%E3%81%8E"]);
  });

  it("logs the query whose result is opened, but not one that a link opened", async () => {
    const linked = open("?q=a&open=notes:guides/keys.md%23L2-L2");
    await linked.screen.until(() => linked.screen.all(".hit").length === 10);
    expect(logged(linked.asked)).toEqual(["a 10"]);
    const { screen, asked } = open("?q=a");
    await screen.until(() => screen.all(".hit").length === 10);
    screen.fire(screen.one(".hit-link"), "click");
    await screen.until(() => logged(asked).length === 2);
    expect(logged(asked)).toEqual(["a 10", "a 10 logged"]);
  });

  it("welcomes with what is indexed, or the way to fill it", () => {
    const full = open("", { status: { documents: 1, chunks: 2_000 } }).screen;
    expect(full.text).toContain("1 document in 2,000 passages, each cited by its lines.");
    const empty = open("", { status: { documents: 0 } }).screen;
    expect(empty.text).toContain("Nothing is indexed yet");
    expect(empty.named("Open the index view")[0]?.getAttribute("href")).toBe("/?view=index");
  });

  it("has the box in focus, unless a document is open", () => {
    expect(open("?q=a").at()).toBe("input");
    expect(open("?q=a&open=notes:a.md").at()).not.toBe("input");
  });
});

describe("keys", () => {
  async function ready(address = "?q=a", options: Options = {}) {
    const page = open(address, options);
    await page.screen.until(() => page.screen.all(".hit").length === 10);
    return page;
  }

  it("go from the box through the results and back, and stop at the last", async () => {
    const { key, at } = await ready();
    const seen = ["ArrowUp", "ArrowDown", "ArrowDown", "ArrowUp", "ArrowUp"].map((name) => {
      key(name);
      return at();
    });
    expect(seen).toEqual(["input", "1", "2", "1", "input"]);
    for (let step = 0; step < 12; step++) key("ArrowDown");
    expect(at()).toBe("10");
  });

  it("go on from inside a result", async () => {
    const { key, at, screen } = await ready();
    screen.all(".hit-why")[2]?.focus();
    key("ArrowDown");
    expect(at()).toBe("4");
  });

  it("bring the box back, with its text selected", async () => {
    for (const name of ["/", "Escape"]) {
      const { key, at, screen } = await ready();
      key("ArrowDown");
      key(name);
      const { selectionStart, selectionEnd } = screen.one<HTMLInputElement>("input");
      expect([name, at(), selectionStart, selectionEnd]).toEqual([name, "input", 0, 1]);
    }
  });

  it("close what is open first, and return to its result", async () => {
    const { key, at, went, screen } = await ready();
    key("ArrowDown");
    key("ArrowDown");
    screen.fire(screen.one(".hit:not(.x) .hit-link"), "click");
    key("Escape");
    expect([went.at(-1), at()]).toEqual(["/?q=a", "1"]);
  });

  it("of letters press the buttons of the result in focus, and nothing in a field", async () => {
    const { key, screen } = await ready();
    key("w");
    expect(screen.named("Hide why")).toHaveLength(0);
    key("ArrowDown");
    key("ArrowDown");
    key("w");
    expect(screen.all(".hit")[1]?.querySelectorAll("[aria-expanded=true]")).toHaveLength(1);
    const texts: string[] = [];
    const { clipboard } = { clipboard: { writeText: async (text: string) => void texts.push(text) } };
    Object.defineProperty(globalThis.navigator, "clipboard", { value: clipboard, configurable: true });
    key("c");
    Reflect.deleteProperty(globalThis.navigator, "clipboard");
    expect(texts).toEqual(["guides/keys.md#L3-L9"]);
  });

  it("are the browser's with Ctrl, Alt or Meta, and while text is composed", async () => {
    const { key, at } = await ready();
    for (const more of [{ ctrlKey: true }, { altKey: true }, { metaKey: true }, { isComposing: true }]) {
      key("ArrowDown", more);
      expect([more, at()]).toEqual([more, "input"]);
    }
  });

  it("are taken from the browser only where they did something", async () => {
    const { key } = await ready();
    expect(key("ArrowUp").defaultPrevented).toBe(false);
    expect(key("ArrowDown").defaultPrevented).toBe(true);
    expect(key("x").defaultPrevented).toBe(false);
  });

  it("show their help, and none works behind it", async () => {
    const { key, at, screen } = await ready();
    key("ArrowDown");
    key("?");
    expect(screen.texts("dt")).toEqual(["/", "↓↑", "Enter", "Esc", "c", "w", "?"]);
    screen.all(".hit-link")[0]?.focus();
    key("ArrowDown");
    expect(at()).toBe("1");
    screen.press("Close");
    expect(screen.all("dialog")).toEqual([]);
  });

  it("of characters can be turned off, and on again", async () => {
    const { key, at, screen, kept } = await ready("?q=a", { stored: { "edge-recall.keys": "off" } });
    key("ArrowDown");
    key("/");
    key("?");
    expect([at(), screen.all("dialog")]).toEqual(["1", []]);
    key("ArrowDown");
    expect(at()).toBe("2");
    screen.press("Keyboard help");
    const toggle = screen.one<HTMLInputElement>("[type=checkbox]");
    expect(toggle.checked).toBe(false);
    screen.fire(toggle, "click");
    expect([...kept]).toEqual([]);
  });
});
