import { LANE, MEMORY_ROOT } from "../config.ts";
import { withRivals } from "../contract/may-contradict.ts";
import { LISTED_CHARS } from "../memories/contract/memory-lists.ts";
import { beginning } from "../memories/memory-lists.ts";
import { countMemoryDays } from "../memories/sql/memory-counts.ts";
import { type ListedRow, listMemories, type MemoryPlace } from "../memories/sql/memory-lists.ts";
import { resolveFilters } from "../search/query/filters.ts";
import { citation } from "../search/views/citation.ts";
import { idsFrom } from "../text/time-ordered-id.ts";
import { mayAct } from "../workspaces/access.ts";
import type { WorkspaceContext } from "../workspaces/context.ts";
import { cursorList, wrongCursor } from "../workspaces/cursor.ts";
import type { LaneAnswer, LaneEvent, LaneParameters } from "./contract.ts";
import {
  countRecalled,
  type LaneCount,
  type LaneQuery,
  type RecalledRow,
  recalledPassages,
} from "./lane-reads.ts";

/** Where a page ended, of each of the two lists that it is made of. */
interface LanePlace {
  readonly recalled?: readonly [recall: string, position: number] | undefined;
  readonly remembered?: MemoryPlace | undefined;
}

function parseCursor(cursor: string | undefined): LanePlace {
  const [recall, position, at, id] = cursorList(cursor);
  const isRecall = typeof recall === "string" && Number.isSafeInteger(position);
  const isMemory = Number.isFinite(at) && typeof id === "string";
  if (cursor !== undefined && !isRecall && !isMemory) throw wrongCursor();
  return {
    ...(isRecall && { recalled: [recall, position as number] }),
    ...(isMemory && { remembered: [at as number, id] }),
  };
}

interface Placed {
  readonly atMs: number;
  readonly event: LaneEvent;
  readonly place: LanePlace;
}

const recalledEvent = (row: RecalledRow): Placed => {
  const { recall, position, at, kind, root, path, title, type, query, session, score, chunk } = row;
  const { timesObserved, quality, supersedes } = row;
  const vote = row.vote === null ? null : row.vote > 0 ? "up" : "down";
  return {
    atMs: at,
    place: { recalled: [recall, position] },
    event: {
      event: "recalled",
      at: new Date(at).toISOString(),
      ...{ session, kind, root, path, title, type },
      tags: row.tags === null ? [] : (JSON.parse(row.tags) as string[]),
      ...beginning(row.text, 1),
      ...{ timesObserved, quality, supersedes },
      ...withRivals(row.observedAt ?? at, row.rivals),
      recall: { recallId: recall, query, rank: position + 1, score, chunk, citation: citation(row), vote },
    },
  };
};

const rememberedEvent = (row: ListedRow): Placed => {
  const { id, session, type, timesObserved, quality, supersedes } = row;
  return {
    atMs: row.lastObserved,
    place: { remembered: [row.lastObserved, id] },
    event: {
      event: "remembered",
      at: new Date(row.lastObserved).toISOString(),
      ...{ session, kind: "memory", root: MEMORY_ROOT, path: id, title: null, type },
      tags: row.tags,
      ...beginning(row.text, row.chunks),
      ...{ timesObserved, quality, supersedes },
      ...withRivals(row.lastObserved, row.rivals),
      recall: null,
    },
  };
};

/** What was recalled and remembered, newest first: of searches everybody's for an admin, else the token's own. */
export async function readLane(context: WorkspaceContext, wish: LaneParameters): Promise<LaneAnswer> {
  const { session: db, workspace, claims, nowMs } = context;
  const { limit, cursor, after = `${LANE.days}d`, before, memory, ...named } = wish;
  // No other path begins with a whole id.
  const chosen = { ...named, ...(memory !== undefined && { kind: "memory" as const, prefix: memory }) };
  const { afterMs = 0, beforeMs, ...same } = resolveFilters({ ...chosen, after, before }, nowMs);
  const filters = { ...same, session: chosen.session };
  const place = parseCursor(cursor);
  const isAdmin = mayAct(claims.scope, "admin");
  const searches: LaneQuery = {
    workspace,
    token: isAdmin ? undefined : claims.id,
    from: idsFrom(afterMs),
    below: beforeMs === undefined ? "g" : idsFrom(beforeMs),
    filters,
  };
  const inTime = { ...filters, afterMs, ...(beforeMs !== undefined && { beforeMs }) };
  const memories = filters.kind === "file" ? undefined : inTime;
  const more = { limit: limit + 1, chars: LISTED_CHARS };
  const isFirst = cursor === undefined;
  const [recalled, remembered, recalledCounts, rememberedCounts] = await Promise.all([
    recalledPassages(db, { ...searches, ...more, after: place.recalled, voter: claims.id }),
    memories === undefined
      ? []
      : listMemories(db, {
          ...{ workspace, filters: memories, order: "newest", ...more, after: place.remembered },
        }),
    isFirst ? countRecalled(db, searches) : [],
    isFirst && memories !== undefined ? countMemoryDays(db, workspace, memories) : [],
  ]);
  const events = [...recalled.map(recalledEvent), ...remembered.map(rememberedEvent)].sort(
    // Both lists are in order; equal times keep the order within each.
    (one, other) => other.atMs - one.atMs,
  );
  const page = events.slice(0, limit);
  return {
    events: page.map(({ event }) => event),
    ...tallies({ recalled: recalledCounts, remembered: rememberedCounts }),
    of: isAdmin ? "workspace" : "token",
    nextCursor: events.length > limit ? nextOf(page, place) : null,
  };
}

/** Each list goes on behind its last event that was shown. */
function nextOf(page: readonly Placed[], before: LanePlace): string {
  const last: LanePlace = Object.assign({}, before, ...page.map(({ place }) => place));
  const [recall = null, position = null] = last.recalled ?? [];
  const [at = null, id = null] = last.remembered ?? [];
  return JSON.stringify([recall, position, at, id]);
}

type Tally = { readonly recalled: number; readonly remembered: number };

function tallies(
  counts: Readonly<Record<keyof Tally, readonly LaneCount[]>>,
): Pick<LaneAnswer, "types" | "days"> {
  const days = new Map<string, Tally>();
  const types = new Map<string, Tally>();
  const add = (to: Map<string, Tally>, name: string, more: Tally) => {
    const { recalled, remembered } = to.get(name) ?? { recalled: 0, remembered: 0 };
    to.set(name, { recalled: recalled + more.recalled, remembered: remembered + more.remembered });
  };
  for (const kind of ["recalled", "remembered"] as const)
    for (const { day, type, events } of counts[kind]) {
      const more = { recalled: 0, remembered: 0, [kind]: events };
      add(days, day, more);
      add(types, type ?? "file", more);
    }
  const total = ({ recalled, remembered }: Tally) => recalled + remembered;
  return {
    days: [...days].map(([day, tally]) => ({ day, ...tally })).sort((a, b) => (a.day < b.day ? -1 : 1)),
    types: [...types]
      .map(([name, tally]) => ({ name, ...tally }))
      .sort((a, b) => total(b) - total(a) || (a.name < b.name ? -1 : 1)),
  };
}
