import { numberOf } from "../changes/changes.ts";
import { AppError } from "../errors.ts";
import { isoTime } from "../text/dates/utc-day.ts";
import { timeOrderedId } from "../text/time-ordered-id.ts";
import type { OpenWorkspace } from "../workspaces/open-workspace.ts";
import { webhookAddress } from "./address.ts";
import {
  MAX_WEBHOOKS,
  type NewWebhook,
  type Webhook,
  type WebhookChange,
  type WebhookList,
  type WebhookRequest,
  type WebhookTest,
} from "./contract.ts";
import { testBody } from "./messages.ts";
import { postMessage } from "./post-message.ts";
import { newSecret, openSecret, sealSecret } from "./secret.ts";
import {
  deleteWebhook,
  findWebhook,
  insertWebhook,
  listWebhooks,
  pauseWebhook,
  type WebhookRow,
} from "./sql/webhook-store.ts";

export interface WebhookParts {
  /** The present signing secret, then the previous one. */
  readonly secrets: readonly string[];
  /** The server runs on the machine of whoever asks. */
  readonly allowsLoopback: boolean;
}

/**
 * Has the workspace's changes posted to an address from a place of the feed on; without one, from now on. Answers the
 * secret, this one time. Throws `invalid_input`, `cursor_expired`, and `limit_reached` where there are ten already.
 */
export async function addWebhook(
  { secrets, allowsLoopback }: WebhookParts,
  context: OpenWorkspace,
  { url, kinds, roots, since }: WebhookRequest,
): Promise<NewWebhook> {
  const { session, workspace, nowMs } = context;
  const id = timeOrderedId(nowMs);
  const secret = newSecret();
  const row = {
    ...{ id, workspace, url: webhookAddress(url, { allowsLoopback }) },
    secret: await sealSecret(secret, id, secrets[0] ?? ""),
    kinds: kinds === undefined ? null : JSON.stringify(kinds),
    roots: roots === undefined ? null : JSON.stringify(roots),
    seq: await numberOf(secrets, context, since),
  };
  if (!(await insertWebhook(session, row, nowMs)))
    throw new AppError("limit_reached", `A workspace has at most ${MAX_WEBHOOKS} webhooks: remove one`, {
      details: { limit: MAX_WEBHOOKS },
    });
  return { ...webhookAnswer(await existing(context, id)), secret };
}

/** The workspace's webhooks, without their secrets. */
export async function readWebhooks({ session, workspace }: OpenWorkspace): Promise<WebhookList> {
  return { webhooks: (await listWebhooks(session, workspace)).map(webhookAnswer) };
}

/** Pauses a webhook, or has it go on where it was. Throws `not_found`. */
export async function changeWebhook(
  context: OpenWorkspace,
  id: string,
  { paused }: WebhookChange,
): Promise<Webhook> {
  const { session, workspace, nowMs } = context;
  await pauseWebhook(session, { workspace, id }, { isPaused: paused, nowMs });
  return webhookAnswer(await existing(context, id));
}

/** Removes a webhook; a message that is under way may still come. Throws `not_found`. */
export async function removeWebhook({ session, workspace }: OpenWorkspace, id: string): Promise<void> {
  if (!(await deleteWebhook(session, { workspace, id }))) throw noWebhook(id);
}

/** Posts a message that tells nothing, also where it is paused, and says what came of it. Throws `not_found`, `conflict`. */
export async function testWebhook(
  { secrets, allowsLoopback }: WebhookParts,
  context: OpenWorkspace,
  id: string,
): Promise<WebhookTest> {
  const { url, secret: sealed } = await existing(context, id);
  const opened = await openSecret(sealed, id, secrets);
  if (opened === undefined)
    throw new AppError(
      "conflict",
      "The server's signing secret was replaced, and nothing opens the webhook's own: remove it and add it anew",
    );
  const { nowMs, row } = context;
  const body = testBody({ webhook: id, workspace: row.slug }, new Date(nowMs).toISOString());
  const receiver = { url: webhookAddress(url, { allowsLoopback }), secret: opened.secret };
  const startedMs = Date.now();
  const sent = await postMessage(receiver, { id: `msg_${timeOrderedId(nowMs)}`, body }, { nowMs });
  const { status, error } = sent;
  return { delivered: error === undefined, status, error: error ?? null, ms: Date.now() - startedMs };
}

const noWebhook = (id: string): AppError => new AppError("not_found", `There is no webhook "${id}"`);

async function existing({ session, workspace }: OpenWorkspace, id: string): Promise<WebhookRow> {
  const row = await findWebhook(session, { workspace, id });
  if (row === undefined) throw noWebhook(id);
  return row;
}

const listOf = <Item>(json: string | null): Item[] | null =>
  json === null ? null : (JSON.parse(json) as Item[]);

const webhookAnswer = (row: WebhookRow): Webhook => ({
  id: row.id,
  url: row.url,
  kinds: listOf(row.kinds),
  roots: listOf(row.roots),
  disabledReason: row.disabledReason,
  disabledAt: isoTime(row.disabledAt),
  attempts: row.attempts,
  nextAt: row.attempts === 0 || row.disabledAt !== null ? null : isoTime(row.nextAt),
  lastStatus: row.lastStatus,
  lastError: row.lastError,
  lastAt: isoTime(row.lastAt),
  deliveredAt: isoTime(row.deliveredAt),
  createdAt: isoTime(row.createdAt) ?? "",
});
