import { DAY_MS } from "../config.ts";
import { ftsTable } from "../database/keyword-tables.ts";
import type { Session } from "../database/session.ts";
import { statement } from "../database/statement.ts";
import { AppError } from "../errors.ts";
import { CRON_MS } from "./crons.ts";
import type { Task } from "./run-task.ts";

// Every write leaves a segment in its workspace's keyword index, and a question looks each of its words up in all of them.
// FTS5 merges four of a size while it writes, which leaves ten after a push of 30,000 passages. Merged to two, a question takes .88
// of the time, for 10 µs a passage once.

/** So many segments are left as they are. */
const FEW_SEGMENTS = 2;
/** Segments of one size that become one of the next (FTS5's `usermerge`): each passage is written once a size. */
const OF_A_SIZE = 2;
/** Pages that one merge writes, some 15 ms in which the database answers nobody else. */
const MERGE_PAGES = 200;
/** Indexes that a run looks at, those that were written to most lately, and that it merges: four queries each, of the free plan's 50. */
const MAX_LOOKED_AT = 50;
const MAX_MERGED = 10;

/**
 * SQL: an index was written to so lately that no run has had the time to merge it, by a clock that does not run ahead. The daily
 * round looks at the whole day.
 */
export const IS_MERGE_DUE = `EXISTS (SELECT 1 FROM workspaces
  WHERE gone_at IS NULL AND indexed_at BETWEEN :now - ${2 * CRON_MS} AND :now + ${CRON_MS})`;

const WRITTEN = statement<{ readonly num: number }>(
  `SELECT num FROM workspaces WHERE gone_at IS NULL AND indexed_at >= :since ORDER BY indexed_at DESC LIMIT ${MAX_LOOKED_AT}`,
);

// No `PRAGMA optimize`: what it notes of a small table stays until that is ten times as large, and until then SQLite walks
// all of it where an index leads to a few rows. Without statistics it takes every table for large.

/** Merges keyword indexes of many segments, some pages a slice, until none has a pair of segments of one size. */
export function indexMerging(db: Session, now: () => number): Task["slice"] {
  let waiting: number[] | undefined;
  return async () => {
    waiting ??= await manySegmented(db, now() - DAY_MS);
    // An index may have many segments of as many sizes: a slice that merges nothing would have a run of one slice begin again.
    for (; waiting.length > 0; waiting.shift())
      if (await orGone(mergeSome(db, waiting[0] ?? 0), false)) return { counts: { merged: 1 } };
    return undefined;
  };
}

/** The workspaces whose indexes were written to since then and have many segments. */
async function manySegmented(db: Session, since: number): Promise<number[]> {
  const written = await db.all(WRITTEN, { since });
  if (written.length === 0) return [];
  // Rows of VALUES: a compound SELECT has five terms at most.
  const counted = written.map(({ num }) => `(${num}, (${segmentsSql(num)}))`);
  const many = statement<{ readonly num: number }>(
    `WITH counted (num, segments) AS (VALUES ${counted.join(", ")})
    SELECT num FROM counted WHERE segments > ${FEW_SEGMENTS} LIMIT ${MAX_MERGED}`,
  );
  return (await orGone(db.all(many), [])).map(({ num }) => num);
}

/** How many segments an index has: by the first row of each, of the table of where its pages begin. */
function segmentsSql(workspace: number): string {
  const pages = `${ftsTable(workspace)}_idx`;
  return `WITH RECURSIVE s (id) AS (SELECT min(segid) FROM ${pages} UNION ALL
    SELECT (SELECT min(p.segid) FROM ${pages} p WHERE p.segid > s.id) FROM s WHERE s.id IS NOT NULL) SELECT count(id) FROM s`;
}

const CHANGES = statement<{ readonly changes: number }>("SELECT total_changes() AS changes");
/** What a merge counts as changes that has nothing to do (https://sqlite.org/fts5.html#the_merge_command). */
const NO_CHANGE = 1;

/** Merges some pages of an index; whether there was anything to merge. */
async function mergeSome(db: Session, workspace: number): Promise<boolean> {
  const fts = ftsTable(workspace);
  // Kept in the index's own settings, and written once: each time would be a row and have all connections read them anew.
  const size = `INSERT INTO ${fts} (${fts}, rank) SELECT 'usermerge', ${OF_A_SIZE}
    WHERE NOT EXISTS (SELECT 1 FROM ${fts}_config WHERE k = 'usermerge' AND v = ${OF_A_SIZE})`;
  const { before, after } = await db.batch({
    size: db.bind(statement(size)),
    before: db.bind(CHANGES),
    merge: db.bind(statement(`INSERT INTO ${fts} (${fts}, rank) VALUES ('merge', ${MERGE_PAGES})`)),
    after: db.bind(CHANGES),
  });
  return (after[0]?.changes ?? 0) - (before[0]?.changes ?? 0) > NO_CHANGE;
}

/** What stands for the answer where a workspace has gone meanwhile: its index is no more, the others wait for another run. */
const orGone = <Answer>(answer: Promise<Answer>, otherwise: Answer): Promise<Answer> =>
  answer.catch((error: unknown) => {
    if (error instanceof AppError && error.code === "unauthorized") return otherwise;
    throw error;
  });
