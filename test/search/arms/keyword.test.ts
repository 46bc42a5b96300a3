import { describe, expect, it } from "vitest";
import { keyword, MATCHES } from "../../../src/search/arms/keyword/keyword.ts";
import { repairQuery } from "../../../src/search/query/repair.ts";
import { answered, match, NEURAL, planOf, raw, stateOf, workspaceState } from "../fakes.ts";

const ids = (lists: ReturnType<typeof keyword.lists>) =>
  lists.map(({ entries }) => entries.map(({ id }) => id));

describe("the keyword arm", () => {
  it("runs where the profile has it, and where a stand-in scores its pool", async () => {
    const isOn = async (profile: "edge" | "vector", neural: boolean) =>
      keyword.isOn(await planOf({ query: "keys", profile }, neural ? NEURAL() : undefined));
    expect([await isOn("edge", true), await isOn("vector", false), await isOn("vector", true)]).toEqual([
      true,
      true,
      false,
    ]);
  });

  it("asks its own workspace's index for the words, with vectors only for a stand-in", async () => {
    const [neural] = keyword.reads.hop1?.(await planOf({ query: "signing keys" }, NEURAL())) ?? [];
    expect(neural?.statement.sql).toContain("chunks_fts_7");
    expect(neural?.values.match).toContain('"signing" OR "keys"');
    const [lexical] = keyword.reads.hop1?.(await planOf({ query: "signing keys" })) ?? [];
    expect(lexical?.statement.sql).toContain("LEFT JOIN embeddings");
    expect([neural?.values.space, lexical?.values.space]).toEqual([null, expect.any(String)]);
  });

  it("drops rows that a glob only nearly lets pass", async () => {
    const glob = "**/a/**/b/**/*.md";
    const [read] = keyword.reads.hop1?.(await planOf({ query: "keys", filters: { glob } })) ?? [];
    const rows = [match("1", 2, { path: "x/a/b/k.md" }), match("2", 1, { path: "x/b/a/k.md" })].map(
      (row) => ({ ...raw(row), filtered: JSON.stringify(row) }),
    );
    expect(read?.answer(rows)).toMatchObject([{ id: "1", headings: [] }]);
  });

  it("finds nothing for a query without words, which is a list", async () => {
    const plan = await planOf({ query: "?!" });
    expect(keyword.reads.hop1?.(plan)).toEqual([]);
    expect(ids(keyword.lists(stateOf(plan)))).toEqual([[]]);
  });

  it("lists its matches by their text, without those that lack a phrase", async () => {
    const plan = await planOf({ query: 'old "signing keys"' });
    const rows = [match("1", 3, { text: "keys for signing" }), match("2", 2, { text: "the signing  KEYS" })];
    const state = stateOf(plan, [answered(MATCHES, rows)]);
    expect(ids(keyword.lists(state))).toEqual([["2"]]);
    expect(keyword.rows?.(state)).toHaveLength(2);
  });

  it("keeps the list that it made before", async () => {
    const plan = await planOf({ query: "keys" });
    const entries = [{ id: "9", score: 1 }];
    const state = stateOf(plan, [answered(MATCHES, [match("1", 3)])], {
      lists: [{ name: "keyword", arm: "keyword", entries }],
    });
    expect(keyword.lists(state)[0]?.entries).toBe(entries);
  });
});

describe("the repair of a word that no chunk has", () => {
  const known = async (vocabulary: readonly { term: string; doc: number }[] | undefined) => {
    const plan = await planOf({ query: "kithcen" });
    const statistics = { chunkCount: 100, chunkFrequency: workspaceState().frequencies };
    const repaired = repairQuery({ query: plan.query, statistics }, () => vocabulary);
    return stateOf(plan, [answered(MATCHES, [match("1", 3)])], { repaired });
  };

  it("reads the vocabulary first where it is not known", async () => {
    const state = await known(undefined);
    const { database = [] } = keyword.reads.hop2?.(state) ?? {};
    expect(database.map(({ values }) => values)).toEqual([{ letter: "k", end: "k\u{10ffff}" }]);
    expect(database[0]?.statement.sql).toContain("vocab_7");
    expect(ids(keyword.lists(state))).toEqual([["1"]]);
  });

  it("owes its list until the repaired question is answered", async () => {
    const state = await known([{ term: "kitchen", doc: 3 }]);
    const [read] = keyword.reads.hop2?.(state).database ?? [];
    const near = { word: "kithcen", term: "kitchen", match: '"kitchen"', searched: 1 };
    expect(JSON.parse(String(read?.values.near))).toEqual([near]);
    expect(keyword.reads.hop3?.(state)?.[0]?.name).toBe(read?.name);
    expect(keyword.lists(state)).toEqual([]);
    const rows = [match("2", 3, { text: "the kitchen" })];
    const later = { ...state, answers: state.answers.with([[read?.name ?? "", rows]]) };
    expect(ids(keyword.lists(later))).toEqual([["2"]]);
    expect(keyword.reads.hop3?.(later)).toEqual([]);
  });
});
