import type { Plan } from "../../../src/config.ts";

// A batch that takes over 30 seconds fails as a whole, in the words of
// https://developers.cloudflare.com/d1/observability/debug-d1/ (2026-11): the test says which do, nothing waits.

/** What D1 allows by plan, which workerd on a laptop does not look at. Sources are in test/account/facts.ts. */
const LIMITS = {
  free: { queries: 50, rowsRead: 5_000_000, rowsWritten: 100_000, bytes: 500_000_000 },
  paid: {
    queries: 1_000,
    rowsRead: Number.POSITIVE_INFINITY,
    rowsWritten: Number.POSITIVE_INFINITY,
    bytes: 10_000_000_000,
  },
} as const;

const DAY_MS = 86_400_000;

/** What is used of the limits. */
interface Use {
  day: number;
  rowsRead: number;
  rowsWritten: number;
}

interface AccountParts {
  readonly plan: Plan;
  readonly now: () => number;
  /** What an invocation asks of all its databases together. @default of this one alone */
  readonly invocation?: { queries: number };
}

export interface AccountDatabase {
  readonly database: D1Database;
  /** A new invocation of the Worker begins: its queries count anew. Answers those of the one before. */
  newInvocation(): number;
  /** Counts rows of the day as if they had been used. */
  use(rows: { readonly read?: number; readonly written?: number }): void;
  /** Batches with a statement like this take longer than D1 waits; undefined: none does. */
  slow(statements: RegExp | undefined): void;
  /** The database is as large as this, bytes. */
  grow(bytes: number): void;
}

const refuse = (message: string): never => {
  throw new Error(`D1_ERROR: ${message}`);
};

const isRead = ({ sql }: { readonly sql?: string }): boolean =>
  /^\s*(?:SELECT|WITH|EXPLAIN)\b/i.test(sql ?? "");

/**
 * A real D1 as an account of a plan has it: with queries an invocation, rows a day until midnight UTC, and a size. That
 * each statement of a batch counts as a query is what its documentation leaves open; the stand-in counts the stricter way.
 */
export function accountDatabase(
  real: D1Database,
  { plan, now, invocation = { queries: 0 } }: AccountParts,
): AccountDatabase {
  const limits = LIMITS[plan];
  const use: Use = { day: 0, rowsRead: 0, rowsWritten: 0 };
  let bytes = 0;
  let slow: RegExp | undefined;
  const admit = (statements: readonly unknown[]): void => {
    const day = Math.floor(now() / DAY_MS);
    if (day !== use.day) Object.assign(use, { day, rowsRead: 0, rowsWritten: 0 });
    invocation.queries += statements.length;
    if (invocation.queries > limits.queries) refuse("Too many API requests by single worker invocation.");
    for (const kind of ["read", "write"] as const) {
      const used = kind === "read" ? use.rowsRead : use.rowsWritten;
      if (used >= (kind === "read" ? limits.rowsRead : limits.rowsWritten))
        refuse(
          `Your account has exceeded D1's free tier daily row ${kind} limit. Upgrade to a Workers Paid plan to continue.`,
        );
    }
    if (statements.some((statement) => slow?.test((statement as { sql?: string }).sql ?? "")))
      refuse("D1 DB storage operation exceeded timeout which caused object to be reset.");
    if (bytes >= limits.bytes && !statements.every((statement) => isRead(statement as { sql?: string })))
      refuse("Exceeded maximum DB size: SQLITE_FULL");
  };
  const withSession = (start?: string) => {
    const session = real.withSession(start);
    return {
      prepare: (sql: string) => session.prepare(sql),
      getBookmark: () => session.getBookmark(),
      async batch(statements: D1PreparedStatement[]) {
        admit(statements);
        const answers = await session.batch(statements);
        for (const { meta } of answers) {
          use.rowsRead += meta.rows_read ?? 0;
          use.rowsWritten += meta.rows_written ?? 0;
        }
        return answers;
      },
    };
  };
  return {
    database: {
      prepare: (sql: string) => real.prepare(sql),
      batch: (statements: D1PreparedStatement[]) => withSession("first-primary").batch(statements),
      withSession,
    } as unknown as D1Database,
    newInvocation() {
      const { queries } = invocation;
      invocation.queries = 0;
      return queries;
    },
    use({ read = 0, written = 0 }) {
      admit([]);
      use.rowsRead += read;
      use.rowsWritten += written;
    },
    slow(statements) {
      slow = statements;
    },
    grow(size) {
      bytes = size;
    },
  };
}
