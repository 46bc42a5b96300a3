import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { mentioning, namedIn, rankByEntity, usesEntityArm } from "../../../src/search/arms/entity/entity.ts";
import { type NamedEntity, nameCandidates } from "../../../src/search/arms/entity/named-entities.ts";
import { resolveProfile } from "../../../src/search/profiles/resolve-profile.ts";
import { slugOf } from "../../../src/text/slug.ts";

const entity = (name: string, more: Partial<NamedEntity> = {}): NamedEntity => ({
  slug: slugOf(name),
  name,
  type: "person",
  aliases: [],
  count: 1,
  mentions: [],
  ...more,
});
const chunk = (id: string, at = 0) => ({ id, at });

describe("candidates for names", () => {
  it.each([
    ["What does Tobias Kraft want?", ["tobias-kraft", "tobias", "kraft"]],
    ["is KESTREL_API_KEY in src/labs/open.ts?", ["kestrel-api-key", "src-labs-open-ts"]],
    ["C++ or C#", ["c-plus-plus", "c-sharp"]],
    ["who works at Bank of America, and why", ["bank-of-america"]],
    ["¿Quién es Ana López?", ["ana-lopez"]],
    ["the IT of WHO", ["it", "who"]],
    ["田中太郎さんの好み", ["田中太郎", "田中"]],
    ["Ana's plan", ["ana"]],
  ])("of %j hold %j", (query, slugs) => {
    expect(nameCandidates(query)).toEqual(expect.arrayContaining(slugs));
  });

  it("neither go over a clause nor begin or end with words of sentences", () => {
    const slugs = nameCandidates("ask Ana, Bo knows the plan");
    expect(slugs).not.toContain("ana-bo");
    expect(slugs).not.toContain("the-plan");
    expect(slugs).not.toContain("the");
  });

  it("of a long query are the usual lengths of names", () => {
    const words = Array.from({ length: 50 }, (_, at) => `word${at}`).join(" ");
    expect(nameCandidates(`${words} Ana López`)).toEqual(expect.arrayContaining(["ana-lopez", "ana"]));
    expect(nameCandidates(`${"的人说".repeat(10)}田中太郎`)).toContain("田中太");
  });

  it("do not go over punctuation between Chinese, Japanese and Korean names, except for the dot inside one", () => {
    expect(nameCandidates("佐藤、田中。東京").toSorted()).toEqual(
      ["佐藤-田中-東京", "佐藤", "田中", "東京"].toSorted(),
    );
    expect(nameCandidates("ジョン・スミスの好み")).toEqual(
      expect.arrayContaining(["ジョン-スミス", "スミス"]),
    );
    const names = Array.from({ length: 40 }, (_, at) =>
      String.fromCodePoint(0x4e00 + at, 0x5e00 + at, 0x6e00 + at),
    );
    expect(nameCandidates(names.join("、"))).toEqual(expect.arrayContaining(names));
  });

  it("of a long query in two scripts are of both, and bounded", () => {
    const words = Array.from({ length: 90 }, (_, at) => `word${at}`).join(" ");
    const signs = Array.from({ length: 130 }, (_, at) => String.fromCodePoint(0x4e00 + at)).join("");
    const slugs = nameCandidates(`田中太郎${signs} Ana López ${words}`);
    expect(slugs).toEqual(expect.arrayContaining(["田中太", "ana-lopez"]));
    expect(slugs).toHaveLength(120);
  });

  it("are bounded, slugs, and never fail", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary", maxLength: 2_000 }), (query) => {
        const slugs = nameCandidates(query);
        expect(slugs.length).toBeLessThanOrEqual(120);
        expect(new Set(slugs).size).toBe(slugs.length);
        expect(slugs).not.toContain("");
      }),
    );
  });
});

describe("the entity arm", () => {
  it("weighs a name 1, an alias .9, a part .6", () => {
    const known = [entity("Ana"), entity("Bo Berg", { aliases: ["Bob"] }), entity("Cy Dahl"), entity("Eve")];
    const weights = namedIn("do Ana, Bob and Dahl agree?", known).map((one) => [one.entity.name, one.weight]);
    expect(weights).toEqual([
      ["Ana", 1],
      ["Bo Berg", 0.9],
      ["Cy Dahl", 0.6],
    ]);
  });

  it("takes a first name for the only one who has it", () => {
    const [ana, lopez, ruiz] = [entity("Ana"), entity("Ana López"), entity("Ana Ruiz")];
    const weights = (known: readonly NamedEntity[]) =>
      namedIn("where is Ana?", known).map((one) => one.weight);
    expect(weights([ana, lopez])).toEqual([1, 1]);
    expect(weights([ana, lopez, ruiz])).toEqual([1, 0.6, 0.6]);
  });

  it("has no say where nothing is named, of hubs, and of words that are no names", () => {
    const mentions = [chunk("a")];
    expect(mentioning("nothing here", [entity("Ana", { mentions })])).toBeUndefined();
    expect(mentioning("where is Ana", [entity("Ana", { mentions, count: 101 })])).toBeUndefined();
    expect(mentioning("all options", [entity("options", { mentions, type: "code" })])).toBeUndefined();
    expect(mentioning("Setup", [entity("Setup", { mentions, type: "heading" })])).toBeUndefined();
    expect(mentioning("where is Ana", [entity("Ana", { mentions })])).toHaveLength(1);
  });

  it("puts first what is named best and says most of the query, then the newest", () => {
    const found = mentioning("Ana", [
      entity("Ana", { mentions: ["a", "b", "c", "d"].map((id, at) => chunk(id, at)) }),
    ]);
    const list = rankByEntity(found, [
      { id: "b", score: 8 },
      { id: "a", score: 4 },
    ]);
    expect(list?.map(({ id }) => id)).toEqual(["b", "a", "d", "c"]);
    const scores = list?.map(({ score }) => score) ?? [];
    expect(scores[0]).toBeCloseTo(1, 4);
    expect(scores[1]).toBeCloseTo(0.75, 4);
    expect(scores[2]).toBeCloseTo(0.5, 3);
    expect(scores[2]).toBeGreaterThan(0.5);
    expect(rankByEntity(found, undefined)?.map(({ id }) => id)).toEqual(["d", "c", "b", "a"]);
  });

  it("runs only where something comes of it", () => {
    const runs = (name: Parameters<typeof resolveProfile>[0], settings = {}) =>
      usesEntityArm(resolveProfile(name, settings));
    expect(runs("dual")).toBe(true);
    expect(runs("edge")).toBe(false);
    expect(runs("edge", { "fusion.entityWeight": 0.3 })).toBe(true);
    expect(runs("edge", { "fusion.entityWeight": 0.3, "fusion.kind": "weighted" })).toBe(false);
    expect(runs("dual", { "arms.entity": false })).toBe(false);
  });
});
