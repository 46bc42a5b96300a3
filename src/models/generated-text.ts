import type { TokenUse } from "../contract/costs.ts";
import { ModelError } from "./model-error.ts";
import type { GenerationRequest } from "./ports.ts";

/** What chat completions are asked: messages, and the format wanted. */
export const chatBody = ({ system, prompt, json }: GenerationRequest) => ({
  messages: [
    { role: "system", content: system },
    { role: "user", content: prompt },
  ],
  ...(json && { response_format: { type: "json_object" } }),
});

/** Reasoning that a model put before its answer although it was asked not to. */
const THOUGHTS = "</think>";

/** A fence around the answer, as chat models like to put one around JSON. */
const FENCE_START = /^```[a-z]*\n/;
const FENCE_END = /\n?```$/;

/**
 * The text of a model's answer: `choices[0].message.content` of chat completions, or `response` of Workers AI's older
 * models, which JSON mode makes an object; with `json` without a fence. Whether a text is what was asked for is its asker's
 * to judge: a model that answers with prose is there. Throws AppError `generator_unavailable` for an empty answer or another
 * shape.
 */
export function generatedText(answer: unknown, { json }: { readonly json: boolean }): string {
  const text = withoutThoughts(contentOf(answer)).trim();
  if (text === "") throw unusable("The model answered without text");
  return json ? text.replace(FENCE_START, "").replace(FENCE_END, "") : text;
}

const unusable = (message: string, cause?: unknown): ModelError =>
  new ModelError("generator_unavailable", message, { reason: "unusable_text", cause });

/**
 * Tells the tokens that an answer says it took: `usage` of chat completions, which Workers AI's text models send too
 * (`prompt_tokens`, `completion_tokens`: https://developers.cloudflare.com/workers-ai/models/glm-4.7-flash/, 2026-11-23).
 */
export function tellUse(answer: unknown, onUse: ((tokens: TokenUse) => void) | undefined): void {
  const { usage } = (answer ?? {}) as { usage?: { prompt_tokens?: unknown; completion_tokens?: unknown } };
  const [read, written] = [usage?.prompt_tokens, usage?.completion_tokens];
  if (isCount(read) && isCount(written)) onUse?.({ in: read, out: written });
}

const isCount = (value: unknown): value is number => Number.isInteger(value) && (value as number) >= 0;

function contentOf(answer: unknown): string {
  const { choices, response } = (answer ?? {}) as { choices?: unknown; response?: unknown };
  const [choice] = Array.isArray(choices) ? (choices as ({ message?: { content?: unknown } } | null)[]) : [];
  const content = choice?.message?.content ?? response;
  if (typeof content === "string") return content;
  if (Array.isArray(content)) return content.map(partText).join("");
  return typeof content === "object" && content !== null ? JSON.stringify(content) : "";
}

/** Content in parts, as the chat API also allows: `{type: "text", text}`. */
const partText = (part: unknown): string => {
  const text = (part as { text?: unknown } | null)?.text;
  return typeof text === "string" ? text : "";
};

function withoutThoughts(text: string): string {
  const end = text.lastIndexOf(THOUGHTS);
  return end < 0 ? text : text.slice(end + THOUGHTS.length);
}
