import { expect, it } from "vitest";
import { expansion } from "../../../src/search/arms/expansion/expansion.ts";
import { answerName } from "../../../src/search/hops/reads.ts";
import { answered, EAST, match, NEURAL, planOf, stateOf } from "../fakes.ts";

const WRITTEN = {
  expansion: { rewrites: ["rotate keys", "?!"], paraphrases: ["how are keys changed"] },
  vectors: [{ list: "vector paraphrase 1", vector: EAST }],
};

const stateFor = async (profile: "edge" | "vector", answers: Parameters<typeof stateOf>[1] = []) =>
  stateOf(await planOf({ query: 'keys "old"', profile, expand: true }, NEURAL()), answers, {
    vector: EAST,
    expansion: WRITTEN,
  });

it("asks each rewrite that holds a word, their words' frequencies, and the index for each paraphrase", async () => {
  const { database = [], index = [] } = expansion.reads.hop2?.(await stateFor("edge")) ?? {};
  expect(database.map(({ name }) => name)).toEqual(["keyword rewrite 1", "frequencies of rewrites"]);
  expect(database[0]?.values.match).toContain('"rotate" OR "keys"');
  expect(database[0]?.values.phrases).toMatch(/text : \("old"/);
  expect(index).toEqual([{ name: "vector paraphrase 1", vector: EAST }]);
});

it("asks no rewrite in a profile without words, and no index without the query's own vector", async () => {
  expect(expansion.reads.hop2?.(await stateFor("vector")).database).toEqual([]);
  const state = { ...(await stateFor("edge")), vector: undefined };
  expect(expansion.reads.hop2?.(state).index).toEqual([]);
});

it("makes a list of each, with a share of its arm's weight", async () => {
  const rows = [match("1", 3, { text: "old keys rotate" }), match("2", 2, { text: "keys" })];
  const state = await stateFor("edge", [
    answered(answerName("keyword rewrite 1"), rows),
    answered(answerName("vector paraphrase 1"), [{ id: "9", similarity: 0.5 }]),
  ]);
  const lists = expansion.lists(state);
  expect(lists).toMatchObject([
    { name: "keyword rewrite 1", arm: "keyword", isExpansion: true, entries: [{ id: "1" }] },
    { name: "vector paraphrase 1", arm: "vector", isExpansion: true, entries: [{ id: "9" }] },
  ]);
  expect(expansion.rows?.(state)).toHaveLength(2);
  expect(expansion.unread?.({ ...state, lists })).toEqual(["9"]);
  const stale = new Map([["9", match("9", 0, { isStale: 1 })]]);
  expect(expansion.lists({ ...state, lists, rows: stale })[1]?.entries).toEqual([]);
});
