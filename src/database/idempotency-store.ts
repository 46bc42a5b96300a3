import { DEFAULTS } from "../config.ts";
import { firstRow, type Session } from "./session.ts";

export interface KeyedWrite {
  readonly token: string;
  /** Null: an owner's, of no workspace. */
  readonly workspace: number | null;
  /** Hash of the caller's key. */
  readonly key: string;
  /** Hash of the whole request. */
  readonly request: string;
}

export interface Claim {
  /** `mine`: carry it out; `gone`: the token or its workspace is no more. */
  readonly state: "mine" | "answered" | "running" | "other_request" | "gone";
  /** Names the claim, for `finishWrite` and `releaseWrite`. */
  readonly claim: string;
  readonly status: number | null;
  readonly body: string | null;
}

const IS_ALIVE = `NOT EXISTS (SELECT 1 FROM tokens WHERE id = ?1 AND revoked_at IS NOT NULL)
  AND (?3 IS NULL OR EXISTS (SELECT 1 FROM workspaces WHERE num = ?3 AND gone_at IS NULL))`;

// Taken over: what is older than a day, and what its first bearer did not bring to an end.
const TAKE = `INSERT INTO idempotency (token, key, workspace, request, claim, lease_until, created_at)
  SELECT ?1, ?2, ?3, ?4, ?5, ?6, ?7 WHERE ${IS_ALIVE}
  ON CONFLICT (token, key) DO UPDATE SET request = excluded.request, claim = excluded.claim, lease_until = excluded.lease_until,
    created_at = excluded.created_at, status = NULL, body = NULL
  WHERE created_at <= ?8 OR (status IS NULL AND lease_until <= ?7 AND request = excluded.request)`;

const LOOK = `SELECT request, claim, status, body FROM idempotency WHERE token = ?1 AND key = ?2 AND ${IS_ALIVE}`;

interface KeyedRow {
  readonly request: string;
  readonly claim: string;
  readonly status: number | null;
  readonly body: string | null;
}

/** Takes a write for the caller, or says who has it or what came of it: one round trip. */
export async function claimWrite(session: Session, write: KeyedWrite, nowMs: number): Promise<Claim> {
  const claim = crypto.randomUUID();
  const { token, key, workspace, request } = write;
  const expired = nowMs - DEFAULTS.idempotencyMs;
  const [, looked] = await session.batch([
    session
      .prepare(TAKE)
      .bind(token, key, workspace, request, claim, nowMs + DEFAULTS.idempotencyLeaseMs, nowMs, expired),
    session.prepare(LOOK).bind(token, key, workspace),
  ]);
  const row = firstRow<KeyedRow>(looked);
  const { status = null, body = null } = row ?? {};
  return { state: stateOf(row, { claim, request }), claim, status, body };
}

function stateOf(
  row: KeyedRow | undefined,
  { claim, request }: { claim: string; request: string },
): Claim["state"] {
  if (row === undefined) return "gone";
  if (row.claim === claim) return "mine";
  if (row.request !== request) return "other_request";
  return row.status === null ? "running" : "answered";
}

/** Keeps the answer of a write that this claim carried out; one that was taken over meanwhile keeps its own. */
export async function finishWrite(
  session: Session,
  { token, key }: KeyedWrite,
  answer: { readonly claim: string; readonly status: number; readonly body: string | null },
): Promise<void> {
  await session.batch([
    session
      .prepare("UPDATE idempotency SET status = ?, body = ? WHERE token = ? AND key = ? AND claim = ?")
      .bind(answer.status, answer.body, token, key, answer.claim),
  ]);
}

/** Lets go of a write that was refused or failed: the next one under the same key starts afresh. */
export async function releaseWrite(
  session: Session,
  { token, key }: KeyedWrite,
  claim: string,
): Promise<void> {
  await session.batch([
    session
      .prepare("DELETE FROM idempotency WHERE token = ? AND key = ? AND claim = ? AND status IS NULL")
      .bind(token, key, claim),
  ]);
}
