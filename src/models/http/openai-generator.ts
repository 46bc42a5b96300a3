import { chatBody, generatedText, tellUse } from "../generated-text.ts";
import type { Generator } from "../ports.ts";
import { streamedText } from "../streamed-text.ts";
import { type EndpointPart, openAiEndpoint, postJson, type ServerOptions } from "./http-call.ts";

const PART: EndpointPart = {
  name: "The text model's server",
  settings: "GENERATE",
  unavailable: "generator_unavailable",
};

/** OpenAI's own servers refuse parameters they do not know; everybody else ignores them. */
const OPENAI_HOST = "api.openai.com";

/**
 * Generator over `POST /v1/chat/completions` as OpenAI, Ollama, llama.cpp and vLLM speak it: `{model, messages,
 * response_format}` → `{choices: [{message: {content}}]}`.
 * https://platform.openai.com/docs/api-reference/chat/create,
 * https://docs.ollama.com/api/openai-compatibility,
 * https://github.com/ggml-org/llama.cpp/blob/master/tools/server/README.md (2026-11-20).
 */
export function openAiGenerator(options: ServerOptions): Generator {
  const { model } = options;
  const endpoint = openAiEndpoint(options, "chat/completions", PART);
  return {
    model,
    async generate(request, signal, listener = {}) {
      const isStreamed = listener.onPart !== undefined;
      const body = {
        model,
        stream: isStreamed,
        ...(isStreamed && { stream_options: { include_usage: true } }),
        ...chatBody(request),
        ...answerBounds(endpoint.url, request.maxTokens),
      };
      let isWhole = true;
      const readEvents = (events: ReadableStream<Uint8Array>, ends: AbortSignal) => {
        isWhole = false;
        return streamedText(events, listener, ends);
      };
      const answer = await postJson(endpoint, body, { signal, ...(isStreamed && { readEvents }) });
      if (isWhole) tellUse(answer, listener.onUse);
      const text = generatedText(answer, request);
      // A server that does not stream answers as it would without.
      if (isWhole) listener.onPart?.(text);
      return text;
    },
  };
}

/**
 * How the answer is bounded. OpenAI's reasoning models take neither `max_tokens` nor a temperature. Elsewhere: temperature
 * 0, so that the same question has the same answer, and reasoning off in both ways that servers know: llama.cpp and vLLM
 * by the chat template, Ollama by effort (vLLM would refuse an effort of "none" as `reasoning_effort`).
 */
export const answerBounds = (url: string, maxTokens: number): Readonly<Record<string, unknown>> =>
  new URL(url).hostname === OPENAI_HOST
    ? { max_completion_tokens: maxTokens }
    : {
        max_tokens: maxTokens,
        temperature: 0,
        chat_template_kwargs: { enable_thinking: false },
        reasoning: { effort: "none" },
      };
