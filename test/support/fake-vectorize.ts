import type { VectorizeBinding } from "../../src/platform/cloudflare/vectorize.ts";

const encoder = new TextEncoder();
const bytes = (text: string): number => encoder.encode(text).length;

interface Stored {
  readonly namespace: string;
  readonly values: number[];
  readonly metadata: Record<string, string>;
}

interface Mutation {
  readonly id: string;
  readonly atMs: number;
  apply(): void;
}

export interface FakeVectorize extends VectorizeBinding {
  /** What searches see. */
  readonly visible: ReadonlyMap<string, Stored>;
  readonly calls: Record<"query" | "upsert" | "delete" | "get" | "describe", number>;
  failure: Error | undefined;
  delayMs: number;
  /** Another writer's mutation, as `describe` may show it. */
  interleave(): void;
}

export interface FakeVectorizeOptions {
  readonly now: () => number;
  /** Milliseconds until a mutation can be seen. */
  readonly visibleAfterMs?: number;
}

const refuse = (operation: string, text: string): never => {
  throw new Error(`${operation}_ERROR (code = 40007): ${text}`);
};

/** Vectorize with its limits and its delay: what was upserted is seen later, and only the last mutation is told. */
export function fakeVectorize({ now, visibleAfterMs = 0 }: FakeVectorizeOptions): FakeVectorize {
  const visible = new Map<string, Stored>();
  const waiting: Mutation[] = [];
  let last: Mutation | undefined;
  let count = 0;
  const settle = () => {
    while (waiting[0] !== undefined && waiting[0].atMs + visibleAfterMs <= now()) {
      last = waiting.shift();
      last?.apply();
    }
  };
  const mutate = (apply: () => void): { mutationId: string } => {
    count += 1;
    const id = `00000000-0000-4000-8000-${String(count).padStart(12, "0")}`;
    waiting.push({ id, atMs: now(), apply });
    return { mutationId: id };
  };
  const fake: FakeVectorize = {
    visible,
    calls: { query: 0, upsert: 0, delete: 0, get: 0, describe: 0 },
    failure: undefined,
    delayMs: 0,
    interleave: () => void mutate(() => undefined),
    async query(vector, options) {
      await begin(fake, "query", settle);
      return { matches: nearest(visible, vector, options) };
    },
    async upsert(vectors) {
      await begin(fake, "upsert", settle);
      checkUpsert(vectors);
      return mutate(() => {
        for (const { id, ...stored } of vectors) visible.set(id, stored);
      });
    },
    async deleteByIds(ids) {
      await begin(fake, "delete", settle);
      if (ids.length > 100)
        refuse("VECTOR_DELETE", `too many ids in payload; max id count is 100, got ${ids.length}`);
      return mutate(() => {
        for (const id of ids) visible.delete(id);
      });
    },
    async getByIds(ids) {
      await begin(fake, "get", settle);
      if (ids.length > 20)
        refuse("VECTOR_GET", `too many ids in payload; max id count is 20, got ${ids.length}`);
      return ids.filter((id) => visible.has(id)).map((id) => ({ id }));
    },
    async describe() {
      await begin(fake, "describe", settle);
      return last === undefined
        ? {}
        : { processedUpToMutation: last.id, processedUpToDatetime: new Date(last.atMs).toISOString() };
    },
  };
  return fake;
}

async function begin(
  fake: FakeVectorize,
  call: keyof FakeVectorize["calls"],
  settle: () => void,
): Promise<void> {
  if (fake.delayMs > 0) await new Promise((resolve) => setTimeout(resolve, fake.delayMs));
  fake.calls[call] += 1;
  settle();
  if (fake.failure !== undefined) throw fake.failure;
}

function checkUpsert(vectors: Parameters<VectorizeBinding["upsert"]>[0]): void {
  if (vectors.length > 1_000) refuse("VECTOR_UPSERT", `too many vectors: ${vectors.length}`);
  for (const { id, namespace, values } of vectors) {
    if (bytes(id) > 64 || bytes(namespace) > 64) refuse("VECTOR_UPSERT", "id or namespace is over 64 bytes");
    if (values.length !== 768) refuse("VECTOR_UPSERT", `expected 768 dimensions, got ${values.length}`);
  }
}

type QueryOptions = Parameters<VectorizeBinding["query"]>[1];

function nearest(
  visible: ReadonlyMap<string, Stored>,
  vector: number[],
  { topK, namespace, filter }: QueryOptions,
): { id: string; score: number }[] {
  if (topK > 100) refuse("VECTOR_QUERY", `topK is at most 100, got ${topK}`);
  if (vector.length !== 768) refuse("VECTOR_QUERY", `expected 768 dimensions, got ${vector.length}`);
  if (filter !== undefined && bytes(JSON.stringify(filter)) >= 2_048)
    refuse("VECTOR_QUERY", "filter is too large");
  return [...visible]
    .filter(([, stored]) => stored.namespace === namespace && matches(stored.metadata, filter ?? {}))
    .map(([id, { values }]) => ({ id, score: cosine(vector, values) }))
    .sort((a, b) => b.score - a.score)
    .slice(0, topK);
}

/** Equality and ranges over what a metadata index keeps: the first 64 bytes of a string. */
function matches(metadata: Record<string, string>, filter: Record<string, unknown>): boolean {
  return Object.entries(filter).every(([field, wanted]) => {
    const value = new TextDecoder().decode(encoder.encode(metadata[field] ?? "").slice(0, 64));
    if (typeof wanted === "string") return value === wanted;
    const { $gte, $lt } = wanted as { $gte?: string; $lt?: string };
    return ($gte === undefined || value >= $gte) && ($lt === undefined || value < $lt);
  });
}

function cosine(a: readonly number[], b: readonly number[]): number {
  const dot = a.reduce((sum, value, at) => sum + value * (b[at] ?? 0), 0);
  return dot / (Math.hypot(...a) * Math.hypot(...b));
}
