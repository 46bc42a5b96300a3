/** What a model answers for a batch: `width` numbers for each token of each text, row after row. */
export interface TokenVectors {
  readonly data: Float32Array;
  /** Tokens of a row, padding counted. */
  readonly columns: number;
  readonly width: number;
}

/** How a text's vector is made of those of its tokens. */
type Pool = (vectors: TokenVectors, row: number) => Float32Array;

/** The vector of the first token, `[CLS]`. */
const cls: Pool = ({ data, columns, width }, row) => {
  const start = row * columns * width;
  return data.slice(start, start + width);
};

/** By the name that a manifest says. Another way is a line here. */
const POOLS = { cls } as const satisfies Readonly<Record<string, Pool>>;

export type Pooling = keyof typeof POOLS;

export const POOLINGS = Object.keys(POOLS) as readonly Pooling[];

/** The vector of a batch's text, at unit length. */
export function pooled(pooling: Pooling, vectors: TokenVectors, row: number): Float32Array {
  const vector = POOLS[pooling](vectors, row);
  const length = Math.sqrt(vector.reduce((sum, value) => sum + value * value, 0));
  return vector.map((value) => value / length);
}
