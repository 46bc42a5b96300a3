import { beforeAll, describe, expect, it } from "vitest";
import { auditDeps } from "../../src/audit/audit-workspace.ts";
import { CHECKS } from "../../src/audit/checks.ts";
import { dailyAudit } from "../../src/audit/daily-audit.ts";
import { openSession } from "../../src/database/session.ts";
import { createMeter, type VectorIndex } from "../../src/models/ports.ts";
import { quantise } from "../../src/text/quantise.ts";
import { LIVE_IDENTITY, NOW_MS, sqlWorld } from "../support/worlds/sql-world.ts";

const LINES = Array.from({ length: 8 }, (_, at) => ({ startLine: at + 1, endLine: at + 1 }));

/** Shows everything, and knows no neighbours. */
const INDEX: VectorIndex = {
  ...{ maxUpsert: 1_000, maxDelete: 1_000, maxGet: 20, nearest: async () => [] },
  visible: async (ids) => ids,
  upsert: async () => crypto.randomUUID(),
  remove: async () => crypto.randomUUID(),
  progress: async () => ({ processedUpToMutation: undefined, processedUpToMs: undefined }),
};

/** Rows by which reads may differ: whether a table ends where a part does. */
const SLACK = 5;

describe("what an audit reads", () => {
  const { here, all, column, newWorkspace, write } = sqlWorld();
  let workspace = 0;

  /** Adds healthy documents of eight passages, all of them visible, numbered up to a bound. */
  const fill = async (from: number, to: number): Promise<void> => {
    const notes = Array.from({ length: to - from }, (_, at) => from + at);
    const texts = notes.map((note) => [
      `n${note}.md`,
      LINES.map((_, line) => `Heron ${note} at \`weir_${line}\`.\n`).join(""),
    ]);
    await write(workspace, Object.fromEntries(texts), { chunks: LINES });
    await all("UPDATE chunks SET vector_state = 'visible'");
    await all(`INSERT INTO embeddings (workspace, identity, hash, vector, used_at)
      SELECT workspace, '${LIVE_IDENTITY}', embed_hash, x'${quantise(new Float32Array([1, 0]))}', 1
      FROM chunks WHERE true ON CONFLICT DO NOTHING`);
    // By what it notes of a table SQLite plans another way: here too, nothing may be walked that grows.
    await all("PRAGMA optimize=0x10002");
  };

  const metered = () => {
    const meter = createMeter();
    return { meter, session: openSession(here.opened.database, { from: "primary", meter }) };
  };
  /** What the first part of each check reads and looks at, which is a few rows. */
  const firstParts = async () => {
    const running = { vectors: INDEX, identity: LIVE_IDENTITY, plan: "paid" as const, random: () => 0.5 };
    const parts = CHECKS.map(async ({ name, scan }) => {
      const { meter, session } = metered();
      const deps = auditDeps({ session, workspace, nowMs: NOW_MS }, running, true);
      const { checked } = await scan(
        { ...deps, limits: { ...deps.limits, rows: 20, documents: 20, counted: 20 } },
        "",
      );
      return [name, { rows: meter.rowsRead, checked }] as const;
    });
    return new Map(await Promise.all(parts));
  };

  let small: Awaited<ReturnType<typeof firstParts>>;
  let large: typeof small;
  beforeAll(async () => {
    workspace = await newWorkspace();
    await fill(0, 25);
    small = await firstParts();
    await fill(25, 250);
    large = await firstParts();
  });

  it.each(CHECKS.map(({ name }) => name))(
    "for a part of a check is no more in 2,000 passages than in 200: %s",
    (check) => {
      const [few, many] = [small.get(check), large.get(check)];
      expect(many?.checked).toBe(few?.checked);
      expect(many?.rows).toBeLessThanOrEqual((few?.rows ?? 0) + SLACK);
    },
  );

  it("for a page of a day is a few times the rows that it may look at", async () => {
    const [slices, rows, readsARow] = [30, 200, 10];
    const counted: number[] = [];
    for (let cursor: unknown = ""; cursor !== null; ) {
      const { meter, session } = metered();
      const audit = { session, plan: "paid" as const, now: () => NOW_MS, random: () => 0.5 };
      const page = dailyAudit({ ...audit, vectorsFor: () => INDEX });
      counted.push((await page())?.counts.checked ?? 0);
      expect(meter.rowsRead).toBeLessThan(slices * rows * readsARow);
      [cursor] = await column(`SELECT audit_next FROM workspaces WHERE num = ${workspace}`);
    }
    expect(Math.max(...counted)).toBeGreaterThan((slices * rows) / 2);
  });
});
