import { chatBody, generatedText, tellUse } from "../generated-text.ts";
import type { Generator } from "../ports.ts";
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
    async generate(request, signal, onUse) {
      const body = {
        model,
        stream: false,
        ...chatBody(request),
        ...answerBounds(endpoint.url, request.maxTokens),
      };
      const answer = await postJson(endpoint, body, signal);
      tellUse(answer, onUse);
      return generatedText(answer, request);
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
