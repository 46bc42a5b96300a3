import { describe, expect, it } from "vitest";
import { refusal, type Screen } from "../../support/screen.ts";
import { asked, facts, open, type Options, panels } from "./opened-index.ts";

describe("the index view", () => {
  it.each([
    ["read", "contents", ["roots", "documents"]],
    ["write", "contents", ["roots", "documents", "push-title"]],
    ["read", "work", ["work", "models", "backups"]],
    ["admin", "work", ["work", "models", "audit", "backups", "runs"]],
    ["read", "searches", ["searches"]],
    ["admin", "searches", ["searches", "never-found"]],
    ["read", "access", ["sign-ins"]],
    ["admin", "access", ["tokens", "sign-ins", "access"]],
    ["read", "cost", ["deployment"]],
    ["admin", "sources", ["sources"]],
    ["write", "sources", ["roots", "documents", "push-title"]],
    ["admin", "no such part", ["roots", "documents", "push-title"]],
  ] as const)("shows a token of scope %s of %s its panels", async (scope, part, names) => {
    const { screen } = await open({ scope, address: `?view=index&root=notes&show=${part}` });
    expect(panels(screen)).toEqual(names);
  });

  it("leads to its parts", async () => {
    const parts = async (options: Options) =>
      (await open(options)).screen
        .all(".parts a")
        .map((link) => [link.textContent, link.getAttribute("href"), link.getAttribute("aria-current")]);
    const names = (all: Awaited<ReturnType<typeof parts>>) => all.map(([name]) => name);
    expect(names(await parts({ scope: "write" }))).not.toContain("Sources");
    expect(await parts({ part: "work" })).toEqual([
      ["Contents", "/?view=index", null],
      ["Sources", "/?view=index&show=sources", null],
      ["Health", "/?view=index&show=work", "page"],
      ["Searches", "/?view=index&show=searches", null],
      ["Access", "/?view=index&show=access", null],
      ["Usage", "/?view=index&show=cost", null],
    ]);
  });

  it("says in a sentence how things stand, and leads to what failed", async () => {
    const { screen } = await open();
    expect(screen.texts(".view-head p")).toEqual([
      "2 folders with 1,200 documents: 4,000 passages, 2.5 KB of text. Nothing is pending and nothing failed.",
    ]);
    const failing = await open({ index: { failedDocuments: 3, pendingChunks: 9 } });
    expect(failing.screen.texts(".view-head p")[0]).toMatch(/text\. Documents that failed: 3$/);
    const [link] = failing.screen.all(".view-head a");
    expect([link?.getAttribute("href"), link?.className]).toEqual([
      "/?view=index&show=work",
      "toned is-error",
    ]);
  });

  it("says so of a folder that is not there, and asks for none of its documents", async () => {
    const { screen, asked: all } = await open({ address: "?view=index&root=nots" });
    expect(screen.texts("[aria-labelledby=documents] p")).toEqual([
      "There is no folder “nots”: nothing in this workspace is of it.",
    ]);
    expect(asked(all, "/v1/documents")).toEqual([]);
  });

  it("shows documents only of a chosen folder, and looks again on demand", async () => {
    expect(panels((await open()).screen)).not.toContain("documents");
    const { screen, asked: all } = await open({ part: "searches" });
    screen.press("Refresh");
    await screen.until(
      () => asked(all, "/v1/status").length === 2 && asked(all, "/v1/recalls/reports").length === 2,
    );
    expect(asked(all, "/v1/recalls/reports").map(({ query }) => query)).toEqual([
      ...[
        { kind: "never_found", limit: "20" },
        { kind: "never_found", limit: "20" },
      ],
    ]);
  });

  it("says what there is", async () => {
    const { screen } = await open();
    expect(facts((await open({ part: "work" })).screen, "models")).toEqual([
      ...["Embeddingsbge", "Re-rankingnone", "Vectors inVectorize"],
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

describe("searches", () => {
  it("of today are counted with what caches served", async () => {
    const searches = {
      ...{ count: 1_000, nothingFound: 20, degraded: 3, p50Ms: 120, p95Ms: 1_500 },
      cached: { answer: 500, embedding: 250, rerank: 100 },
      days: [{ day: "2026-03-01", count: 1_000, p50Ms: 1, p95Ms: 2 }],
    };
    const { screen } = await open({ part: "searches", searches });
    expect(facts(screen, "searches")).toEqual([
      ...["Searches1,000", "Found nothing20", "Incomplete3"],
      ...["Whole answers: 50%", "Query vectors: 25%", "Rerank scores: 10%"],
    ]);
    expect(screen.text).toContain("median 120 ms, 95 % within 1.5 s");
    expect(screen.texts(".day-bars li").at(-1)).toBe("2026-03-01: 1,000 searches1,000Mar 1");
    expect(screen.all(".day-fill").map(({ style }) => style.height)).toEqual([
      ...Array(6).fill("0px"),
      "100%",
    ]);
  });

  it("of a day without any are none", async () => {
    const { screen } = await open({ part: "searches" });
    expect(screen.text).toContain("No searches today.");
    expect(facts(screen, "searches")).toEqual([]);
  });

  it("that found nothing are listed, by a link where the query is kept", async () => {
    const queries = [
      { query: "x y", queryHash: null, count: 1_001, lastAt: "2026-01-01T00:00:00Z" },
      { query: null, queryHash: "abc", count: 2, lastAt: "2026-01-01T00:00:00Z" },
    ];
    const { screen } = await open({
      part: "searches",
      rest: ({ path }) => (path === "/v1/recalls/reports" ? { queries } : undefined),
    });
    const rows = screen.texts("tr").filter((row) => /x y|hash/.test(row));
    expect(rows).toEqual([
      expect.stringMatching(/^x y1,001\d/),
      expect.stringMatching(/^\(only a hash is kept\)2\d/),
    ]);
    expect(screen.named("x y")[0]?.getAttribute("href")).toBe("/?q=x+y");
    expect((await open({ part: "searches" })).screen.text).toContain(
      "No logged search went without an answer.",
    );
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
