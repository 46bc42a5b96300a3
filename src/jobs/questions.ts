import { IS_OVER_CALLS } from "../database/fragments/model-calls.ts";
import { isFree, LEASE, RELEASE } from "../database/leases.ts";
import type { contexts } from "../database/schema/model-jobs.ts";
import type { Session } from "../database/session.ts";
import { type Bound, statement } from "../database/statement.ts";

// Chunks still to be asked about, taken under a lease so that two runs never pay for one answer twice.

/** A chunk that a text model is to be asked about, under a lease. */
export type DueChunk = Pick<
  Readonly<typeof contexts.$inferSelect>,
  "chunk" | "workspace" | "document" | "attempts"
>;

/** An answer that is worth keeping: of the chunk `id`, and gone with it. */
interface FreshAnswer {
  readonly key: string;
  readonly id: string;
  readonly text: string;
}

/** The statements on one table of due chunks; `kind` is the one under which `generated` keeps a model's answers. */
const questionsOf = (table: "contexts" | "name_requests", kind: "context" | "names") => ({
  // One statement: two runs that claim at once get different rows. Of the workspace that has waited longest and may still
  // have a model asked: each is looked into for itself, so that nobody's backlog stands in the way.
  claim: statement<DueChunk>(`UPDATE ${table} SET ${LEASE} WHERE chunk IN (
      SELECT chunk FROM ${table} WHERE ${isFree(table)} AND workspace = (
        SELECT num FROM (SELECT w.num, (SELECT min(x.next_at) FROM ${table} x
            WHERE x.workspace = w.num AND ${isFree("x")}) AS oldest FROM workspaces w
          WHERE w.gone_at IS NULL AND (:workspace IS NULL OR w.num = :workspace) AND NOT ${IS_OVER_CALLS})
        WHERE oldest IS NOT NULL ORDER BY oldest LIMIT 1)
      ORDER BY next_at, document LIMIT :limit)
    RETURNING chunk, workspace, document, attempts`),
  kept: statement<{ key: string; text: string }>(`SELECT g.key, g.text FROM json_each(:keys) j
    CROSS JOIN generated g ON g.workspace = :workspace AND g.kind = '${kind}' AND g.key = j.value`),
  fail: statement(`UPDATE ${table} SET attempts = attempts + 1, next_at = :nextAt, last_error = :error, ${RELEASE}
    WHERE lease = :lease AND chunk IN (SELECT value FROM json_each(:chunks))`),
  release: statement(`UPDATE ${table} SET ${RELEASE} WHERE lease = :lease`),
  // Not of a chunk that was deleted meanwhile.
  keep: statement(`INSERT INTO generated (workspace, kind, key, text, used_at)
    SELECT :workspace, '${kind}', value->>'key', value->>'text', :now FROM json_each(:fresh)
    WHERE EXISTS (SELECT 1 FROM chunks c WHERE c.id = value->>'id')
    ON CONFLICT DO UPDATE SET text = excluded.text, used_at = excluded.used_at`),
  done: statement(
    `DELETE FROM ${table} WHERE lease = :lease AND chunk IN (SELECT value FROM json_each(:ids))`,
  ),
});

export type Questions = ReturnType<typeof questionsOf>;

/** Chunks whose written context is asked for. */
export const CONTEXTS = questionsOf("contexts", "context");
/** Chunks whose names are asked for. */
export const NAME_REQUESTS = questionsOf("name_requests", "names");

/** What a slice's run has of its answers. */
export interface Answered {
  readonly workspace: number;
  readonly lease: string;
  readonly nowMs: number;
  /** Those that the model has just given, to be kept. */
  readonly fresh: readonly FreshAnswer[];
}

/** The statements that keep fresh answers, and end the work on the answered chunks (`ids`). */
export const answerStatements = (
  db: Session,
  { keep, done }: Questions,
  { workspace, lease, nowMs, fresh, ids }: Answered & { readonly ids: readonly string[] },
): { readonly kept: Bound; readonly done: Bound } => ({
  kept: db.bind(keep, { workspace, now: nowMs, fresh: JSON.stringify(fresh) }),
  done: db.bind(done, { lease, ids: JSON.stringify(ids) }),
});
