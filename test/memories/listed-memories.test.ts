import { describe, expect, it } from "vitest";
import { LANE, REVIEW_TAG } from "../../src/config.ts";
import { MemoryListParameters } from "../../src/memories/contract/memory-lists.ts";
import { countedMemories, pageOfMemories } from "../../src/memories/memory-lists.ts";
import { keepSearch } from "../../src/search/sql/search-writes.ts";
import { idsFrom } from "../../src/text/time-ordered-id.ts";
import { memoryDatabase, memoryId, NOW_MS } from "./memory-database.ts";

describe("lists of memories", () => {
  const { here, context, create, read, retire, rows } = memoryDatabase();
  const page = async (wish: object, { scope = "admin", id = "t1" } = {}) =>
    pageOfMemories(
      await context({ claims: { id, scope } } as never),
      MemoryListParameters.parse({ sort: "oldest", ...wish }),
    );
  const digits = async (wish: object, asker: object = {}) =>
    (await page(wish, asker)).memories.map(({ id }) => id[0]).join("");
  let searches = 0;
  const search = async (found: string, { token = "t1", hits }: { token?: string; hits?: object[] } = {}) => {
    searches += 1;
    const list = hits ?? [...found].map((digit) => ({ root: "memories", path: memoryId(digit) }));
    const row = {
      ...{ id: `${idsFrom(NOW_MS)}-7000-8000-${String(searches).padStart(12, "0")}`, at: NOW_MS, token },
      ...{ session: null, query: "q", queryHash: null, profile: "edge", settingsHash: null, filters: null },
      ...{ outcome: "found", degraded: "[]", cached: 0 as const, totalMs: 1, tokens: 1 },
      hits: JSON.stringify(list.map((hit, at) => ({ chunk: String(at), score: 1, ...hit }))),
    };
    await keepSearch(here.db, { workspace: here.workspace, nowMs: NOW_MS, recalls: [row] });
  };

  it("hold the words that are looked for, all of them, in any case and in parts", async () => {
    await create("a", "We deploy on Thursdays.", { lastObserved: 1 });
    await create("b", "Ángel deploys on 100% of Fridays_", { lastObserved: 2 });
    await create("c", `Long. ${"More of it. ".repeat(900)}The end is a heron.`, { lastObserved: 3 });
    const found: [string, string][] = [];
    for (const text of ["DEPLOY", "deploy thurs", "ángel", "heron long", "%", "_", "'", "zebra", "  "])
      found.push([text, await digits({ text })]);
    expect(found).toEqual([
      ...[
        ["DEPLOY", "ab"],
        ["deploy thurs", "a"],
        ["ángel", "b"],
        ["heron long", "c"],
        ["%", "b"],
      ],
      ...[
        ["_", "b"],
        ["'", ""],
        ["zebra", ""],
        ["  ", "abc"],
      ],
    ]);
    await retire(await read("a"), "forgotten");
    expect(await digits({ text: "deploy", state: "forgotten" })).toBe("a");
    expect(await digits({ text: "fridays", state: "forgotten" })).toBe("");
    expect(() => MemoryListParameters.parse({ text: "a ".repeat(9) })).toThrow("at most 8 words");
  });

  it("say how often searches recalled each, an admin of everybody's and others of their own", async () => {
    for (const digit of "abc") await create(digit, `Note ${digit}`, { lastObserved: 1 });
    expect((await page({})).memories[0]).not.toHaveProperty("recalled");
    await search("ab");
    await search("b");
    await search("b", { token: "t2" });
    // Two passages of one memory are one recall; what follows the first hits is none, nor is a file of that name.
    const here2 = { root: "memories", path: memoryId("a") };
    await search("", { hits: [here2, here2, { root: "notes", path: memoryId("c") }] });
    await search("", { hits: [...Array(LANE.hits).fill(here2), { ...here2, path: memoryId("c") }] });
    const counts = async (asker: object = {}) =>
      (await page({ recalled: "true" }, asker)).memories.map(({ recalled }) => recalled);
    expect(await counts()).toEqual([3, 3, 0]);
    expect(await counts({ scope: "read" })).toEqual([3, 2, 0]);
    expect(await counts({ scope: "write", id: "t2" })).toEqual([0, 1, 0]);
  });

  it("come with the most recalled first, page by page", async () => {
    for (const digit of "abcd") await create(digit, `Note ${digit}`);
    for (const found of ["b", "db", "c", "b"]) await search(found);
    const first = await page({ sort: "recalled", limit: 2 });
    const second = await page({ sort: "recalled", limit: 2, cursor: first.nextCursor });
    expect([...first.memories, ...second.memories].map(({ id, recalled }) => [id[0], recalled])).toEqual([
      ...[
        ["b", 3],
        ["d", 1],
        ["c", 1],
        ["a", 0],
      ],
    ]);
    expect(second.nextCursor).toBeNull();
  });

  it("of past ones say it too, and name what they are about", async () => {
    await retire(await create("a", "Note", { entities: ["Ana"] }), "superseded", { by: memoryId("b") });
    await search("a");
    expect((await page({ state: "superseded", recalled: "true" })).memories).toMatchObject([
      { recalled: 1, entities: ["Ana"] },
    ]);
    expect(await rows("SELECT id FROM past_memories WHERE workspace = ?1")).toHaveLength(1);
  });

  it("are counted with those that nobody has looked at", async () => {
    await create("a", "Note", { tags: [REVIEW_TAG] });
    await create("b", "Other note", { tags: ["x", REVIEW_TAG] });
    await create("c", "Third", { tags: [`${REVIEW_TAG}s`] });
    expect((await countedMemories(await context())).toReview).toBe(2);
    expect(await digits({ tag: REVIEW_TAG })).toBe("ab");
  });
});
