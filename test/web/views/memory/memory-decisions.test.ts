import { h } from "preact";
import { describe, expect, it } from "vitest";
import { mayContradict } from "../../../../src/contract/may-contradict.ts";
import { differingPieces } from "../../../../src/web/views/memory/decide/differing.tsx";
import { MemoryView } from "../../../../src/web/views/memory/memory-view.tsx";
import { titleOf } from "../../../../src/web/views/memory/titles.ts";
import { asBrowser } from "../../support/globals.ts";
import { type Answers, onPage, refusal } from "../../support/screen.ts";

const memoryOf = (id: string, text: string, more: object = {}) => ({
  ...{ id, text, cut: false, type: "fact", confidence: 0.7, importance: 0.4, priority: 2, state: "live" },
  ...{ tags: ["t"], entities: [], source: null, session: null, timesObserved: 1, recalled: 0 },
  ...{ votes: { up: 0, down: 0 }, quality: 0.5, supersedes: null, supersededBy: null, version: 3 },
  ...{ firstObserved: "2026-11-20T12:00:00Z", lastObserved: "2026-11-20T12:00:00Z" },
  ...more,
});
const TWO = memoryOf("m2", "The port is 2.");
const ONE = memoryOf("m1", "The port is 1.");

async function open(address: string, rest: Answers, scope = "write") {
  asBrowser({ localStorage: { getItem: () => null }, location: { origin: "https://recall.example" } });
  const page = onPage(() => h(MemoryView, {}), { answers: rest, address, status: { scope } });
  await page.screen.until((screen) => screen.all(".skeleton").length === 0);
  const sent = () =>
    page.asked.filter(({ method }) => method !== "GET").map(({ method, path, body }) => [method, path, body]);
  const press = (key: string) =>
    page.screen.fire(page.screen.document.activeElement ?? page.screen.document.body, "keydown", { key });
  return { ...page, sent, press };
}

describe("contradictions", () => {
  const answers: Answers = ({ path }) => {
    if (path === "/v1/memories/contradictions")
      return { pairs: [{ newer: TWO, older: ONE }], nextCursor: null };
    if (path === "/v1/memories/m2") return { memory: TWO };
    if (path === "/v1/memories/m1") return { memory: ONE };
    if (path === "/v1/memories/m2/merge") return { memory: TWO, redacted: [] };
    return {};
  };
  const address = "?view=memory&show=contradictions";

  it("stand side by side, with the words marked that differ", async () => {
    const { screen } = await open(address, answers);
    expect(screen.texts(".pair-side .memory-said")).toEqual(["The port is 2.", "The port is 1."]);
    expect(screen.texts("mark")).toEqual(["2.", "1."]);
    expect(screen.texts(".pair button")).toEqual([
      ...["Keep this one", "Keep this one", "Both hold", "Merge …"],
    ]);
  });

  it.each([
    [0, ["At the same time", "At the same time"]],
    [3 * 86_400_000, ["Newer, 3 days later", "Older, 3 days earlier"]],
  ])("say when they were said as it is said everywhere: %s ms", async (laterMs, titles) => {
    const said = { lastObserved: 1_000_000_000_000, text: "" };
    const newer = { ...said, id: "m2", lastObserved: said.lastObserved + laterMs };
    const pair = {
      newer: { ...TWO, mayContradict: [mayContradict(newer, { ...said, id: "m1" })] },
      older: { ...ONE, mayContradict: [mayContradict(said, newer)] },
    };
    const { screen } = await open(address, ({ path }) =>
      path === "/v1/memories/contradictions" ? { pairs: [pair], nextCursor: null } : {},
    );
    expect(screen.texts(".pair-side header > b")).toEqual(titles);
  });

  it("are told apart where nothing more is known of when they were said", async () => {
    const { screen } = await open(address, answers);
    expect(screen.texts(".pair-side header > b")).toEqual(["Newer", "Older"]);
  });

  it.each([
    ["1", "m2", TWO, "m1"],
    ["2", "m1", ONE, "m2"],
  ])("by the key %s keep %s after a question, which takes the other's place", async (key, _, kept, other) => {
    const page = await open(address, answers);
    page.press(key);
    await page.screen.until((screen) => screen.all("dialog").length === 1);
    expect(page.sent()).toEqual([]);
    const buttons = page.screen.all("dialog .button-primary");
    if (buttons[0] !== undefined) page.screen.fire(buttons[0], "click");
    await page.screen.until(() => page.told.length === 1);
    const { text, type, confidence, importance, priority, tags, entities } = kept;
    const said = { text, type, confidence, importance, priority, tags, entities };
    expect(page.sent()).toEqual([["POST", "/v1/memories", { ...said, supersedes: other, force: true }]]);
  });

  it("of which both hold are settled, and undo opens them again", async () => {
    const page = await open(address, answers);
    page.press("b");
    await page.screen.until(() => page.told.length === 1);
    page.told[0]?.action?.run();
    await page.screen.until(() => page.sent().length === 2);
    const path = "/v1/memories/m2/contradictions/m1";
    expect(page.sent()).toEqual([
      ["PUT", path, { settled: true }],
      ["PUT", path, { settled: false }],
    ]);
  });

  it("are merged with the text that both say from then on", async () => {
    const page = await open(address, answers);
    page.press("m");
    await page.screen.until((screen) => screen.all("dialog textarea").length === 1);
    page.screen.type(page.screen.field("textarea"), "The ports are 1 and 2.");
    page.screen.submit("dialog form");
    await page.screen.until(() => page.told.length === 1);
    expect(page.sent()).toEqual([
      ["POST", "/v1/memories/m2/merge", { other: "m1", force: true, text: "The ports are 1 and 2." }],
    ]);
  });

  it("are decided by nobody who may only read; without any it says so", async () => {
    expect((await open(address, answers, "read")).screen.all(".pair button")).toEqual([]);
    const none = await open(address, () => ({ pairs: [], nextCursor: null }));
    expect(none.screen.text).toContain("Nothing to decide");
  });

  it.each([
    ["The port is 2.", "The port is 1.", ["2."]],
    ["the Port, is!", "The port is", []],
    ["a b c", "", ["a", "b", "c"]],
    ["— same", "same", []],
  ])("differ in %s from %s by %j", (text, from, others) => {
    const pieces = differingPieces(text, from);
    expect(pieces.filter(({ isOther }) => isOther).map((piece) => piece.text)).toEqual(others);
    expect(pieces.map((piece) => piece.text).join("")).toBe(text);
  });
});

describe("the review", () => {
  const captured = [
    memoryOf("m1", "first", { tags: ["project:x", "to-review"], source: "claude-code, line 1" }),
    memoryOf("m2", "second", { tags: ["to-review"] }),
  ];
  const answers: Answers = ({ method, path }) => {
    if (method === "GET" && path === "/v1/memories") return { memories: captured, nextCursor: null };
    return path.startsWith("/v1/memories/m") ? { memory: captured[1] } : {};
  };
  const address = "?view=memory&show=review";

  it("asks for what no person has looked at, and keeps, edits and drops it by key", async () => {
    const page = await open(address, answers);
    expect(page.asked.find(({ path }) => path === "/v1/memories")?.query).toMatchObject({ tag: "to-review" });
    expect(page.screen.texts(".captured .memory-source")).toEqual(["claude-code, line 1"]);
    page.press("k");
    await page.screen.until(() => page.told.length === 1);
    page.press("ArrowDown");
    page.press("ArrowDown");
    page.press("d");
    await page.screen.until(() => page.told.length === 2);
    expect(page.sent()).toEqual([
      ["PATCH", "/v1/memories/m1", { tags: ["project:x"] }],
      ["DELETE", "/v1/memories/m2", undefined],
    ]);
    page.told[0]?.action?.run();
    await page.screen.until(() => page.sent().length === 3);
    expect(page.sent()[2]).toEqual(["PATCH", "/v1/memories/m1", { tags: ["project:x", "to-review"] }]);
    page.press("e");
    await page.screen.until((screen) => screen.all("dialog textarea").length === 1);
  });

  it("with nothing in it says where the rest waits", async () => {
    const { screen } = await open(address, () => ({ memories: [], nextCursor: null }));
    expect(screen.text).toContain("Nothing to review");
    expect(screen.text).toContain("recall memories review");
  });
});

describe("a memory's own page", () => {
  const answer = {
    memory: memoryOf("m2", "# We deploy on Thursdays\n\nAfter stand-up.", {
      ...{ supersedes: "m1", entities: ["Ana"], source: "chat", session: "s", timesObserved: 2 },
    }),
    mayContradict: [{ id: "m3", text: "We deploy on Fridays", words: "may contradict m3, older" }],
    observations: [
      {
        text: "We deploy Thursdays",
        at: "2026-11-19T12:00:00Z",
        source: "claude-code, line 7",
        session: null,
      },
    ],
    nextCursor: "c2",
    history: [
      memoryOf("m1", "We deploy on Mondays", { lastObserved: "2026-11-01T12:00:00Z" }),
      memoryOf("m2", "x"),
    ],
  };
  const lane = { events: [], types: [], days: [], nextCursor: null };
  const answers: Answers = ({ path, query }) => {
    if (path === "/v1/lane") return lane;
    if (path !== "/v1/memories/m2") return {};
    return query.cursor === undefined
      ? answer
      : {
          ...answer,
          observations: [{ ...answer.observations[0], text: "Older yet", at: "2026-01-01T00:00:00Z" }],
          nextCursor: null,
        };
  };

  it("has the text as its title, its history with where it was said, and what recalled it", async () => {
    const page = await open("?view=memory&id=m2", answers);
    await page.screen.shows("No search has recalled it");
    expect(page.screen.texts(".memory-keys li")).toContain("s supersede");
    expect(page.titles.at(-1)).toBe("We deploy on Thursdays");
    expect(page.screen.texts("h1")).toEqual(["We deploy on Thursdays"]);
    expect(page.screen.texts(".one-text")).toEqual(["# We deploy on Thursdays After stand-up."]);
    expect(page.screen.texts(".history-text")).toEqual(["We deploy Thursdays", "We deploy on Mondays"]);
    expect(page.screen.one(".history").textContent).toContain("claude-code, line 7");
    expect(page.screen.one(".history a").getAttribute("href")).toBe("/?view=memory&id=m1");
    expect(page.asked.find(({ path }) => path === "/v1/lane")?.query).toMatchObject({
      memory: "m2",
      after: "1y",
    });
    const links = page.screen.all(".memory-facts a").map((link) => link.getAttribute("href"));
    expect(links).toEqual([
      ...[
        "/?view=memory&type=fact",
        "/?view=graph&q=Ana",
        "/?view=memory&tag=t",
        "/?view=memory&source=chat",
      ],
      "/?view=memory&session=s",
    ]);
    page.screen.press("Show more");
    await page.screen.until((screen) => screen.all(".history-text").length === 3);
  });

  it("settles what it may contradict there, and goes back with the list's filters", async () => {
    const page = await open("?view=memory&type=fact&id=m2", answers);
    page.screen.press("Both hold");
    await page.screen.until(() => page.sent().length === 1);
    expect(page.sent()[0]?.[1]).toBe("/v1/memories/m2/contradictions/m3");
    page.press("Escape");
    expect(page.went).toEqual(["/?view=memory&type=fact"]);
    expect(page.titles.at(-1)).toBeUndefined();
  });

  it("is left when the memory is forgotten, which can be undone", async () => {
    const page = await open("?view=memory&id=m2", answers);
    page.press("#");
    await page.screen.until(() => page.told.length === 1);
    expect([page.went, page.sent()[0]]).toEqual([
      ["/?view=memory"],
      ["DELETE", "/v1/memories/m2", undefined],
    ]);
  });

  it("of one that is not there offers to restore it", async () => {
    const gone: Answers = ({ method, path }) =>
      method === "GET" && path === "/v1/memories/m2" ? refusal(404, "not_found", "Forgotten") : {};
    const page = await open("?view=memory&id=m2", gone);
    expect(page.screen.text).toContain("This memory is not there");
    expect(page.screen.texts(".memory-keys li")).toEqual(["Esc back"]);
    page.screen.press("Restore");
    await page.screen.until(() => page.sent().length === 1);
    expect(page.sent()[0]?.[1]).toBe("/v1/memories/m2/undo");
  });

  it("of a superseded one leads to what took its place, and offers nothing else", async () => {
    const past = { ...answer, memory: { ...answer.memory, state: "superseded", supersededBy: "m9" } };
    const page = await open("?view=memory&id=m2", ({ path }) => (path === "/v1/lane" ? lane : past));
    expect(page.screen.one(".banner a").getAttribute("href")).toBe("/?view=memory&id=m9");
    expect(page.screen.all(".one-acts")).toEqual([]);
    expect(page.screen.texts(".memory-keys li")).toEqual(["Esc back"]);
  });

  it.each([
    ["- **a** b", "**a** b"],
    ["\n\n## Title\nrest", "Title"],
    ["---\nfirst", "first"],
    ["!!", "!!"],
    ["x".repeat(200), `${"x".repeat(140)}…`],
  ])("has for the text %j the title %j", (text, title) => expect(titleOf(text)).toBe(title));
});

describe("the keys of the list", () => {
  it.each([
    ["", ["jk move", "Enter open", "n new", "e edit", "# forget", "f find"]],
    ["&state=superseded", ["jk move", "Enter open", "f find"]],
    ["&state=forgotten", ["jk move", "f find"]],
  ])("are named where they do something: %s", async (state, keys) => {
    const { screen } = await open(`?view=memory${state}`, ({ path }) =>
      path === "/v1/memories" ? { memories: [ONE], nextCursor: null } : {},
    );
    expect(screen.texts(".memory-keys li")).toEqual(keys);
  });
});
