import { AppError } from "../../errors.ts";
import { fnv1a } from "../../text/hash.ts";
import { cutToTokens } from "../../text/passage.ts";
import type { Embedder, EmbeddingSpace, QueryForEmbedding, Vector } from "../ports.ts";
import { embedFilled, unitVectors } from "../unit-vectors.ts";
import {
  type Endpoint,
  type EndpointPart,
  openAiEndpoint,
  postJson,
  type ServerOptions,
} from "./http-call.ts";

export interface OpenAiEmbedderOptions extends ServerOptions {
  /** Part of the identity: an answer of other dimensions is an outage. */
  readonly dimensions: number;
  /** The model can shorten its vectors, and is asked to. */
  readonly asksDimensions?: boolean;
  /** See `Embedder`. */
  readonly spansLanguages?: boolean | undefined;
  /** What the model wants before a query, and before a passage. */
  readonly queryPrefix: string;
  readonly documentPrefix: string;
  /** Texts of a call at most. @default 32 */
  readonly maxBatch?: number | undefined;
}

/** Texts a call: what TEI takes unless told otherwise (--max-client-batch-size, its docs/source/en/cli_arguments.md). */
const MAX_BATCH = 32;

/** Nobody waits for passages: RFC 9218 calls urgency 7 that of background tasks. A server that does not know the field ignores it. */
export const BACKGROUND = { priority: "u=7" } as const;

/** Models of this size read 512 tokens; a text that is refused alone is cut shorter and tried again, tokens. */
const TEXT_TOKENS = 500;
const SHORTER_TOKENS = [300, 150] as const;

const PART: EndpointPart = {
  name: "The embedding server",
  settings: "EMBEDDINGS",
  unavailable: "embedder_unavailable",
  refused: "embedder_refused",
};

/**
 * Embedder over `POST /v1/embeddings` as OpenAI, Ollama, llama.cpp and TEI speak it: `{model, input: string[],
 * encoding_format: "float"}` → `{data: [{index, embedding}]}` in any order.
 * https://platform.openai.com/docs/api-reference/embeddings/create,
 * https://docs.ollama.com/api/openai-compatibility,
 * https://github.com/ggml-org/llama.cpp/blob/master/tools/server/README.md,
 * https://huggingface.github.io/text-embeddings-inference (2026-11-20).
 */
export function openAiEmbedder(options: OpenAiEmbedderOptions): Embedder {
  const { model, dimensions, queryPrefix, documentPrefix, maxBatch = MAX_BATCH } = options;
  const endpoint = openAiEndpoint(options, "embeddings", PART);
  const background: Endpoint = { ...endpoint, headers: { ...endpoint.headers, ...BACKGROUND } };
  const fixed = {
    model,
    encoding_format: "float",
    ...(options.asksDimensions === true && { dimensions }),
  };
  const ask = async (to: Endpoint, input: readonly string[], signal?: AbortSignal): Promise<Vector[]> => {
    const answer = await postJson(to, { ...fixed, input }, { signal });
    return unitVectors(inOrder(answer, input.length), {
      count: input.length,
      dimensions,
      otherDimensions: (found) =>
        `${PART.name} answers ${found} dimensions; EMBEDDINGS_DIMENSIONS says ${dimensions}`,
    });
  };
  const embed = async (to: Endpoint, texts: readonly string[], signal?: AbortSignal): Promise<Vector[]> => {
    const [first = "", ...others] = texts;
    if (others.length > 0) return ask(to, texts, signal);
    return shortening(first, (text) => ask(to, [text], signal));
  };
  const queryText = ({ text }: QueryForEmbedding) => cutToTokens(`${queryPrefix}${text}`, TEXT_TOKENS);
  return {
    space: spaceOf(options),
    kind: "neural",
    spansLanguages: options.spansLanguages,
    maxBatch,
    embedChunks: (inputs, signal) =>
      embedFilled(
        inputs.map(({ headings, text }) => `${headings}\n${text}`.trim()),
        (bodies) =>
          embed(
            background,
            bodies.map((body) => cutToTokens(`${documentPrefix}${body}`, TEXT_TOKENS)),
            signal,
          ),
      ),
    async embedQuery(query, signal) {
      const [vector] = await embed(endpoint, [queryText(query)], signal);
      return vector;
    },
    embedQueries: (queries, signal) => embed(endpoint, queries.map(queryText), signal),
  };
}

/** Pooling is the server's own business; what is put before texts is decided here, and distinguished by its hash. */
export const spaceOf = ({
  model,
  dimensions,
  queryPrefix,
  documentPrefix,
}: Pick<
  OpenAiEmbedderOptions,
  "model" | "dimensions" | "queryPrefix" | "documentPrefix"
>): EmbeddingSpace => ({
  model,
  pooling: "server",
  dimensions,
  prefixVersion: fnv1a(new TextEncoder().encode(`${queryPrefix}\n${documentPrefix}`)) % FINGERPRINTS,
});

/** Six digits tell the few prefixes that anybody tries apart. */
const FINGERPRINTS = 1_000_000;

/** The vectors by their index; undefined for any other shape. */
function inOrder(answer: unknown, count: number): unknown[] | undefined {
  const data = (answer as { data?: unknown } | null)?.data;
  if (!Array.isArray(data) || data.length !== count) return undefined;
  const rows = new Array<unknown>(count);
  for (const item of data as readonly ({ index?: unknown; embedding?: unknown } | null)[]) {
    const index = item?.index;
    if (typeof index !== "number" || !(index in data) || rows[index] !== undefined) return undefined;
    rows[index] = item?.embedding;
  }
  return rows;
}

/** Our estimate of tokens is not the server's: a text it refuses is worth a vector of its beginning. */
async function shortening<Answer>(text: string, ask: (text: string) => Promise<Answer>): Promise<Answer> {
  for (const tokens of SHORTER_TOKENS) {
    const shorter = cutToTokens(text, tokens);
    try {
      return await ask(text);
    } catch (error) {
      if (!(error instanceof AppError && error.code === "embedder_refused") || shorter === text) throw error;
    }
    text = shorter;
  }
  return ask(text);
}
