import { isBookmark } from "../../src/http/sealed-bookmark.ts";
import { describe, expect, it } from "vitest";
import { translateDatabaseError } from "../../src/database/failures/database-errors.ts";
import { MIGRATION_NAMES } from "../../src/database/migrations/bundle.ts";
import { openSession, orOnPrimary, type SessionOptions } from "../../src/database/session.ts";
import { statement } from "../../src/database/statement.ts";
import { AppError } from "../../src/errors.ts";

const ONE = statement<{ n: number }>("SELECT 1 AS n");
const error = (message: string, cause?: unknown) => new Error(message, { cause });

interface FakeAnswers {
  readonly rows?: readonly unknown[];
  readonly meta?: Record<string, unknown>;
  readonly fails?: unknown;
  /** Names in `d1_migrations`; undefined: there is no such table. */
  readonly applied?: readonly string[];
  readonly bookmark?: string | null;
}

/** D1 that answers each batch alike, and notes how its sessions begin. */
function fakeDatabase({ rows = [], meta = {}, fails, applied, bookmark = null }: FakeAnswers = {}) {
  const starts: unknown[] = [];
  const database = {
    withSession(start: unknown) {
      starts.push(start);
      return {
        prepare: () => ({
          bind: () => ({}),
          all: async () => {
            if (applied === undefined) throw error("no such table: d1_migrations");
            return { results: applied.map((name) => ({ name })) };
          },
        }),
        async batch(statements: readonly unknown[]) {
          if (fails !== undefined) throw fails;
          return statements.map(() => ({ results: rows, meta }));
        },
        getBookmark: () => bookmark,
      };
    },
  } as unknown as D1Database;
  return { database, starts };
}

const opened = (answers: FakeAnswers = {}, from: SessionOptions["from"] = "nearest") => {
  const meter = { rowsRead: 1, rowsWritten: 2 };
  const { database, starts } = fakeDatabase(answers);
  return { session: openSession(database, { from, meter }), meter, starts };
};

describe("a database's failure", () => {
  it.each([
    ["Network connection lost", "unavailable"],
    ["D1_ERROR: storage caused object to be reset.", "unavailable"],
    ["reset because its code was updated", "unavailable"],
    ["Cannot resolve D1 DB due to transient issue", "unavailable"],
    ["D1 DB is overloaded. Too many", "unavailable"],
    ["Too many requests queued", "unavailable"],
    ["D1 DB storage operation exceeded timeout", "database_timeout"],
    ["D1 DB exceeded its memory limit", "database_timeout"],
    ["D1 DB exceeded its CPU time limit", "database_timeout"],
    ["currently processing a long-running export", "unavailable"],
    ["no such table: chunks_fts_12: SQLITE_ERROR", "unauthorized"],
    ["no such table: vocab_3", "unauthorized"],
    ["string or blob too big: SQLITE_TOOBIG", "too_large"],
    ["SQLITE_TOOBIG", "too_large"],
    ["D1_ERROR: Too many API requests by single worker invocation.", "too_large"],
    ["exceeded D1's free tier daily row read limit", "database_quota"],
    ["exceeded D1's free tier daily row write limit", "database_quota"],
  ])("that says %j is %s", (message, code) => {
    expect(translateDatabaseError(error(message))).toMatchObject({ code });
    expect(translateDatabaseError(error("Failed query", error(message)))).toMatchObject({ code });
  });

  it.each([
    "no such table: chunks_fts",
    "no such table: chunks",
    "exceeded D1's free tier daily storage",
    "UNIQUE constraint failed: a.b",
    "network connection lost",
  ])("that says %j stays what it is", (message) => {
    const failure = error(message);
    expect(translateDatabaseError(failure)).toBe(failure);
  });

  it("that is one of ours already stays so, wrapped or not, and what is no error too", () => {
    const ours = new AppError("quota", "used up");
    expect(translateDatabaseError(ours)).toBe(ours);
    expect(translateDatabaseError(error("Failed query", ours))).toBe(ours);
    const outer = new AppError("timeout", "late", { cause: ours });
    expect(translateDatabaseError(outer)).toBe(outer);
    expect([translateDatabaseError("text"), translateDatabaseError(undefined)]).toEqual(["text", undefined]);
  });
});

describe("a statement on tables that are not its own", () => {
  const failure = (message: string, applied?: readonly string[]) =>
    opened({ fails: error(message), ...(applied && { applied }) })
      .session.all(ONE)
      .catch((thrown: unknown) => thrown);

  it.each([
    ["lacks a table", "no such table: x", [], "behind"],
    ["lacks a column", "no such column: x", [], "behind"],
    ["has no column to write", "table a has no column named x", MIGRATION_NAMES.slice(1), "behind"],
    ["is of another version", "no such table: x", [...MIGRATION_NAMES, "9999_x.sql"], "other_version"],
    ["is of another version and lacks one", "no such table: x", ["9999_x.sql"], "other_version"],
    ["has no migrations at all", "no such table: x", undefined, "behind"],
  ])("fails by its schema where the database %s", async (_, message, applied, reason) => {
    expect(await failure(message, applied)).toMatchObject({ code: "schema_mismatch", details: { reason } });
  });

  it("names what the database has too much, or lacks", async () => {
    expect(await failure("no such table: x", [...MIGRATION_NAMES, "9_x.sql", "9_y.sql"])).toMatchObject({
      message: "The database belongs to another version: it has 9_x.sql, 9_y.sql. Deploy that version again",
    });
    expect(await failure("no such table: x", MIGRATION_NAMES.slice(1))).toMatchObject({
      message: expect.stringContaining(`The database lacks ${MIGRATION_NAMES[0]}. `),
    });
  });

  it("is a mistake of ours where the database is as it should be", async () => {
    expect(await failure("no such table: x", MIGRATION_NAMES)).toMatchObject({ message: "no such table: x" });
  });

  it.each([
    ["another mistake", "syntax error"],
    ["an outage that mentions a table", "Network connection lost: no such table: x"],
  ])("is not meant by %s", async (_, message) => {
    const thrown = await failure(message, []);
    expect((thrown as { code?: string }).code).not.toBe("schema_mismatch");
  });
});

describe("a session", () => {
  it.each<[SessionOptions["from"], unknown, boolean]>([
    ["primary", "first-primary", false],
    ["nearest", "first-unconstrained", true],
    [{ bookmark: "b" }, "b", true],
  ])("from %j begins at %s", (from, start, mayLag) => {
    const { session, starts } = opened({}, from);
    expect([starts, session.mayLag()]).toEqual([[start], mayLag]);
    expect(session.toPrimary()).toBe(session);
    expect(session.mayLag()).toBe(false);
    session.toPrimary();
    expect(starts).toEqual(mayLag ? [start, "first-primary"] : [start]);
  });

  it("counts the rows of every statement, and knows the latest size and place", async () => {
    const meta = { rows_read: 3, rows_written: 4, size_after: 5 };
    const { session, meter } = opened({ rows: [{ n: 1 }], meta, bookmark: "there" });
    expect([session.databaseBytes(), session.bookmark()]).toEqual([0, "there"]);
    await session.batch({ both: [session.bind(ONE), session.bind(ONE)] });
    expect(meter).toEqual({ rowsRead: 7, rowsWritten: 10 });
    expect(session.databaseBytes()).toBe(5);
    const silent = opened({ rows: [{ n: 1 }] });
    expect(await silent.session.first(ONE)).toEqual({ n: 1 });
    expect([silent.meter, silent.session.databaseBytes()]).toEqual([{ rowsRead: 1, rowsWritten: 2 }, 0]);
    expect(silent.session.bookmark()).toBeUndefined();
  });

  it("asks nothing where nothing is sent", async () => {
    const { session } = opened({ fails: error("asked") });
    expect(await session.batch({ none: undefined, empty: [] })).toEqual({ none: [], empty: [] });
  });
});

describe("an answer that a replica may lack", () => {
  const asked = async (from: SessionOptions["from"], ...answers: readonly unknown[]) => {
    const { session } = opened({}, from);
    let asks = 0;
    const ask = async () => {
      const answer = answers[asks++];
      if (answer instanceof Error) throw answer;
      return answer;
    };
    const answer = await orOnPrimary(session, ask, (found) => found === undefined).catch(
      (thrown: Error) => thrown.message,
    );
    return [answer, asks, session.mayLag()];
  };

  it.each<[string, SessionOptions["from"], readonly unknown[], readonly unknown[]]>([
    ["is the replica's where it has one", "nearest", ["near"], ["near", 1, true]],
    ["is the primary's where the replica has none", "nearest", [undefined, "far"], ["far", 2, false]],
    [
      "is missing where the primary has none either",
      "nearest",
      [undefined, undefined],
      [undefined, 2, false],
    ],
    ["is asked of the primary once", "primary", [undefined, "again"], [undefined, 1, false]],
    [
      "is the primary's where the replica lacks a workspace's tables",
      "nearest",
      [error("no such table: chunks_fts_1"), "far"],
      ["far", 2, false],
    ],
    [
      "is the primary's where the replica lacks a migration",
      { bookmark: "b" },
      [new AppError("schema_mismatch", "behind"), "far"],
      ["far", 2, false],
    ],
    ["fails where the replica fails otherwise", "nearest", [error("down"), "far"], ["down", 1, true]],
    ["fails where the primary fails", "nearest", [undefined, error("down")], ["down", 2, false]],
  ])("%s", async (_, from, answers, expected) => {
    expect(await asked(from, ...answers)).toEqual(expected);
  });
});

describe("a bookmark", () => {
  const [eight, last] = ["0123abcd", "0123456789abcdef".repeat(2)];
  it.each<[string, string | undefined, boolean]>([
    ["all of its parts", `${eight}-${eight}-${eight}-${last}`, true],
    ["capitals", `${eight}-${eight}-${eight}-${last}`.toUpperCase(), false],
    ["something before it", `x${eight}-${eight}-${eight}-${last}`, false],
    ["something behind it", `${eight}-${eight}-${eight}-${last}0`, false],
    ["a part less", `${eight}-${eight}-${last}`, false],
    ["a short part", `${eight}-${eight.slice(1)}-${eight}-${last}`, false],
    ["nothing", "", false],
    ["no text", undefined, false],
  ])("with %s is one: %#", (_, text, is) => {
    expect(isBookmark(text)).toBe(is);
  });
});
