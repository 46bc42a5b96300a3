import { DEFAULTS } from "../../config.ts";
import { AppError } from "../../errors.ts";
import { ModelError } from "../model-error.ts";
import type { Reranker } from "../ports.ts";
import { type Endpoint, type EndpointPart, endpointUrl, postJson } from "./http-call.ts";
import { RERANK_SHAPES, type RerankProvider, type RerankRow, type RerankShape } from "./rerank-shapes.ts";

export interface HttpRerankerOptions {
  readonly provider: RerankProvider;
  /** Base URL; see endpointUrl. @default the provider's public address */
  readonly url?: string | undefined;
  readonly model?: string | undefined;
  readonly key?: string | undefined;
  readonly timeoutMs: number;
  readonly reads?: Reranker["reads"];
}

const PART: EndpointPart = {
  name: "The re-ranking server",
  settings: "RERANK",
  unavailable: "reranker_unavailable",
};

/**
 * Reranker over HTTP in one of the providers' shapes: raw scores as they come, undefined where none came back. The model's
 * name holds the provider, because two servers' scores of one model differ (raw here, squeezed into 0..1 there).
 */
export function httpReranker({ provider, url, model, key, timeoutMs, reads }: HttpRerankerOptions): Reranker {
  const shape: RerankShape = RERANK_SHAPES[provider];
  const base = url ?? shape.publicUrl;
  if (base === undefined) throw new AppError("misconfigured", `RERANK_PROVIDER ${provider} needs RERANK_URL`);
  const endpoint: Endpoint = {
    url: endpointUrl(base, "rerank", shape.version),
    headers: shape.headers(key),
    timeoutMs,
    part: PART,
  };
  return {
    model: [provider, model].filter((part) => part !== undefined).join(":") + cutName(reads?.tokens),
    reads,
    async score(query, passages, signal) {
      const scores = new Array<number | undefined>(passages.length).fill(undefined);
      // Some providers refuse a list with an empty text in it.
      const sent = passages.flatMap((text, at) => (text === "" ? [] : [at]));
      if (sent.length === 0) return scores;
      const documents = sent.map((at) => passages[at] ?? "");
      const answer = await postJson(endpoint, shape.body({ model, query, documents }), { signal });
      for (const { index, score } of checkedRows(shape.rows(answer), sent.length))
        scores[sent[index] ?? 0] = score;
      return scores;
    },
  };
}

/** Scores of cut passages are none of whole ones. */
const cutName = (tokens: number = DEFAULTS.rerankPassageTokens): string =>
  tokens < DEFAULTS.rerankPassageTokens ? `@${tokens}` : "";

interface CheckedRow {
  readonly index: number;
  readonly score: number;
}

const badAnswer = (what: string): ModelError =>
  new ModelError(PART.unavailable, `${PART.name} ${what}`, { reason: "bad_answer" });

/** All rows, or an outage: a row that names no passage, or names one twice, makes every other doubtful too. */
function checkedRows(rows: readonly RerankRow[] | undefined, count: number): readonly CheckedRow[] {
  if (rows === undefined || rows.length === 0) throw badAnswer("answered without scores");
  const seen = new Set<number>();
  return rows.map(({ index, score }) => {
    const isPlace = typeof index === "number" && Number.isInteger(index) && index >= 0 && index < count;
    if (!isPlace || seen.has(index) || typeof score !== "number" || !Number.isFinite(score))
      throw badAnswer("answered a score that belongs to no passage");
    seen.add(index);
    return { index, score };
  });
}
