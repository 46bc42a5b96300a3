import fc from "fast-check";
import { checkFilterSize } from "../../../src/search/query/filter-size.ts";
import type { Filters, MetadataTest } from "../../../src/search/contract/filters.ts";

/** One document or memory, as it is sent and as a filter sees it. */
export interface Thing {
  readonly name: string;
  readonly kind: "file" | "memory";
  readonly root: string;
  readonly path: string;
  readonly text: string;
  readonly metadata: Readonly<Record<string, unknown>>;
  readonly source: string | null;
  readonly type: string | null;
  readonly tags: readonly string[];
  readonly session: string | null;
  readonly priority: number | null;
  /** Milliseconds; null: of no date. */
  readonly at: number | null;
}

const pick = <Item>(items: readonly Item[], at: number): Item => items[at % items.length] as Item;

const STATUS = ["open", "done", "日本", 'it\'s %_ "so"', true, 1] as const;
const DUE = ["2026-01-01", "2026-02-31", "2026-03-01T10:00:00+02:00", "2026-03-01 08:00", "soon"] as const;
const PATHS = ["a/x", "a/b/y", "b/[z]", "é/x", "a/b/c/d/y"] as const;
const DAY_MS = 86_400_000;
const BASE_MS = Date.UTC(2026, 0, 1);

const metadataOf = (at: number): Record<string, unknown> => ({
  ...(at % 3 !== 0 && { status: pick(STATUS, at) }),
  ...(at % 4 !== 0 && { effort: pick([1, 2, 2.5, 10, -1], at) }),
  ...(at % 5 !== 0 && { due: pick(DUE, at) }),
  ...(at % 2 === 0 && { labels: [pick(["red", "blue", 3], at), pick(["green", "blue"], at), at] }),
});

/** Their words are all different but for those that every one has. */
export const THINGS: readonly Thing[] = Array.from({ length: 44 }, (_, at): Thing => {
  const isMemory = at % 3 === 2;
  return {
    name: `thing${at}`,
    kind: isMemory ? "memory" : "file",
    root: isMemory ? "memories" : pick(["notes", "code", "mail"], at),
    path: `${pick(PATHS, at)}${at}.${pick(["md", "txt"], at)}`,
    text: `The signing keys of thing${at} are kept by ${"abcdefgh"[at % 8]}${at} of Kestrel Labs in vault number ${at}.`,
    metadata: metadataOf(at),
    source: pick([null, "crm", "https://example.com/a"], at),
    type: isMemory ? pick(["fact", "decision"], at) : null,
    tags: isMemory ? pick([[], ["web"], ["ops", "web"]], at >> 1) : [],
    session: isMemory ? pick([null, "s1", "s2"], at >> 1) : null,
    priority: isMemory ? 1 + (at % 5) : null,
    at: isMemory ? null : BASE_MS + at * DAY_MS,
  };
});

const any = <Value>(wanted: Value | readonly Value[] | undefined, holds: (one: Value) => boolean): boolean =>
  wanted === undefined || ([wanted].flat() as Value[]).some(holds);

/** A day, with or without a time: what the corpus has and the generator makes. */
function instant(text: string): number | undefined {
  if (!/^\d{4}-\d{2}-\d{2}/.test(text) || text.startsWith("2026-02-31")) return undefined;
  const ms = Date.parse(text.includes(" ") ? `${text.replace(" ", "T")}Z` : text);
  return Number.isNaN(ms) ? undefined : ms;
}

const SIGNS = {
  gt: (a: number, b: number) => a > b,
  gte: (a: number, b: number) => a >= b,
  lt: (a: number, b: number) => a < b,
  lte: (a: number, b: number) => a <= b,
} as const;

function within(value: unknown, range: Readonly<Record<string, unknown>>): boolean {
  return Object.entries(range).every(([sign, end]) => {
    const number =
      typeof end === "number"
        ? { value: typeof value === "number" ? value : undefined, end }
        : { value: typeof value === "string" ? instant(value) : undefined, end: instant(String(end)) };
    return (
      number.value !== undefined &&
      number.end !== undefined &&
      SIGNS[sign as keyof typeof SIGNS](number.value, number.end)
    );
  });
}

function meets(value: unknown, test: MetadataTest): boolean {
  const items: unknown[] = Array.isArray(value) ? value : [value];
  if (typeof test !== "object") return items.includes(test);
  if (Array.isArray(test)) return items.some((item) => (test as unknown[]).includes(item));
  const { exists, ...range } = test;
  if (exists !== undefined && exists !== (value !== undefined)) return false;
  return Object.keys(range).length === 0 || items.some((item) => within(item, range));
}

const GLOBS: Readonly<Record<string, RegExp>> = {
  "**/*.md": /\.md$/,
  "a/**/y*": /^a\/(?:.*\/)?y[^/]*$/,
  "a/*": /^a\/[^/]*$/,
  "**/a/**/b/**/*": /^(?:.*\/)?a\/(?:.*\/)?b\/(?:.*\/)?[^/]*$/,
};

/** The plain filter, written apart from the one that is tested. */
export function lets(thing: Thing, filters: Filters): boolean {
  const { metadata = {}, priority } = filters;
  return (
    any(filters.root, (root) => thing.root === root) &&
    any(filters.kind, (kind) => thing.kind === kind) &&
    any(filters.type, (type) => thing.type === type) &&
    any(filters.tag, (tag) => thing.tags.includes(tag)) &&
    any(filters.session, (session) => thing.session === session) &&
    any(filters.source, (source) => thing.source === source) &&
    // A memory's path is its id, which no prefix or glob of these begins like or matches.
    any(filters.prefix, (start) => thing.kind === "file" && thing.path.startsWith(start)) &&
    any(filters.glob, (glob) => thing.kind === "file" && GLOBS[glob]?.test(thing.path) === true) &&
    (priority === undefined ||
      (thing.priority !== null &&
        (typeof priority === "object" && !Array.isArray(priority)
          ? within(thing.priority, priority)
          : [priority].flat().includes(thing.priority)))) &&
    (filters.before === undefined || (thing.at !== null && thing.at < Date.parse(filters.before))) &&
    Object.entries(metadata).every(([key, test]) => meets(thing.metadata[key], test)) &&
    (filters.not === undefined || !lets(thing, filters.not)) &&
    (filters.any === undefined || filters.any.some((one) => lets(thing, one))) &&
    (filters.all === undefined || filters.all.every((one) => lets(thing, one)))
  );
}

const oneOrMore = <Value>(...values: readonly Value[]) =>
  fc.oneof(
    fc.constantFrom(...values),
    fc.uniqueArray(fc.constantFrom(...values), { minLength: 1, maxLength: 3 }),
  );
const ends = (...values: readonly (number | string)[]) =>
  fc
    .record(Object.fromEntries(Object.keys(SIGNS).map((sign) => [sign, fc.constantFrom(...values)])), {
      requiredKeys: [],
    })
    .filter((range) => Object.keys(range).length > 0);

const leaf = fc
  .record(
    {
      root: oneOrMore("notes", "code", "mail", "memories"),
      kind: oneOrMore("file" as const, "memory" as const),
      type: oneOrMore("fact", "decision"),
      tag: oneOrMore("web", "ops", "none"),
      session: oneOrMore("s1", "s2"),
      source: oneOrMore("crm", "https://example.com/a"),
      prefix: oneOrMore("a/", "a/b", "é/", "b/["),
      glob: oneOrMore(...Object.keys(GLOBS)),
      priority: fc.oneof(oneOrMore(1, 2, 4), ends(2, 3)),
      before: fc.constantFrom("2026-01-10", "2026-02-01"),
      metadata: fc.record(
        {
          status: fc.oneof(
            oneOrMore<string | number | boolean>(...STATUS),
            fc.record({ exists: fc.boolean() }),
          ),
          effort: fc.oneof(oneOrMore(1, 2, 2.5), ends(1, 2, 2.5, 10)),
          due: fc.oneof(oneOrMore(...DUE), ends("2026-01-01", "2026-03-01", "2026-03-01T08:00:00Z")),
          labels: fc.oneof(oneOrMore<string | number>("red", "blue", 3, 4), ends(0, 3)),
        },
        { requiredKeys: [] },
      ),
    },
    { requiredKeys: [] },
  )
  // Most filters name one or two fields: of all of them together nothing is left.
  .chain((all) => {
    const entries = Object.entries(all);
    return fc.shuffledSubarray(entries, { maxLength: Math.min(2, entries.length) });
  })
  .map((entries) => Object.fromEntries(entries) as Filters);

/** As large as a search takes them. */
const isSmall = (filters: Filters): boolean => {
  try {
    checkFilterSize(filters);
    return true;
  } catch {
    return false;
  }
};

/** Filters three deep. */
export const someFilters: fc.Arbitrary<Filters> = fc
  .letrec<{ filters: Filters }>((tie) => ({
    filters: fc.oneof(
      { depthSize: "small", maxDepth: 3 },
      leaf,
      fc
        .record(
          {
            not: tie("filters"),
            any: fc.array(tie("filters"), { minLength: 1, maxLength: 3 }),
            all: fc.array(tie("filters"), { minLength: 1, maxLength: 2 }),
          },
          { requiredKeys: [] },
        )
        .chain((groups) => leaf.map((own) => ({ ...own, ...groups }))),
    ),
  }))
  .filters.filter(isSmall);
