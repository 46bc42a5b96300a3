import { DEFAULTS } from "../../config.ts";
import { isFree, LEASE, RELEASE } from "../../database/leases.ts";
import type { Session } from "../../database/session.ts";
import { statement } from "../../database/statement.ts";
import type { WebhookRow } from "./webhook-store.ts";

/** SQL: webhook `h` has changes to post now, and nobody does. */
export const IS_WEBHOOK_DUE = `h.disabled_at IS NULL AND ${isFree("h")}
  AND h.seq < (SELECT max(c.seq) FROM changes c WHERE c.workspace = h.workspace)`;

/** A webhook that this run alone delivers to, and whose feed it is. */
export interface ClaimedWebhook
  extends Pick<
    WebhookRow,
    | "id"
    | "workspace"
    | "url"
    | "secret"
    | "kinds"
    | "roots"
    | "seq"
    | "message"
    | "event"
    | "upTo"
    | "attempts"
  > {
  readonly slug: string;
  readonly epoch: string | undefined;
}

interface ClaimedRow extends Omit<ClaimedWebhook, "epoch"> {
  readonly epoch: string | null;
}

const CLAIM = statement<ClaimedRow>(`UPDATE webhooks SET ${LEASE} WHERE id IN (
    SELECT h.id FROM webhooks h CROSS JOIN workspaces w ON w.num = h.workspace AND w.gone_at IS NULL
    WHERE (:workspace IS NULL OR h.workspace = :workspace) AND ${IS_WEBHOOK_DUE} ORDER BY h.next_at, h.id LIMIT :limit)
  RETURNING id, workspace, url, secret, kinds, roots, seq, message, event, up_to AS upTo, attempts,
    (SELECT w.slug FROM workspaces w WHERE w.num = webhooks.workspace) AS slug, (SELECT e.epoch FROM epochs e) AS epoch`);

/** Takes webhooks that are due, those first that wait longest. */
export async function claimWebhooks(
  db: Session,
  {
    nowMs,
    ...claim
  }: {
    readonly workspace: number | undefined;
    readonly limit: number;
    readonly lease: string;
    readonly nowMs: number;
  },
): Promise<readonly ClaimedWebhook[]> {
  const times = { now: nowMs, leaseUntil: nowMs + DEFAULTS.leaseMs };
  const rows = await db.all(CLAIM, { ...claim, ...times, workspace: claim.workspace ?? null });
  return rows.map((row) => ({ ...row, epoch: row.epoch ?? undefined }));
}

/** A claim: what is written under one that somebody has taken over changes nothing. */
export interface Claim {
  readonly id: string;
  readonly lease: string;
}

const MINE = "WHERE id = :id AND lease = :lease";

const PIN = statement(
  `UPDATE webhooks SET message = :message, event = :event, up_to = :upTo ${MINE} AND disabled_at IS NULL RETURNING 1`,
);

/** Notes which message is about to be sent. False: it is not to be sent, the claim or the webhook is gone. */
export async function pinMessage(
  db: Session,
  claim: Claim,
  message: { readonly message: string; readonly event: string; readonly upTo: number },
): Promise<boolean> {
  return (await db.first(PIN, { ...claim, ...message })) !== undefined;
}

const TRIED = "last_status = :status, last_error = :error, last_at = :now";
const NEXT = "seq = :upTo, message = NULL, event = NULL, up_to = NULL, attempts = 0, next_at = :now";

const PASSED = statement(`UPDATE webhooks SET ${NEXT}, ${RELEASE} ${MINE}`);
const DELIVERED = statement(
  `UPDATE webhooks SET ${NEXT}, ${TRIED}, delivered_at = :now, secret = :secret, ${RELEASE} ${MINE}`,
);
const FAILED = statement(`UPDATE webhooks SET ${TRIED}, attempts = :attempts, next_at = :nextAt, ${RELEASE},
  disabled_at = coalesce(disabled_at, iif(:reason IS NULL, NULL, :now)),
  disabled_reason = coalesce(disabled_reason, :reason) ${MINE}`);
const RELEASED = statement(`UPDATE webhooks SET ${RELEASE} ${MINE}`);

/** Goes on behind changes that it does not want. */
export const passOver = (db: Session, claim: Claim, upTo: number, nowMs: number): Promise<unknown> =>
  db.all(PASSED, { ...claim, upTo, now: nowMs });

/** Goes on behind what was delivered. */
export const noteDelivered = (
  db: Session,
  claim: Claim,
  { nowMs, ...delivered }: { upTo: number; status: number | null; secret: string; nowMs: number },
): Promise<unknown> => db.all(DELIVERED, { ...claim, ...delivered, error: null, now: nowMs });

export interface FailedTry {
  readonly status: number | null;
  readonly error: string;
  readonly attempts: number;
  readonly nextAt: number;
  /** Null: it is tried again. */
  readonly reason: WebhookRow["disabledReason"];
}

/** Notes a failure, and when it is tried again. */
export const noteFailed = (db: Session, claim: Claim, failed: FailedTry, nowMs: number): Promise<unknown> =>
  db.all(FAILED, { ...claim, ...failed, now: nowMs });

/** Gives a webhook back as it was. */
export const releaseWebhook = (db: Session, claim: Claim): Promise<unknown> => db.all(RELEASED, { ...claim });
