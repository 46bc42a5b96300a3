import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { TABLE_AUDITS } from "../../src/audit/sql/tables.ts";
import { createKeywordIndex } from "../../src/database/keyword-tables.ts";
import { openSession, type Session } from "../../src/database/session.ts";
import { statement } from "../../src/database/statement.ts";
import { createMeter } from "../../src/models/ports.ts";
import type { TestDatabase } from "../support/worlds/database.ts";
import { openQuickDatabase } from "../support/worlds/quick-database.ts";

describe("a check of tables", () => {
  let opened: TestDatabase;
  let db: Session;
  beforeAll(async () => {
    opened = await openQuickDatabase();
    const session = openSession(opened.database, { from: "primary", meter: createMeter() });
    await session.batch({ made: createKeywordIndex(session, 1) });
    db = session;
  });
  afterAll(() => opened.dispose());

  it.each(Object.entries(TABLE_AUDITS))(
    "walks by an index and sorts no more than its part: %s",
    async (_, audit) => {
      const { sql, values } = audit.scan({ workspace: 1, after: "", limit: 10, nowMs: 1 });
      const steps = await db.all(statement<{ detail: string }>(`EXPLAIN QUERY PLAN ${sql}`), values);
      const plan = steps.map(({ detail }) => detail);
      const scanned = plan.flatMap(
        (detail) => /^SCAN (\w+)(?! VIRTUAL TABLE| CONSTANT ROWS)\b/.exec(detail)?.[1] ?? [],
      );
      // `t` are the sums of one workspace, `w` numbers of workspaces, `list` and `row` tables' names, `s` places of one
      // name, `k` the few claims of runs, `counted` the votes on one chunk. Virtual tables are JSON.
      const small = ["slice", "CONSTANT", "t", "w", "list", "row", "k", "s", "counted"];
      expect(scanned.filter((name) => !small.includes(name))).toEqual([]);
      const sorted = plan.filter((_, at) => plan[at + 1]?.startsWith("USE TEMP B-TREE"));
      expect(sorted.filter((detail) => detail !== "SCAN slice")).toEqual([]);
    },
  );
});
