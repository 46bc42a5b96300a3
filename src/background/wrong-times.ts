import { HOUR_MS } from "../config.ts";
import { LONGEST_LEASE_MS, LONGEST_WAIT_MS, SLACK_MS } from "../database/leases.ts";
import type { Session } from "../database/session.ts";
import { statement } from "../database/statement.ts";
import { MAX_EVERY_HOURS } from "../sources/contract.ts";

// What was written under a clock that ran ahead would wait until that time comes. No writer writes a time further ahead
// than these; a time that is, is of another clock, and what waits for it is due.

interface Time {
  readonly table: string;
  readonly column: string;
  /** Milliseconds ahead of now, at most. */
  readonly most: number;
  /** Which rows, as an index has them. @default all */
  readonly where?: string;
}

/** The next run of a source. */
const LONGEST_PAUSE_MS = MAX_EVERY_HOURS * HOUR_MS + SLACK_MS;

const LEASED = ["generations", "contexts", "name_requests", "webhooks"];
/** Their times stand in an index by workspace. */
const BY_WORKSPACE: readonly string[] = ["contexts", "name_requests"];

const TIMES: readonly Time[] = [
  {
    table: "outbox",
    column: "next_at",
    most: LONGEST_WAIT_MS,
    where: "state = 'due' AND op IN ('upsert', 'delete')",
  },
  { table: "claims", column: "lease_until", most: LONGEST_LEASE_MS },
  { table: "sent_calls", column: "sent_at", most: SLACK_MS },
  ...LEASED.map((table) => ({ table, column: "next_at", most: LONGEST_WAIT_MS })),
  { table: "sources", column: "next_at", most: LONGEST_PAUSE_MS },
  { table: "moves", column: "next_at", most: LONGEST_WAIT_MS },
  ...[...LEASED, "sources", "moves"].map((table) => ({
    table,
    column: "lease_until",
    most: LONGEST_LEASE_MS,
  })),
];

const isAhead = ({ column, most, where = "true" }: Time): string => `${where} AND ${column} > :now + ${most}`;

function hasWrong(time: Time): string {
  const { table, column } = time;
  return column === "next_at" && BY_WORKSPACE.includes(table)
    ? `EXISTS (SELECT 1 FROM workspaces w CROSS JOIN ${table} x ON x.workspace = w.num AND ${isAhead({ ...time, column: "x.next_at" })})`
    : `EXISTS (SELECT 1 FROM ${table} WHERE ${isAhead(time)})`;
}

/** SQL, 0 or 1: some time is of a clock that ran ahead of `:now`. */
export const HAS_WRONG_TIMES = `(${TIMES.map(hasWrong).join(" OR ")})`;

const MENDS = TIMES.map((time) =>
  statement(`UPDATE ${time.table} SET ${time.column} = :now WHERE ${isAhead(time)}`),
);

/** Has all that waits for such a time be due now. A lease that ends so is taken over, as one that has run out is. */
export async function mendTimes(db: Session, nowMs: number): Promise<void> {
  await db.batch({ mended: MENDS.map((mend) => db.bind(mend, { now: nowMs })) });
}
