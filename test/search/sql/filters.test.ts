import { afterAll, beforeAll, expect, it } from "vitest";
import { statement } from "../../../src/database/statement.ts";
import type { Filters } from "../../../src/search/contract/filters.ts";
import { resolveFilters } from "../../../src/search/query/filters.ts";
import { passes } from "../../../src/search/query/passes.ts";
import type { ChunkRow } from "../../../src/search/sql/chunk-rows.ts";
import { filterSql } from "../../../src/search/sql/filter-sql.ts";
import { NOW_MS } from "../fakes.ts";
import { type Desk, OWN, openDesk } from "./rows.ts";

const day = (date: string) => Date.parse(`${date}T00:00:00Z`);

const DOCUMENTS = [
  { num: 1, root: "notes", path: "a/x.md", kind: "file", language: "markdown", dated_at: day("2026-01-01") },
  { num: 2, root: "code", path: "a/y.ts", kind: "file", language: "typescript", dated_at: day("2026-01-02") },
  { num: 3, root: "notes", path: "A/z.md", kind: "memory", language: "markdown", dated_at: null },
  {
    ...{ num: 4, root: "notes", path: "100%_caf\u00e9/z.md", kind: "file", language: "markdown" },
    dated_at: day("2026-01-02") - 1,
  },
] as const;

let desk: Desk;
beforeAll(async () => {
  desk = await openDesk();
  await desk.put({ documents: DOCUMENTS });
});
afterAll(() => desk.dispose());

it.each<[Filters, readonly number[]]>([
  [{}, [1, 2, 3, 4]],
  [{ root: "notes" }, [1, 3, 4]],
  [{ kind: "file" }, [1, 2, 4]],
  [{ kind: "memory" }, [3]],
  [{ language: "typescript" }, [2]],
  [{ prefix: "a/" }, [1, 2]],
  [{ prefix: "100%_" }, [4]],
  [{ prefix: "1__%" }, []],
  [{ prefix: "100%_caf\u00e9/" }, [4]],
  [{ after: "2026-01-01" }, [1, 2, 4]],
  [{ after: "2026-01-02" }, [2]],
  [{ before: "2026-01-02" }, [1, 4]],
  [{ before: "2026-01-01" }, []],
  [{ after: "2026-01-01", before: "2026-01-02", root: "notes", prefix: "a" }, [1]],
])("the filters %j let pass %j, in SQL and outside it", async (asked, nums) => {
  const filters = resolveFilters(asked, NOW_MS);
  const { sql, values } = filterSql(filters);
  const found = await desk
    .session()
    .all(
      statement<{ num: number }>(
        `SELECT num FROM documents d WHERE workspace = ${OWN} AND ${sql} ORDER BY num`,
      ),
      values,
    );
  expect(found.map(({ num }) => num)).toEqual(nums);
  const rows = DOCUMENTS.map(
    ({ dated_at, ...row }) => ({ ...row, datedAt: dated_at }) as unknown as ChunkRow,
  );
  const passing = DOCUMENTS.filter((_, at) => passes(rows[at] as ChunkRow, filters));
  expect(passing.map(({ num }) => num)).toEqual(nums);
});
