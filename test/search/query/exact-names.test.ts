import { expect, it } from "vitest";
import { analyseQuery } from "../../../src/search/query/analyse.ts";
import { exactNames, nameTest } from "../../../src/search/query/exact-names.ts";

it.each([
  ["was invoice 48215 paid?", ["48215"]],
  ["OPS-1234 and E4012 in getUser()", ["OPS-1234", "E4012", "getUser"]],
  ["a high-quality and/or gluten-free e.g. node.js", []],
  ["the 12 keys of 2026", ["2026"]],
  ["max_pool", ["max_pool"]],
  ["where is deploy.ts, and src/http/door.ts:12?", ["deploy.ts", "src/http/door.ts"]],
  ["what does the --dry-run=yes flag of release() do", ["--dry-run", "release"]],
  ["`prerenderd` of `recall search` or `const`, @nuxt/kit", ["@nuxt/kit", "prerenderd"]],
  ["claude.ai and Node.js, read/write, @martin, 10/66 and min/max", ["10/66"]],
  ["JINA_API_KEY=0 and orders-service", ["JINA_API_KEY", "orders-service"]],
])("the names and numbers of %j are %j", (query, names) => {
  expect(exactNames(analyseQuery(query))).toEqual(names);
});

it.each<[string, string, boolean]>([
  ["getUser", "call getUser(1)", true],
  ["getUser", "call getUserById(1)", false],
  ["iPhone", "all iPhones", true],
  ["E40", "error E4012", false],
  ["IL-17", "IL-17A-producing cells", true],
  ["OPS-12", "the branch ops-12-login", true],
  ["deploy.ts", "in ./deploy.ts.", true],
  ["deploy.ts", "in pre-deploy.ts", false],
  ["deploy.ts", "in deploy.ts.bak", false],
  ["--force", "with --force-with-lease", false],
  ["--force", "with --force, or not", true],
  ["/home/me/app/src/deploy.ts", "src/deploy.ts", true],
  ["src/billing/index.ts", "src/search/index.ts", false],
  ["@nuxt/billing", "@nuxt/kit and billing", false],
])("%s in %j: %s", (name, text, isThere) => {
  expect(nameTest({ text, headings: [], path: "notes.md" })(name)).toBe(isThere);
  expect(nameTest({ text: "", headings: [], path: text })(name)).toBe(isThere);
});

it("a passage has a name in any case, in its text, its headings or its path", () => {
  const passage = { text: "call getUser", headings: ["OPS-1234"], path: "memory/2026-04-01.md" };
  expect(["GETUSER", "ops-1234", "2026", "2027"].map(nameTest(passage))).toEqual([
    ...[true, true, true],
    false,
  ]);
});
