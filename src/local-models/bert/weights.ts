/** The shape of a BERT. XLM-R is one with positions that begin behind the padding's and one type of token. */
export interface BertShape {
  readonly layers: number;
  readonly hidden: number;
  readonly heads: number;
  readonly intermediate: number;
  readonly vocabulary: number;
  readonly kind: "bert" | "xlm-roberta";
  /** A cross-encoder's head: a dense layer, tanh, one logit. */
  readonly hasHead?: boolean;
}

/** Longest text, tokens. */
const POSITIONS = 512;
/** XLM-R numbers its positions from 2 on: 0 is kept, 1 is the padding's. */
export const FIRST_POSITION = { bert: 0, "xlm-roberta": 2 } as const;

export interface Dense {
  /** Rows are inputs, columns outputs, row by row. */
  readonly weight: Float32Array;
  readonly bias: Float32Array;
}

export interface Norm {
  readonly gain: Float32Array;
  readonly bias: Float32Array;
}

export interface BertLayer {
  readonly query: Dense;
  readonly key: Dense;
  readonly value: Dense;
  readonly output: Dense;
  readonly attentionNorm: Norm;
  readonly up: Dense;
  readonly down: Dense;
  readonly outputNorm: Norm;
}

export interface BertWeights {
  readonly words: Float32Array;
  readonly positions: Float32Array;
  readonly types: Float32Array;
  readonly norm: Norm;
  readonly layers: readonly BertLayer[];
  readonly head?: { readonly dense: Dense; readonly out: Dense };
}

/** Numbers from -1 to 1 that look random; the same seed makes the same ones. https://en.wikipedia.org/wiki/Xorshift */
function numbers(seed: number): () => number {
  let state = seed >>> 0 || 1;
  return () => {
    state ^= state << 13;
    state >>>= 0;
    state ^= state >>> 17;
    state ^= state << 5;
    state >>>= 0;
    return state / 0x7fffffff - 1;
  };
}

/** Weights spread as wide as keeps what flows through the layers near 1. */
export function randomWeights(shape: BertShape, seed = 7): BertWeights {
  const next = numbers(seed);
  const fill = (count: number, width: number): Float32Array => {
    const values = new Float32Array(count);
    for (let at = 0; at < count; at++) values[at] = next() * width;
    return values;
  };
  const dense = (inputs: number, outputs: number): Dense => ({
    weight: fill(inputs * outputs, Math.sqrt(3 / inputs)),
    bias: fill(outputs, 0.1),
  });
  const { hidden, intermediate } = shape;
  const norm = (): Norm => ({ gain: fill(hidden, 0.2).map((value) => 1 + value), bias: fill(hidden, 0.1) });
  const layer = (): BertLayer => ({
    query: dense(hidden, hidden),
    key: dense(hidden, hidden),
    value: dense(hidden, hidden),
    output: dense(hidden, hidden),
    attentionNorm: norm(),
    up: dense(hidden, intermediate),
    down: dense(intermediate, hidden),
    outputNorm: norm(),
  });
  return {
    words: fill(shape.vocabulary * hidden, 1),
    positions: fill((POSITIONS + FIRST_POSITION[shape.kind]) * hidden, 0.5),
    types: fill((shape.kind === "bert" ? 2 : 1) * hidden, 0.2),
    norm: norm(),
    layers: Array.from({ length: shape.layers }, layer),
    ...(shape.hasHead === true && { head: { dense: dense(hidden, hidden), out: dense(hidden, 1) } }),
  };
}
