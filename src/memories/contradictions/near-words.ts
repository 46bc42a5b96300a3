import { MARK } from "../../redaction/secret-spans.ts";
import { contentTokens } from "../../text/words/content-words.ts";

/** Content words of a text that are looked for: the first say what it is about. */
const MAX_WORDS = 24;
/** So few that any two of them may be all that a contradiction leaves. */
const FEW_WORDS = 5;
const PAIR = 2;
const TRIPLE = 3;
/** From so many words on, one in three may differ. */
const MANY_WORDS = 12;

const quoted = (words: readonly string[]): string => `(${words.map((word) => `"${word}"`).join(" AND ")})`;

/**
 * An expression for the keyword index that finds texts with most words of this one, and few others: words that stand
 * together in it, two or three at a time. Of six pairs five may hold a word that the other text has not. Undefined: the
 * text has no words.
 */
export function nearExpression(text: string): string | undefined {
  const words = [...new Set(contentTokens(text.replace(MARK, " ")))].slice(0, MAX_WORDS);
  if (words.length === 0) return undefined;
  if (words.length <= PAIR) return words.map((word) => quoted([word])).join(" OR ");
  return groupsOf(words).map(quoted).join(" OR ");
}

function groupsOf(words: readonly string[]): readonly (readonly string[])[] {
  if (words.length <= FEW_WORDS)
    return words.flatMap((word, at) => words.slice(at + 1).map((other) => [word, other]));
  const size = words.length < MANY_WORDS ? PAIR : TRIPLE;
  return Array.from({ length: Math.floor(words.length / size) }, (_, at) =>
    words.slice(at * size, (at + 1) * size),
  );
}
