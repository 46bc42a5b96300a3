import { markedWords, modelText } from "../text/model-text.ts";
import { isRecord } from "../text/parse-json.ts";
import type { ToolAnswer } from "./tool.ts";

type Answer = ToolAnswer<Readonly<Record<string, unknown>>>;

/** Every text in a value, as a model may be shown it. Names of fields are ours. */
export function shownValue<Value>(value: Value): Value {
  if (typeof value === "string") return modelText(value).text as Value;
  if (Array.isArray(value)) return value.map(shownValue) as Value;
  if (!isRecord(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, shownValue(part)])) as Value;
}

/**
 * An answer as a model may be shown it, whatever tool made it: what was hidden in its texts is marked, and nothing in them
 * ends their quotation. It says so at its end, and in its notes where it has any.
 */
export function shownAnswer({ structured, text }: Answer): Answer {
  const { text: shown, marked } = modelText(text);
  const words = markedWords(marked);
  const parts = structured && shownValue(structured);
  if (words === undefined) return { ...(parts && { structured: parts }), text: shown };
  const notes = Array.isArray(parts?.notes) ? { notes: [...parts.notes, words] } : {};
  return {
    ...(parts && { structured: { ...parts, ...notes } }),
    text: `${shown}${shown.endsWith("\n") ? "" : "\n"}[${words}]`,
  };
}
