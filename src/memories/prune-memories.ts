import { AppError } from "../errors.ts";
import type { WorkspaceContext } from "../workspaces/context.ts";
import { isoTime } from "../workspaces/iso-time.ts";
import {
  LISTED_CHARS,
  type PruneMemoriesAnswer,
  type PruneMemoriesRequest,
} from "./contract/memory-lists.ts";
import { listed, memoryFilters } from "./memory-lists.ts";
import { countMemories, type MemoryFilters, oldestMemories } from "./sql/memory-lists.ts";
import { retireMemories } from "./sql/memory-writes.ts";

/** Memories that an answer names. */
const SAMPLES = 10;

/** Reads of a slice that others changed before it could be forgotten. */
const ATTEMPTS = 3;

/**
 * Forgets what was last observed before an instant, or in a session, a slice a request, the oldest first; each of them can be brought back
 * for 24 hours. A dry run only counts and names some. Throws `invalid_input`, and `conflict` where others keep changing
 * what would be forgotten.
 */
export async function pruneMemories(
  context: WorkspaceContext,
  { olderThan, dryRun, ...wanted }: PruneMemoriesRequest,
): Promise<PruneMemoriesAnswer> {
  const { session: db, workspace, nowMs } = context;
  const filters = memoryFilters({ ...wanted, ...(olderThan !== undefined && { before: olderThan }) }, nowMs);
  const query = { workspace, filters, order: "oldest", limit: SAMPLES, chars: LISTED_CHARS } as const;
  const { total: matched, rows } = await countMemories(db, query);
  const forgotten = dryRun || matched === 0 ? 0 : await forgetSlice(context, filters);
  return {
    matched,
    forgotten,
    remaining: dryRun ? matched : Math.max(0, matched - forgotten),
    before: isoTime(filters.beforeMs ?? null),
    samples: rows.map(listed),
  };
}

async function forgetSlice(
  { session: db, workspace, nowMs }: WorkspaceContext,
  filters: MemoryFilters,
): Promise<number> {
  for (let attempt = 1; ; attempt++) {
    const slice = await oldestMemories(db, { workspace, filters });
    if (slice.length === 0) return 0;
    try {
      const retirements = slice.map((memory) => ({
        memory,
        state: "forgotten" as const,
        supersededBy: null,
      }));
      await retireMemories(db, { workspace, nowMs, retirements });
      return slice.length;
    } catch (error) {
      const isChanged = error instanceof AppError && error.code === "conflict";
      if (!isChanged || attempt === ATTEMPTS) throw error;
    }
  }
}
