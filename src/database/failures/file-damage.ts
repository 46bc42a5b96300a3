/** What workerd answers when SQLite fails below a statement, with the reason in its own log only. */
const NAMELESS = /^(?:D1_ERROR: )?internal error; reference = /;

/** SQLite's word for it, which `translateDatabaseError` knows. */
const DAMAGED = "database disk image is malformed: SQLITE_CORRUPT";

/** Finds one damaged page or none, and fails itself where the schema cannot be read: https://www.sqlite.org/pragma.html#pragma_quick_check */
const LOOK = "PRAGMA quick_check(1)";

/**
 * A database in a file of this machine, which names damage: where a statement fails without a reason, it looks through the
 * file once, and fails with SQLite's own word for a damaged one. Not for D1 in an account: it reads everything.
 */
export function namingDamage(database: D1Database): D1Database {
  let isDamaged = false;
  const looksDamaged = async (session: D1DatabaseSession): Promise<boolean> => {
    isDamaged ||= await session
      .prepare(LOOK)
      .all<{ readonly quick_check: string }>()
      .then(
        ({ results }) => results[0]?.quick_check !== "ok",
        (error: unknown) => error instanceof Error && NAMELESS.test(error.message),
      );
    return isDamaged;
  };
  const withSession = (start?: Parameters<D1Database["withSession"]>[0]): D1DatabaseSession => {
    const session = database.withSession(start);
    const batch: D1DatabaseSession["batch"] = async (statements) => {
      try {
        return await session.batch(statements);
      } catch (cause) {
        if (!(cause instanceof Error && NAMELESS.test(cause.message))) throw cause;
        throw (await looksDamaged(session)) ? new Error(DAMAGED, { cause }) : cause;
      }
    };
    return { prepare: (sql) => session.prepare(sql), batch, getBookmark: () => session.getBookmark() };
  };
  return { ...bound(database), withSession };
}

/** The methods of a binding, which are not its own properties. */
const bound = (database: D1Database): Omit<D1Database, "withSession"> => ({
  prepare: (sql) => database.prepare(sql),
  batch: (statements) => database.batch(statements),
  exec: (sql) => database.exec(sql),
  dump: () => database.dump(),
});
