import type { OutageReason } from "../../contract/outages.ts";
import { AppError, type ErrorCode } from "../../errors.ts";
import { cutToTokens } from "../../text/passage.ts";
import { ModelError } from "../model-error.ts";
import type { Embedder, QueryForEmbedding, Reranker, Vector } from "../ports.ts";
import { embedFilled, unitVectors } from "../unit-vectors.ts";
import { untilAborted } from "../until-aborted.ts";
import { accountModel } from "./embedding-models.ts";

/** The part of the binding that is used; the packaged types lack the re-ranker's `query`. */
export interface AiBinding {
  run(model: string, inputs: Record<string, unknown>, options?: { signal?: AbortSignal }): Promise<unknown>;
}

/** Texts one embedding call may carry (model page). */
const MAX_TEXTS = 100;

/**
 * The English models read 512 tokens; whether longer texts are cut or refused is not documented, so they are cut here.
 * bge-m3 reads more, and a passage is hardly ever longer: it costs the same with either.
 */
const MAX_TEXT_TOKENS = 500;

/**
 * Workers AI's own codes come as the start of the message, at most behind the error's name; the HTTP status does not tell a
 * quota from a rush. https://github.com/cloudflare/workerd/blob/main/src/cloudflare/internal/ai-api.ts
 */
const codeOf = (cause: unknown): number | undefined => {
  const message = cause instanceof Error ? cause.message : "";
  const code = /^(?:\w{0,40}Error: )?(\d{4})\b/.exec(message)?.[1];
  return code === undefined ? undefined : Number(code);
};

/**
 * Incomplete (3003), too large (3006), invalid data (5004), not by the model's schema (5006, reported): about these texts,
 * not about the service. https://developers.cloudflare.com/workers-ai/platform/errors/
 */
const REFUSALS = new Set([3003, 3006, 5004, 5006]);

/** As documented, and as observed: https://github.com/Rexezuge-CloudflareWorkers/Mail-Otter/pull/88 (2026-06). */
const QUOTAS = new Set([3036, 4006]);

/** No such model, and none of that name. */
const UNKNOWN_MODELS = new Set([5007, 3042]);

/** The account may not use it: private models, terms not agreed to, a blocked account. */
const FORBIDDEN = new Set([5016, 5018, 3023, 3041]);

type Unavailable = "embedder_unavailable" | "reranker_unavailable" | "generator_unavailable";

/** The variable that names the model. */
const SETTINGS: Readonly<Record<Unavailable, string>> = {
  embedder_unavailable: "EMBEDDING_MODEL",
  reranker_unavailable: "RERANK_MODEL",
  generator_unavailable: "GENERATE_MODEL",
};

/** Quota stops until 00:00 UTC, capacity (3040 and a plain 429) may be tried again soon. */
export function translateAiError(cause: unknown, unavailable: Unavailable): AppError {
  if (cause instanceof AppError) return cause;
  const status = codeOf(cause);
  const message = cause instanceof Error ? cause.message : "";
  const fail = (code: ErrorCode, reason: OutageReason, said: string) =>
    new ModelError(code, said, { reason, status, cause });
  const is = (codes: ReadonlySet<number>) => status !== undefined && codes.has(status);
  if (is(QUOTAS))
    return fail("quota", "quota", "The daily allowance of Workers AI is used up until 00:00 UTC");
  if (status === 3040 || /\b429\b/.test(message))
    return fail("capacity", "capacity", "Workers AI is out of capacity for the moment");
  if (is(REFUSALS)) {
    const code = unavailable === "embedder_unavailable" ? "embedder_refused" : unavailable;
    return fail(code, "refused_text", "The model does not take this text, or so much at once");
  }
  if (status === 3007 || status === 3008 || (cause instanceof Error && cause.name === "AbortError"))
    return fail("timeout", "timeout", "The model did not answer in time");
  if (is(UNKNOWN_MODELS))
    return fail(unavailable, "not_found", `Workers AI has no such model: ${SETTINGS[unavailable]} names it`);
  if (is(FORBIDDEN))
    return fail(
      unavailable,
      "unauthorized",
      `The account may not use the model: ${SETTINGS[unavailable]} names it`,
    );
  const said = status === undefined ? "The model did not answer" : `Workers AI answered ${status}`;
  return fail(unavailable, "error", said);
}

interface WorkersAiEmbedderOptions {
  /** One that is known here. */
  readonly model: string;
  /** One of the model's poolings, or `OWN_POOLING` where there is none to choose. */
  readonly pooling: string;
}

/**
 * Embedder over the AI binding. Pooling is part of the identity: cls and mean vectors cannot be compared. Throws
 * `misconfigured` for a model that is not known.
 */
export function workersAiEmbedder(ai: AiBinding, { model, pooling }: WorkersAiEmbedderOptions): Embedder {
  const known = accountModel(model);
  if (known === undefined) throw new AppError("misconfigured", `${model} is not known as an embedding model`);
  const { dimensions, queryPrefix, spansLanguages } = known;
  const fixed = {
    ...(known.poolings !== undefined && { pooling }),
    ...(known.truncates && { truncate_inputs: true }),
  };
  const embed = async (texts: readonly string[], signal: AbortSignal | undefined): Promise<Vector[]> => {
    try {
      const answer = await untilAborted(ai.run(model, { text: texts, ...fixed }), signal);
      return vectorsOf(answer, texts.length, dimensions);
    } catch (cause) {
      throw translateAiError(cause, "embedder_unavailable");
    }
  };
  const queryText = ({ text }: QueryForEmbedding) => cutToTokens(`${queryPrefix}${text}`, MAX_TEXT_TOKENS);
  return {
    space: { model, pooling, dimensions, prefixVersion: 1 },
    kind: "neural",
    spansLanguages,
    maxBatch: MAX_TEXTS,
    embedChunks: (inputs, signal) =>
      embedFilled(
        inputs.map(({ headings, text }) => cutToTokens(`${headings}\n${text}`.trim(), MAX_TEXT_TOKENS)),
        (texts) => embed(texts, signal),
      ),
    async embedQuery(query, signal) {
      const [vector] = await embed([queryText(query)], signal);
      return vector;
    },
    embedQueries: (queries, signal) => embed(queries.map(queryText), signal),
  };
}

/** Unit vectors of an answer `{ data: number[][] }`; a wrong shape is an outage, never a zero vector. */
const vectorsOf = (answer: unknown, count: number, dimensions: number): Vector[] =>
  unitVectors((answer as { data?: unknown } | undefined)?.data, {
    count,
    dimensions,
    otherDimensions: () => `The model's vectors do not have ${dimensions} dimensions`,
  });

/** Cross-encoder over the AI binding: raw scores as the model gives them. */
export function workersAiReranker(ai: AiBinding, { model }: { model: string }): Reranker {
  return {
    model,
    async score(query, passages, signal) {
      try {
        const answer = await untilAborted(
          ai.run(model, { query, contexts: passages.map((text) => ({ text })) }),
          signal,
        );
        const scores = new Array<number | undefined>(passages.length).fill(undefined);
        const rows = rerankRows(answer);
        if (rows.length === 0 && passages.length > 0) throw noScores();
        for (const { id, score } of rows) scores[id] = score;
        return scores;
      } catch (cause) {
        throw translateAiError(cause, "reranker_unavailable");
      }
    },
  };
}

const noScores = (): ModelError =>
  new ModelError("reranker_unavailable", "The re-ranker's answer has no scores", { reason: "bad_answer" });

function rerankRows(answer: unknown): { id: number; score: number }[] {
  const rows = (answer as { response?: unknown } | undefined)?.response;
  if (!Array.isArray(rows)) throw noScores();
  return rows.filter(
    (row): row is { id: number; score: number } =>
      Number.isInteger((row as { id?: unknown }).id) && Number.isFinite((row as { score?: unknown }).score),
  );
}
