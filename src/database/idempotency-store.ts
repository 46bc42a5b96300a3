import { DEFAULTS } from "../config.ts";
import { MAX_DELETED } from "./delete-some.ts";
import type { idempotency } from "./schema/workspaces.ts";
import type { Session } from "./session.ts";
import { statement } from "./statement.ts";

type Row = Readonly<typeof idempotency.$inferSelect>;

export type KeyedWrite = Pick<Row, "token" | "workspace" | "key" | "request">;

export interface Claim {
  /** `mine`: carry it out; `gone`: the token or its workspace no longer exists. */
  readonly state: "mine" | "answered" | "running" | "other_request" | "gone";
  /** Names the claim, for `finishWrite` and `releaseWrite`. */
  readonly claim: string;
  readonly status: number | null;
  readonly body: string | null;
  /** Of one that is under way, milliseconds: since when it is, and until it may be taken over. */
  readonly running?: { readonly forMs: number; readonly leftMs: number };
}

const IS_ALIVE = `NOT EXISTS (SELECT 1 FROM tokens WHERE id = :token AND revoked_at IS NOT NULL)
  AND (:workspace IS NULL OR EXISTS (SELECT 1 FROM workspaces WHERE num = :workspace AND gone_at IS NULL))`;

// Taken over: what is older than a day, and what its first bearer did not bring to an end.
const TAKE =
  statement(`INSERT INTO idempotency (token, key, workspace, request, claim, lease_until, created_at)
  SELECT :token, :key, :workspace, :request, :claim, :leaseUntil, :now WHERE ${IS_ALIVE}
  ON CONFLICT (token, key) DO UPDATE SET request = excluded.request, claim = excluded.claim, lease_until = excluded.lease_until,
    created_at = excluded.created_at, status = NULL, body = NULL
  WHERE created_at <= :expired OR (status IS NULL AND lease_until <= :now AND request = excluded.request)`);

type KeyedRow = Pick<Row, "request" | "claim" | "status" | "body" | "createdAt" | "leaseUntil">;

const LOOK = statement<KeyedRow>(
  `SELECT request, claim, status, body, created_at AS createdAt, lease_until AS leaseUntil FROM idempotency
  WHERE token = :token AND key = :key AND ${IS_ALIVE}`,
);

/** Takes a write for the caller, or says who has it or what came of it: one round trip. */
export async function claimWrite(db: Session, write: KeyedWrite, nowMs: number): Promise<Claim> {
  const claim = crypto.randomUUID();
  const times = {
    now: nowMs,
    leaseUntil: nowMs + DEFAULTS.idempotencyLeaseMs,
    expired: nowMs - DEFAULTS.idempotencyMs,
  };
  const values = { ...write, ...times, claim };
  const { looked } = await db.batch({ taken: db.bind(TAKE, values), looked: db.bind(LOOK, values) });
  const [row] = looked;
  const { status = null, body = null } = row ?? {};
  const running = row && { forMs: nowMs - row.createdAt, leftMs: row.leaseUntil - nowMs };
  return {
    ...{ state: stateOf(row, { claim, request: write.request }), claim, status, body },
    ...(running && { running }),
  };
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

const FINISH = statement(
  "UPDATE idempotency SET status = :status, body = :body WHERE token = :token AND key = :key AND claim = :claim",
);

/** Keeps the answer of a write that this claim carried out; one that was taken over meanwhile keeps its own. */
export async function finishWrite(
  db: Session,
  { token, key }: KeyedWrite,
  answer: { readonly claim: string; readonly status: number; readonly body: string | null },
): Promise<void> {
  await db.all(FINISH, { token, key, ...answer });
}

const RELEASE = statement(
  "DELETE FROM idempotency WHERE token = :token AND key = :key AND claim = :claim AND status IS NULL",
);

/** Lets go of a write that was refused or failed: the next one under the same key starts afresh. */
export async function releaseWrite(db: Session, { token, key }: KeyedWrite, claim: string): Promise<void> {
  await db.all(RELEASE, { token, key, claim });
}

/** Deletes writes of a time `:writtenAt` and before. */
export const DROP_WRITES = statement(`DELETE FROM idempotency WHERE (token, key) IN
  (SELECT token, key FROM idempotency WHERE created_at <= :writtenAt LIMIT ${MAX_DELETED})`);
