import { expect, it } from "vitest";
import { newest, recent } from "../../../src/search/arms/recent/recent.ts";
import { answerName } from "../../../src/search/hops/reads.ts";
import { answered, match, planOf, raw, stateOf } from "../fakes.ts";

const ROWS = [match("1", 0), match("2", 0, { session: "s1" }), match("3", 0, { path: "other/3.md" })];
const stateFor = async (more: object) =>
  stateOf(await planOf({ query: "keys", profile: "code-memory", ...more }), [
    answered(answerName("recent"), ROWS),
  ]);

it("runs as the declared fallback, and where no other arm can find anything", async () => {
  const isOn = async (more: object) => recent.isOn(await planOf({ query: "keys", ...more }));
  const none = { settings: { "arms.keyword": false, "arms.vector": false } };
  expect([await isOn({}), await isOn({ profile: "code-memory" }), await isOn(none)]).toEqual([
    false,
    true,
    true,
  ]);
});

it("lists newest first, by rank alone, and says that it stands in", async () => {
  const state = await stateFor({});
  expect(recent.lists(state)[0]?.entries).toEqual([
    { id: "1", score: 1 },
    { id: "2", score: 1 / 2 },
    { id: "3", score: 1 / 3 },
  ]);
  expect(newest(state).fallback).toBe("recent");
});

it("shows the asking session's own where there are any, and nothing for a phrase", async () => {
  expect(newest(await stateFor({ session: "s1" }))).toMatchObject({
    rows: [{ id: "2" }],
    fallback: "recent_session",
  });
  expect(newest(await stateFor({ session: "s2" })).rows).toHaveLength(3);
  expect(newest(await stateFor({ query: '"no such phrase"' }))).toEqual({ rows: [], fallback: undefined });
});

it("asks its own workspace, and the session apart where one asks", async () => {
  const valuesFor = async (more: object) =>
    recent.reads.hop1?.(await planOf({ query: "keys", profile: "code-memory", ...more }))[0]?.values;
  expect(await valuesFor({})).toEqual({ workspace: 7, session: "", limit: 100 });
  const asking = { session: "s1", filters: { root: "notes" } };
  expect(await valuesFor(asking)).toEqual({
    ...{ workspace: 7, session: "s1", limit: 100, filter_1: "notes" },
  });
  const filters = {
    ...{ root: "r", kind: "memory", language: "l", type: "t", session: "s", tag: "t", prefix: "p" },
    ...{ after: "2025-01-01", before: "2026-01-01", glob: "**/a/**/b?c?d?e?f?g?h?i?j?k?l" },
  };
  // D1 takes 100 parameters.
  expect(Object.keys((await valuesFor({ session: "s1", filters })) ?? {}).length).toBeLessThan(100);
  const [read] = recent.reads.hop1?.(await planOf({ query: "keys", profile: "code-memory" })) ?? [];
  expect(read?.answer([raw(match("1", 0))])).toMatchObject([{ id: "1", headings: [] }]);
});
