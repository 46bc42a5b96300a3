import { and, asc, eq } from "drizzle-orm";
import { sources } from "../../database/schema/sources.ts";
import type { Session } from "../../database/session.ts";
import { statement } from "../../database/statement.ts";
import { raiseVersion } from "../../database/versions.ts";
import { MAX_PROBLEMS, MAX_SOURCES } from "../contract.ts";

export type SourceRow = typeof sources.$inferSelect;

/** Which source, and whose. */
export interface SourceKey {
  readonly workspace: number;
  readonly root: string;
}

export type NewSource = Pick<
  SourceRow,
  "id" | "workspace" | "root" | "kind" | "location" | "options" | "everyHours" | "pausedAt"
>;

const INSERT = statement<{ readonly id: string }>(`INSERT INTO sources
    (id, workspace, root, kind, location, options, every_hours, paused_at, next_at, created_at)
  SELECT :id, :workspace, :root, :kind, :location, :options, :everyHours, :pausedAt, :now, :now
  WHERE EXISTS (SELECT 1 FROM workspaces WHERE num = :workspace AND gone_at IS NULL)
    AND (SELECT count(*) FROM sources WHERE workspace = :workspace) < ${MAX_SOURCES}
  ON CONFLICT (workspace, root) DO NOTHING
  RETURNING id`);
/** A backup is made of what has another version. */
const RAISE = statement(
  raiseVersion({
    where:
      "num = :workspace AND EXISTS (SELECT 1 FROM sources WHERE workspace = :workspace AND root = :root)",
  }),
);

/** Keeps a source. False: the workspace has as many as it may, or one for this root. */
export async function insertSource(db: Session, row: NewSource, nowMs: number): Promise<boolean> {
  const { kept } = await db.batch({
    kept: db.bind(INSERT, { ...row, now: nowMs }),
    raised: db.bind(RAISE, { ...row }),
  });
  return kept.length > 0;
}

const FOREIGN = statement<{ readonly n: number }>(`SELECT count(*) AS n FROM root_origins o
  WHERE o.workspace = :workspace AND o.root = :root AND o.origin NOT IN
    (SELECT replace(s.id, '-', '') FROM sources s WHERE s.workspace = :workspace AND s.root = :root)`);

/** Whether a folder or a program pushes to the root. */
export const isPushed = async (db: Session, key: SourceKey): Promise<boolean> =>
  ((await db.first(FOREIGN, { ...key }))?.n ?? 0) > 0;

/** Of each source, the things that it has and those of them that have a document. */
interface Totals {
  readonly items: number;
  readonly documents: number;
}

const TOTALS = statement<
  Totals & { readonly source: string }
>(`SELECT source, count(*) AS items, sum(kept) AS documents
  FROM source_items WHERE workspace = :workspace GROUP BY source`);

export interface ReadSource extends SourceRow {
  readonly totals: Totals;
}

/** Those of a workspace, by root. */
export async function listSources(db: Session, workspace: number): Promise<readonly ReadSource[]> {
  const rows = await db.orm
    .select()
    .from(sources)
    .where(eq(sources.workspace, workspace))
    .orderBy(asc(sources.root));
  const totals = new Map((await db.all(TOTALS, { workspace })).map((one) => [one.source, one]));
  return rows.map((row) => ({ ...row, totals: totals.get(row.id) ?? { items: 0, documents: 0 } }));
}

const TOTALS_OF = statement<Totals>(
  "SELECT count(*) AS items, coalesce(sum(kept), 0) AS documents FROM source_items WHERE source = :id",
);

/** Undefined: the workspace has none for that root. */
export async function findSource(
  db: Session,
  { workspace, root }: SourceKey,
): Promise<ReadSource | undefined> {
  const [row] = await db.orm
    .select()
    .from(sources)
    .where(and(eq(sources.workspace, workspace), eq(sources.root, root)));
  if (row === undefined) return undefined;
  return { ...row, totals: (await db.first(TOTALS_OF, { id: row.id })) ?? { items: 0, documents: 0 } };
}

const PROBLEMS = statement<{ readonly key: string; readonly problem: string }>(
  `SELECT key, problem FROM source_items WHERE source = :id AND problem IS NOT NULL ORDER BY key LIMIT ${MAX_PROBLEMS}`,
);

/** Things that have no document, or an old one, and why. */
export const readProblems = (db: Session, id: string): Promise<{ key: string; problem: string }[]> =>
  db.all(PROBLEMS, { id }).then((rows) => [...rows]);

const MINE = "WHERE workspace = :workspace AND root = :root";

const DELETE_ITEMS = statement(`DELETE FROM source_items WHERE source IN (SELECT id FROM sources ${MINE})`);
/** Nobody pushes by it any more: whoever comes next may have the root. */
const DELETE_ORIGIN = statement(`DELETE FROM root_origins WHERE (workspace, root, origin) IN
  (SELECT workspace, root, replace(id, '-', '') FROM sources ${MINE})`);
const DELETE = statement(`DELETE FROM sources ${MINE} RETURNING 1`);

/** False: there was none. A run that is under way writes nothing from then on. */
export async function deleteSource(db: Session, key: SourceKey): Promise<boolean> {
  const { deleted } = await db.batch({
    raised: db.bind(RAISE, { ...key }),
    items: db.bind(DELETE_ITEMS, { ...key }),
    origin: db.bind(DELETE_ORIGIN, { ...key }),
    deleted: db.bind(DELETE, { ...key }),
  });
  return deleted.length > 0;
}

const PAUSE = statement(`UPDATE sources SET paused_at = :now ${MINE} AND paused_at IS NULL`);
const RESUME = statement(`UPDATE sources SET paused_at = NULL ${MINE}`);

/** Stops or goes on; one that is as it is to be stays as it is. */
export const pauseSource = (
  db: Session,
  key: SourceKey,
  { isPaused, nowMs }: { readonly isPaused: boolean; readonly nowMs: number },
): Promise<unknown> =>
  db.batch({
    changed: db.bind(isPaused ? PAUSE : RESUME, { ...key, now: nowMs }),
    raised: db.bind(RAISE, { ...key }),
  });

const RUN_NOW = statement(`UPDATE sources SET next_at = min(next_at, :now),
  confirmed_run = iif(:confirm, run + iif(phase IS NULL, 1, 0), confirmed_run) ${MINE}`);

/** Has the next run begin now. */
export const runSource = (
  db: Session,
  key: SourceKey,
  { confirm, nowMs }: { readonly confirm: boolean; readonly nowMs: number },
): Promise<unknown> => db.all(RUN_NOW, { ...key, confirm: confirm ? 1 : 0, now: nowMs });
