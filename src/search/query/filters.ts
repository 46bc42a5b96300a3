import type { VectorFilter } from "../../models/ports.ts";
import { parseDateFilter } from "../../text/dates/date-filter.ts";
import { type Confines, checkNamed } from "../../workspaces/narrowing.ts";
import type { Filters } from "../contract/filters.ts";
import { checkFilterSize } from "./filter-size.ts";
import { type GlobFilter, globFilter } from "./glob.ts";
import { type KeyTest, metadataTests, type NumberTest, numberTest } from "./metadata-test.ts";

/** One value, or several of which any will do. */
export type OneOf<Value> = Value | readonly Value[];

export const anyOf = <Value>(wanted: OneOf<Value>): readonly Value[] =>
  Array.isArray(wanted) ? wanted : [wanted as Value];

/** Numbers that only memories have. */
export const MEMORY_NUMBERS = ["importance", "priority", "confidence"] as const;
type NumberName = (typeof MEMORY_NUMBERS)[number];
type TextName = "root" | "prefix" | "kind" | "language" | "type" | "tag" | "session" | "source";

/** Filters with dates resolved and globs taken apart; only memories pass `type`, `tag`, `session` and numbers. */
export interface ResolvedFilters
  extends Readonly<Partial<Record<TextName, OneOf<string> | undefined>>>,
    Readonly<Partial<Record<NumberName, NumberTest | undefined>>> {
  /** What the asker's token is limited to, beside the root that was asked for. */
  readonly roots?: readonly string[] | undefined;
  readonly glob?: OneOf<GlobFilter> | undefined;
  /** Milliseconds, inclusive. A document without a date passes no date filter. */
  readonly afterMs?: number | undefined;
  /** Milliseconds, exclusive. */
  readonly beforeMs?: number | undefined;
  readonly metadata?: readonly KeyTest[] | undefined;
  readonly not?: ResolvedFilters | undefined;
  readonly any?: readonly ResolvedFilters[] | undefined;
  readonly all?: readonly ResolvedFilters[] | undefined;
}

/** Filters as the arms apply them; relative dates count back from the search's own clock. Throws `invalid_input`. */
export function resolveFilters(filters: Filters, nowMs: number): ResolvedFilters {
  checkFilterSize(filters);
  return resolved(filters, nowMs);
}

function resolved(filters: Filters, nowMs: number): ResolvedFilters {
  const { prefix, glob, after, before, importance, priority, confidence, metadata, not, any, all, ...same } =
    filters;
  const inside = (one: Filters): ResolvedFilters => resolved(one, nowMs);
  return {
    ...same,
    prefix,
    glob: each(glob, (pattern) => globFilter(pattern)),
    afterMs: after === undefined ? undefined : parseDateFilter(after, nowMs),
    beforeMs: before === undefined ? undefined : parseDateFilter(before, nowMs),
    ...(importance !== undefined && { importance: numberTest(importance) }),
    ...(priority !== undefined && { priority: numberTest(priority) }),
    ...(confidence !== undefined && { confidence: numberTest(confidence) }),
    ...(metadata && { metadata: metadataTests(metadata, (text) => parseDateFilter(text, nowMs)) }),
    ...(not && { not: inside(not) }),
    ...(any && { any: any.map(inside) }),
    ...(all && { all: all.map(inside) }),
  };
}

const each = <Value, Made>(
  wanted: OneOf<Value> | undefined,
  make: (value: Value) => Made,
): OneOf<Made> | undefined => {
  if (wanted === undefined) return undefined;
  return Array.isArray(wanted) ? anyOf(wanted).map(make) : make(wanted as Value);
};

/** All that filters are made of: themselves, and what is inside them. */
const partsOf = (filters: ResolvedFilters): readonly ResolvedFilters[] => [
  filters,
  ...[filters.not ?? [], filters.any ?? [], filters.all ?? []].flat().flatMap(partsOf),
];

/** The roots that filters name, wherever they do. */
export const namedRoots = (filters: ResolvedFilters): readonly string[] => [
  ...new Set(partsOf(filters).flatMap(({ root = [] }) => anyOf(root))),
];

/** Filters that let nothing pass beyond what the asker's token sees. Throws `forbidden` for what it does not. */
export function confined<Known extends ResolvedFilters>(
  filters: Known,
  confines: Confines | undefined,
): Known {
  if (confines === undefined) return filters;
  for (const root of namedRoots(filters)) checkNamed(confines, { root });
  for (const session of partsOf(filters).flatMap((part) => anyOf(part.session ?? [])))
    checkNamed(confines, { session });
  // Whatever session is named is this one.
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
/** Bytes of all values that it is given: a filter has 2,048 as JSON. */
const MAX_LISTED_BYTES = 1_500;

const encoder = new TextEncoder();
const bytesOf = (value: unknown): number => encoder.encode(JSON.stringify(value) ?? "").length;

/** Conditions that only memories pass. */
export const isOfMemories = (filters: ResolvedFilters): boolean =>
  (["type", "session", "tag", ...MEMORY_NUMBERS] as const).some((name) => filters[name] !== undefined);

/** The part of the filters that the vector index applies itself, and whether that is all of them. */
export function splitForVectors(filters: ResolvedFilters): { filter: VectorFilter; isWhole: boolean } {
  const { roots, root = roots, prefix, language, type, tag, session, ...others } = filters;
  const kind = filters.kind ?? (isOfMemories(filters) ? "memory" : undefined);
  const [start = "", ...starts] = anyOf(prefix ?? []);
  const isShort =
    prefix !== undefined && starts.length === 0 && encoder.encode(start).length <= INDEXED_BYTES;
  const few = bytesOf([root, kind, language]) <= MAX_LISTED_BYTES;
  return {
    filter: {
      ...(few && root !== undefined && { root }),
      ...(few && kind !== undefined && { kind }),
      ...(few && language !== undefined && { language }),
      ...(isShort && { pathPrefix: start }),
    },
    isWhole:
      few &&
      !isOfMemories(filters) &&
      (prefix === undefined || isShort) &&
      [others.glob, others.source, others.afterMs, others.beforeMs].every((one) => one === undefined) &&
      [others.metadata, others.not, others.any, others.all].every((one) => one === undefined),
  };
}
