import { MODEL_PRICE } from "../../../client/push/model-price.ts";
import { chunkDocument } from "../../../documents/chunkers/chunk-document.ts";
import { contextRequest, wantsContexts } from "../../../documents/contexts/context-request.ts";
import type { GenerationRequest } from "../../../models/ports.ts";
import { namesRequest } from "../../../names/generated-names.ts";
import { estimateTokens } from "../../../text/estimate-tokens.ts";

/** `estimateTokens` counts 1.34 to 1.48 times what two tokenizers count of these prompts, in docs, notes and code. */
const CAUTION = 1.43;

/** Two short sentences in a JSON object. */
const CONTEXT_ANSWER_TOKENS = 45;
/** Half a dozen names with their types, and two relations. */
const NAMES_ANSWER_TOKENS = 160;

const MILLION = 1_000_000;
/** A thousand neurons (https://developers.cloudflare.com/workers-ai/platform/pricing/, 2026-11-20). */
const DOLLARS_PER_THOUSAND_NEURONS = 0.011;

/** Dollars per million tokens read and written, as the models' pages list them (2026-11-20). */
const LISTED: Readonly<Record<string, { readonly in: number; readonly out: number }>> = {
  "@cf/zai-org/glm-4.7-flash": { in: 0.0605, out: 0.4 },
  "@cf/meta/llama-3.2-1b-instruct": { in: 0.027, out: 0.201 },
  "@cf/meta/llama-3.2-3b-instruct": { in: 0.051, out: 0.335 },
};

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

/** What the contexts of one text take: its chunks are cut and its prompts made as the server will, without their cache. */
export function contextTokens(path: string, text: string): ModelTokens {
  const { chunks, title = null } = chunkDocument({ path, text });
  if (!wantsContexts({ chunks })) return { chunks: 0, tokensIn: 0, tokensOut: 0 };
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
  const weights = requests.map(({ system, prompt }) => estimateTokens(system) + estimateTokens(prompt));
  return {
    chunks: requests.length,
    tokensIn: Math.round(weights.reduce((sum, weight) => sum + weight, 0) / CAUTION),
    tokensOut: requests.length * answerTokens,
  };
}

/** All texts together, with the listed price of a Workers AI model that is known; 1,000 neurons are $0.011. */
export function estimateModelWork(texts: readonly ModelTokens[], model: string | undefined): ModelEstimate {
  const sum = (of: keyof ModelTokens) => texts.reduce((total, text) => total + text[of], 0);
  const tokens = { chunks: sum("chunks"), tokensIn: sum("tokensIn"), tokensOut: sum("tokensOut") };
  const price = model !== undefined && Object.hasOwn(LISTED, model) ? LISTED[model] : undefined;
  if (price === undefined) return { ...tokens, model };
  const dollars = (tokens.tokensIn * price.in + tokens.tokensOut * price.out) / MILLION;
  const neurons = Math.ceil((dollars / DOLLARS_PER_THOUSAND_NEURONS) * 1_000);
  return { ...tokens, model, dollars, neurons, freeDays: neurons / MODEL_PRICE.freeNeuronsPerDay };
}
