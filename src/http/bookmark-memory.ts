/** Tokens whose newest bookmark an isolate remembers. */
const MAX_TOKENS = 1_000;

/** The newest state of the database that a token wrote, for clients that cannot send a bookmark along. */
export interface BookmarkMemory {
  newest(tokenId: string): string | undefined;
  keep(tokenId: string, bookmark: string): void;
}

/** In this isolate only: a client of MCP mostly meets the same one, and nothing promises that it does. */
export function createBookmarkMemory(): BookmarkMemory {
  const kept = new Map<string, string>();
  return {
    newest: (tokenId) => kept.get(tokenId),
    keep(tokenId, bookmark) {
      const before = kept.get(tokenId);
      // Bookmarks sort as text.
      if (before !== undefined && before >= bookmark) return;
      kept.delete(tokenId);
      const [oldest] = kept.keys();
      if (kept.size >= MAX_TOKENS && oldest !== undefined) kept.delete(oldest);
      kept.set(tokenId, bookmark);
    },
  };
}
