import type { SearchAnswer } from "../../search/contract/search.ts";
import type { SkipReason } from "../../search/skip/skip.ts";
import { answerWords, NO_MODEL } from "../../search/views/answer-words.ts";
import { safeLine } from "../terminal/terminal-safe.ts";

/** Why an automatic recall was skipped. */
const SKIPPED: Readonly<Record<SkipReason, string>> = {
  short: "it is too short for an automatic recall and asks nothing",
  greeting: "it is a greeting",
  affirmation: "it only agrees or declines",
  continuation: "it only says to go on",
  empty: "it is empty",
  emoji_only: "it has no words",
  no_words: "it has no words",
  heartbeat: "it is a scheduler's",
  slash_command: "it is a command",
  shell_command: "it is a command",
};

function skippedNote(skipped: string | undefined): string {
  const known = skipped !== undefined && Object.hasOwn(SKIPPED, skipped);
  const why = known ? SKIPPED[skipped as SkipReason] : "it asks for no search";
  return `Not searched: ${why}. Without --auto it is searched.`;
}

/** Said instead of everything else: no search finds anything there. */
export const NOTHING_INDEXED = "Nothing is indexed yet: recall push <folder> sends one.";

/** A token that sees a part is not told what else there is. */
const isEmptyWorkspace = ({ index }: Parameters<typeof answerWords>[0]): boolean =>
  index.indexedAt === null && index.confined !== true;

/**
 * What an answer says of itself; undefined when there is nothing to say. That there is no model is said only as `modelNote`
 * says it: under every answer it would be noise.
 */
export function answerNotes(
  answer: Parameters<typeof answerWords>[0] & Partial<Pick<SearchAnswer, "skipped">>,
  modelNote?: string,
): string | undefined {
  if (answer.outcome === "skipped") return skippedNote(answer.skipped);
  if (answer.outcome === "nothing_found" && isEmptyWorkspace(answer)) return NOTHING_INDEXED;
  const words = answerWords(answer, safeLine).filter((text) => text !== NO_MODEL);
  return [...words, modelNote].filter(Boolean).join(" ") || undefined;
}
