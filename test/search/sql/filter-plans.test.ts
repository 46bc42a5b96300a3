import { beforeAll, describe, expect, it } from "vitest";
import { statement } from "../../../src/database/statement.ts";
import { MATCHES } from "../../../src/search/arms/keyword/keyword.ts";
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

/** Lines of the database's plan for the question to the keyword index. */
async function planFor(filters: NonNullable<SearchRequest["filters"]>): Promise<readonly string[]> {
  const plan = await planOf({ query: "keys doors", filters }, undefined, { workspace });
  const [read] = matchesRead(MATCHES, plan, plan.query);
  if (read === undefined) throw new Error("nothing is asked");
  const explained = statement<{ readonly detail: string }>(
    `EXPLAIN QUERY PLAN ${read.statement.sql.replaceAll(/\?(\d+)/g, (_, at) => `:${read.statement.names[at - 1]}`)}`,
  );
  return (await here.db.all(explained, read.values)).map(({ detail }) => detail);
}

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
