import { describe, expect, it } from "vitest";
import { boundDatabases, databasesOf } from "../../src/database/several/databases.ts";
import { openSession } from "../../src/database/session.ts";
import { createMeter } from "../../src/models/ports.ts";

const database = () => ({ withSession: () => ({ getBookmark: () => null }) }) as unknown as D1Database;

describe("the databases that are bound", () => {
  it("have the numbers of their names, whatever order they come in", () => {
    const [DB, DB_2, DB_3] = [database(), database(), database()];
    const many = boundDatabases({ DB_3, DB, PLATFORM: "cloudflare", DB_2 } as { DB: D1Database });
    expect(many.count).toBe(3);
    expect([many.at(1), many.at(2), many.at(3), many.at(4), many.at(0)]).toEqual([
      ...[DB, DB_2, DB_3],
      ...[undefined, undefined],
    ]);
    expect([many.at(2) === DB_2, many.at(3) === DB_3]).toEqual([true, true]);
    expect(boundDatabases({ DB }).count).toBe(1);
  });

  it.each([["DB_3"], ["DB_2", "DB_4"], ["DB_1"], ["DB_0", "DB_2"], ["DB_02"]])(
    "leave no number out: %s",
    (...names) => {
      const bound = Object.fromEntries(names.map((name) => [name, database()]));
      expect(() => boundDatabases({ DB: database(), ...bound })).toThrow("without a gap; there are DB, DB_");
    },
  );

  it("are databases of D1, each of them", () => {
    const bound = { DB: database(), DB_2: "edge-recall-2" };
    expect(() => boundDatabases(bound)).toThrow("DB_2 is bound, and is no D1 database");
  });
});

describe("where a token leads", () => {
  it("is its own database, the first without a name, until its workspace was met in another", () => {
    const many = databasesOf([database(), database(), database()]);
    expect([many.of({ workspace: 7 }), many.of({ workspace: 7, database: 2 })]).toEqual([1, 2]);
    many.met(7, 3);
    expect([many.of({ workspace: 7 }), many.of({ workspace: 8 }), many.of({ workspace: null })]).toEqual([
      3, 1, 1,
    ]);
  });

  it("is remembered by sessions that go there, and no number is made up", () => {
    const many = databasesOf([database(), database()]);
    const session = openSession(many, { from: "nearest", meter: createMeter() });
    expect([session.database, session.mayLag(), session.on(1) === session]).toEqual([1, true, true]);
    session.goTo(2, 9);
    expect([session.database, session.mayLag(), many.of({ workspace: 9 })]).toEqual([2, false, 2]);
    expect(session.on(1).database).toBe(1);
    expect(() => session.on(3)).toThrow("There is no database 3: nothing is bound as DB_3");
  });
});
