import { quantised } from "../../text/quantise.ts";

/** Vectors a block holds: 3 MB at 768 dimensions, so that growing copies nothing. */
const BLOCK_VECTORS = 4_096;

/** Quantised vectors by the hash of their text, in blocks of bytes; it only ever grows. */
export type VectorPool = ReturnType<typeof createVectorPool>;

export interface Query {
  readonly values: Float32Array;
  readonly length: number;
}

export function createQuery(values: Float32Array): Query {
  return { values, length: lengthOf(values) };
}

interface Slot {
  readonly levels: Int8Array;
  readonly offset: number;
  readonly length: number;
}

export function createVectorPool() {
  const slots = new Map<string, Slot>();
  const blocks: Int8Array[] = [];
  let dimensions = 0;
  return {
    get bytes(): number {
      return blocks.length * BLOCK_VECTORS * dimensions;
    },
    get size(): number {
      return slots.size;
    },
    has: (hash: string) => slots.has(hash),
    /** False: a vector of other dimensions than the first. */
    add(hash: string, vector: string): boolean {
      const { levels } = quantised(vector);
      dimensions ||= levels.length;
      if (levels.length !== dimensions) return false;
      if (slots.has(hash)) return true;
      const at = slots.size % BLOCK_VECTORS;
      if (at === 0) blocks.push(new Int8Array(BLOCK_VECTORS * dimensions));
      const block = blocks.at(-1) as Int8Array;
      block.set(levels, at * dimensions);
      slots.set(hash, { levels: block, offset: at * dimensions, length: lengthOf(levels) });
      return true;
    },
    /** Cosine of the query and a text's vector, -1 to 1; undefined for a text that is not here, or of other dimensions. */
    similarity(query: Query, hash: string): number | undefined {
      const slot = slots.get(hash);
      return slot === undefined || query.values.length !== dimensions ? undefined : cosineAt(query, slot);
    },
  };
}

/** The same for a vector that is kept nowhere. */
export function similarityOf(query: Query, vector: string): number {
  const { levels } = quantised(vector);
  return cosineAt(query, { levels, offset: 0, length: lengthOf(levels) });
}

/** Four sums at once, which do not wait for one another: 20,000 vectors of 768 dimensions take 20 to 30 ms of one core. */
function dot(values: Float32Array, levels: Int8Array, offset: number): number {
  const end = values.length - (values.length % 4);
  let a = 0;
  let b = 0;
  let c = 0;
  let d = 0;
  for (let at = 0, to = offset; at < end; at += 4, to += 4) {
    a += (values[at] as number) * (levels[to] as number);
    b += (values[at + 1] as number) * (levels[to + 1] as number);
    c += (values[at + 2] as number) * (levels[to + 2] as number);
    d += (values[at + 3] as number) * (levels[to + 3] as number);
  }
  for (let at = end; at < values.length; at += 1)
    a += (values[at] as number) * (levels[offset + at] as number);
  return a + b + c + d;
}

function cosineAt({ values, length }: Query, slot: Slot): number {
  const norms = length * slot.length;
  return norms > 0 ? Math.min(1, Math.max(-1, dot(values, slot.levels, slot.offset) / norms)) : 0;
}

function lengthOf(values: ArrayLike<number>): number {
  let squares = 0;
  for (let at = 0; at < values.length; at += 1) squares += (values[at] ?? 0) ** 2;
  return Math.sqrt(squares);
}
