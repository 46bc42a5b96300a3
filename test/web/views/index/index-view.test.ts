import { h } from "preact";
import { describe, expect, it } from "vitest";
import { IndexView } from "../../../../src/web/views/index/index-view.tsx";
import { type Answers, type Asked, onPage, refusal, type Screen } from "../../support/screen.ts";

const STATUS = {
  ...{
    workspace: "home",
    name: "Home",
    scope: "admin",
    version: 1,
    documents: 1_200,
    chunks: 4_000,
    bytes: 2_500,
  },
  roots: [
    { root: "notes", documents: 3, bytes: 999, indexedAt: null },
    { root: "memories", documents: 4, bytes: 1_000, indexedAt: "2026-11-20T12:00:00Z" },
  ],
  index: {
    ...{ indexedAt: null, pendingChunks: 0, invisibleVectors: 0, failedDocuments: 0, failedWork: 0 },
    ...{ lastError: null, embedder: "bge", reranker: "none", vectors: "vectorize", pausedUntil: null },
  },
  reindex: [],
  searches: {
    ...{ day: "2026-03-01", count: 0, nothingFound: 0, degraded: 0, p50Ms: null, p95Ms: null, days: [] },
    cached: { answer: 0, embedding: 0, rerank: 0 },
  },
};

interface Options {
  readonly status?: object;
  readonly index?: object;
  readonly searches?: object;
  readonly scope?: "read" | "write" | "admin";
  readonly address?: string;
  readonly rest?: Answers;
}

async function open({
  status,
  index,
  searches,
  scope = "admin",
  address = "?view=index",
  rest,
}: Options = {}) {
  const held = {
    ...{ ...STATUS, ...status },
    index: { ...STATUS.index, ...index },
    searches: { ...STATUS.searches, ...searches },
  };
  const answers: Answers = (asked) => {
    const own = rest?.(asked);
    if (own !== undefined) return own;
    if (asked.path === "/v1/status") return held;
    if (asked.path === "/v1/runs") return { runs: [] };
    if (asked.path === "/v1/access-log") return { entries: [], nextCursor: null };
    return asked.path === "/v1/documents" ? { documents: [], nextCursor: null } : { queries: [] };
  };
  const page = onPage(() => h(IndexView, {}), { answers, address, status: { scope } });
  await page.screen.until((screen) => screen.all(".skeleton").length === 0);
  return page;
}

/** A panel's rows of names and figures. */
const facts = (screen: Screen, panel: string) =>
  screen
    .all(".panel[aria-labelledby]")
    .filter((one) => one.getAttribute("aria-labelledby") === panel)
    .flatMap((one) =>
      Array.from(
        one.querySelectorAll(".fact, meter, .last-error, .all-done"),
        (row) => row.getAttribute("aria-label") ?? row.textContent,
      ),
    );
const panels = (screen: Screen) => screen.all(".panel").map((one) => one.getAttribute("aria-labelledby"));
const asked = (all: readonly Asked[], path: string) => all.filter((one) => one.path === path);

describe("the index view", () => {
  it.each([
    ["read", ["holdings", "work", "searches", "roots", "documents", "deployment"]],
    ["write", ["holdings", "work", "searches", "push-title", "roots", "documents", "deployment"]],
    [
      "admin",
      [
        ...["holdings", "work", "searches", "push-title", "roots", "never-found", "documents", "runs"],
        ...["access", "audit", "deployment"],
      ],
    ],
  ] as const)("shows a token of scope %s its panels", async (scope, names) => {
    const { screen } = await open({ scope, address: "?view=index&root=notes" });
    expect(panels(screen)).toEqual(names);
  });

  it("shows documents only of a chosen folder, and looks again on demand", async () => {
    const { screen, asked: all } = await open();
    expect(panels(screen)).not.toContain("documents");
    screen.press("Refresh");
    await screen.until(() => asked(all, "/v1/status").length === 2 && asked(all, "/v1/runs").length === 2);
    expect(asked(all, "/v1/recalls/reports").map(({ query }) => query)).toEqual([
      ...[
        { kind: "never_found", limit: "20" },
        { kind: "never_found", limit: "20" },
      ],
    ]);
  });

  it("says what there is", async () => {
    const { screen } = await open();
    expect(facts(screen, "holdings")).toEqual([
      ...["Documents1,200", "Passages4,000", "Text2.5 KB", "Last changenever"],
      ...["Embeddingsbge", "Re-rankingnone", "Vectors invectorize"],
    ]);
    expect(screen.texts("tbody tr").slice(0, 2)).toEqual([
      "notes3999 bytes",
      expect.stringMatching(/^memories41\.0 KB./),
    ]);
    expect(screen.all("tbody a").map((link) => link.getAttribute("href"))).toEqual([
      ...["/?view=index&root=notes", "/?view=index&root=memories"],
    ]);
  });

  it("leads to another folder without the beginning of a path, and marks the present one", async () => {
    const { screen } = await open({ address: "?view=index&root=notes&prefix=a/" });
    const links = screen.all("tbody a").slice(0, 2);
    expect(links.map((link) => [link.getAttribute("href"), link.getAttribute("aria-current")])).toEqual([
      ["/?view=index&root=notes", "page"],
      ["/?view=index&root=memories", null],
    ]);
  });
});

describe("pending work", () => {
  it("is none where all passages have vectors and nothing failed", async () => {
    expect(facts((await open()).screen, "work")).toEqual([
      ...["Passages with vectors: 4,000 of 4,000", " Nothing is pending and nothing failed"],
    ]);
    const empty = await open({ status: { chunks: 0 } });
    expect(facts(empty.screen, "work")[0]).toBe("Passages with vectors: 0 of 0");
    expect(empty.screen.all(".is-success").length).toBeGreaterThan(0);
    expect(empty.screen.one("meter").getAttribute("value")).toBe("1");
  });

  it("is told with failures first, each with its number", async () => {
    const { screen } = await open({
      index: {
        ...{ pendingChunks: 1_000, invisibleVectors: 2, failedDocuments: 3, failedWork: 4 },
        ...{ pendingContexts: 5, pendingNames: 6, lastError: "No quota" },
      },
      status: { reindex: [{ kind: "chunker", unit: "documents", done: 1, total: 4 }] },
    });
    expect(facts(screen, "work")).toEqual([
      "Passages with vectors: 3,000 of 4,000",
      ...["Documents that failed3", "Jobs that failed for good4", "Waiting for a vector1,000"],
      "Not yet in the vector index; compared from the database until then2",
      ...["Waiting for a context5", "Waiting for name extraction6"],
      ...["Chunking documents again: 1 of 4 documents", "Last error No quota"],
    ]);
    expect(screen.all(".fact b").map(({ classList }) => classList.item(1))).toEqual([
      ...["is-error", "is-error", "is-warning", "is-warning", "is-warning", "is-warning"],
    ]);
    expect(
      screen
        .all("meter")
        .slice(0, 2)
        .map((meter) => meter.getAttribute("value")),
    ).toEqual(["0.75", "0.25"]);
  });

  it("says until when models are paused", async () => {
    const { screen } = await open({ index: { pausedUntil: "2026-11-20T12:00:00Z" } });
    expect(screen.text).toMatch(/Model calls are paused until Nov 20, 2026, .*: quota or budget/);
  });
});

describe("searches", () => {
  it("of today are counted with what caches served", async () => {
    const searches = {
      ...{ count: 1_000, nothingFound: 20, degraded: 3, p50Ms: 120, p95Ms: 1_500 },
      cached: { answer: 500, embedding: 250, rerank: 100 },
      days: [{ day: "2026-03-01", count: 1_000, p50Ms: 1, p95Ms: 2 }],
    };
    const { screen } = await open({ searches });
    expect(facts(screen, "searches")).toEqual([
      ...["Searches1,000", "Found nothing20", "Incomplete3"],
      ...["Whole answers: 50%", "Query vectors: 25%", "Rerank scores: 10%"],
    ]);
    expect(screen.text).toContain("median 120 ms, 95 % within 1.5 s");
    expect(screen.texts(".day-bars li").at(-1)).toBe("2026-03-01: 1,000 searches1,00003-01");
    expect(screen.all(".day-fill").map(({ style }) => style.height)).toEqual([
      ...Array(6).fill("0px"),
      "100%",
    ]);
  });

  it("of a day without any are none", async () => {
    const { screen } = await open();
    expect(screen.text).toContain("No searches today.");
    expect(facts(screen, "searches")).toEqual([]);
  });

  it("that found nothing are listed, by a link where the query is kept", async () => {
    const queries = [
      { query: "x y", queryHash: null, count: 1_001, lastAt: "2026-01-01T00:00:00Z" },
      { query: null, queryHash: "abc", count: 2, lastAt: "2026-01-01T00:00:00Z" },
    ];
    const { screen } = await open({
      rest: ({ path }) => (path === "/v1/recalls/reports" ? { queries } : undefined),
    });
    const rows = screen.texts("tr").filter((row) => /x y|hash/.test(row));
    expect(rows).toEqual([
      expect.stringMatching(/^x y1,001\d/),
      expect.stringMatching(/^\(only a hash is kept\)2\d/),
    ]);
    expect(screen.named("x y")[0]?.getAttribute("href")).toBe("/?q=x+y");
    expect((await open()).screen.text).toContain("Every logged search found something.");
  });
});

describe("documents of a folder", () => {
  const documents = [
    { root: "notes", path: "a/b.md", chunks: 2, bytes: 1_500 },
    { root: "notes", path: "c.md", chunks: 1, bytes: 20 },
  ];
  const listed = (more: Options = {}, next: string | null = null) =>
    open({
      ...{ address: "?view=index&root=notes&prefix=a/", scope: "write" },
      rest: ({ path, method }) =>
        path === "/v1/documents" ? { documents, nextCursor: next } : method === "DELETE" ? {} : undefined,
      ...more,
    });
  const rows = (screen: Screen) => screen.all("[aria-labelledby=documents] tbody tr");

  it("are listed by the beginning of their path, more of them on demand", async () => {
    const { screen, asked: all } = await listed({}, "c.md");
    expect(rows(screen).map(({ textContent }) => textContent)).toEqual([
      "a/b.md21.5 KBDelete",
      "c.md120 bytesDelete",
    ]);
    expect(screen.named("a/b.md")[0]?.getAttribute("href")).toBe("/?open=notes:a/b.md");
    for (const count of [2, 3, 4]) {
      screen.press("Show more");
      await screen.until(() => asked(all, "/v1/documents").length === count);
    }
    expect(asked(all, "/v1/documents").map(({ query }) => query)).toEqual(
      ["50", "200", "800", "1000"].map((limit) => ({ root: "notes", prefix: "a/", limit })),
    );
    expect((await listed()).screen.has("Show more")).toBe(false);
  });

  it("are deleted by who may write, after a question", async () => {
    const { screen, asked: all, told } = await listed();
    screen.press("Delete c.md");
    expect(screen.text).toContain("This removes c.md from the index.");
    screen.press("Keep");
    expect(screen.all("dialog")).toEqual([]);
    screen.press("Delete c.md");
    screen.fire(screen.one(".button-danger"), "click");
    await screen.until(() => told.length === 1);
    expect(screen.all("dialog")).toEqual([]);
    expect(told).toEqual([{ tone: "success", text: "Deleted c.md from the index" }]);
    expect(all.filter(({ method }) => method === "DELETE").map(({ path, query }) => [path, query])).toEqual([
      ["/v1/documents/c.md", { root: "notes" }],
    ]);
    await screen.until(() => asked(all, "/v1/status").length === 2);
  });

  it("stay when they cannot be deleted", async () => {
    const {
      screen,
      asked: all,
      told,
    } = await listed({
      rest: ({ path, method }) =>
        method === "DELETE"
          ? refusal(409, "conflict", "Busy")
          : path === "/v1/documents"
            ? { documents, nextCursor: null }
            : undefined,
    });
    screen.press("Delete c.md");
    screen.fire(screen.one(".button-danger"), "click");
    await screen.until(() => told.length === 1);
    expect(told).toEqual([{ tone: "error", text: "Could not delete it: Busy" }]);
    expect(asked(all, "/v1/status")).toHaveLength(1);
  });

  it.each([
    ["read", "notes", false],
    ["write", "memories", false],
    ["write", "notes", true],
    ["admin", "notes", true],
  ] as const)("by a token of scope %s in %s can be deleted: %s", async (scope, root, mayDelete) => {
    const { screen } = await listed({ scope, address: `?view=index&root=${root}` });
    expect(screen.has("Delete c.md")).toBe(mayDelete);
  });
});
