import { setTimeout as delay } from "node:timers/promises";
import type { StatusAnswer } from "../../../workspaces/contract.ts";
import type { RecallClient } from "../../session/recall-client.ts";
import type { Progress } from "../../terminal/progress-line.ts";

/** Between two looks, milliseconds: what is watched takes minutes. */
const LOOK_MS = 2_000;

/** What is still to be done, as far as the progress line tells it. */
interface Left {
  readonly what: string;
  readonly done: number;
  readonly total: number;
}

/** Work that is waited for. Vectors that serve no more are deleted by cron, minutes later, and no search misses them. */
const WHAT = {
  identity: "embedding anew",
  old_vectors: undefined,
  chunker: "cutting anew",
} as const satisfies Record<StatusAnswer["reindex"][number]["kind"], string | undefined>;

/** The first work on the whole index, else the vectors that are pending, of the most that there were; undefined: none. */
function leftOf({ reindex, index }: StatusAnswer, mostPending: number): Left | undefined {
  const [work] = reindex.flatMap(({ kind, done, total }) => {
    const what = WHAT[kind];
    return what === undefined ? [] : [{ what, done, total }];
  });
  if (work !== undefined) return work;
  const { pendingChunks } = index;
  if (pendingChunks === 0) return undefined;
  return { what: "embedding", done: mostPending - pendingChunks, total: mostPending };
}

export interface Watched {
  /** How it was at the last look. */
  readonly status: StatusAnswer;
  /** Nothing is left; otherwise models stand still and nothing will go on before they do. */
  readonly isDone: boolean;
}

export interface WatchOptions {
  readonly progress: Progress;
  readonly signal: AbortSignal;
  /** @default 2000 */
  readonly lookMs?: number;
}

/** Looks until no index work is left, or until none can go on. Throws when the signal fires: the work itself goes on. */
export async function watchWork(
  client: Pick<RecallClient, "status">,
  { progress, signal, lookMs = LOOK_MS }: WatchOptions,
): Promise<Watched> {
  let mostPending = 0;
  for (;;) {
    const status = await client.status();
    mostPending = Math.max(mostPending, status.index.pendingChunks);
    const left = leftOf(status, mostPending);
    if (left === undefined) return { status, isDone: true };
    if (status.index.pausedUntil !== null) return { status, isDone: false };
    progress.update(left.what, left.done, left.total);
    await delay(lookMs, undefined, { signal });
  }
}
