import { beforeAll, describe, expect, it } from "vitest";
import { statement } from "../../../src/database/statement.ts";
import { MATCHES } from "../../../src/search/arms/keyword/keyword.ts";
import { heldTermsRead, repairedMatchesRead } from "../../../src/search/arms/keyword/held-terms.ts";
import { matchesRead } from "../../../src/search/arms/keyword/matches.ts";
import type { SearchRequest } from "../../../src/search/contract/search.ts";
import { sqlWorld } from "../../support/worlds/sql-world.ts";
import { planOf } from "../fakes.ts";

const { here, newWorkspace, write } = sqlWorld();
let workspace = 0;

beforeAll(async () => {
  workspace = await newWorkspace();
  await write(workspace, { "a.md": "Keys turn.\n", "b.md": "Doors close.\n" });
});

const FILTERS: readonly NonNullable<SearchRequest["filters"]>[] = [
  {},
  { root: "notes" },
  { root: ["notes", "code"] },
  { prefix: "a" },
  { glob: "**/*.md" },
  { language: ["markdown", "python"] },
  { tag: "draft" },
  { after: "7d", before: "2030-01-01" },
  { metadata: { team: "search" } },
  { metadata: { effort: { gte: 3, lt: 9 } } },
  { metadata: { team: ["search", "infra"], due: { exists: false } } },
  { not: { metadata: { tags: "draft" }, kind: "memory" } },
  { any: Array.from({ length: 8 }, (_, at) => ({ metadata: { effort: at } })) },
];

const LIMIT = 32;
const MANY: readonly NonNullable<SearchRequest["filters"]>[] = [
  { metadata: Object.fromEntries(Array.from({ length: LIMIT }, (_, at) => [`k${at}`, at])) },
  {
    metadata: Object.fromEntries(
      Array.from({ length: LIMIT / 2 }, (_, at) => [`k${at}`, { gte: at, lt: at + 9 }]),
    ),
  },
  {
    not: { any: Array.from({ length: 16 }, (_, at) => ({ metadata: { [`k${at}`]: at, [`l${at}`]: "x" } })) },
  },
];

/** Lines of the database's plan for the question to the keyword index. */
async function planFor(
  filters: NonNullable<SearchRequest["filters"]>,
  query = "keys doors",
): Promise<readonly string[]> {
  const plan = await planOf({ query, filters }, undefined, { workspace });
  const [read] = matchesRead(MATCHES, plan, plan.query);
  if (read === undefined) throw new Error("nothing is asked");
  const explained = statement<{ readonly detail: string }>(
    `EXPLAIN QUERY PLAN ${read.statement.sql.replaceAll(/\?(\d+)/g, (_, at) => `:${read.statement.names[at - 1]}`)}`,
  );
  return (await here.db.all(explained, read.values)).map(({ detail }) => detail);
}

describe("as many conditions as a filter may have", () => {
  it.each(MANY.map((filters, at) => [at, filters] as const))(
    "are taken, also where a word is repaired: %i",
    async (_, filters) => {
      for (const query of ["keys doors", "keyz doorz", '"keys turn" doorz']) {
        const plan = await planOf({ query, filters }, undefined, { workspace });
        const unknown = [{ word: "keyz", near: [{ term: "key", word: "keys" }], isSearched: true }] as never;
        for (const { statement: asked, values } of [
          ...matchesRead(MATCHES, plan, plan.query),
          ...repairedMatchesRead(plan, unknown),
          ...heldTermsRead(plan, unknown),
        ])
          expect(await here.db.all(asked, values)).toBeInstanceOf(Array);
      }
    },
  );
});

it("asks for phrases once, not once for each of their rows", async () => {
  const plain = await planFor({});
  const phrased = await planFor({}, '"keys turn" doors');
  // Like a question without phrases: by the whole question, and not by rows as well.
  expect(phrased[0]).toBe(plain[0]);
});

describe("a filter in the question to the keyword index", () => {
  it.each(FILTERS.map((filters) => [JSON.stringify(filters), filters] as const))(
    "looks at the matches alone: %s",
    async (_, filters) => {
      const lines = await planFor(filters);
      expect(lines[0]).toMatch(/^SCAN k VIRTUAL TABLE INDEX/);
      expect(lines).toContain("SEARCH c USING INTEGER PRIMARY KEY (rowid=?)");
      expect(lines).toContain("SEARCH d USING INTEGER PRIMARY KEY (rowid=?)");
      // Neither table is walked through.
      expect(lines.filter((line) => /^SCAN (?:c|d|chunks|documents)\b/.test(line))).toEqual([]);
    },
  );
});
