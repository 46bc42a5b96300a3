import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  type EntityName,
  indexNames,
  queryEntities,
} from "../../../src/search/arms/entity/query-entities.ts";

const entity = (id: string, name: string, ...aliases: readonly string[]): EntityName => ({
  id,
  name,
  aliases,
});

const NAMES: readonly EntityName[] = [
  entity("anna", "Anna Schmidt", "annie"),
  entity("ann", "Ann"),
  entity("acme", "Acme Corp", "ACME", "Acme Incorporated"),
  entity("york", "New York"),
  entity("times", "New York Times", "NYT"),
  entity("it", "IT", "Information Technology"),
  entity("who", "WHO"),
  entity("c", "C"),
  entity("cpp", "C++"),
  entity("net", ".NET"),
  entity("svc", "user_service"),
  entity("tokyo", "東京大学"),
  entity("smith", "ジョン・スミス"),
  entity("kim", "김철수"),
  entity("mix", "API网关"),
  entity("jose", "José Núñez"),
  entity("key", "JINA_API_KEY"),
];

const matchesOf = (query: string, names = NAMES) =>
  queryEntities(query, names).map(({ id, match }) => `${id}:${match}`);

describe("queryEntities", () => {
  it.each([
    ["What does Anna Schmidt think?", ["anna:name"]],
    ["what does ANNA SCHMIDT think", ["anna:name"]],
    ["ask annie", ["anna:alias"]],
    ["ask Anna", ["anna:part"]],
    ["ask schmidt or annie", ["anna:alias"]],
    ["acme corp or acme?", ["acme:name"]],
    ["who pays Acme?", ["acme:alias"]],
    ["the New York Times", ["times:name"]],
    ["New York and the New York Times", ["times:name", "york:name"]],
    ["Times of Anna", ["anna:part", "times:part"]],
    ["user service and jina_api_key", ["key:name", "svc:name"]],
    ["Jose Nunez", ["jose:name"]],
    ["written in C++17", ["cpp:name"]],
    ["written in C", ["c:name"]],
    ["is it C++?", ["cpp:name"]],
    [".NET income", ["net:name"]],
    ["the IT department and the WHO", ["it:name", "who:name"]],
    ["東京大学の会議", ["tokyo:name"]],
    ["スミスさんの予定", ["smith:part"]],
    ["ジョン・スミスの予定", ["smith:name"]],
    ["김철수는 언제 오나요", ["kim:name"]],
    ["api网关的超时", ["mix:name"]],
  ])("finds in %j: %j", (query, found) => {
    expect(matchesOf(query)).toEqual(found);
  });

  it.each([
    "Annabel and Hannah",
    "the acmeist poets",
    "who is on call, is it him?",
    "net income of the year",
    "corporate rules",
    "Globex Corp and the team",
    "큰김철수",
    "xapi网关",
    "a b d",
    "東京",
    "",
  ])("finds none in %j", (query) => {
    expect(matchesOf(query)).toEqual([]);
  });

  it("weighs a name 1, an alias .9 and a part .6, best first", () => {
    const matches = queryEntities("Ann, ACME and Schmidt", NAMES);
    expect(matches).toEqual([
      { id: "ann", match: "name", weight: 1 },
      { id: "acme", match: "alias", weight: 0.9 },
      { id: "anna", match: "part", weight: 0.6 },
    ]);
  });

  it("takes a word of more than ten names for none of them, and numbers and small words for no part", () => {
    const team = Array.from({ length: 11 }, (_, index) =>
      entity(`t${index}`, `Crew ${String.fromCharCode(65 + index)}x`),
    );
    expect(matchesOf("which crew", team)).toEqual([]);
    expect(matchesOf("which crew", team.slice(1))).toHaveLength(10);
    expect(
      matchesOf("the 2024 of de", [entity("a", "Report of the Year 2024"), entity("b", "Casa de Papel")]),
    ).toEqual([]);
  });

  it("takes an index made before for the same as its names", () => {
    const index = indexNames(NAMES);
    for (const query of ["Anna at ACME", "東京大学", "C++"])
      expect(queryEntities(query, index)).toEqual(queryEntities(query, NAMES));
  });

  it("finds every name in a query that says it, among 5,000, in any query of 2,000 characters", () => {
    const names = Array.from({ length: 5_000 }, (_, index) =>
      entity(`e${index}`, `Name${index} Group${index % 500}`, `n${index}x`, `第${index}部門`),
    );
    const index = indexNames(names);
    for (const at of [0, 17, 4_999]) {
      expect(matchesOf(`about name${at} group${at % 500}`, names)).toContain(`e${at}:name`);
      expect(queryEntities(`第${at}部門の`, index).map(({ id }) => id)).toContain(`e${at}`);
    }
    const long = "name1 第1部門 group1 ".repeat(120).slice(0, 2_000);
    expect(queryEntities(long, index).length).toBeGreaterThan(0);
  });

  it("takes what more than ten entities are called for none of them, however often a query says it", () => {
    const names = Array.from({ length: 5_000 }, (_, index) =>
      entity(`e${index}`, `N${index}`, "user", "部門"),
    );
    expect(matchesOf("user 部門 ".repeat(200), names)).toEqual([]);
    const nested = Array.from({ length: 8 }, (_, index) => entity(`a${index}`, "a ".repeat(index + 1)));
    expect(matchesOf("a ".repeat(1_000), nested)).toEqual(["a7:name"]);
  });

  it("never raises, invents no entity and names each once", () => {
    const text = fc.oneof(
      fc.string({ unit: "binary", maxLength: 60 }),
      fc.constantFrom(...NAMES.map(({ name }) => name)),
    );
    const names = fc.array(fc.tuple(text, fc.array(text, { maxLength: 2 })), { maxLength: 8 });
    fc.assert(
      fc.property(fc.array(text, { maxLength: 5 }), names, (query, pairs) => {
        const list = pairs.map(([name, aliases], index) => entity(`${index}`, name, ...aliases));
        const ids = queryEntities(query.join(" "), list).map(({ id }) => id);
        expect(ids.every((id) => list.some((one) => one.id === id))).toBe(true);
        expect(new Set(ids).size).toBe(ids.length);
      }),
      { numRuns: 500 },
    );
  });
});
