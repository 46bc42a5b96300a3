import { h } from "preact";
import { describe, expect, it } from "vitest";
import { MemoryView } from "../../../../src/web/views/memory/memory-view.tsx";
import { asBrowser } from "../../support/globals.ts";
import { type Answers, type Asked, onPage, refusal, type Screen, textOf } from "../../support/screen.ts";

const listed = (more: object = {}) => ({
  ...{ id: "m1", text: "one", cut: false, type: "fact", confidence: 0.7, importance: 0.7, priority: 3 },
  ...{ tags: [], entities: [], source: null, session: null, timesObserved: 1, recalled: 0 },
  ...{ votes: { up: 0, down: 0 }, quality: 0.5, supersedes: null },
  ...{ firstObserved: "2026-11-20T12:00:00Z", lastObserved: "2026-11-20T12:00:00Z" },
  ...more,
});

const STATISTICS = {
  ...{ memories: 3, superseded: 2, forgotten: 1, contradictions: 4, toReview: 5 },
  byType: [{ name: "fact", memories: 1_200 }],
};

interface Options {
  readonly address?: string;
  readonly scope?: "read" | "write" | "admin";
  readonly rest?: Answers;
}

async function open(memories: readonly object[] | ((asked: Asked) => unknown), options: Options = {}) {
  asBrowser({ localStorage: { getItem: () => null } });
  const { address = "?view=memory", scope = "write", rest = () => ({}) } = options;
  const answers: Answers = (asked) => {
    if (asked.path === "/v1/memories/statistics") return STATISTICS;
    if (asked.method !== "GET" || asked.path !== "/v1/memories") return rest(asked);
    return typeof memories === "function" ? memories(asked) : { memories, nextCursor: null };
  };
  const page = onPage(() => h(MemoryView, {}), { answers, address, status: { scope } });
  await page.screen.until((screen) => screen.all(".skeleton").length === 0);
  const sent = () =>
    page.asked.filter(({ method, path }) => method !== "GET" && path.startsWith("/v1/memories"));
  const queries = () =>
    page.asked
      .filter(({ method, path }) => method === "GET" && path === "/v1/memories")
      .map((one) => one.query);
  const press = (key: string, at: EventTarget = page.screen.document.activeElement ?? page.screen.document) =>
    page.screen.fire(at, "keydown", { key });
  return { ...page, sent, queries, press };
}

const rows = (screen: Screen) => screen.texts(".memory-said");
const focused = (screen: Screen) => textOf(screen.document.activeElement);

describe("the list of memories", () => {
  it.each([
    ["?view=memory", {}],
    ["?view=memory&q=ignored&show=nonsense", {}],
    [
      "?view=memory&text=a+b&type=fact&tag=t&session=s&source=x&state=superseded&sort=recalled",
      {
        ...{ text: "a b", type: "fact", tag: "t", session: "s", source: "x" },
        state: "superseded",
        sort: "recalled",
      },
    ],
  ])("asks for what %s names", async (address, query) => {
    const { queries } = await open([], { address });
    expect(queries()).toEqual([{ ...query, recalled: "true", limit: "50" }]);
  });

  it("has each memory once, with what matters of it", async () => {
    const { screen } = await open([
      listed({
        ...{ recalled: 12, timesObserved: 3, votes: { up: 2, down: 1 }, confidence: 0.9, cut: true },
        ...{ entities: ["Ana", "Bo", "Cy", "Di"], tags: ["t"], source: "chat", session: "s" },
        ...{ supersedes: "m0", mayContradict: [{ id: "m2" }] },
      }),
      listed({ id: "m2", text: "two", session: "s" }),
    ]);
    const figures = screen.all(".memory-figures").map((list) => [...list.children].map(textOf).slice(0, -1));
    expect(figures).toEqual([["recalled ×12", "said ×3", "▲ 2", "▼ 1", "90% sure"], []]);
    expect(rows(screen)).toEqual(["one …", "two"]);
    expect(screen.texts(".memory-labels li")).toEqual([
      ...[
        "Ana",
        "Bo",
        "Cy",
        "#t",
        "chat",
        "Supersedes an older memory",
        "may contradict another",
        "Session s",
      ],
    ]);
    expect(screen.all(".memory-row a").map((link) => link.getAttribute("href"))).toEqual([
      ...["/?view=memory&id=m1", "/?view=graph&q=Ana", "/?view=graph&q=Bo", "/?view=graph&q=Cy"],
      ...["/?view=memory&tag=t", "/?view=memory&show=contradictions"],
      ...["/?view=memory&id=m2", "/?view=memory&session=s"],
    ]);
  });

  it("says what waits for a decision, and how many there are of each", async () => {
    const { screen } = await open([]);
    await screen.shows("fact 1,200");
    expect(screen.texts(".parts a")).toEqual(["Memories", "Recalls", "Contradictions 4", "Review 5"]);
    expect(screen.texts("select[aria-label=State] option")).toEqual([
      "Live 3",
      "Superseded 2",
      "Forgotten 1",
    ]);
  });

  it("is narrowed while one types, by type and state, and sorted, all in the address", async () => {
    const page = await open([listed()]);
    page.screen.type(page.screen.field(".memory-search"), "deploy");
    page.screen.enter(page.screen.field("select[aria-label=Order]"), "recalled");
    page.screen.enter(page.screen.field("select[aria-label=State]"), "superseded");
    page.screen.enter(page.screen.field("select[aria-label=Order]"), "newest");
    expect(page.went).toEqual([
      "replaces /?view=memory&text=deploy",
      "/?view=memory&text=deploy&sort=recalled",
      "/?view=memory&text=deploy&sort=recalled&state=superseded",
      "/?view=memory&text=deploy&state=superseded",
    ]);
    await page.screen.until(() => page.queries().length === 5);
    expect(page.queries().at(-1)).toEqual({
      text: "deploy",
      state: "superseded",
      recalled: "true",
      limit: "50",
    });
  });

  it("shows more below what there is", async () => {
    const page = await open(({ query }) =>
      query.cursor === undefined
        ? { memories: [listed()], nextCursor: "c2" }
        : { memories: [listed({ id: "m2", text: "two" })], nextCursor: null },
    );
    page.screen.press("Show more");
    await page.screen.until((screen) => rows(screen).length === 2);
    expect([rows(page.screen), page.screen.has("Show more")]).toEqual([["one", "two"], false]);
    expect(page.queries()[1]).toMatchObject({ cursor: "c2" });
  });

  it("without memories says why, and how to begin", async () => {
    const plain = await open([]);
    expect(plain.screen.text).toContain("Nothing is remembered");
    expect(plain.screen.named("New memory")).toHaveLength(2);
    const reader = await open([], { scope: "read" });
    expect(reader.screen.has("New memory")).toBe(false);
    const filtered = await open([], { address: "?view=memory&tag=t&sort=oldest" });
    filtered.screen.press("Clear filters");
    expect(filtered.went).toEqual(["/?view=memory&sort=oldest"]);
    expect((await open([], { address: "?view=memory&state=forgotten" })).screen.text).toContain(
      "Nothing was forgotten in the last 24 hours",
    );
  });

  it("takes away a filter by its chip", async () => {
    const page = await open([listed()], { address: "?view=memory&tag=t&source=chat" });
    page.screen.press("Remove the filter Tag t");
    expect(page.went).toEqual(["/?view=memory&source=chat"]);
  });

  it("restores what was forgotten, for who may write", async () => {
    const address = "?view=memory&state=forgotten";
    const page = await open([listed(), listed({ id: "m2" })], { address });
    const [, second] = page.screen.named("Restore");
    if (second !== undefined) page.screen.fire(second, "click");
    await page.screen.until(() => page.told.length === 1);
    expect(page.sent().map(({ method, path }) => `${method} ${path}`)).toEqual(["POST /v1/memories/m2/undo"]);
    expect(page.screen.all(".memory-row a")).toEqual([]);
    expect((await open([listed()], { address, scope: "read" })).screen.has("Restore")).toBe(false);
  });
});

describe("keys of the list", () => {
  const three = ["one", "two", "three"].map((text, at) => listed({ id: `m${at + 1}`, text }));

  it("move through it, and forget what has the focus: the next has it then", async () => {
    const page = await open(three);
    page.press("j");
    expect(focused(page.screen)).toBe("one");
    page.press("j");
    page.press("ArrowDown");
    expect(focused(page.screen)).toBe("three");
    page.press("j");
    page.press("k");
    expect(focused(page.screen)).toBe("two");
    page.press("#");
    expect([focused(page.screen), rows(page.screen)]).toEqual(["three", ["one", "three"]]);
    await page.screen.until(() => page.told.length === 1);
    expect(page.sent().map(({ method, path }) => `${method} ${path}`)).toEqual(["DELETE /v1/memories/m2"]);
    page.told[0]?.action?.run();
    await page.screen.until((screen) => rows(screen).length === 3);
  });

  it("forget nothing that has no focus, and are none in fields, with other keys, or turned off", async () => {
    const page = await open(three);
    page.press("#", page.screen.document.body);
    page.press("n", page.screen.field(".memory-search"));
    page.screen.fire(page.screen.document.body, "keydown", { key: "n", ctrlKey: true });
    asBrowser({ localStorage: { getItem: () => "off" } });
    page.press("n", page.screen.document.body);
    expect([page.sent(), page.screen.all("dialog")]).toEqual([[], []]);
    page.press("ArrowDown", page.screen.document.body);
    expect(focused(page.screen)).toBe("one");
  });

  it("write nothing for who may only read", async () => {
    const page = await open(three, { scope: "read" });
    for (const key of ["j", "n", "e", "#"]) page.press(key);
    expect([page.sent(), page.screen.all("dialog"), page.screen.all(".memory-acts")]).toEqual([[], [], []]);
  });
});

describe("writing a memory", () => {
  const created = { memory: { ...listed(), id: "m9" }, action: "created", mayContradict: [], redacted: [] };

  it("takes a text, and sends what else is said of it; undo takes it away", async () => {
    const page = await open([], { rest: ({ path }) => (path === "/v1/memories" ? created : {}) });
    page.press("n", page.screen.document.body);
    const save = () => page.screen.one("dialog [type=submit]");
    expect(save().hasAttribute("disabled")).toBe(true);
    page.screen.type(page.screen.field("textarea"), "We deploy on Thursdays");
    page.screen.field("[name=tags]").value = " a, b ,,a ";
    page.screen.field("[name=entities]").value = "Ana López, Heron";
    page.screen.field("[name=confidence]").value = "90";
    page.screen.submit("dialog form");
    await page.screen.until(() => page.told.length === 1);
    expect(page.sent().map(({ method, path, body }) => [method, path, body])).toEqual([
      [
        "POST",
        "/v1/memories",
        {
          ...{ text: "We deploy on Thursdays", type: "fact", confidence: 0.9, tags: ["a", "b"] },
          ...{ entities: ["Ana López", "Heron"], force: true },
        },
      ],
    ]);
    expect(page.screen.all("dialog")).toEqual([]);
    page.told[0]?.action?.run();
    await page.screen.until(() => page.told.length === 2);
    expect(page.sent()[1]).toMatchObject({
      method: "DELETE",
      path: "/v1/memories/m9",
      query: { now: "true" },
    });
  });

  it("says of a text that is there that it is, and of one that may contradict another that it may", async () => {
    const answer = { ...created, action: "merged", mayContradict: [{ id: "m2", text: "two" }] };
    const page = await open([], { rest: ({ path }) => (path === "/v1/memories" ? answer : {}) });
    page.press("n", page.screen.document.body);
    page.screen.type(page.screen.field("textarea"), "x");
    page.screen.submit("dialog form");
    await page.screen.until(() => page.told.length === 2);
    expect(page.told.map(({ text, action }) => [text, action?.label])).toEqual([
      ["This was remembered already; it is counted once more", undefined],
      ["It may contradict another memory.", "Decide"],
    ]);
    page.told[1]?.action?.run();
    expect(page.went.at(-1)).toBe("/?view=memory&show=contradictions");
  });

  it("that is refused keeps what was typed", async () => {
    const page = await open([], {
      rest: ({ path }) => (path === "/v1/memories" ? refusal(400, "invalid_input", "Too long") : {}),
    });
    page.press("n", page.screen.document.body);
    page.screen.type(page.screen.field("textarea"), "x");
    page.screen.submit("dialog form");
    await page.screen.shows("Not saved: Too long");
    expect(page.screen.field("textarea").value).toBe("x");
  });
});

describe("editing a memory", () => {
  it("reads it whole, sends its version, and undo writes what it said", async () => {
    const whole = listed({ text: "one whole", tags: ["t", "to-review"], entities: ["Ana"], version: 4 });
    const page = await open([listed()], {
      rest: ({ method }) => ({ memory: { ...whole, version: method === "GET" ? 4 : 5 }, redacted: [] }),
    });
    page.press("j", page.screen.document.body);
    page.press("e");
    await page.screen.until((screen) => screen.all("dialog").length === 1);
    expect(page.screen.field("textarea").value).toBe("one whole");
    page.screen.type(page.screen.field("textarea"), "changed");
    page.screen.submit("dialog form");
    await page.screen.until(() => page.told.length === 1);
    page.told[0]?.action?.run();
    await page.screen.until(() => page.told.length === 2);
    const same = { type: "fact", confidence: 0.7, entities: ["Ana"], force: true };
    expect(page.sent().map(({ method, path, body }) => [method, path, body])).toEqual([
      // What a person has edited needs no review.
      ["PATCH", "/v1/memories/m1", { ...same, text: "changed", tags: ["t"], expects: 4 }],
      ["PATCH", "/v1/memories/m1", { ...same, text: "one whole", tags: ["t", "to-review"], expects: 5 }],
    ]);
    expect(page.told.map(({ text }) => text)).toEqual(["Saved", "Undone"]);
  });
});
