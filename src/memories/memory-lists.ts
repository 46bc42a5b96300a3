import { DAY_MS, UNDO_MS } from "../config.ts";
import { withRivals } from "../contract/may-contradict.ts";
import { AppError } from "../errors.ts";
import { confined, resolveFilters } from "../search/query/filters.ts";
import { mayAct } from "../workspaces/access.ts";
import type { WorkspaceContext } from "../workspaces/context.ts";
import { checkScope } from "../workspaces/open-workspace.ts";
import { listKey, placeInList, wrongCursor } from "../workspaces/cursor.ts";
import { isoTime } from "../text/dates/utc-day.ts";
import type { Confines } from "../workspaces/narrowing.ts";
import {
  AGE_BANDS,
  LISTED_CHARS,
  type ListedMemory,
  type MemoryList,
  type MemoryListParameters,
  type MemoryStatistics,
  type PruneMemoriesAnswer,
  type PruneMemoriesRequest,
  type RecentAnswer,
  type RecentParameters,
  type Timeline,
  type TimelineParameters,
} from "./contract/memory-lists.ts";
import { noMemory, severalIds } from "./find-memory.ts";
import { memoryStatistics } from "./sql/memory-counts.ts";
import {
  countMemories,
  findMemories,
  type ListedRow,
  listMemories,
  type MemoryFilters,
  type MemoryPlace,
  memoriesAround,
  newestDocuments,
  oldestMemories,
  type PastMemories,
  type RecentRow,
} from "./sql/memory-lists.ts";
import { retireMemories } from "./sql/memory-writes.ts";

/** The beginning of a text, whole characters only. */
export function beginning(text: string, chunks: number): { readonly text: string; readonly cut: boolean } {
  const characters = [...text];
  const cut = chunks > 1 || characters.length > LISTED_CHARS;
  return { text: characters.slice(0, LISTED_CHARS).join(""), cut };
}

/** A memory as lists show it. */
export const listed = ({ place: _, chunks, rivals, up, down, ...row }: ListedRow): ListedMemory => ({
  ...row,
  votes: { up, down },
  ...beginning(row.text, chunks),
  firstObserved: new Date(row.firstObserved).toISOString(),
  lastObserved: new Date(row.lastObserved).toISOString(),
  ...withRivals(row.lastObserved, rivals),
});

/** Who sees one session is told nothing of other memories. */
const shownTo =
  (confines: Confines | undefined) =>
  <Shown extends { readonly mayContradict?: unknown }>(shown: Shown): Shown => {
    if (confines?.session === undefined) return shown;
    const { mayContradict: _, ...rest } = shown;
    return rest as Shown;
  };

type Wanted = Pick<MemoryListParameters, "type" | "tag" | "session" | "source" | "after" | "before"> & {
  readonly minQuality?: number | undefined;
};

/** Filters of a list as the database applies them. Throws `invalid_input`. */
const memoryFilters = ({ minQuality, ...filters }: Wanted, nowMs: number): MemoryFilters => ({
  ...resolveFilters(filters, nowMs),
  ...(minQuality !== undefined && { minQuality }),
});

function parseCursor(cursor: string | undefined, key: string): MemoryPlace | undefined {
  if (cursor === undefined) return undefined;
  const [value, id] = placeInList(cursor, key);
  if (Number.isFinite(value) && typeof id === "string") return [value as number, id];
  throw wrongCursor();
}

/** Undefined: the live ones. What undo cannot bring back any more is in neither. */
const pastOf = (state: MemoryListParameters["state"], nowMs: number): PastMemories | undefined =>
  state === "live" ? undefined : { state, leftAfter: state === "forgotten" ? nowMs - UNDO_MS : 0 };

/** Whose searches the asker is told of: everybody's for an admin, else its own. */
const searchesSeenBy = ({ claims, confines }: WorkspaceContext): { readonly token: string | undefined } => ({
  token: mayAct(claims.scope, "admin") && confines === undefined ? undefined : claims.id,
});

/** One page of the memories that pass the filters. Throws `invalid_input`; `forbidden` for forgotten ones where the token may not write. */
export async function pageOfMemories(
  context: WorkspaceContext,
  { state, sort, limit, cursor, text = "", recalled, ...wanted }: MemoryListParameters,
): Promise<MemoryList> {
  const { session: db, workspace, nowMs, confines } = context;
  // Who forgot a text does not want it read; who may bring it back has to tell which.
  if (state === "forgotten") checkScope(context, "write");
  const key = await listKey({ state, sort, text, ...wanted });
  const rows = await listMemories(db, {
    workspace,
    from: pastOf(state, nowMs),
    filters: confined(memoryFilters(wanted, nowMs), confines),
    words: text.split(/\s+/).filter((word) => word !== ""),
    recalledBy: recalled || sort === "recalled" ? searchesSeenBy(context) : undefined,
    order: sort,
    after: parseCursor(cursor, key),
    limit: limit + 1,
    chars: LISTED_CHARS,
  });
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  const next = rows.length > limit && last !== undefined ? JSON.stringify([last.place, last.id, key]) : null;
  return { memories: page.map(listed).map(shownTo(confines)), nextCursor: next };
}

/** The one live memory whose id begins so. Throws `not_found`, `ambiguous`. */
async function listedMemory(
  { session: db, workspace }: WorkspaceContext,
  idStart: string,
): Promise<ListedRow> {
  const [row, other] = await findMemories(db, { workspace, idStart, chars: LISTED_CHARS });
  if (row === undefined) throw noMemory(idStart);
  if (other === undefined) return row;
  throw severalIds(idStart, [row.id, other.id]);
}

/** What was remembered just before and just after a memory. Throws `not_found`, `ambiguous`. */
export async function timelineAround(
  context: WorkspaceContext,
  { around: idStart, before, after, sameSession }: TimelineParameters,
): Promise<Timeline> {
  const { session: db, workspace } = context;
  const row = await listedMemory(context, idStart);
  if (sameSession && row.session === null)
    throw new AppError("invalid_input", `sameSession: memory ${row.id} is of no session`);
  const found = await memoriesAround(db, {
    workspace,
    filters: sameSession && row.session !== null ? { session: row.session } : {},
    place: [row.place, row.id],
    before,
    after,
    chars: LISTED_CHARS,
  });
  return {
    before: found.before.map(listed).toReversed(),
    around: listed(row),
    after: found.after.map(listed),
  };
}

/** How many memories there are, of which types, sources, sessions and ages. */
export async function countedMemories({
  session: db,
  workspace,
  nowMs,
}: WorkspaceContext): Promise<MemoryStatistics> {
  const bands = Object.values(AGE_BANDS).map((days) => nowMs - days * DAY_MS);
  const { totals, byAge, ...names } = await memoryStatistics(db, { workspace, nowMs, bands });
  const inBand = (band: number) => byAge.find((row) => row.band === band)?.memories ?? 0;
  return {
    ...totals,
    oldest: isoTime(totals.oldest),
    newest: isoTime(totals.newest),
    ...names,
    byAge: Object.fromEntries(
      [...Object.keys(AGE_BANDS), "older"].map((name, band) => [name, inBand(band)]),
    ) as MemoryStatistics["byAge"],
  };
}

const item = ({ datedAt, text, chunks, rivals, ...row }: RecentRow): RecentAnswer["items"][number] => ({
  ...row,
  ...beginning(text ?? "", chunks),
  date: new Date(datedAt).toISOString(),
  ...withRivals(datedAt, rivals),
});

/** The newest of the asker's session; when it has none, of the workspace, and the answer says so. Undated ones are left out. */
export async function readRecent(
  { session: db, workspace, confines }: WorkspaceContext,
  { session, kind, limit }: RecentParameters,
): Promise<RecentAnswer> {
  const ofKind = confined(kind === undefined ? {} : { kind }, confines);
  const ofSession = session === undefined ? [] : [confined({ ...ofKind, session }, confines)];
  const query = { workspace, limit, chars: LISTED_CHARS };
  const [all = [], own = []] = await newestDocuments(db, query, [ofKind, ...ofSession]);
  const shown = (rows: readonly RecentRow[]) => rows.map(item).map(shownTo(confines));
  return own.length > 0 ? { of: "session", items: shown(own) } : { of: "workspace", items: shown(all) };
}

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
