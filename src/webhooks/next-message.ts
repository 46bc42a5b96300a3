import { changeOf } from "../changes/changes.ts";
import { sealCursor } from "../changes/cursor.ts";
import { type ChangePage, type ChangeRow, readChangePage } from "../changes/sql/change-reads.ts";
import type { Session } from "../database/session.ts";
import { MAX_CHANGES } from "./contract.ts";
import { changesBody, expiredBody } from "./messages.ts";
import type { ClaimedWebhook } from "./sql/deliveries.ts";

/** A message that is to be sent, or changes that are passed over. */
export interface NextMessage {
  /** `changes.seq` behind which the next one begins. */
  readonly upTo: number;
  readonly event: "changes" | "changes.expired";
  /** Undefined: it is of nothing that the webhook wants. */
  readonly body: string | undefined;
  /** It was begun before, and has its id. */
  readonly isRepeated: boolean;
}

const listIn = <Item extends string>(json: string | null): readonly Item[] | undefined =>
  json === null ? undefined : (JSON.parse(json) as Item[]);

/**
 * What a webhook is to be sent next. A message that was begun is read again up to where it ended: what has changed since
 * stands further on in the feed, so that a repetition tells nothing that the first did not, and a receiver may take either
 * for both. Undefined: its workspace is gone.
 */
export async function nextMessage(
  db: Session,
  webhook: ClaimedWebhook,
  { secrets, nowMs }: { readonly secrets: readonly string[]; readonly nowMs: number },
): Promise<NextMessage | undefined> {
  const page = await readPage(db, webhook);
  if (page === undefined) return undefined;
  const { event, upTo, isRepeated } = whatOf(webhook, page);
  if (event === "changes" && page.rows.length === 0) return { event, upTo, isRepeated, body: undefined };
  const { workspace, epoch, id, slug } = webhook;
  const cursor = await sealCursor({ workspace, createdAt: page.head.createdAt, epoch }, upTo, secrets);
  const head = { webhook: id, workspace: slug };
  const at = new Date(nowMs).toISOString();
  const changes = page.rows.map((row) => changeOf(row, page.head.after));
  const body =
    event === "changes" ? changesBody(head, { changes, cursor, at }) : expiredBody(head, { cursor, at });
  return { event, upTo, isRepeated, body };
}

function readPage(
  db: Session,
  { workspace, seq, kinds, roots, event, upTo }: ClaimedWebhook,
): Promise<ChangePage | undefined> {
  const wanted = listIn<string>(roots);
  return readChangePage(db, {
    workspace,
    start: { after: seq },
    limit: MAX_CHANGES,
    confines: wanted && { roots: wanted },
    kinds: listIn<ChangeRow["kind"]>(kinds),
    upTo: event === "changes" ? (upTo ?? undefined) : undefined,
  });
}

/** Which message, and how far it goes: as it was begun, unless what it was to tell has been dropped since. */
function whatOf(
  { seq, event, upTo }: ClaimedWebhook,
  { head, next }: ChangePage,
): Pick<NextMessage, "event" | "upTo" | "isRepeated"> {
  const wanted = seq < head.dropped ? "changes.expired" : "changes";
  if (event === wanted && upTo !== null) return { event, upTo, isRepeated: true };
  return { event: wanted, upTo: wanted === "changes" ? next : head.last, isRepeated: false };
}
