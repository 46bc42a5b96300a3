import type { IndexState } from "../contract/search.ts";

/** A search sets work going at most so often in one isolate, milliseconds. */
const EVERY_MS = 10_000;
/** A queue message is delivered within seconds of its push: a text that waits longer may have lost its own. */
const LATE_MS = 10_000;
/** The platform ends work half a minute after the answer, milliseconds: by then a sweep that never ended counts as gone. */
const LOST_MS = 60_000;

/** A workspace where it is. */
type Swept = Pick<Searched, "workspace" | "database">;

interface Searched {
  readonly workspace: number;
  /** Number of the database that it is in. */
  readonly database: number;
  readonly index: Pick<IndexState, "pendingChunks" | "indexedAt">;
  readonly later: (work: () => Promise<unknown>) => void;
}

export type SearchSweeps = ReturnType<typeof searchSweeps>;

/**
 * Searches that bring back work whose queue message was lost: one that finds chunks without a vector, although the last
 * push is over ten seconds ago, has them swept once its answer is on the way. One sweep at a time in an isolate, and at
 * most one every ten seconds, however many searches ask.
 */
export function searchSweeps(sweep: (place: Swept) => Promise<void>, now: () => number) {
  let freeAtMs = 0;
  return {
    /** After an answer: starts a sweep of its workspace when one is due. */
    after({ workspace, database, index, later }: Searched): void {
      const startedMs = now();
      const isLate = index.indexedAt !== null && startedMs - Date.parse(index.indexedAt) >= LATE_MS;
      if (index.pendingChunks === 0 || !isLate || startedMs < freeAtMs) return;
      freeAtMs = startedMs + LOST_MS;
      later(async () => {
        try {
          await sweep({ workspace, database });
        } finally {
          freeAtMs = startedMs + EVERY_MS;
        }
      });
    },
  };
}
