import { beforeEach, describe, expect, it } from "vitest";
import { createDayCounter, NOTED_AT } from "../../src/database/day-counter.ts";
import { noteDue, readDayUse, readMonthUse, recordDayUse, withDayUse } from "../../src/database/day-use.ts";
import { openSession } from "../../src/database/session.ts";
import { statement } from "../../src/database/statement.ts";
import { createMeter } from "../../src/models/ports.ts";
import { NOW_MS, sqlWorld } from "../support/worlds/sql-world.ts";

const ADDED = { neurons: 1.5, vectorQueries: 1, queriedDimensions: 768, queueOperations: 3 };

describe("what an isolate uses", () => {
  const { here, all } = sqlWorld();
  beforeEach(() => all("DELETE FROM day_use"));

  /** A session of an isolate that has used nothing yet. */
  const isolate = () => {
    const day = createDayCounter();
    return { day, db: openSession(here.opened.database, { from: "primary", meter: createMeter(), day }) };
  };
  const today = () => readDayUse(here.db, NOW_MS);

  it("waits until a batch takes it along, which then counts for the next one", async () => {
    const { day, db } = isolate();
    day.add(ADDED);
    await db.all(statement("SELECT 1 FROM workspaces"));
    expect(await today()).toMatchObject({ neurons: 0, rowsWritten: 0 });
    await recordDayUse(db, NOW_MS, { calls: 1 });
    expect(await today()).toMatchObject({ calls: 1, ...ADDED, rowsWritten: 0 });
    await recordDayUse(db, NOW_MS, {});
    const { rowsWritten, ...noted } = await today();
    expect(noted).toMatchObject({ calls: 1, ...ADDED });
    expect(rowsWritten).toBeGreaterThan(0);
  });

  it("waits on where the batch fails", async () => {
    const { day, db } = isolate();
    day.add(ADDED);
    const fails = withDayUse(db, { nowMs: NOW_MS }, () => Promise.reject(new Error("gone")));
    await expect(fails).rejects.toThrow("gone");
    expect(day.take()).toMatchObject(ADDED);
  });

  it.each([
    ["rows written", { rowsWritten: NOTED_AT.rowsWritten }],
    ["rows read", { rowsRead: NOTED_AT.rowsRead }],
  ])("is noted by itself once enough waits: %s", async (_, use) => {
    const { day, db } = isolate();
    const [[name, amount] = ["", 0]] = Object.entries(use);
    day.add({ [name]: amount - 1 });
    await noteDue(db, NOW_MS);
    expect((await today()) as object).toMatchObject({ [name]: 0 });
    day.add({ [name]: 1 });
    await noteDue(db, NOW_MS);
    expect((await today()) as object).toMatchObject({ [name]: amount });
    expect(day.isDue()).toBe(false);
  });

  it("is read by day, for the days of this calendar month", async () => {
    await all(`INSERT INTO day_use (day, rows_read) VALUES
      ('2026-05-31', 1), ('2026-06-01', 2), ('2026-06-02', 3), ('2026-07-01', 4)`);
    const days = async (nowMs: number) =>
      (await readMonthUse(here.db, nowMs)).map(({ day, rowsRead }) => [day, rowsRead]);
    expect(await days(NOW_MS)).toEqual([["2026-06-01", 2]]);
    expect(await days(Date.UTC(2026, 5, 30))).toEqual([
      ["2026-06-01", 2],
      ["2026-06-02", 3],
    ]);
  });
});
