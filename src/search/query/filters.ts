import { DAY_MS } from "../../config.ts";
import { AppError } from "../../errors.ts";
import type { VectorFilter } from "../../models/ports.ts";
import { dayInstant } from "../../text/dates/utc-day.ts";
import { type Confines, checkNamed } from "../../workspaces/narrowing.ts";
import type { Filters } from "../contract/filters.ts";
import type { AnalysedQuery } from "./analyse.ts";
import { type GlobFilter, globFilter } from "./glob.ts";
import { phraseTest } from "./match-text.ts";

/** Filters with dates resolved and the glob taken apart; only memories pass `type`, `tag` and `session`. */
export interface ResolvedFilters extends Omit<Filters, "glob" | "after" | "before"> {
  /** What the asker's token is limited to, beside the root that was asked for. */
  readonly roots?: readonly string[] | undefined;
  readonly glob?: GlobFilter | undefined;
  /** Milliseconds, inclusive. A document without a date passes no date filter. */
  readonly afterMs?: number | undefined;
  /** Milliseconds, exclusive. */
  readonly beforeMs?: number | undefined;
}

/** Filters as the arms apply them; relative dates count back from the search's own clock. Throws `invalid_input`. */
export function resolveFilters(
  { prefix, glob, after, before, ...same }: Filters,
  nowMs: number,
): ResolvedFilters {
  return {
    ...same,
    prefix: prefix?.normalize("NFC"),
    glob: glob === undefined ? undefined : globFilter(glob.normalize("NFC")),
    afterMs: after === undefined ? undefined : parseDateFilter(after, nowMs),
    beforeMs: before === undefined ? undefined : parseDateFilter(before, nowMs),
  };
}

/** Filters that let nothing pass beyond what the asker's token sees. Throws `forbidden` for what it does not. */
export function confined<Known extends ResolvedFilters>(
  filters: Known,
  confines: Confines | undefined,
): Known {
  if (confines === undefined) return filters;
  checkNamed(confines, filters);
  const { roots, session = filters.session } = confines;
  const [only, ...others] = roots ?? [];
  return {
    ...filters,
    ...(session !== undefined && { session }),
    ...(roots !== undefined && others.length > 0 && { roots }),
    ...(only !== undefined && others.length === 0 && { root: only }),
  };
}

/** Bytes of a string that the vector index can filter by. */
const INDEXED_BYTES = 64;

const encoder = new TextEncoder();

/** The part of the filters that the vector index applies itself, and whether that is all of them. */
export function splitForVectors(filters: ResolvedFilters): { filter: VectorFilter; isWhole: boolean } {
  const { root, roots, prefix, glob, language, type, tag, session, afterMs, beforeMs } = filters;
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
      (roots === undefined || root !== undefined) &&
      glob === undefined &&
      afterMs === undefined &&
      beforeMs === undefined &&
      (prefix === undefined || isShort),
  };
}

/** What filters look at in a chunk. */
interface FilteredRow extends Readonly<Record<"root" | "path" | "kind" | "language" | "text", string>> {
  /** Milliseconds. */
  readonly datedAt: number | null;
  readonly session?: string | null;
  readonly memory?: { readonly type: string; readonly tags: readonly string[] } | undefined;
}

/** Whether a chunk passes all filters: what an arm could only filter in part is checked again here. */
export function passes(row: FilteredRow, filters: ResolvedFilters): boolean {
  const { root, roots, prefix, glob, kind, language, type, tag, session, afterMs, beforeMs } = filters;
  const date = row.datedAt;
  return (
    (root === undefined || row.root === root) &&
    (roots === undefined || roots.includes(row.root)) &&
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
  row: FilteredRow,
  { query, filters }: { readonly query: Pick<AnalysedQuery, "phrases">; readonly filters: ResolvedFilters },
): boolean => passes(row, filters) && phraseTest(query.phrases)(row.text);

const DAYS_PER_WEEK = 7;
/** A hundred years in days: a longer span is a typing mistake, and stays within what a Date can hold. */
const MAX_SPAN = 36_525;
const SPAN = /^(\d{1,5})([dwmy])$/i;
const ISO_DATE = /^(\d{4})-(\d{2})-(\d{2})$/;
const ISO_TIME = /^(\d{4})-(\d{2})-(\d{2})T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?(?:Z|[+-]\d{2}:\d{2})$/i;

/**
 * The instant a date filter names, in ms since 1970 UTC: `7d`, `2w`, `3m`, `1y` before now (months and years by the
 * calendar, the last day of a shorter month), or an ISO date (its first instant in UTC) or date-time with offset.
 * Throws AppError `invalid_input` for anything else.
 */
export function parseDateFilter(value: string, nowMs: number): number {
  const text = value.trim();
  const span = SPAN.exec(text);
  if (span !== null && Number(span[1]) <= MAX_SPAN) return before(nowMs, Number(span[1]), span[2] ?? "d");
  const parsed = isoInstant(text);
  if (parsed !== undefined) return parsed;
  throw new AppError("invalid_input", "A date filter is 7d, 2w, 3m, 1y or an ISO date such as 2025-11-27.", {
    details: { value: text.slice(0, 40) },
  });
}

function before(nowMs: number, count: number, unit: string): number {
  if (unit.toLowerCase() === "d") return nowMs - count * DAY_MS;
  if (unit.toLowerCase() === "w") return nowMs - count * DAYS_PER_WEEK * DAY_MS;
  const months = unit.toLowerCase() === "y" ? count * 12 : count;
  const then = new Date(nowMs);
  const day = then.getUTCDate();
  then.setUTCMonth(then.getUTCMonth() - months);
  // A day that the month does not have has moved into the next one: back to the last day of the month meant.
  if (then.getUTCDate() !== day) then.setUTCDate(0);
  return then.getTime();
}

function isoInstant(text: string): number | undefined {
  const day = ISO_DATE.exec(text) ?? ISO_TIME.exec(text);
  if (day === null || dayInstant(day) === undefined) return undefined;
  const instant = Date.parse(text);
  return Number.isNaN(instant) ? undefined : instant;
}
