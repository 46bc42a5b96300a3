import { DEFAULTS } from "../config.ts";
import { rowsOf, type Session } from "../database/session.ts";
import { storedDocuments } from "../documents/sql/stored-documents.ts";
import type { DueChunk, QuestionStore } from "./question-types.ts";

/** A table of due chunks, and the kind under which `generated` keeps what a model said of them. */
interface Questions {
  readonly table: "contexts" | "name_requests";
  readonly kind: "context" | "names";
}

/** What all questions about chunks have in common, over one D1 session. */
export const createQuestionStore = (session: Session, { table, kind }: Questions): QuestionStore => ({
  async claim({ workspace, lease, nowMs, limit }) {
    const [rows] = await session.batch([
      session.prepare(claim(table)).bind(lease, nowMs + DEFAULTS.leaseMs, nowMs, workspace ?? null, limit),
    ]);
    return rowsOf<DueChunk>(rows);
  },
  async documents({ workspace, nums, maxBytes }) {
    return (await storedDocuments(session, { workspace, choice: { nums }, maxBytes })).documents;
  },
  async kept(workspace, keys) {
    const sql = `SELECT g.key, g.text FROM json_each(?2) j CROSS JOIN generated g
      ON g.workspace = ?1 AND g.kind = '${kind}' AND g.key = j.value`;
    const [rows] = await session.batch([session.prepare(sql).bind(workspace, JSON.stringify(keys))]);
    return new Map(rowsOf<{ key: string; text: string }>(rows).map(({ key, text }) => [key, text]));
  },
  async failed({ lease, chunks, error, nextAtMs }) {
    const sql = `UPDATE ${table} SET attempts = attempts + 1, next_at = ?3, last_error = ?4, lease = NULL,
      lease_until = NULL WHERE lease = ?1 AND chunk IN (SELECT value FROM json_each(?2))`;
    await session.batch([session.prepare(sql).bind(lease, JSON.stringify(chunks), nextAtMs, error)]);
  },
  async release(lease) {
    const sql = `UPDATE ${table} SET lease = NULL, lease_until = NULL WHERE lease = ?`;
    await session.batch([session.prepare(sql).bind(lease)]);
  },
});

const DUE = "next_at <= ?3 AND (lease_until IS NULL OR lease_until <= ?3)";

/** One statement: two runs that claim at once get different rows. */
const claim = (
  table: Questions["table"],
): string => `UPDATE ${table} SET lease = ?1, lease_until = ?2 WHERE chunk IN (
    SELECT chunk FROM ${table} WHERE ${DUE} AND workspace = (
      SELECT x.workspace FROM ${table} x JOIN workspaces w ON w.num = x.workspace AND w.gone_at IS NULL
      WHERE x.next_at <= ?3 AND (x.lease_until IS NULL OR x.lease_until <= ?3) AND (?4 IS NULL OR x.workspace = ?4)
      ORDER BY x.next_at, x.document LIMIT 1)
    ORDER BY next_at, document LIMIT ?5)
  RETURNING chunk, workspace, document, attempts`;

/** Answers to be kept: `?1` workspace, `?2` the answers as JSON, `?3` now. Not of a chunk that was deleted meanwhile. */
export const keepAnswers = (kind: Questions["kind"]): string =>
  `INSERT INTO generated (workspace, kind, key, text, used_at)
  SELECT ?1, '${kind}', value->>'key', value->>'text', ?3 FROM json_each(?2)
  WHERE EXISTS (SELECT 1 FROM chunks c WHERE c.id = value->>'id')
  ON CONFLICT DO UPDATE SET text = excluded.text, used_at = excluded.used_at`;

/** What was answered is due no more: `?1` lease, `?2` the answers' chunks as JSON objects with an `id`. */
export const answered = (table: Questions["table"]): string =>
  `DELETE FROM ${table} WHERE lease = ?1 AND chunk IN (SELECT value->>'id' FROM json_each(?2))`;
