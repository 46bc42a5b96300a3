import { isThere } from "../../database/gone-documents.ts";
import { firstRow, rowsOf, type Session } from "../../database/session.ts";
import type { RechunkStore, RechunkWork } from "./rechunk-types.ts";
import { storedDocuments } from "./stored-documents.ts";

/** Documents to cut anew over one D1 session. */
export const createRechunkStore = (session: Session): RechunkStore => ({
  start: (query) => start(session, query),
  next: (query) => next(session, query),
  async done({ workspace, upTo, documents }) {
    const sql = "UPDATE rechunks SET cursor = max(cursor, ?), done = done + ? WHERE workspace = ?";
    await session.batch([session.prepare(sql).bind(upTo, documents, workspace)]);
  },
  async finish(workspace) {
    await session.batch([session.prepare("DELETE FROM rechunks WHERE workspace = ?").bind(workspace)]);
  },
  async giveUp({ num, version }, chunker) {
    // Below zero no run looks for it, and no push takes it for current.
    const sql = "UPDATE documents SET chunker = ? WHERE num = ? AND version = ?";
    await session.batch([session.prepare(sql).bind(-chunker, num, version)]);
  },
});

const STALE = "d.chunker >= 0 AND d.chunker < ?2";

const START = `INSERT INTO rechunks (workspace, recut_all, started_at)
  SELECT w.num, ?3, ?4 FROM workspaces w WHERE w.gone_at IS NULL AND (?1 IS NULL OR w.num = ?1)
    AND (?3 = 1 OR w.num IN (SELECT d.workspace FROM documents d WHERE ${STALE}))
  ON CONFLICT (workspace) DO UPDATE SET recut_all = 1, cursor = 0, done = 0, started_at = excluded.started_at
    WHERE excluded.recut_all = 1`;

async function start(
  session: Session,
  { workspace, chunker, all, nowMs }: Parameters<RechunkStore["start"]>[0],
): Promise<void> {
  await session.batch([session.prepare(START).bind(workspace ?? null, chunker, all ? 1 : 0, nowMs)]);
}

const BEGUN = `SELECT r.workspace, r.recut_all AS isAll, r.cursor, w.identity FROM rechunks r
  JOIN workspaces w ON w.num = r.workspace AND w.gone_at IS NULL
  WHERE ?1 IS NULL OR r.workspace = ?1 ORDER BY r.started_at, r.workspace LIMIT 1`;

const NEXT_OF_ALL = `SELECT d.num FROM documents d WHERE d.workspace = ?1 AND d.num > ?2 AND ${isThere("d")}
  ORDER BY d.num LIMIT ?3`;
const NEXT_STALE = `SELECT d.num FROM documents d WHERE d.workspace = ?1 AND ${STALE} AND ${isThere("d")}
  ORDER BY d.chunker, d.num LIMIT ?3`;

async function next(
  session: Session,
  { workspace: wanted, chunker, limit, bytes }: Parameters<RechunkStore["next"]>[0],
): Promise<RechunkWork | undefined> {
  const [begun] = await session.batch([session.prepare(BEGUN).bind(wanted ?? null)]);
  const row = firstRow<{ workspace: number; isAll: number; cursor: number; identity: string }>(begun);
  if (row === undefined) return undefined;
  const { workspace, isAll, cursor, identity } = row;
  const [found] = await session.batch([
    isAll === 1
      ? session.prepare(NEXT_OF_ALL).bind(workspace, cursor, limit)
      : session.prepare(NEXT_STALE).bind(workspace, chunker, limit),
  ]);
  const nums = rowsOf<{ num: number }>(found).map(({ num }) => num);
  if (nums.length === 0) return { workspace, identity, upTo: undefined, documents: [] };
  const { documents } = await storedDocuments(session, { workspace, choice: { nums }, maxBytes: bytes });
  // In the order of their numbers, so that those which found no room come after the last of these.
  const upTo = Math.max(...(documents.length === 0 ? nums : documents.map(({ num }) => num)));
  return { workspace, identity, upTo, documents };
}
