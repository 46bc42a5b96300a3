import { expect, it } from "vitest";
import { entity } from "../../../src/search/arms/entity/entity.ts";
import { NAMED } from "../../../src/search/arms/entity/named-entities.ts";
import { answered, match, planOf, stateOf } from "../fakes.ts";

const ANA = {
  ...{ slug: "ana", name: "Ana", type: "person", aliases: [], count: 3 },
  mentions: ["1", "2", "3"].map((id, at) => ({ id, at })),
};

const settings = { "fusion.entityWeight": 0.3 };

it("runs only where its list has a weight or a rule", async () => {
  const isOn = async (more: object) => entity.isOn(await planOf({ query: "Ana", ...more }));
  expect([await isOn({}), await isOn({ settings }), await isOn({ profile: "dual" })]).toEqual([
    false,
    true,
    true,
  ]);
});

it("looks up what the query may name in its own workspace", async () => {
  const [read] = entity.reads.hop1?.(await planOf({ query: "where is Ana López?", settings })) ?? [];
  expect(read?.values.workspace).toBe(7);
  expect(JSON.parse(String(read?.values.slugs))).toEqual(expect.arrayContaining(["ana-lopez", "ana"]));
  const row = { ...ANA, aliases: '["Anita"]', mentions: '[["1",5]]', related: "[]" };
  expect(read?.answer([row])).toMatchObject([{ aliases: ["Anita"], mentions: [{ id: "1", at: 5 }] }]);
});

it("lists the chunks that name it, by what another arm says of them, and drops those that are gone", async () => {
  const plan = await planOf({ query: "where is Ana?", settings });
  const words = { name: "keyword", arm: "keyword", entries: [{ id: "2", score: 8 }] };
  const state = stateOf(plan, [answered(NAMED, [ANA])], { lists: [words] });
  const ids = (more: Partial<typeof state>) =>
    entity.lists({ ...state, ...more }).map(({ entries }) => entries.map(({ id }) => id));
  expect(ids({})).toEqual([["2", "3", "1"]]);
  expect(entity.unread?.(state)).toEqual(["1", "2", "3"]);
  expect(ids({ rows: new Map([["1", match("1", 0)]]) })).toEqual([["1"]]);
  expect(entity.lists(stateOf(plan))).toEqual([]);
});
