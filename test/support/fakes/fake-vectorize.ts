import type { Plan } from "../../../src/config.ts";
import type { VectorizeBinding } from "../../../src/models/cloudflare/vectorize.ts";
import {
  checkIds,
  checkNamespaces,
  checkQuery,
  checkUpsert,
  type FakeQueryOptions,
  INDEXED_BYTES,
  MAX_METADATA_INDEXES,
  refuse,
} from "./vectorize-refusals.ts";

/** Metadata indexes as `deploy` makes them before the first vector. */
const INDEXED = ["root", "path", "kind", "language"];

const DIMENSIONS = 768;

interface Stored {
  readonly namespace: string;
  readonly values: number[];
  readonly metadata: Record<string, string>;
}

interface Kept extends Stored {
  /** Fields that had a metadata index when the vector came: filters see no others. */
  readonly indexed: ReadonlySet<string>;
}

interface Mutation {
  readonly id: string;
  readonly atMs: number;
  apply(): void;
}

export interface FakeVectorize extends VectorizeBinding {
  query(vector: number[], options: FakeQueryOptions): ReturnType<VectorizeBinding["query"]>;
  /** What searches see. */
  readonly visible: ReadonlyMap<string, Stored>;
  readonly calls: Record<"query" | "upsert" | "delete" | "get" | "describe", number>;
  failure: Error | undefined;
  delayMs: number;
  /** Another writer's mutation, as `describe` may show it. */
  interleave(): void;
  /** Filters on the field find vectors that are upserted from now on. */
  createMetadataIndex(field: string): void;
  /** Applies what is old enough to be seen by now. */
  settle(): void;
}

export interface FakeVectorizeOptions {
  readonly now: () => number;
  /** Milliseconds until a mutation can be seen. */
  readonly visibleAfterMs?: number;
  /** Fields with a metadata index from the start. */
  readonly indexed?: readonly string[];
  /** Of the index's vectors. @default 768 */
  readonly dimensions?: number;
  /** By which the index takes namespaces. @default "paid" */
  readonly plan?: Plan;
}

/** Vectorize with its limits and its delay: what was upserted is seen later, and only the last mutation is told. */
export function fakeVectorize(options: FakeVectorizeOptions): FakeVectorize {
  const visible = new Map<string, Kept>();
  const indexed = new Set(options.indexed ?? INDEXED);
  const { dimensions = DIMENSIONS } = options;
  const namespaces = new Set<string>();
  const log = mutationLog(options);
  const fake: FakeVectorize = {
    visible,
    calls: { query: 0, upsert: 0, delete: 0, get: 0, describe: 0 },
    failure: undefined,
    delayMs: 0,
    interleave: () => void log.mutate(() => undefined),
    createMetadataIndex(field) {
      if (!indexed.has(field) && indexed.size >= MAX_METADATA_INDEXES)
        refuse("INDEX_CREATE_METADATA", `an index has at most ${MAX_METADATA_INDEXES} metadata indexes`);
      indexed.add(field);
    },
    settle: log.settle,
    async query(vector, asked) {
      await begin(fake, "query");
      checkQuery(vector, asked, dimensions);
      return { matches: nearest(visible, vector, asked) };
    },
    async upsert(vectors) {
      await begin(fake, "upsert");
      checkUpsert(vectors, dimensions);
      for (const { namespace } of vectors) namespaces.add(namespace);
      checkNamespaces(namespaces, options.plan);
      const fields = new Set(indexed);
      return log.mutate(() => {
        for (const { id, ...stored } of vectors) visible.set(id, { ...stored, indexed: fields });
      });
    },
    async deleteByIds(ids) {
      await begin(fake, "delete");
      checkIds("VECTOR_DELETE", ids);
      return log.mutate(() => {
        for (const id of ids) visible.delete(id);
      });
    },
    async getByIds(ids) {
      await begin(fake, "get");
      checkIds("VECTOR_GET", ids);
      return ids.flatMap((id) => {
        const stored = visible.get(id);
        return stored === undefined ? [] : [{ id, metadata: stored.metadata }];
      });
    },
    async describe() {
      await begin(fake, "describe");
      const last = log.last();
      return last === undefined
        ? {}
        : { processedUpToMutation: last.id, processedUpToDatetime: new Date(last.atMs).toISOString() };
    },
  };
  return fake;
}

/** Mutations in the order of their calls, applied when they are old enough. */
function mutationLog({ now, visibleAfterMs = 0 }: FakeVectorizeOptions) {
  const waiting: Mutation[] = [];
  let last: Mutation | undefined;
  let count = 0;
  return {
    last: () => last,
    settle() {
      while (waiting[0] !== undefined && waiting[0].atMs + visibleAfterMs <= now()) {
        last = waiting.shift();
        last?.apply();
      }
    },
    mutate(apply: () => void): { mutationId: string } {
      count += 1;
      const id = `00000000-0000-4000-8000-${String(count).padStart(12, "0")}`;
      waiting.push({ id, atMs: now(), apply });
      return { mutationId: id };
    },
  };
}

async function begin(fake: FakeVectorize, call: keyof FakeVectorize["calls"]): Promise<void> {
  if (fake.delayMs > 0) await new Promise((resolve) => setTimeout(resolve, fake.delayMs));
  fake.calls[call] += 1;
  fake.settle();
  if (fake.failure !== undefined) throw fake.failure;
}

function nearest(
  visible: ReadonlyMap<string, Kept>,
  vector: number[],
  { topK, namespace, filter = {} }: FakeQueryOptions,
): { id: string; score: number }[] {
  return [...visible]
    .filter(([, stored]) => stored.namespace === namespace && matches(stored, filter))
    .map(([id, { values }]) => ({ id, score: cosine(vector, values) }))
    .sort((a, b) => b.score - a.score)
    .slice(0, topK);
}

/** Equality, lists and ranges over what a metadata index keeps of a string; a field without an index matches nothing. */
function matches({ metadata, indexed }: Kept, filter: Record<string, unknown>): boolean {
  return Object.entries(filter).every(([field, wanted]) => {
    if (!indexed.has(field)) return false;
    const kept = new TextEncoder().encode(metadata[field] ?? "").slice(0, INDEXED_BYTES);
    const value = new TextDecoder().decode(kept);
    if (typeof wanted === "string") return value === wanted;
    const { $gte, $lt, $in } = wanted as { $gte?: string; $lt?: string; $in?: readonly string[] };
    if ($in !== undefined) return $in.includes(value);
    return ($gte === undefined || value >= $gte) && ($lt === undefined || value < $lt);
  });
}

function cosine(a: readonly number[], b: readonly number[]): number {
  const dot = a.reduce((sum, value, at) => sum + value * (b[at] ?? 0), 0);
  return dot / (Math.hypot(...a) * Math.hypot(...b));
}
