import { bearer } from "./http-call.ts";

interface RerankQuestion {
  /** Undefined: the server has one model. */
  readonly model: string | undefined;
  readonly query: string;
  readonly documents: readonly string[];
}

/** One row of an answer before it is checked. */
export interface RerankRow {
  readonly index: unknown;
  readonly score: unknown;
}

/** How a provider is asked and how it answers. */
export interface RerankShape {
  /** Undefined: a server that the user runs. */
  readonly publicUrl: string | undefined;
  /** Before the operation, of a base URL without a path; see endpointUrl. */
  readonly version: string;
  readonly needsModel: boolean;
  headers(key: string | undefined): Readonly<Record<string, string>>;
  body(question: RerankQuestion): unknown;
  /** Undefined: another shape. */
  rows(answer: unknown): readonly RerankRow[] | undefined;
}

type Item = { index?: unknown; relevance_score?: unknown; score?: unknown } | null;

const listOf = (value: unknown): readonly Item[] | undefined =>
  Array.isArray(value) ? (value as readonly Item[]) : undefined;
const relevance = (item: Item): RerankRow => ({ index: item?.index, score: item?.relevance_score });
const plainScore = (item: Item): RerankRow => ({ index: item?.index, score: item?.score });

/**
 * `{model, query, documents, top_n, return_documents}` → `{results: [{index, relevance_score}]}`.
 * https://jina.ai/reranker/, 2026-11-20
 */
const jina: RerankShape = {
  publicUrl: "https://api.jina.ai/v1",
  version: "v1",
  needsModel: true,
  headers: bearer,
  body: ({ model, query, documents }) => ({
    ...(model !== undefined && { model }),
    query,
    documents,
    top_n: documents.length,
    return_documents: false,
  }),
  rows: (answer) => listOf((answer as { results?: unknown } | null)?.results)?.map(relevance),
};

/** Providers by the name that RERANK_PROVIDER gives them; a new one is one entry. */
export const RERANK_SHAPES = {
  jina,
  /** Jina's shape. https://docs.siliconflow.cn/cn/api-reference/rerank/create-rerank, 2026-11-20 */
  siliconflow: { ...jina, publicUrl: "https://api.siliconflow.cn/v1" },
  /** `top_k` and `data`. https://docs.voyageai.com/reference/reranker-api, 2026-11-20 */
  voyage: {
    publicUrl: "https://api.voyageai.com/v1",
    version: "v1",
    needsModel: true,
    headers: bearer,
    body: ({ model, query, documents }) => ({
      model,
      query,
      documents,
      top_k: documents.length,
      return_documents: false,
      truncation: true,
    }),
    rows: (answer) => listOf((answer as { data?: unknown } | null)?.data)?.map(relevance),
  },
  /** A header of its own, documents as objects. https://docs.pinecone.io/reference/api/2025-04/inference/rerank, 2026-11-20 */
  pinecone: {
    publicUrl: "https://api.pinecone.io",
    version: "",
    needsModel: true,
    headers: (key) => ({
      "x-pinecone-api-version": "2025-04",
      ...(key !== undefined && { "api-key": key }),
    }),
    body: ({ model, query, documents }) => ({
      model,
      query,
      documents: documents.map((text) => ({ text })),
      rank_fields: ["text"],
      top_n: documents.length,
      return_documents: false,
      parameters: { truncate: "END" },
    }),
    rows: (answer) => listOf((answer as { data?: unknown } | null)?.data)?.map(plainScore),
  },
  /** `texts`, and a bare list. https://huggingface.github.io/text-embeddings-inference, 2026-11-20 */
  tei: {
    publicUrl: undefined,
    version: "",
    needsModel: false,
    headers: bearer,
    body: ({ query, documents }) => ({ query, texts: documents, truncate: true }),
    rows: (answer) => listOf(answer)?.map(plainScore),
  },
  /** Jina's shape, raw scores. https://github.com/ggml-org/llama.cpp/blob/master/tools/server/README.md, 2026-11-20 */
  "llama.cpp": { ...jina, publicUrl: undefined, needsModel: false },
} as const satisfies Readonly<Record<string, RerankShape>>;

export type RerankProvider = keyof typeof RERANK_SHAPES;
