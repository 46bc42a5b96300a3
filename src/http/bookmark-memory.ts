/** Tokens whose newest bookmark an isolate remembers. */
const MAX_TOKENS = 1_000;

/**
 * The newest state of the database that a token wrote, for clients that cannot send a bookmark along. In this isolate
 * only: a client of MCP mostly meets the same one, and nothing promises that it does.
 */
export function createBookmarkMemory() {
  const kept = new Map<string, string>();
  return {
    newest: (tokenId: string): string | undefined => kept.get(tokenId),
    keep(tokenId: string, bookmark: string): void {
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
export type BookmarkMemory = ReturnType<typeof createBookmarkMemory>;
