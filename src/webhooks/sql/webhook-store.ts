import { and, asc, eq } from "drizzle-orm";
import { webhooks } from "../../database/schema/webhooks.ts";
import type { Session } from "../../database/session.ts";
import { statement } from "../../database/statement.ts";
import { MAX_WEBHOOKS } from "../contract.ts";

export type WebhookRow = typeof webhooks.$inferSelect;

/** Which webhook, and whose. */
export interface WebhookKey {
  readonly workspace: number;
  readonly id: string;
}

const INSERT = statement(`INSERT INTO webhooks (id, workspace, url, secret, kinds, roots, seq, created_at)
  SELECT :id, :workspace, :url, :secret, :kinds, :roots, :seq, :now
  WHERE (SELECT count(*) FROM webhooks WHERE workspace = :workspace) < ${MAX_WEBHOOKS}
    AND EXISTS (SELECT 1 FROM workspaces WHERE num = :workspace AND gone_at IS NULL) RETURNING 1`);

/** Keeps a webhook. False: the workspace has as many as it may. */
export async function insertWebhook(
  db: Session,
  row: Pick<WebhookRow, "id" | "workspace" | "url" | "secret" | "kinds" | "roots" | "seq">,
  nowMs: number,
): Promise<boolean> {
  return (await db.first(INSERT, { ...row, now: nowMs })) !== undefined;
}

/** Those of a workspace, the oldest first. */
export const listWebhooks = (db: Session, workspace: number): Promise<readonly WebhookRow[]> =>
  db.orm
    .select()
    .from(webhooks)
    .where(eq(webhooks.workspace, workspace))
    .orderBy(asc(webhooks.createdAt), asc(webhooks.id));

/** Undefined: the workspace has none of that id. */
export async function findWebhook(
  db: Session,
  { workspace, id }: WebhookKey,
): Promise<WebhookRow | undefined> {
  const [row] = await db.orm
    .select()
    .from(webhooks)
    .where(and(eq(webhooks.workspace, workspace), eq(webhooks.id, id)));
  return row;
}

const DELETE = statement("DELETE FROM webhooks WHERE workspace = :workspace AND id = :id RETURNING 1");

/** False: there was none. */
export const deleteWebhook = async (db: Session, key: WebhookKey): Promise<boolean> =>
  (await db.first(DELETE, { ...key })) !== undefined;

const PAUSE = statement(`UPDATE webhooks SET disabled_at = :now, disabled_reason = 'paused'
  WHERE workspace = :workspace AND id = :id AND disabled_at IS NULL`);
const RESUME = statement(`UPDATE webhooks SET disabled_at = NULL, disabled_reason = NULL, next_at = :now,
    attempts = CASE WHEN disabled_at IS NULL THEN attempts ELSE 0 END
  WHERE workspace = :workspace AND id = :id AND (disabled_at IS NOT NULL OR attempts > 0)`);

/** Stops or goes on: one that waits to try again does so now. */
export const pauseWebhook = (
  db: Session,
  key: WebhookKey,
  { isPaused, nowMs }: { readonly isPaused: boolean; readonly nowMs: number },
): Promise<unknown> => db.all(isPaused ? PAUSE : RESUME, { ...key, now: nowMs });
