import { beforeEach, describe, expect, it } from "vitest";
import { indexMerging } from "../../src/background/merge-indexes.ts";
import { DAY_MS } from "../../src/config.ts";
import { ftsTable, vocabularyTable } from "../../src/database/keyword-tables.ts";
import type { Session } from "../../src/database/session.ts";
import { AppError } from "../../src/errors.ts";
import { NOW_MS, sqlWorld } from "../support/worlds/sql-world.ts";

/** FTS5 merges some of them while it writes, and leaves more than a run leaves alone. */
const WRITES = 15;

describe("merging keyword indexes", () => {
  const { here, all, column, empty, newWorkspace, write } = sqlWorld();
  beforeEach(() => empty("workspaces"));

  /** A workspace that was written to so often. */
  async function written(times: number, atMs = NOW_MS): Promise<number> {
    const workspace = await newWorkspace();
    for (let at = 0; at < times; at++)
      await write(workspace, { [`${at}.md`]: `The heron of lot ${at} stands at gate ${at}.\n` });
    await all(`UPDATE workspaces SET indexed_at = ${atMs} WHERE num = ${workspace}`);
    return workspace;
  }
  const segments = async (workspace: number) =>
    (await column(`SELECT count(DISTINCT segid) FROM ${ftsTable(workspace)}_idx`))[0];
  const found = (workspace: number, match: string) =>
    all(
      `SELECT rowid, rank FROM ${ftsTable(workspace)} WHERE ${ftsTable(workspace)} MATCH '${match}' ORDER BY rank, rowid`,
    );
  const words = (workspace: number) => all(`SELECT * FROM ${vocabularyTable(workspace)} ORDER BY term`);

  async function run(db: Session = here.db): Promise<number> {
    const slice = indexMerging(db, () => NOW_MS);
    for (let slices = 0; ; slices++) {
      const report = await slice();
      if (report === undefined) return slices;
      expect(report).toEqual({ counts: { merged: 1 } });
    }
  }

  it("leaves one segment of a size, and every question its answer", async () => {
    const workspace = await written(WRITES);
    expect(await segments(workspace)).toBeGreaterThan(2);
    const answers = async () => [
      await found(workspace, "heron OR lot"),
      await found(workspace, '"gate 7" OR 3'),
      await words(workspace),
    ];
    const before = await answers();
    expect(await run()).toBeGreaterThan(0);
    expect(await segments(workspace)).toBeLessThan(4);
    expect(await answers()).toEqual(before);
    expect(await run()).toBe(0);
  });

  it("goes by what is to be merged where many indexes were written to since", async () => {
    const many = await written(WRITES, NOW_MS - 1);
    const busy: number[] = [];
    for (let at = 0; at < 20; at++) busy.push(await written(1));
    busy.push(await written(WRITES));
    expect(await run()).toBe(2);
    expect(await Promise.all([many, ...busy].map(segments))).toEqual(Array(22).fill(1));
  });

  it("writes nothing of an index's settings when they are there", async () => {
    const workspace = await written(WRITES);
    const settings = () => all(`SELECT * FROM ${ftsTable(workspace)}_config ORDER BY k`);
    await run();
    expect(await settings()).toContainEqual({ k: "usermerge", v: 2 });
    // FTS5 raises a number in its structure's record when its settings are written.
    const cookie = () =>
      column(`SELECT hex(substr(block, 1, 4)) FROM ${ftsTable(workspace)}_data WHERE id = 10`);
    const before = await cookie();
    for (let at = 0; at < 3; at++) await write(workspace, { [`b${at}.md`]: `Gull ${at}.\n` });
    await all(`UPDATE workspaces SET indexed_at = ${NOW_MS}`);
    expect(await run()).toBeGreaterThan(0);
    expect(await cookie()).toEqual(before);
  });

  it("leaves alone what has few segments, was not written to for a day, or is gone", async () => {
    const few = await written(2);
    const old = await written(WRITES, NOW_MS - DAY_MS - 1);
    const gone = await written(WRITES);
    await all(`UPDATE workspaces SET gone_at = 1 WHERE num = ${gone}`);
    const before = await Promise.all([few, old, gone].map(segments));
    expect(await run()).toBe(0);
    expect(await Promise.all([few, old, gone].map(segments))).toEqual(before);
  });

  it("merges the others where an index is gone meanwhile, and takes no other failure for that", async () => {
    const [one, other] = [await written(WRITES), await written(WRITES, NOW_MS - 1)];
    const failing = (code: "unauthorized" | "unavailable", only = "") =>
      ({
        ...here.db,
        batch: (statements: Parameters<Session["batch"]>[0]) =>
          JSON.stringify(statements).includes(only)
            ? Promise.reject(new AppError(code, "m"))
            : here.db.batch(statements),
      }) as Session;
    expect(await run(failing("unauthorized"))).toBe(0);
    const before = await segments(one);
    expect(await run(failing("unauthorized", ftsTable(one)))).toBeGreaterThan(0);
    expect([await segments(one), await segments(other)]).toEqual([before, expect.any(Number)]);
    expect(await segments(other)).toBeLessThan(4);
    await expect(run(failing("unavailable"))).rejects.toMatchObject({ code: "unavailable" });
  });
});
