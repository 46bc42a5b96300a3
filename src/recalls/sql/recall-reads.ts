import { and, desc, eq, getTableColumns, gte, lt, or, type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import { MAX_DELETED } from "../../database/delete-some.ts";
import { isThere } from "../../database/fragments/gone-documents.ts";
import { recalls } from "../../database/schema/recalls.ts";
import type { Session } from "../../database/session.ts";
import { statement } from "../../database/statement.ts";
import { raiseVersion } from "../../database/versions.ts";
import type { RecallWrite } from "../../search/sql/search-writes.ts";
import type { RecallParameters } from "../contract/recalls.ts";

/** A logged search: what was written, and what has become of its hits. */
export interface RecallRow extends RecallWrite {
  /** JSON list of the positions in `hits`, from 0, whose document was deleted. */
  readonly gone: string;
  /** JSON list of `[hit, 1 or -1, count, root, path]`; root and path are null where the document was deleted. */
  readonly votes: string;
}

const r = alias(recalls, "r");
const { workspace: _, ...LOGGED } = getTableColumns(r);

const GONE = `(SELECT json_group_array(h.key) FROM json_each(r.hits) h WHERE NOT EXISTS (SELECT 1 FROM documents d
  WHERE d.workspace = r.workspace AND d.root = h.value->>'root' AND d.path = h.value->>'path' AND ${isThere("d")}))`;

const VOTES = `(SELECT json_group_array(json_array(hit, value, n, root, path))
  FROM (SELECT f.hit, f.value, count(*) AS n, d.root, d.path FROM feedback f
    LEFT JOIN documents d ON d.workspace = f.workspace AND d.root = f.root AND d.path = f.path AND ${isThere("d")}
    WHERE f.workspace = r.workspace AND f.recall = r.id GROUP BY f.hit, f.value, d.root, d.path))`;

const IS_VOTED = sql`EXISTS (SELECT 1 FROM feedback f WHERE f.workspace = r.workspace AND f.recall = r.id)`;

const COLUMNS = {
  ...LOGGED,
  gone: sql<string>`${sql.raw(GONE)}`.as("gone"),
  votes: sql<string>`${sql.raw(VOTES)}`.as("votes"),
};

const selectRecalls = async (
  db: Session,
  condition: SQL | undefined,
  limit: number,
): Promise<readonly RecallRow[]> =>
  (await db.orm.select(COLUMNS).from(r).where(condition).orderBy(desc(r.id)).limit(limit)) as RecallRow[];

interface RecallQuery extends Pick<RecallParameters, "session" | "outcome" | "profile" | "voted" | "limit"> {
  readonly workspace: number;
  /** Ids at or above and below these starts. */
  readonly from: string;
  readonly below: string;
}

/** Logged searches of a workspace, newest first. */
export function listRecalls(db: Session, query: RecallQuery): Promise<readonly RecallRow[]> {
  const { workspace, from, below, limit, session, outcome, profile, voted } = query;
  const condition = and(
    ...[eq(r.workspace, workspace), gte(r.id, from), lt(r.id, below)],
    session === undefined ? undefined : eq(r.session, session),
    outcome === undefined ? undefined : eq(r.outcome, outcome),
    profile === undefined ? undefined : eq(r.profile, profile),
    voted === undefined ? undefined : sql`${IS_VOTED} = ${Number(voted)}`,
  );
  return selectRecalls(db, condition, limit);
}

interface RecallName {
  readonly workspace: number;
  /** A whole id, or its start. */
  readonly idStart: string;
  /** Only this token finds its searches by the start of an id; undefined: all tokens do. */
  readonly token: string | undefined;
}

/** Searches whose id begins so, at most two: two are ambiguous. */
export function findRecalls(
  db: Session,
  { workspace, idStart, token }: RecallName,
): Promise<readonly RecallRow[]> {
  // "g" comes after every hexadecimal id that begins so.
  const condition = and(
    ...[eq(r.workspace, workspace), gte(r.id, idStart), lt(r.id, `${idStart}g`)],
    token === undefined ? undefined : or(eq(r.token, token), eq(r.id, idStart)),
  );
  return selectRecalls(db, condition, 2);
}

const CLEAR = statement(`DELETE FROM recalls WHERE workspace = :workspace AND id IN
  (SELECT id FROM recalls WHERE workspace = :workspace AND id < :below ORDER BY id LIMIT ${MAX_DELETED}) RETURNING 1`);

/** Deletes the oldest searches below an id, a bounded number; answers how many went. */
export async function clearRecalls(
  db: Session,
  query: { readonly workspace: number; readonly below: string },
): Promise<{ readonly deleted: number; readonly isDone: boolean }> {
  const { length: deleted } = await db.all(CLEAR, query);
  return { deleted, isDone: deleted < MAX_DELETED };
}

const switchLog = (settings: string) => statement(raiseVersion({ set: `settings = ${settings}` }));
const LOG_ON = switchLog("json_remove(settings, '$.recallLog')");
const LOG_OFF = switchLog("json_set(settings, '$.recallLog', 'off')");

/** Turns a workspace's log on or off. Its version rises, so that no isolate goes by the setting that it remembers. */
export async function writeRecallLog(db: Session, workspace: number, on: boolean): Promise<void> {
  await db.all(on ? LOG_ON : LOG_OFF, { workspace });
}
