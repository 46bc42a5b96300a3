/** What workerd answers when SQLite fails below a statement, with the reason in its own log only. */
const NAMELESS = /^(?:D1_ERROR: )?internal error; reference = /;

/** SQLite's word for it, which `translateDatabaseError` knows. */
const DAMAGED = "database disk image is malformed: SQLITE_CORRUPT";

/** What does no more than read. What begins with other words may, and is not asked again for it. */
const READ = /^\s*select\b/i;

/** Between two looks at whether others are still under way, milliseconds, and for how long these are waited for. */
const STEP_MS = 2;
const MOST_MS = 1_000;

/** Finds one damaged page or none, and fails itself where the schema cannot be read: https://www.sqlite.org/pragma.html#pragma_quick_check */
const LOOK = "PRAGMA quick_check(1)";

/**
 * A database in a file of this machine, which names damage: where a statement fails without a reason, it looks through the
 * file, and fails with SQLite's own word for a damaged one. Not for D1 in an account: it reads everything.
 *
 * workerd starts a database anew whose statement met a damaged page, and everything that was asked of it at that moment fails
 * with the same error. So what failed and only reads is asked once more while nothing else is: that says whose damage it was.
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
  const turns = oneAtATime();
  const withSession = (start?: Parameters<D1Database["withSession"]>[0]): D1DatabaseSession => {
    const session = database.withSession(start);
    const reads = new WeakSet<D1PreparedStatement>();
    const batch: D1DatabaseSession["batch"] = async <Row>(statements: D1PreparedStatement[]) => {
      const ask = () => session.batch<Row>(statements);
      try {
        return await turns.amongOthers(ask);
      } catch (cause) {
        if (!isNameless(cause)) throw cause;
        const named = (await looksDamaged(session)) ? new Error(DAMAGED, { cause }) : cause;
        if (named === cause || !statements.every((one) => reads.has(one))) throw named;
        return await turns.onItsOwn(ask).catch((error: unknown) => {
          throw isNameless(error) ? named : error;
        });
      }
    };
    const prepare = (sql: string): D1PreparedStatement => {
      const prepared = session.prepare(sql);
      if (!READ.test(sql)) return prepared;
      const bind = prepared.bind.bind(prepared);
      return Object.assign(prepared, {
        bind(...values: unknown[]) {
          const statement = bind(...values);
          reads.add(statement);
          return statement;
        },
      });
    };
    return { prepare, batch, getBookmark: () => session.getBookmark() };
  };
  return { ...bound(database), withSession };
}

const isNameless = (error: unknown): boolean => error instanceof Error && NAMELESS.test(error.message);

/**
 * Calls beside others, and calls that wait until no other is under way. By counts and short waits: no request may rest on a
 * promise of another. A request that is given up may leave its mark behind, so that no mark is waited for longer than `MOST_MS`.
 */
function oneAtATime() {
  let underWay = 0;
  let aloneSinceMs = Number.NEGATIVE_INFINITY;
  const isTaken = (): boolean => Date.now() - aloneSinceMs < MOST_MS;
  async function amongOthers<Answer>(call: () => Promise<Answer>): Promise<Answer> {
    while (isTaken()) await pause();
    underWay++;
    try {
      return await call();
    } finally {
      underWay--;
    }
  }
  async function onItsOwn<Answer>(call: () => Promise<Answer>): Promise<Answer> {
    while (isTaken()) await pause();
    const startedMs = Date.now();
    aloneSinceMs = startedMs;
    try {
      while (underWay > 0 && Date.now() - startedMs < MOST_MS) await pause();
      return await call();
    } finally {
      if (aloneSinceMs === startedMs) aloneSinceMs = Number.NEGATIVE_INFINITY;
    }
  }
  return { amongOthers, onItsOwn };
}

const pause = (): Promise<void> => new Promise((done) => setTimeout(done, STEP_MS));

/** The methods of a binding, which are not its own properties. */
const bound = (database: D1Database): Omit<D1Database, "withSession"> => ({
  prepare: (sql) => database.prepare(sql),
  batch: (statements) => database.batch(statements),
  exec: (sql) => database.exec(sql),
  dump: () => database.dump(),
});
