import type { VectorFilter, VectorIndex, VectorMatch, VectorMetadata } from "../ports.ts";
import { createQuery, createVectorPool, type Query, similarityOf, type VectorPool } from "./vector-pool.ts";

/** Bytes of vectors kept for all workspaces together: some 130,000 of 768 dimensions. */
const MAX_BYTES = 100_000_000;

/** Rows one read takes: chunks are about 150 bytes each, vectors about 1 KB. */
const CHUNK_PAGE = 5_000;
const VECTOR_PAGE = 1_000;

/** Batches as large as the sweep's; nothing is sent anywhere. */
const MAX_BATCH = 1_000;

interface ExactIndexOptions {
  readonly store: ExactVectorStore;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  readonly newId: () => string;
  /** @default 100 MB */
  readonly maxBytes?: number;
}

/** No workspace has it. */
const NO_VERSION = -1;
/** Of a chunk whose vector is not in memory. */
const NO_SLOT = -1;

/** A workspace's chunks and vectors as they were at one version. */
interface Loaded {
  readonly state: ExactState;
  readonly chunks: readonly ExactChunk[];
  /** Of each chunk, the place of its vector in the pool; -1: it has none there. */
  readonly slots: Int32Array;
  readonly pool: VectorPool;
  /** False: some vectors found no room. */
  readonly isWhole: boolean;
}

/**
 * VectorIndex without an index: every vector that D1 holds of the workspace is compared, in the isolate's memory while the
 * workspace's version stands. D1 is written before the index receives a vector, so upserts and removals have nothing to
 * do and everything is visible at once. What has no room in memory is read at every search: slower, never less exact.
 */
export function exactIndex({ store, now, newId, maxBytes = MAX_BYTES }: ExactIndexOptions): VectorIndex {
  const memory = createMemory(maxBytes);
  let lastMutation: string | undefined;
  const mutate = async () => {
    lastMutation = newId();
    return lastMutation;
  };
  return {
    maxUpsert: MAX_BATCH,
    maxDelete: MAX_BATCH,
    maxGet: MAX_BATCH,
    upsert: mutate,
    remove: mutate,
    async nearest(namespace, vector, { limit, filter }) {
      const place = placeOf(namespace);
      const state = place && (await store.state(place));
      if (place === undefined || state === undefined) return [];
      const known = memory.use(namespace);
      const isFresh = known?.state.version === state.version && known.state.identity === state.identity;
      const pool = reusable(known, state) ?? createVectorPool();
      // Kept from the start: a load that is cut off by a time limit is finished by the next search.
      if (!isFresh)
        memory.keep(namespace, {
          state: { ...state, version: NO_VERSION },
          chunks: [],
          slots: new Int32Array(),
          pool,
          isWhole: false,
        });
      const hasRoom = () => memory.makeRoom(namespace, pool);
      const all = isFresh ? known : await load(store, { ...place, state, pool, hasRoom });
      memory.keep(namespace, all);
      return compare(store, all, { ...place, query: createQuery(vector), limit, filter });
    },
    visible: (ids) => store.present(ids),
    progress: async () => ({ processedUpToMutation: lastMutation, processedUpToMs: now() }),
  };
}

/** What is kept of the workspaces, those used lately longest. */
function createMemory(maxBytes: number) {
  const kept = new Map<string, Loaded>();
  const bytesBeside = (namespace: string) =>
    [...kept].reduce((sum, [name, { pool }]) => sum + (name === namespace ? 0 : pool.bytes), 0);
  return {
    use: (namespace: string) => kept.get(namespace),
    keep(namespace: string, all: Loaded) {
      kept.delete(namespace);
      kept.set(namespace, all);
    },
    /** Whether another page may be kept in a workspace's pool, once the other workspaces have given up what they can. */
    makeRoom(namespace: string, pool: VectorPool): boolean {
      const isFull = () => pool.bytes + bytesBeside(namespace) >= maxBytes;
      for (const other of [...kept.keys()]) {
        if (!isFull()) return true;
        if (other !== namespace) kept.delete(other);
      }
      return !isFull();
    },
  };
}

/** The numbers in a namespace's name (`namespaceOf`). */
function placeOf(namespace: string): { workspace: number; generation: number } | undefined {
  const [, workspace, generation] = /^w(\d+)g(\d+)$/.exec(namespace) ?? [];
  return workspace === undefined
    ? undefined
    : { workspace: Number(workspace), generation: Number(generation) };
}

interface LoadQuery {
  readonly workspace: number;
  readonly state: ExactState;
  readonly pool: VectorPool;
  readonly hasRoom: () => boolean;
}

/** Reads which chunks there are, and the vectors that are not here yet. */
async function load(
  store: ExactVectorStore,
  { workspace, state, pool, hasRoom }: LoadQuery,
): Promise<Loaded> {
  const chunks = await allChunks(store, workspace);
  const hashes = [...new Set(chunks.map(({ hash }) => hash))];
  let isWhole = true;
  for (const page of pages(hashes.filter((hash) => pool.slotOf(hash) === undefined))) {
    isWhole = hasRoom();
    if (!isWhole) break;
    const read = await store.vectors({ workspace, identity: state.identity, hashes: page });
    for (const { hash, vector } of read) pool.add(hash, vector);
  }
  const slots = Int32Array.from(chunks, ({ hash }) => pool.slotOf(hash) ?? NO_SLOT);
  return { state, chunks, slots, pool, isWhole };
}

const pages = <Item>(items: readonly Item[]): Item[][] =>
  Array.from({ length: Math.ceil(items.length / VECTOR_PAGE) }, (_, at) =>
    items.slice(at * VECTOR_PAGE, (at + 1) * VECTOR_PAGE),
  );

/** The vectors that are here already, unless another model made them or most of them are no longer wanted. */
function reusable(known: Loaded | undefined, { identity, chunks }: ExactState): VectorPool | undefined {
  if (known === undefined || known.state.identity !== identity) return undefined;
  return known.pool.size > 2 * chunks + VECTOR_PAGE ? undefined : known.pool;
}

async function allChunks(store: ExactVectorStore, workspace: number): Promise<ExactChunk[]> {
  const chunks: ExactChunk[] = [];
  for (;;) {
    const afterRid = chunks.at(-1)?.rid ?? -1;
    const page = await store.chunks({ workspace, afterRid, limit: CHUNK_PAGE });
    chunks.push(...page);
    if (page.length < CHUNK_PAGE) return chunks;
  }
}

interface Comparison {
  readonly workspace: number;
  readonly query: Query;
  readonly limit: number;
  readonly filter: VectorFilter;
}

async function compare(store: ExactVectorStore, all: Loaded, comparison: Comparison) {
  const { workspace, query, limit } = comparison;
  const few = nearestFew(limit);
  const elsewhere = compareKept(all, comparison, few);
  for (const page of pages(elsewhere)) {
    const hashes = page.map(({ hash }) => hash);
    const read = await store.vectors({ workspace, identity: all.state.identity, hashes });
    const vectors = new Map(read.map(({ hash, vector }) => [hash, vector]));
    for (const { id, hash } of page) {
      const vector = vectors.get(hash);
      if (vector !== undefined) few.offer(id, similarityOf(query, vector));
    }
  }
  return few.best();
}

/** Offers what is in memory; answers the chunks whose vectors are not. Apart from the reads: loops in async functions are slow. */
function compareKept(
  { chunks, slots, pool, isWhole }: Loaded,
  { query, filter }: Comparison,
  few: NearestFew,
): ExactChunk[] {
  const cosines = pool.cosines(query);
  const elsewhere: ExactChunk[] = [];
  for (let at = 0; at < chunks.length; at += 1) {
    const chunk = chunks[at] as ExactChunk;
    if (!passes(chunk, filter)) continue;
    const similarity = cosines?.[slots[at] as number];
    if (similarity !== undefined) few.offer(chunk.id, similarity);
    else if (!isWhole) elsewhere.push(chunk);
  }
  return elsewhere;
}

const isOneOf = (value: string, wanted: string | readonly string[] | undefined): boolean =>
  wanted === undefined || (typeof wanted === "string" ? value === wanted : wanted.includes(value));

function passes(chunk: VectorMetadata, { root, kind, language, pathPrefix }: VectorFilter): boolean {
  return (
    isOneOf(chunk.root, root) &&
    isOneOf(chunk.kind, kind) &&
    isOneOf(chunk.language, language) &&
    (pathPrefix === undefined || chunk.path.startsWith(pathPrefix))
  );
}

/** A workspace's live generation, as far as its vectors are concerned. */
export interface ExactState {
  /** What has been read of the vectors holds as long as this stands. */
  readonly version: number;
  readonly identity: string;
  /** How many chunks the workspace has. */
  readonly chunks: number;
}

export interface ExactChunk extends VectorMetadata {
  readonly rid: number;
  readonly id: string;
  readonly hash: string;
}

export interface HashedVector {
  readonly hash: string;
  readonly vector: string;
}

/** Reads of all the vectors that the database holds of a workspace; each method is one round trip. */
export interface ExactVectorStore {
  /** Undefined: the workspace is gone, or another generation is live. */
  state(query: { readonly workspace: number; readonly generation: number }): Promise<ExactState | undefined>;
  /** Chunks in the order of their row ids, from after one on; with or without a vector. */
  chunks(query: {
    readonly workspace: number;
    readonly afterRid: number;
    readonly limit: number;
  }): Promise<readonly ExactChunk[]>;
  /** Those of the texts that have a vector. */
  vectors(query: {
    readonly workspace: number;
    readonly identity: string;
    readonly hashes: readonly string[];
  }): Promise<readonly HashedVector[]>;
  /** Those of the vectors, by id, whose chunk has one in its generation's identity. */
  present(ids: readonly string[]): Promise<readonly string[]>;
}

/** The best of many matches, kept in order while they come; ties by id. */
type NearestFew = ReturnType<typeof nearestFew>;

/** Few of many displace one that is kept, so that keeping costs next to nothing beside comparing. */
export function nearestFew(limit: number) {
  const kept: VectorMatch[] = [];
  const isBehind = ({ similarity, id }: VectorMatch, nextSimilarity: number, nextId: string) =>
    similarity < nextSimilarity || (similarity === nextSimilarity && id > nextId);
  return {
    offer(id: string, similarity: number): void {
      const last = kept.at(-1);
      if (kept.length >= limit && (last === undefined || !isBehind(last, similarity, id))) return;
      let at = kept.length;
      while (at > 0 && isBehind(kept[at - 1] as VectorMatch, similarity, id)) at -= 1;
      kept.splice(at, 0, { id, similarity });
      if (kept.length > limit) kept.pop();
    },
    best: (): readonly VectorMatch[] => kept,
  };
}
