import type { Session } from "../database/session.ts";
import { timeOrderedId } from "../text/time-ordered-id.ts";
import { webhookAddress } from "./address.ts";
import { nextMessage } from "./next-message.ts";
import { type Message, postMessage, type Sent } from "./post-message.ts";
import { retryAfterMs } from "../text/dates/retry-after.ts";
import { waitMs } from "./retries.ts";
import { openSecret, sealSecret } from "./secret.ts";
import {
  type Claim,
  type ClaimedWebhook,
  claimWebhooks,
  noteDelivered,
  noteFailed,
  passOver,
  pinMessage,
  releaseWebhook,
} from "./sql/deliveries.ts";

// Posts changes to webhooks: in order, each at least once. A webhook has one message under way, noted before it is sent and
// forgotten once it was taken; whoever dies in between leaves a lease that runs out.

export interface DeliverDeps {
  readonly db: Session;
  /** The present signing secret, then the previous one. */
  readonly secrets: readonly string[];
  /** The server runs on the machine of whoever names the addresses. */
  readonly allowsLoopback: boolean;
  readonly now: () => number;
  readonly random: () => number;
  readonly newLease: () => string;
  /** Milliseconds that a receiver has for its answer. @default 10000 */
  readonly timeoutMs?: number | undefined;
}

export interface Delivery {
  /** Messages that were taken. */
  readonly delivered: number;
  readonly failed: number;
  /** Of changes that no filter of a webhook wants. */
  readonly passed: number;
  /** When the first of those that failed is tried again, milliseconds from now. */
  readonly againInMs: number | undefined;
}

interface Outcome {
  readonly did: "delivered" | "failed" | "passed" | "left";
  readonly waitMs?: number | undefined;
}

/** One message to each of up to `limit` webhooks that are due, all at once. Undefined: none is due. */
export async function deliverDue(
  deps: DeliverDeps,
  { workspace, limit }: { readonly workspace: number | undefined; readonly limit: number },
): Promise<Delivery | undefined> {
  const lease = deps.newLease();
  const claimed = await claimWebhooks(deps.db, { workspace, limit, lease, nowMs: deps.now() });
  if (claimed.length === 0) return undefined;
  const settled = await Promise.allSettled(
    claimed.map((webhook) => deliver(deps, webhook, { id: webhook.id, lease })),
  );
  // The others have been noted by now.
  const outcomes = settled.map((one) => {
    if (one.status === "rejected") throw one.reason;
    return one.value;
  });
  const count = (did: Outcome["did"]): number => outcomes.filter((outcome) => outcome.did === did).length;
  const waits = outcomes.flatMap((outcome) => outcome.waitMs ?? []);
  return {
    ...{ delivered: count("delivered"), failed: count("failed"), passed: count("passed") },
    againInMs: waits.length === 0 ? undefined : Math.min(...waits),
  };
}

async function deliver(deps: DeliverDeps, webhook: ClaimedWebhook, claim: Claim): Promise<Outcome> {
  const { db, secrets, now } = deps;
  const opened = await openSecret(webhook.secret, webhook.id, secrets);
  if (opened === undefined) {
    const error = "No signing secret of this server opens the webhook's own";
    return fail(deps, webhook, claim, { status: null, error, retryAfter: null }, "secret_lost");
  }
  const next = await nextMessage(db, webhook, { secrets, nowMs: now() });
  if (next === undefined) {
    await releaseWebhook(db, claim);
    return { did: "left" };
  }
  const { body, event, upTo, isRepeated } = next;
  if (body === undefined) {
    await passOver(db, claim, upTo, now());
    return { did: "passed" };
  }
  const message = (isRepeated ? webhook.message : null) ?? `msg_${timeOrderedId(now())}`;
  if (!isRepeated && !(await pinMessage(db, claim, { message, event, upTo }))) {
    await releaseWebhook(db, claim);
    return { did: "left" };
  }
  const sent = await post(deps, { url: webhook.url, secret: opened.secret }, { id: message, body });
  if (sent.error !== undefined) return fail(deps, webhook, claim, sent);
  // Kept by the present signing secret from here on.
  const secret = opened.isOld
    ? await sealSecret(opened.secret, webhook.id, secrets[0] ?? "")
    : webhook.secret;
  await noteDelivered(db, claim, { upTo, status: sent.status, secret, nowMs: now() });
  return { did: "delivered" };
}

/** Looks at the address once more: what is refused may have grown since it was kept. */
async function post(
  { allowsLoopback, now, timeoutMs }: DeliverDeps,
  { url, secret }: { readonly url: string; readonly secret: string },
  message: Message,
): Promise<Sent> {
  try {
    webhookAddress(url, { allowsLoopback });
  } catch {
    return { status: null, error: "This address is no longer posted to", retryAfter: null };
  }
  return postMessage({ url, secret }, message, { nowMs: now(), timeoutMs });
}

/** The receiver has gone for good: https://www.rfc-editor.org/rfc/rfc9110#name-410-gone */
const GONE = 410;

async function fail(
  { db, now, random }: DeliverDeps,
  webhook: ClaimedWebhook,
  claim: Claim,
  { status, error = "", retryAfter }: Sent,
  lost?: "secret_lost",
): Promise<Outcome> {
  const nowMs = now();
  const attempts = webhook.attempts + 1;
  const wait = waitMs(attempts, { random: random(), askedMs: retryAfterMs(retryAfter, nowMs) });
  const reason = lost ?? (status === GONE ? "gone" : wait === undefined ? "failing" : null);
  const nextAt = nowMs + (wait ?? 0);
  await noteFailed(db, claim, { status, error, attempts, nextAt, reason }, nowMs);
  return { did: "failed", waitMs: reason === null ? wait : undefined };
}
