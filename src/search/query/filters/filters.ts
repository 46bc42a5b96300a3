import type { VectorFilter } from "../../../models/ports.ts";
import type { Filters } from "../../contract/filters.ts";
import type { ChunkRow } from "../../sql/chunk-rows.ts";
import type { AnalysedQuery } from "../analyse.ts";
import { containsPhrase } from "../match-text.ts";
import { parseDateFilter } from "./dates.ts";
import { type GlobFilter, globFilter } from "./glob.ts";

/** Filters with dates resolved and the glob taken apart. */
export interface ResolvedFilters {
  readonly root?: string;
  readonly prefix?: string;
  readonly glob?: GlobFilter;
  readonly kind?: string;
  readonly language?: string;
  /** Only memories have these three: of this type, with this tag, written in this session. */
  readonly type?: string;
  readonly tag?: string;
  readonly session?: string;
  /** Milliseconds, inclusive. A document without a date passes no date filter. */
  readonly afterMs?: number;
  /** Milliseconds, exclusive. */
  readonly beforeMs?: number;
}

/** Filters as the arms apply them; relative dates count back from the search's own clock. Throws `invalid_input`. */
export function resolveFilters(filters: Filters, nowMs: number): ResolvedFilters {
  const { root, prefix, glob, kind, language, type, tag, session, after, before } = filters;
  return {
    ...(root !== undefined && { root }),
    ...(prefix !== undefined && { prefix: prefix.normalize("NFC") }),
    ...(glob !== undefined && { glob: globFilter(glob.normalize("NFC")) }),
    ...(kind !== undefined && { kind }),
    ...(language !== undefined && { language }),
    ...(type !== undefined && { type }),
    ...(tag !== undefined && { tag }),
    ...(session !== undefined && { session }),
    ...(after !== undefined && { afterMs: parseDateFilter(after, nowMs) }),
    ...(before !== undefined && { beforeMs: parseDateFilter(before, nowMs) }),
  };
}

/** Bytes of a string that the vector index can filter by. */
const INDEXED_BYTES = 64;

const encoder = new TextEncoder();

/** The part of the filters that the vector index applies itself, and whether that is all of them. */
export function splitForVectors(filters: ResolvedFilters): { filter: VectorFilter; isWhole: boolean } {
  const { root, prefix, glob, language, type, tag, session, afterMs, beforeMs } = filters;
  const isOfMemories = type !== undefined || tag !== undefined || session !== undefined;
  const kind = filters.kind ?? (isOfMemories ? "memory" : undefined);
  const isShort = prefix !== undefined && encoder.encode(prefix).length <= INDEXED_BYTES;
  return {
    filter: {
      ...(root !== undefined && { root }),
      ...(kind !== undefined && { kind }),
      ...(language !== undefined && { language }),
      ...(isShort && { pathPrefix: prefix }),
    },
    isWhole:
      !isOfMemories &&
      glob === undefined &&
      afterMs === undefined &&
      beforeMs === undefined &&
      (prefix === undefined || isShort),
  };
}

/** Whether a chunk passes all filters: what an arm could only filter in part is checked again here. */
export function passes(row: ChunkRow, filters: ResolvedFilters): boolean {
  const { root, prefix, glob, kind, language, type, tag, session, afterMs, beforeMs } = filters;
  const date = row.datedAt;
  return (
    (root === undefined || row.root === root) &&
    (prefix === undefined || row.path.startsWith(prefix)) &&
    (glob === undefined || glob.matches(row.path)) &&
    (kind === undefined || row.kind === kind) &&
    (language === undefined || row.language === language) &&
    (type === undefined || row.memory?.type === type) &&
    (tag === undefined || row.memory?.tags.includes(tag) === true) &&
    (session === undefined || row.session === session) &&
    (afterMs === undefined || (date !== null && date >= afterMs)) &&
    (beforeMs === undefined || (date !== null && date < beforeMs))
  );
}

/** Whether a chunk that was found by id alone is a hit: it passes all filters and holds every phrase. */
export const isUsable = (
  row: ChunkRow,
  { query, filters }: { readonly query: Pick<AnalysedQuery, "phrases">; readonly filters: ResolvedFilters },
): boolean => query.phrases.every((phrase) => containsPhrase(row.text, phrase)) && passes(row, filters);
