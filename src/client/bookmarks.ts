import { MAX_BOOKMARKS } from "../contract/headers.ts";

/** The bookmarks that a client sends with its requests. */
export interface Bookmarks {
  /** As the header's value; undefined: none is known. */
  readonly known: () => string | undefined;
  /** Notes a write's bookmark. `sent` is what its request was sent with. */
  readonly take: (bookmark: string, sent: string | undefined) => void;
}

/**
 * Bookmarks are sealed, so a client cannot order them. A write's own one covers those that were known when it was sent;
 * those of writes under way at the same time stand beside it, and the server goes by the newest.
 */
export function createBookmarks(kept?: string): Bookmarks {
  let all = kept?.split(",") ?? [];
  return {
    known: () => (all.length === 0 ? undefined : all.join(",")),
    take(bookmark, sent) {
      const covered = [bookmark, ...(sent?.split(",") ?? [])];
      all = [...all.filter((one) => !covered.includes(one)), bookmark].slice(-MAX_BOOKMARKS);
    },
  };
}
