import { expect, it } from "vitest";
import { analyseQuery } from "../../../src/search/query/analyse.ts";
import { exactNames, hasName } from "../../../src/search/query/exact-names.ts";

it.each([
  ["was invoice 48215 paid?", ["48215"]],
  ["OPS-1234 and E4012 in getUser()", ["OPS-1234", "E4012", "getUser"]],
  ["a high-quality and/or gluten-free e.g. node.js", []],
  ["the 12 keys of 2026", ["2026"]],
  ["max_pool", ["max_pool"]],
])("the names and numbers of %j are %j", (query, names) => {
  expect(exactNames(analyseQuery(query))).toEqual(names);
});

it("a passage has a name in any case, in its text, its headings or its path", () => {
  const passage = { text: "call getUser", headings: ["OPS-1234"], path: "memory/2026-04-01.md" };
  expect(["GETUSER", "ops-1234", "2026", "2027"].map((name) => hasName(passage, name))).toEqual([
    ...[true, true, true],
    false,
  ]);
});
