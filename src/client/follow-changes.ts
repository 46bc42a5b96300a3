import type { Change, ChangeList } from "../changes/contract.ts";
import type { TypedClient } from "./typed-client.ts";

export interface FollowOptions {
  /** `cursor` of a page that was dealt with, or an ISO time. @default everything that is there */
  readonly since?: string | undefined;
  /** Changes of a page at most. @default 100 */
  readonly limit?: number | undefined;
  /** Ends after the last change that there is. @default false: waits for the next */
  readonly untilNow?: boolean | undefined;
  /** Ends the iteration without an error. */
  readonly signal?: AbortSignal | undefined;
}

/** Changes and the place behind them: keep it once they are dealt with. */
export interface ChangePage {
  readonly changes: readonly Change[];
  readonly cursor: string;
}

/** Seconds that the server may wait with an answer: less than the limit of one request. */
const WAIT_SECONDS = 20;

/**
 * Pages of what changed in the token's workspace, in order, for as long as they are asked for. A page without changes is
 * given too, so that its cursor can be kept. Whoever begins again with the cursor of the last page that was dealt with
 * misses nothing. Throws RecallError, `cursor_expired` where everything has to be read anew.
 *
 *     for await (const { changes, cursor } of followChanges(client, { since })) { …; await keep(cursor); }
 */
export async function* followChanges(
  { v1 }: TypedClient,
  { since, limit, untilNow = false, signal }: FollowOptions = {},
): AsyncGenerator<ChangePage, void, void> {
  const init = signal === undefined ? {} : { init: { signal } };
  for (let next = since; !hasEnded(signal); ) {
    const query = {
      ...(next !== undefined && { since: next }),
      ...(limit !== undefined && { limit: String(limit) }),
      ...(!untilNow && { wait: String(WAIT_SECONDS) }),
    };
    let page: ChangeList;
    try {
      page = await (await v1.changes.$get({ query }, init)).json();
    } catch (error) {
      if (hasEnded(signal)) return;
      throw error;
    }
    yield { changes: page.changes, cursor: page.cursor };
    if (untilNow && !page.more) return;
    next = page.cursor;
  }
}

const hasEnded = (signal: AbortSignal | undefined): boolean => signal?.aborted === true;
