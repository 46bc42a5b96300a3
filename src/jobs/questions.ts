import { DEFAULTS } from "../config.ts";
import { isFree, LEASE, RELEASE } from "../database/leases.ts";
import type { Session } from "../database/session.ts";
import { type Bound, statement } from "../database/statement.ts";

// Chunks still to be asked about, taken under a lease so that two runs never pay for one answer twice.

/** A chunk that a text model is to be asked about, under a lease. */
export interface DueChunk {
  readonly chunk: string;
  readonly workspace: number;
  readonly document: number;
  /** Failures in a row. */
  readonly attempts: number;
}

/** An answer that is worth keeping: of the chunk `id`, and gone with it. */
export interface FreshAnswer {
  readonly key: string;
  readonly id: string;
  readonly text: string;
}

/** The statements on one table of due chunks; `kind` is the one under which `generated` keeps a model's answers. */
const questionsOf = (table: "contexts" | "name_requests", kind: "context" | "names") => ({
  // One statement: two runs that claim at once get different rows.
  claim: statement<DueChunk>(`UPDATE ${table} SET ${LEASE} WHERE chunk IN (
      SELECT chunk FROM ${table} WHERE ${isFree(table)} AND workspace = (
        SELECT x.workspace FROM ${table} x JOIN workspaces w ON w.num = x.workspace AND w.gone_at IS NULL
        WHERE ${isFree("x")} AND (:workspace IS NULL OR x.workspace = :workspace) ORDER BY x.next_at, x.document LIMIT 1)
      ORDER BY next_at, document LIMIT :limit)
    RETURNING chunk, workspace, document, attempts`),
  kept: statement<{
    readonly key: string;
    readonly text: string;
  }>(`SELECT g.key, g.text FROM json_each(:keys) j
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
    `DELETE FROM ${table} WHERE lease = :lease AND chunk IN (SELECT value->>'id' FROM json_each(:answered))`,
  ),
});

export type Questions = ReturnType<typeof questionsOf>;

/** Chunks whose written context is asked for. */
export const CONTEXTS = questionsOf("contexts", "context");
/** Chunks whose names are asked for. */
export const NAME_REQUESTS = questionsOf("name_requests", "names");

interface Claim {
  /** Undefined: of any. */
  readonly workspace: number | undefined;
  readonly lease: string;
  readonly nowMs: number;
  readonly limit: number;
}

/** Leases due chunks of one workspace. */
export const claimQuestions = (
  db: Session,
  { claim }: Questions,
  { workspace, lease, nowMs, limit }: Claim,
): Promise<readonly DueChunk[]> =>
  db.all(claim, {
    lease,
    limit,
    now: nowMs,
    leaseUntil: nowMs + DEFAULTS.leaseMs,
    workspace: workspace ?? null,
  });

/** Kept answers by their key. */
export async function keptAnswers(
  db: Session,
  { kept }: Questions,
  { workspace, keys }: { readonly workspace: number; readonly keys: readonly string[] },
): Promise<ReadonlyMap<string, string>> {
  const rows = await db.all(kept, { workspace, keys: JSON.stringify(keys) });
  return new Map(rows.map(({ key, text }) => [key, text]));
}

interface FailedChunks {
  readonly lease: string;
  readonly chunks: readonly string[];
  readonly error: string;
  readonly nextAtMs: number;
}

/** Gives chunks back for a later try. */
export async function failQuestions(
  db: Session,
  { fail }: Questions,
  { lease, chunks, error, nextAtMs }: FailedChunks,
): Promise<void> {
  await db.all(fail, { lease, chunks: JSON.stringify(chunks), error, nextAt: nextAtMs });
}

/** Gives back whatever the lease still holds, as it was. */
export async function releaseQuestions(db: Session, { release }: Questions, lease: string): Promise<void> {
  await db.all(release, { lease });
}

interface Answered {
  readonly workspace: number;
  readonly lease: string;
  readonly nowMs: number;
  readonly fresh: readonly FreshAnswer[];
  /** Ids of the chunks that are answered. */
  readonly ids: readonly string[];
}

/** The statements that keep fresh answers, and make answered chunks due no more. */
export const answerStatements = (
  db: Session,
  { keep, done }: Questions,
  { workspace, lease, nowMs, fresh, ids }: Answered,
): { readonly kept: Bound; readonly done: Bound } => ({
  kept: db.bind(keep, { workspace, now: nowMs, fresh: JSON.stringify(fresh) }),
  done: db.bind(done, { lease, answered: JSON.stringify(ids.map((id) => ({ id }))) }),
});
