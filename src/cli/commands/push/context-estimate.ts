import { freeNeuronDays } from "../../../client/push/push-price.ts";
import { listPrice, neuronsOf } from "../../../contract/costs.ts";
import { chunkDocument } from "../../../documents/chunkers/chunk-document.ts";
import { contextRequest, wantsContexts } from "../../../documents/contexts/context-request.ts";
import type { GenerationRequest } from "../../../models/ports.ts";
import { namesRequest } from "../../../names/generated-names.ts";
import { likelyTokens } from "../../../text/tokens/count-tokens.ts";

/** Two short sentences in a JSON object. */
const CONTEXT_ANSWER_TOKENS = 45;
/** Half a dozen names with their types, and two relations. */
const NAMES_ANSWER_TOKENS = 160;

export interface ModelTokens {
  readonly chunks: number;
  readonly tokensIn: number;
  readonly tokensOut: number;
}

export interface ModelEstimate extends ModelTokens {
  /** Undefined: the server was not asked. */
  readonly model?: string | undefined;
  /** Both undefined: the model's price is not known. */
  readonly dollars?: number;
  readonly neurons?: number;
  /** Days of the free allowance that these neurons are. */
  readonly freeDays?: number;
}

export const NO_WORK: ModelTokens = { chunks: 0, tokensIn: 0, tokensOut: 0 };

/** Both together. */
export const addWork = (one: ModelTokens, other: ModelTokens): ModelTokens => ({
  chunks: one.chunks + other.chunks,
  tokensIn: one.tokensIn + other.tokensIn,
  tokensOut: one.tokensOut + other.tokensOut,
});

/** What the contexts of one text take: its chunks are cut and its prompts made as the server will, without their cache. */
export function contextTokens(path: string, text: string): ModelTokens {
  const { chunks, title = null } = chunkDocument({ path, text });
  if (!wantsContexts({ chunks })) return NO_WORK;
  const requests = chunks.map((_, at) => contextRequest({ path, title, chunks }, at));
  return tokensOf(requests, CONTEXT_ANSWER_TOKENS);
}

/** What asking for the names of one text takes. */
export function namesTokens(path: string, text: string): ModelTokens {
  const { chunks, title = null } = chunkDocument({ path, text });
  return tokensOf(
    chunks.map((chunk) => namesRequest(title, chunk.text)),
    NAMES_ANSWER_TOKENS,
  );
}

function tokensOf(requests: readonly GenerationRequest[], answerTokens: number): ModelTokens {
  const tokens = requests.map(({ system, prompt }) => likelyTokens(system) + likelyTokens(prompt));
  return {
    chunks: requests.length,
    tokensIn: Math.round(tokens.reduce((sum, one) => sum + one, 0)),
    tokensOut: requests.length * answerTokens,
  };
}

/** All texts together, with the listed price of a Workers AI model that is known. */
export function estimateModelWork(texts: readonly ModelTokens[], model: string | undefined): ModelEstimate {
  const tokens = texts.reduce(addWork, NO_WORK);
  const exact = model && neuronsOf(model, { in: tokens.tokensIn, out: tokens.tokensOut });
  if (typeof exact !== "number") return { ...tokens, model };
  const neurons = Math.ceil(exact);
  return {
    ...tokens,
    model,
    dollars: listPrice("neurons", exact),
    neurons,
    freeDays: freeNeuronDays(neurons),
  };
}
