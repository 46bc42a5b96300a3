import { describe, expect, it } from "vitest";
import type { Values } from "../../../src/database/statement.ts";
import type { SearchRequest } from "../../../src/search/contract/search.ts";
import { explainChunk } from "../../../src/search/explain/explain-chunk.ts";
import type { WorkspaceContext } from "../../../src/workspaces/context.ts";
import { match, NOW_MS, planOf, raw } from "../fakes.ts";

const ID = "0123456789abcdef";

const ANSWER = {
  ...{ outcome: "found", degraded: [], profile: "edge", index: {}, asOf: "" },
  use: { repaired: [] },
};

const row = (id: string, more: object = {}) => ({
  ...raw(match(id, 1)),
  rid: 4,
  vectorState: "visible",
  metadata: "{}",
  ...more,
});

/** What is looked up for a name of a chunk, and what comes of it, over a search that finds nothing. */
async function explain(
  id: string,
  {
    rows = [row("1")] as readonly object[],
    request = {},
    answer = {},
    place = undefined as number | undefined,
  } = {},
) {
  const looked: Values[] = [];
  const ranked: Values[] = [];
  const sessions: string[] = [];
  const session = (name: string) => ({
    all: async (_: unknown, values: Values) => {
      sessions.push(name);
      looked.push(values);
      return rows;
    },
    first: async (_: unknown, values: Values) => {
      sessions.push(`rank of ${name}`);
      ranked.push(values);
      return place === undefined ? undefined : { place };
    },
    toPrimary: () => session("primary"),
  });
  const context = { session: session("nearest"), workspace: 7, nowMs: NOW_MS } as unknown as WorkspaceContext;
  const plan = await planOf({ query: "keys" });
  const asked: SearchRequest[] = [];
  const search = async (_: WorkspaceContext, wish: SearchRequest) => {
    asked.push(wish);
    return "skipped" in answer
      ? { answer: { ...ANSWER, ...answer } }
      : { answer: { ...ANSWER, ...answer }, plan, query: plan.query };
  };
  const result = await explainChunk(
    context,
    { id, query: "keys", ...request } as Parameters<typeof explainChunk>[1],
    search as unknown as Parameters<typeof explainChunk>[2],
  ).catch((error: unknown) => error as Error & { code: string; details?: unknown });
  return { result, looked, ranked, sessions, asked };
}

describe("a chunk is named by", () => {
  const at = (path: string, line: number, more: object = {}) => ({
    path,
    line,
    root: null,
    column: null,
    ...more,
  });
  const of = (idStart: string, more: object = {}) => ({ idStart, line: null, column: null, ...more });

  it.each([
    ["the start of its id", "01234567", of("01234567")],
    ["its whole id", ID.repeat(4), of(ID.repeat(4))],
    ["a memory's citation", "Deploys are (memory 01234567abcd)", of("01234567abcd")],
    [
      "that of its second passage",
      "Deploys (are) (memory 01234567abcd)#L5C12-L7C3",
      of("01234567abcd", { line: 5, column: 12 }),
    ],
    ["a path and a line", "a/b.md#L3", at("a/b.md", 3)],
    ["a path and lines", "a/b.md#L3-L12", at("a/b.md", 3)],
    ["lines of which the second has no letter", "a/b.md#L3-9", at("a/b.md", 3)],
    ["lines with columns", "a/b.md#L3C12-L3C40", at("a/b.md", 3, { column: 12 })],
    ["a line with a column", "a/b.md#L3C12", at("a/b.md", 3, { column: 12 })],
    ["a root, a path and a line", "notes:a/b.md#L10", at("a/b.md", 10, { root: "notes" })],
    ["a path with a colon behind a slash", "a/b:c.md#L3", at("a/b:c.md", 3)],
    ["a root and a path with a colon", "notes:a:b.md#L3", at("a:b.md", 3, { root: "notes" })],
    ["a path with a sign of its own", "a#L2.md#L3", at("a#L2.md", 3)],
    ["a path with a line break", "a\nb.md#L3", at("a\nb.md", 3)],
    ["a root before a path with a line break", "notes:a\nb.md#L3", at("a\nb.md", 3, { root: "notes" })],
    ["a path in decomposed letters", "cafe\u0301.md#L3", at("café.md", 3)],
    ["a path of one character", "a#L123456789", at("a", 123_456_789)],
    ["a path that begins with a colon", ":a.md#L3", at(":a.md", 3)],
  ])("%s: %j", async (_, id, place) => {
    expect((await explain(id)).looked).toEqual([{ ...place, workspace: 7 }]);
  });

  it.each([
    ["seven characters of an id", "0123456"],
    ["more characters than an id has", `${ID.repeat(4)}0`],
    ["an id in capitals", "0123456789ABCDEF"],
    ["an id and more", "01234567 x"],
    ["a path alone", "a/b.md"],
    ["a line alone", "#L3"],
    ["a line without a number", "a.md#L"],
    ["a line of ten digits", "a.md#L1234567890"],
    ["more behind the line", "a.md#L3x"],
    ["a column of ten digits", "a.md#L3C1234567890"],
    ["an open range", "a.md#L3-"],
  ])("nothing such as %s: %j", async (_, id) => {
    const { result, looked } = await explain(id);
    expect([result, looked]).toMatchObject([{ code: "invalid_input" }, []]);
  });
});

describe("an explanation", () => {
  it("is looked up in the primary where strong consistency is asked for", async () => {
    expect((await explain(ID)).sessions).toEqual(["nearest", "rank of nearest"]);
    expect((await explain(ID, { request: { consistency: "strong" } })).sessions).toEqual([
      "primary",
      "rank of primary",
    ]);
  });

  it("is of a search that is explained, by all that is asked but the chunk", async () => {
    const { asked } = await explain(ID, { request: { limit: 3 } });
    expect(asked).toMatchObject([{ query: "keys", limit: 3, explain: true }]);
    expect(asked[0]).not.toHaveProperty("id");
  });

  it("names the candidates where there are several", async () => {
    const { result } = await explain("a.md#L1", { rows: [row("1"), row("2", { startLine: 3, endLine: 3 })] });
    expect(result).toMatchObject({
      code: "ambiguous",
      message: "That may be one of several: 1 (notes:1.md#L1-L2), 2 (notes:2.md#L3)",
      details: {
        candidates: [
          { id: "1", citation: "notes:1.md#L1-L2" },
          { id: "2", citation: "notes:2.md#L3" },
        ],
      },
    });
  });

  it("tells of no chunk that is not there, and ranks none", async () => {
    const { result, ranked } = await explain(ID, { rows: [], place: 9 });
    expect(result).toMatchObject({
      chunk: null,
      reason: "not_in_workspace",
      rank: null,
      ranks: { keyword: null },
    });
    expect(ranked).toEqual([]);
  });

  it("ranks by keyword what no arm lists", async () => {
    const { result, ranked } = await explain(ID, { place: 120 });
    expect(result).toMatchObject({
      chunk: { id: "1", root: "notes", citation: "1.md#L1-L2" },
      ranks: { keyword: 120, vector: null },
    });
    expect(ranked).toMatchObject([{ rid: 4 }]);
    expect((await explain(ID)).result).toMatchObject({ ranks: { keyword: null, vector: null } });
  });

  it("of a query that asks for no search says so, with the chunk", async () => {
    const of = async (answer: object) => (await explain(ID, { answer })).result;
    expect(await of({ skipped: "greeting" })).toMatchObject({
      ...{ reason: "skipped", message: "The query asks for no search: greeting.", limit: 0, steps: [] },
      ...{ chunk: { id: "1" }, step: null, dropped: null, filters: [], rank: null },
    });
    expect(await of({ skipped: undefined })).toMatchObject({
      message: "The query asks for no search: small talk.",
    });
  });

  it("has pool and fallback only where the answer has them", async () => {
    const of = async (answer: object) => (await explain(ID, { answer })).result;
    const plain = await of({});
    expect(["pool" in plain, "fallback" in plain]).toEqual([false, false]);
    expect(await of({ pool: "original", fallback: "recent" })).toMatchObject({
      pool: "original",
      fallback: "recent",
    });
  });
});
