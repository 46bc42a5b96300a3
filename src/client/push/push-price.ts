import type { Plan } from "../../config.ts";
import { listPrice, neuronsOf } from "../../contract/costs.ts";
import { PRICES } from "../../prices.ts";

/** What a server embeds with unless it says otherwise. */
export const DEFAULT_EMBEDDER = "@cf/baai/bge-base-en-v1.5";

/** Estimated tokens of a usual chunk: sections are cut at 400, many are shorter; 180 to 225 in docs and in code. */
const TOKENS_PER_CHUNK = 190;

/**
 * Rows of D1 that a push writes for each chunk until its vector is visible, its share of its document among them: where
 * its text names nothing, and where it names things as documentation does. `npm run cost` measures them.
 */
export const ROWS_PER_CHUNK = { plain: 12, withNames: 20 } as const;

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
  /** Undefined where no account pays for rows. */
  readonly rows?: RowEstimate;
}

/** Rows written, from texts that name nothing to texts that name much; price and days are of the latter. */
export interface RowEstimate {
  readonly least: number;
  readonly most: number;
  readonly dollars: number;
  readonly freeDays: number;
}

/** What a server says of itself. */
interface PricedServer {
  /** @default the one that the Worker uses unless it is told otherwise */
  readonly embedder?: string | undefined;
  /** Null: on one's own machine. Undefined: it was not asked, or does not say. */
  readonly plan?: Plan | null | undefined;
}

export const freeNeuronDays = (neurons: number): number => neurons / PRICES.neurons.included.free.amount;

function embeddingOf(
  tokens: number,
  embedder: string,
): Pick<PushEstimate, "dollars" | "neurons" | "freeDays"> {
  const neurons = neuronsOf(embedder, { in: tokens });
  if (neurons === undefined) return {};
  const whole = Math.ceil(neurons);
  return { dollars: listPrice("neurons", neurons), neurons: whole, freeDays: freeNeuronDays(whole) };
}

function rowsOf(chunks: number): RowEstimate {
  const most = chunks * ROWS_PER_CHUNK.withNames;
  return {
    least: chunks * ROWS_PER_CHUNK.plain,
    most,
    dollars: listPrice("rowsWritten", most),
    freeDays: most / PRICES.rowsWritten.included.free.amount,
  };
}

/** Texts to be sent, added up. */
export type TextSizes = Pick<PushEstimate, "files" | "bytes" | "chunks" | "tokens">;

export const NO_TEXTS: TextSizes = { files: 0, bytes: 0, chunks: 0, tokens: 0 };

/** The sizes with one more text. */
export const withText = (
  { files, bytes, chunks, tokens }: TextSizes,
  text: Pick<PushEstimate, "bytes" | "tokens">,
): TextSizes => ({
  files: files + 1,
  bytes: bytes + text.bytes,
  chunks: chunks + Math.max(1, Math.ceil(text.tokens / TOKENS_PER_CHUNK)),
  tokens: tokens + text.tokens,
});

/**
 * Estimated price of sending texts of these sizes: the list price with nothing included. 1.65 million tokens, or 100,000 rows,
 * are one free day. Embeddings in cache cost less.
 */
export const estimatePush = (sizes: TextSizes, { embedder, plan }: PricedServer = {}): PushEstimate => ({
  ...sizes,
  ...(embedder !== undefined && { embedder }),
  ...embeddingOf(sizes.tokens, embedder ?? DEFAULT_EMBEDDER),
  ...(plan !== null && { rows: rowsOf(sizes.chunks) }),
});
