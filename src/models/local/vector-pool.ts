import { quantised } from "../../text/quantise.ts";
import kernel from "./dots.wasm";

/** Bytes of a page of WebAssembly's memory. */
const PAGE_BYTES = 65_536;
/** Pages that a memory grows by at least: 3 MB. */
const GROWTH_PAGES = 48;
/** Levels that the kernel takes at once: a row is filled up with zeros to a multiple. */
const STEP = 32;
/** Rows of one call, whose sums have room in front of the vectors. */
const BLOCK_ROWS = 4_096;
const MAX_LEVEL = 127;
const MAX_INT16 = 32_767;
const MAX_INT32 = 2_147_483_647;

/** `dots.wat`. */
interface Kernel {
  readonly memory: WebAssembly.Memory;
  dots(query: number, vectors: number, count: number, stride: number, sums: number): void;
}

/** Quantised vectors by the hash of their text, in one memory; it only ever grows. */
export type VectorPool = ReturnType<typeof createVectorPool>;

/** A query in whole numbers: what the kernel and plain arithmetic find is the same to the last digit. */
export interface Query {
  readonly levels: Int16Array;
  readonly length: number;
}

/** As many levels as no sum of products can overflow: at 768 dimensions that rounds a cosine by less than .0001. */
export function createQuery(values: Float32Array): Query {
  const most = Math.min(
    MAX_INT16,
    Math.floor(MAX_INT32 / (MAX_LEVEL * Math.ceil(values.length / STEP) * STEP)),
  );
  const greatest = values.reduce((so, value) => Math.max(so, Math.abs(value)), 0);
  const levels = Int16Array.from(values, (value) =>
    greatest > 0 ? Math.round((value / greatest) * most) : 0,
  );
  return { levels, length: lengthOf(levels) };
}

/** Where a pool's parts lie in its memory: the query, the sums of a block, then the vectors. */
interface Layout {
  readonly dimensions: number;
  /** Bytes of a row. */
  readonly stride: number;
  readonly sums: number;
  readonly vectors: number;
}

function layoutFor(dimensions: number): Layout {
  const stride = Math.ceil(dimensions / STEP) * STEP;
  const sums = stride * Int16Array.BYTES_PER_ELEMENT;
  return { dimensions, stride, sums, vectors: sums + BLOCK_ROWS * Int32Array.BYTES_PER_ELEMENT };
}

export function createVectorPool() {
  const { memory, dots } = new WebAssembly.Instance(kernel).exports as unknown as Kernel;
  const slots = new Map<string, number>();
  const lengths: number[] = [];
  let layout = layoutFor(0);
  return {
    get bytes(): number {
      return slots.size * layout.stride;
    },
    get size(): number {
      return slots.size;
    },
    /** The place of a text's vector among `cosines`; undefined for a text that is not here. */
    slotOf: (hash: string) => slots.get(hash),
    /** False: a vector of other dimensions than the first. */
    add(hash: string, vector: string): boolean {
      const { levels } = quantised(vector);
      if (slots.size === 0) layout = layoutFor(levels.length);
      if (levels.length !== layout.dimensions) return false;
      if (slots.has(hash)) return true;
      const at = layout.vectors + slots.size * layout.stride;
      makeRoom(memory, at + layout.stride);
      new Int8Array(memory.buffer, at, levels.length).set(levels);
      slots.set(hash, slots.size);
      lengths.push(lengthOf(levels));
      return true;
    },
    /** Cosines of a query and all vectors, -1 to 1, in the order in which they came; undefined for other dimensions. */
    cosines({ levels, length }: Query): Float64Array | undefined {
      if (slots.size === 0 || levels.length !== layout.dimensions) return undefined;
      new Int16Array(memory.buffer, 0, levels.length).set(levels);
      const cosines = new Float64Array(slots.size);
      for (let from = 0; from < slots.size; from += BLOCK_ROWS) {
        const count = Math.min(BLOCK_ROWS, slots.size - from);
        dots(0, layout.vectors + from * layout.stride, count, layout.stride, layout.sums);
        const sums = new Int32Array(memory.buffer, layout.sums, count);
        for (let at = 0; at < count; at += 1)
          cosines[from + at] = cosineOf(sums[at] as number, length * (lengths[from + at] as number));
      }
      return cosines;
    },
  };
}

function makeRoom(memory: WebAssembly.Memory, bytes: number): void {
  const missing = Math.ceil((bytes - memory.buffer.byteLength) / PAGE_BYTES);
  if (missing > 0) memory.grow(Math.max(missing, GROWTH_PAGES));
}

const cosineOf = (dot: number, norms: number): number =>
  norms > 0 ? Math.min(1, Math.max(-1, dot / norms)) : 0;

/** The cosine of a query and a vector that is kept nowhere. */
export function similarityOf({ levels: query, length }: Query, vector: string): number {
  const { levels } = quantised(vector);
  let dot = 0;
  for (let at = 0; at < query.length; at += 1) dot += (query[at] as number) * (levels[at] ?? 0);
  return cosineOf(dot, length * lengthOf(levels));
}

function lengthOf(values: ArrayLike<number>): number {
  let squares = 0;
  for (let at = 0; at < values.length; at += 1) squares += (values[at] ?? 0) ** 2;
  return Math.sqrt(squares);
}
