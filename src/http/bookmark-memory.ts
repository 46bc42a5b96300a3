/** Tokens whose newest bookmark an isolate remembers. */
const MAX_TOKENS = 1_000;

/** A token in one of the databases. */
interface Place {
  readonly token: string;
  readonly database: number;
}

const keyOf = ({ token, database }: Place): string => `${token} ${database}`;

/**
 * The newest state of the database that a token wrote, for clients that cannot send a bookmark along. In this isolate
 * only: a client of MCP mostly meets the same one, and nothing promises that it does.
 */
export function createBookmarkMemory() {
  const kept = new Map<string, string>();
  return {
    newest: (place: Place): string | undefined => kept.get(keyOf(place)),
    keep(place: Place, bookmark: string): void {
      const key = keyOf(place);
      const before = kept.get(key);
      // Bookmarks sort as text.
      if (before !== undefined && before >= bookmark) return;
      kept.delete(key);
      const [oldest] = kept.keys();
      if (kept.size >= MAX_TOKENS && oldest !== undefined) kept.delete(oldest);
      kept.set(key, bookmark);
    },
  };
}
export type BookmarkMemory = ReturnType<typeof createBookmarkMemory>;
