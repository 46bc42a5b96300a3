import { MARK } from "../../redaction/secret-spans.ts";
import { languageOf } from "../../text/languages/detect.ts";
import { tokenOf } from "../../text/languages/tokens.ts";
import { contentTokens } from "../../text/words/content-words.ts";

/** Content words of a text that are looked for: the first say what it is about. */
const MAX_WORDS = 24;
/** So few that any two of them may be all that a contradiction leaves. */
const FEW_WORDS = 5;
const PAIR = 2;
const TRIPLE = 3;
/** From so many words on, one in three may differ. */
const MANY_WORDS = 12;

type Sought = (word: string) => string;

/** A word as the index has it in texts of English, and in those of the text's own language. */
function soughtIn(text: string): Sought {
  const found = languageOf(text);
  const language = found === "other" ? undefined : found;
  return (word) => {
    const tokens = new Set([tokenOf(word), tokenOf(word, language)]);
    const strings = Array.from(tokens, (token) => `"${token}"`);
    return strings.length === 1 ? strings.join("") : `(${strings.join(" OR ")})`;
  };
}

const together = (words: readonly string[], sought: Sought): string => `(${words.map(sought).join(" AND ")})`;

/**
 * An expression for the keyword index that finds texts with most words of this one, and few others: words that stand
 * together in it, two or three at a time. Of six pairs five may hold a word that the other text has not. Undefined: the
 * text has no words.
 */
export function nearExpression(text: string): string | undefined {
  const words = [...new Set(contentTokens(text.replace(MARK, " ")))].slice(0, MAX_WORDS);
  if (words.length === 0) return undefined;
  const sought = soughtIn(text);
  const groups = words.length <= PAIR ? words.map((word) => [word]) : groupsOf(words);
  return groups.map((group) => together(group, sought)).join(" OR ");
}

function groupsOf(words: readonly string[]): readonly (readonly string[])[] {
  if (words.length <= FEW_WORDS)
    return words.flatMap((word, at) => words.slice(at + 1).map((other) => [word, other]));
  const size = words.length < MANY_WORDS ? PAIR : TRIPLE;
  return Array.from({ length: Math.floor(words.length / size) }, (_, at) =>
    words.slice(at * size, (at + 1) * size),
  );
}
