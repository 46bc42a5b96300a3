import { afterEach, describe, expect, it, vi } from "vitest";
import { searchAnswerOf } from "../../support/answers.ts";
import { type Answers, refusal } from "../../support/screen.ts";
import { DOCUMENT, hitsOf, logged, open } from "./open-search.ts";

afterEach(() => vi.useRealTimers());

describe("the search", () => {
  it("shows more of the same answer in one list, each passage once", async () => {
    const { screen, asked, went } = open("?q=a");
    await screen.until(() => screen.all(".hit").length === 20);
    screen.press("Show more");
    await screen.until(() => screen.all(".hit").length > 20);
    expect(screen.texts(".hit-lines")).toEqual(Array.from({ length: 24 }, (_, at) => `line ${at + 1}`));
    expect([logged(asked), went]).toEqual([["a 20", "a 50"], ["replaces /?q=a&limit=50"]]);
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
    const ranks = screen.all(".hit").map((hit) => hit.getAttribute("data-rank"));
    expect(ranks).toEqual(all.map((_, rank) => `${rank + 1}`));
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

  it("leaves what is drawn as it is until the next answer, with links back to the query that found it", async () => {
    let answer = (): void => undefined;
    const answers: Answers = async ({ path, body }) => {
      if (path !== "/v1/search") return DOCUMENT;
      if ((body as { query: string }).query !== "a")
        await new Promise<void>((done) => {
          answer = done;
        });
      return searchAnswerOf({ hits: hitsOf(2) });
    };
    const parts = { matchMedia: () => Object.assign(new EventTarget(), { matches: true }) };
    const { screen, document } = open("?q=a", { answers, parts });
    await screen.until(() => screen.all(".preview-body").length > 0);
    const changed: string[] = [];
    const watch = new (document.defaultView as unknown as typeof globalThis).MutationObserver((changes) =>
      changed.push(...changes.map(({ type }) => type)),
    );
    for (const part of [screen.one(".hits"), screen.one(".preview")])
      watch.observe(part, { subtree: true, childList: true, attributes: true, characterData: true });
    screen.type(screen.field("input"), "ab");
    await screen.until(() => screen.all(".is-stale").length > 0);
    await screen.rest();
    const links = () => screen.all(".hit-link").map((link) => link.getAttribute("href"));
    expect([changed, links()]).toEqual([[], ["/?q=a&open=notes:0.md%23L1", "/?q=a&open=notes:1.md%23L2"]]);
    answer();
    await screen.until(() => screen.all(".is-stale").length === 0);
    expect(links()).toEqual(["/?q=ab&open=notes:0.md%23L1", "/?q=ab&open=notes:1.md%23L2"]);
  });

  it("opens a result of an earlier answer under the words that were typed since, and does not log those", async () => {
    const answers: Answers = ({ path, body }) => {
      if (path !== "/v1/search") return DOCUMENT;
      const { query } = body as { query: string };
      return query === "a" ? searchAnswerOf({ hits: hitsOf(2) }) : refusal(500, "internal", "A fault");
    };
    const { screen, went, asked } = open("?q=a", { answers });
    await screen.until(() => screen.all(".hit").length === 2);
    screen.type(screen.field("input"), "abc");
    await screen.until(() => screen.all(".is-stale .banner").length > 0);
    screen.fire(screen.one(".hit-link"), "click", { button: 0 });
    await screen.rest();
    expect(went.at(-1)).toBe("/?q=abc&open=notes:0.md%23L1");
    expect(screen.field("input").value).toBe("abc");
    expect(logged(asked).filter((one) => one.endsWith("logged"))).toEqual([]);
  });

  it("logs a query that is meant, not those on the way to it, and starts with few results again", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    const { screen, asked, went } = open("?q=a&limit=50&tag=t");
    await screen.until(() => screen.all(".hit").length === 24);
    const box = screen.field("input");
    screen.type(box, "ke");
    screen.type(box, "key");
    vi.advanceTimersByTime(39);
    expect(went).toEqual(["types /?q=ke&tag=t"]);
    vi.advanceTimersByTime(1);
    expect(went).toEqual(["types /?q=ke&tag=t", "types /?q=key&tag=t"]);
    await screen.until(() => logged(asked).at(-1) === "key 20");
    box.value = "keys";
    screen.submit();
    expect(went.slice(2)).toEqual(["/?q=keys&tag=t"]);
    await screen.until(() => logged(asked).at(-1) === "keys 20 logged");
    vi.advanceTimersByTime(1_000);
    expect(logged(asked).filter((one) => one.endsWith("logged"))).toEqual(["keys 20 logged"]);
  });

  it("takes the last word for a beginning while it is typed, and until another query is meant", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    const { screen, asked } = open("?q=a");
    const type = async (text: string, requests: number) => {
      screen.type(screen.field("input"), text);
      vi.advanceTimersByTime(120);
      await screen.until(() => asked.length === requests);
    };
    await screen.until(() => screen.all(".hit").length === 20);
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
    expect(went).toEqual(["types /?q=%E3%81%8B%E3%81%8E"]);
  });

  it("logs the query whose result is opened, but not one that a link opened", async () => {
    const linked = open("?q=a&open=notes:1.md%23L2-L2");
    await linked.screen.until(() => linked.screen.all(".hit").length === 20);
    expect(logged(linked.asked)).toEqual(["a 20"]);
    const { screen, asked } = open("?q=a");
    await screen.until(() => screen.all(".hit").length === 20);
    screen.fire(screen.one(".hit-link"), "click");
    await screen.until(() => logged(asked).length === 2);
    expect(logged(asked)).toEqual(["a 20", "a 20 logged"]);
  });

  it("welcomes with what is indexed", () => {
    const full = open("", { status: { documents: 1, chunks: 2_000 } }).screen;
    expect(full.text).toContain("1 document in 2,000 passages, each cited by its lines.");
  });

  it("has the box in focus, unless a document is open", () => {
    expect(open("?q=a").at()).toBe("input");
    expect(open("?q=a&open=notes:a.md").at()).not.toBe("input");
  });
});

describe("beside the results", () => {
  const wide = { matchMedia: () => Object.assign(new EventTarget(), { matches: true }) };

  it("stands the document of the selected result, where there is room, once the selection rests", async () => {
    const { screen, asked, key } = open("?q=a", { parts: wide });
    await screen.until(() => screen.all(".hit").length === 20);
    await screen.until(() => screen.all(".preview").length > 0);
    expect(screen.text).toContain("notes: 0.md · line 1");
    key("ArrowDown");
    key("ArrowDown");
    await screen.shows("notes: 1.md · line 2");
    const read = asked.filter(({ path }) => path.startsWith("/v1/documents/"));
    expect(read.map(({ path }) => path)).toEqual(["/v1/documents/0.md", "/v1/documents/1.md"]);
    expect(logged(asked)).toEqual(["a 20"]);
  });

  it("stands none in a narrow window", async () => {
    const { screen } = open("?q=a");
    await screen.until(() => screen.all(".hit").length === 20);
    await screen.rest();
    expect(screen.all(".preview")).toEqual([]);
  });
});
