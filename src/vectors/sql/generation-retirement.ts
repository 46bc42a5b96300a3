import { rowsOf, type Session } from "../../database/session.ts";
import type { Generation, GenerationStore } from "./generation-types.ts";

// Emptying a generation that is not live (any more). `?1` workspace and `?2` generation throughout.

type Retirement = Awaited<ReturnType<GenerationStore["retirement"]>>;

/** Chunks whose vectors go next: those that are gone, and the next of all, whether they ever had one there or not. */
export async function retirement(
  session: Session,
  { workspace, num, cursorHash, cursorRid }: Generation,
  rows: number,
): Promise<Retirement> {
  const [gone, page] = await session.batch([
    session
      .prepare(
        "SELECT chunk FROM generation_chunks WHERE workspace = ?1 AND generation = ?2 AND state = 'gone' LIMIT ?3",
      )
      .bind(workspace, num, rows),
    session
      .prepare(
        `SELECT id, embed_hash AS hash, rid FROM chunks WHERE workspace = ?1 AND (embed_hash, rid) > (?2, ?3)
         ORDER BY embed_hash, rid LIMIT ?4`,
      )
      .bind(workspace, cursorHash, cursorRid, rows),
  ]);
  return {
    gone: rowsOf<{ chunk: string }>(gone).map(({ chunk }) => chunk),
    page: rowsOf<Retirement["page"][number]>(page),
  };
}

/** Another generation of the workspace still compares with these embeddings. */
const IN_USE = `(EXISTS (SELECT 1 FROM workspaces WHERE num = ?1 AND identity = ?3)
  OR EXISTS (SELECT 1 FROM generations WHERE workspace = ?1 AND num <> ?2 AND state = 'building' AND identity = ?3))`;

const OLD_EMBEDDINGS = `DELETE FROM embeddings WHERE NOT ${IN_USE} AND (workspace, identity, kind, hash) IN (
  SELECT workspace, identity, kind, hash FROM embeddings WHERE workspace = ?1 AND identity = ?3 LIMIT ?4)`;

/** Marks that mean nothing in a generation that nothing is added to. */
const OLD_MARKS = `DELETE FROM generation_chunks WHERE workspace = ?1 AND generation = ?2 AND chunk IN (
  SELECT chunk FROM generation_chunks WHERE workspace = ?1 AND generation = ?2 AND state <> 'gone' LIMIT ?3)`;

const DONE_GONE = `DELETE FROM generation_chunks WHERE workspace = ?1 AND generation = ?2 AND state = 'gone'
  AND chunk IN (SELECT value FROM json_each(?3))`;

const FINISHED = `DELETE FROM generations WHERE workspace = ?1 AND num = ?2 AND lease = ?4
  AND NOT EXISTS (SELECT 1 FROM generation_chunks WHERE workspace = ?1 AND generation = ?2)
  AND (${IN_USE} OR NOT EXISTS (SELECT 1 FROM embeddings WHERE workspace = ?1 AND identity = ?3))`;

const ADVANCE = `UPDATE generations SET cursor_hash = ?4, cursor_rid = ?5, done = done + ?6, next_at = ?7, attempts = 0,
    last_error = NULL, lease = NULL, lease_until = NULL WHERE workspace = ?1 AND num = ?2 AND lease = ?3 RETURNING num`;

/** Notes what a slice has deleted; the generation goes with its last row. */
export async function retired(
  session: Session,
  { generation, gone, page, nowMs, rows }: Parameters<GenerationStore["retired"]>[0],
): Promise<boolean> {
  const { workspace, num, identity, lease, cursorHash, cursorRid } = generation;
  const on = (sql: string, ...params: unknown[]) => session.prepare(sql).bind(workspace, num, ...params);
  const last = page.at(-1) ?? { hash: cursorHash, rid: cursorRid };
  const answers = await session.batch([
    on(DONE_GONE, JSON.stringify(gone)),
    on(OLD_MARKS, rows),
    on(OLD_EMBEDDINGS, identity, rows),
    ...(page.length === 0 ? [on(FINISHED, identity, lease)] : []),
    on(ADVANCE, lease, last.hash, last.rid, page.length, nowMs),
  ]);
  return rowsOf(answers.at(-1)).length > 0;
}
