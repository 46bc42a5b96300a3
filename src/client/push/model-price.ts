/**
 * What embedding costs with the default model, @cf/baai/bge-base-en-v1.5, as
 * https://developers.cloudflare.com/workers-ai/platform/pricing/ says: $0.067, or 6,058 neurons, per million tokens;
 * 10,000 neurons a day are free, on both plans.
 */
export const MODEL_PRICE = {
  model: "@cf/baai/bge-base-en-v1.5",
  dollarsPerMillionTokens: 0.067,
  neuronsPerMillionTokens: 6_058,
  freeNeuronsPerDay: 10_000,
} as const;

/** Estimated tokens of a usual chunk: sections are cut at 400, many are shorter; 180 to 225 in docs and in code. */
const TOKENS_PER_CHUNK = 190;
const MILLION = 1_000_000;

export interface PushEstimate {
  readonly files: number;
  readonly bytes: number;
  readonly chunks: number;
  readonly tokens: number;
  /** The server's; undefined: it was not asked. */
  readonly embedder?: string;
  /** What embedding costs; undefined for an embedder whose price is not known here. */
  readonly dollars?: number;
  readonly neurons?: number;
  readonly freeDays?: number;
}

function priceOf(tokens: number): Pick<PushEstimate, "dollars" | "neurons" | "freeDays"> {
  const neurons = Math.ceil((tokens / MILLION) * MODEL_PRICE.neuronsPerMillionTokens);
  return {
    dollars: (tokens / MILLION) * MODEL_PRICE.dollarsPerMillionTokens,
    neurons,
    freeDays: neurons / MODEL_PRICE.freeNeuronsPerDay,
  };
}

/**
 * Estimated size of sending these texts, and its price with the default model: where a server embeds with it, or none
 * was asked. 1.65 million tokens are one free day. Embeddings in cache cost less.
 */
export function estimatePush(
  files: readonly Pick<PushEstimate, "bytes" | "tokens">[],
  embedder?: string,
): PushEstimate {
  const tokens = files.reduce((total, file) => total + file.tokens, 0);
  return {
    files: files.length,
    bytes: files.reduce((total, file) => total + file.bytes, 0),
    chunks: files.reduce((total, file) => total + Math.max(1, Math.ceil(file.tokens / TOKENS_PER_CHUNK)), 0),
    tokens,
    ...(embedder !== undefined && { embedder }),
    ...((embedder ?? MODEL_PRICE.model) === MODEL_PRICE.model && priceOf(tokens)),
  };
}
