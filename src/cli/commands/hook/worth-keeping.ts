import { statedIn } from "../../capture/rules/find-facts.ts";
import type { FactType } from "../../capture/rules/signs.ts";

/** Something a person said that later sessions may want to know. */
export interface Suggestion {
  readonly text: string;
  readonly type: FactType;
}

/** More offers than these are a burden. */
const MAX_SUGGESTIONS = 3;

/**
 * Sentences of a prompt that read as a preference, a decision, a correction, a fact to be kept, something learned or left
 * open: at most three, none that asks. A guess from the words alone: it is offered, never saved.
 */
export function worthKeeping(prompt: string): readonly Suggestion[] {
  const found = statedIn(prompt);
  return [...new Map(found.map((one) => [one.text, one])).values()].slice(0, MAX_SUGGESTIONS);
}
