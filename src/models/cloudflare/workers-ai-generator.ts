import { AppError } from "../../errors.ts";
import { chatBody, generatedText, tellUse } from "../generated-text.ts";
import type { Generator } from "../ports.ts";
import { streamedText } from "../streamed-text.ts";
import { untilAborted } from "../until-aborted.ts";
import { type AiBinding, translateAiError } from "./workers-ai.ts";

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
    async generate(request, signal, listener = {}) {
      const isStreamed = listener.onPart !== undefined;
      const inputs = {
        // JSON mode and streaming exclude each other (the same page): the prompt alone asks for JSON then.
        ...chatBody(isStreamed ? { ...request, json: false } : request),
        ...(isStreamed && { stream: true }),
        max_tokens: request.maxTokens,
        max_completion_tokens: request.maxTokens,
        temperature: 0,
        ...(REASONS.test(model) && { chat_template_kwargs: { enable_thinking: false } }),
      };
      try {
        const options = isStreamed && signal !== undefined ? [{ signal }] : [];
        if (signal?.aborted === true) throw new AppError("timeout", "Nobody waits for the model any more");
        const run = ai.run(model, inputs, ...options);
        // A stream that comes too late is not left open.
        void run
          .then(async (late) => {
            if (signal?.aborted === true && late instanceof ReadableStream) await late.cancel();
          })
          .catch(() => undefined);
        const answer = await untilAborted(run, signal);
        if (answer instanceof ReadableStream)
          return generatedText(await untilAborted(streamedText(answer, listener, signal), signal), request);
        tellUse(answer, listener.onUse);
        const text = generatedText(answer, request);
        listener.onPart?.(text);
        return text;
      } catch (cause) {
        throw translateAiError(cause, "generator_unavailable");
      }
    },
  };
}
