import { chatBody, generatedText, tellUse } from "../generated-text.ts";
import type { Generator } from "../ports.ts";
import { type AiBinding, translateAiError, untilAborted } from "./workers-ai.ts";

/**
 * Small, cheap ($0.0605 in, $0.40 out a million tokens), many languages, on the free plan, and what Cloudflare names in
 * place of the text models it retired: https://developers.cloudflare.com/changelog/post/2026-05-08-planned-model-deprecations/,
 * https://developers.cloudflare.com/workers-ai/models/glm-4.7-flash/ (2026-11-20).
 */
export const DEFAULT_GENERATOR = "@cf/zai-org/glm-4.7-flash";

/** Families that reason unless told not to; the others' schemas have no such input. */
const REASONS = /\/(?:glm-|kimi-|qwen3|gemma-4|nemotron-3|deepseek-v)/;

/**
 * Generator over the AI binding. JSON mode by `response_format`
 * (https://developers.cloudflare.com/workers-ai/features/json-mode/, 2026-11-20); a model that cannot meet it throws. Chat
 * models bound their answer by `max_completion_tokens`, older ones by `max_tokens`: both are sent.
 */
export function workersAiGenerator(ai: AiBinding, { model }: { readonly model: string }): Generator {
  return {
    model,
    async generate(request, signal, onUse) {
      const inputs = {
        ...chatBody(request),
        max_tokens: request.maxTokens,
        max_completion_tokens: request.maxTokens,
        temperature: 0,
        ...(REASONS.test(model) && { chat_template_kwargs: { enable_thinking: false } }),
      };
      try {
        const answer = await untilAborted(ai.run(model, inputs), signal);
        tellUse(answer, onUse);
        return generatedText(answer, request);
      } catch (cause) {
        throw translateAiError(cause, "generator_unavailable");
      }
    },
  };
}
