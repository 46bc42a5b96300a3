import { isoInstant } from "../text/dates/iso-instant.ts";
import type { OpenWorkspace } from "../workspaces/open-workspace.ts";
import type { Change, ChangeList, ChangeParameters } from "./contract.ts";
import { expired, type FeedIdentity, openCursor, sealCursor } from "./cursor.ts";
import { type ChangePage, type ChangeRow, readChangePage, type Start } from "./sql/change-reads.ts";

export interface FeedParts {
  /** The present signing secret, then the previous one. */
  readonly secrets: readonly string[];
  /** Ends the wait of a caller that has gone. */
  readonly signal: AbortSignal | undefined;
}

/** Between two looks of a request that waits, milliseconds: each costs a query. */
const LOOK_MS = 2_000;

/** What a row is to a reader who has read up to `after`: new to it, where it came in behind that. */
export const changeOf = (
  { kind, change, root, path, hash, other, at, added }: ChangeRow,
  after: number,
): Change => ({
  kind,
  change: change === "changed" && added > after ? "added" : change,
  root: kind === "entity" ? null : root,
  path,
  hash,
  into: other,
  at: new Date(at).toISOString(),
});

/**
 * What changed behind a place of the workspace's feed, in order, each thing with its latest change only. A narrow token
 * gets what it sees. Throws `invalid_input`; `cursor_expired` where something that is gone may be missing.
 */
export async function listChanges(
  { secrets, signal }: FeedParts,
  context: OpenWorkspace,
  { since, limit, wait }: ChangeParameters,
): Promise<ChangeList> {
  const { session, workspace, confines } = context;
  const feed = feedOf(context);
  const begin = await startOf(secrets, feed, since);
  const read = (start: Start) => readChangePage(session, { workspace, start, limit, confines });
  let page = checked(await read(begin), since);
  // A replica may not know yet what a primary has told this reader.
  if (page === "ahead" && session.mayLag()) {
    session.toPrimary();
    page = checked(await read(begin), since);
  }
  if (page === "ahead") throw expired("other_feed");
  const untilMs = Date.now() + wait * 1_000;
  while (page.rows.length === 0 && Date.now() < untilMs && signal?.aborted !== true) {
    await pause(Math.min(page.more ? 0 : LOOK_MS, untilMs - Date.now()), signal);
    const next = checked(await read({ after: page.next }), since);
    if (next === "ahead") break;
    page = next;
  }
  const { rows, next, more, head } = page;
  return {
    changes: rows.map((one) => changeOf(one, head.after)),
    cursor: await sealCursor(feed, next, secrets),
    more,
  };
}

const feedOf = ({ workspace, claims, row }: OpenWorkspace): FeedIdentity => ({
  workspace,
  createdAt: row.createdAt,
  epoch: claims.epoch,
});

async function startOf(
  secrets: readonly string[],
  feed: FeedIdentity,
  since: string | undefined,
): Promise<Start> {
  if (since === undefined) return { after: 0 };
  const fromMs = isoInstant(since);
  if (fromMs !== undefined) return { fromMs };
  const cursor = await openCursor(since, feed.workspace, secrets);
  if (!cursor.belongsTo(feed)) throw expired("other_feed");
  return { after: cursor.seq };
}

/**
 * The number in the feed that a place stands for; without one the newest. Asks the primary. Throws `invalid_input`,
 * `cursor_expired`.
 */
export async function numberOf(
  secrets: readonly string[],
  context: OpenWorkspace,
  since: string | undefined,
): Promise<number> {
  const start = await startOf(secrets, feedOf(context), since);
  const { workspace } = context;
  const found = await readChangePage(context.session.toPrimary(), {
    ...{ workspace, start, limit: 1, confines: undefined },
  });
  const page = since === undefined ? found : checked(found, since);
  if (page === "ahead" || page === undefined) throw expired("other_feed");
  return since === undefined ? page.head.last : page.head.after;
}

/** The page, if its place is one that the feed still has; "ahead": the database is not as far. */
function checked(page: ChangePage | undefined, since: string | undefined): ChangePage | "ahead" {
  if (page === undefined) throw expired("other_feed");
  const { after, dropped, last } = page.head;
  if (after > last) return "ahead";
  if (since !== undefined && after < dropped) throw expired("dropped");
  return page;
}

/** Resolves after a time, or when the signal ends it. */
function pause(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(done, ms);
    function done(): void {
      clearTimeout(timer);
      signal?.removeEventListener("abort", done);
      resolve();
    }
    signal?.addEventListener("abort", done, { once: true });
  });
}
