import { identifierParts } from "../../text/words/identifier-parts.ts";
import { stem } from "../../text/words/stem.ts";
import { tokenise } from "../../text/words/tokenise.ts";

/** A name as typed, to be found whole in the raw text, and the terms under which the index has its parts. */
export interface Identifier {
  readonly name: string;
  readonly stems: readonly string[];
}

const SPACES = /\s+/;
/** Punctuation around a name that belongs to the sentence: quotes, brackets, commas, the full stop at the end. */
const LEADING = /^[\s"'`“”‘’«»([{<,;:!?]+/u;
/** The same after a name. Cut in a loop: a pattern for the end of a word would look from each of its characters. */
const TRAILING = new Set("\"'`“”‘’«»()]}>,;:!?.");
const CALL = "()";
const HAS_WORD = /[\p{L}\p{N}]/u;
/** Looks like a name in code: a digit beside a letter, a change of case inside, or punctuation inside or at the end. */
const NAME_SHAPE =
  /\p{L}\p{N}|\p{N}\p{L}|\p{Ll}\p{Lu}|[\p{L}\p{N}][_./:#@\\$=-]+[\p{L}\p{N}]|[\p{L}\p{N}](?:\+\+|#|\(\))|^[$@#./~-]/u;

/**
 * The names in a query: `getUserById`, `JINA_API_KEY`, `foo-bar.ts:42`, `C++`, `src/a/b.ts`, and `load()` as `load`.
 * Each once.
 */
export function queryIdentifiers(text: string): Identifier[] {
  const names = namesIn(text).map(withoutCall);
  return [...new Set(names)].map((name) => ({ name, stems: stemsOf(name) }));
}

/** The words of a query that look like names, as typed: without the punctuation around them, `load()` with its brackets. */
export const namesIn = (text: string): string[] => text.split(SPACES).map(trimPunctuation).filter(isName);

const isName = (word: string) => HAS_WORD.test(word) && NAME_SHAPE.test(word);

function trimPunctuation(word: string): string {
  const start = word.replace(LEADING, "");
  let end = start.length;
  while (end > 0 && TRAILING.has(start[end - 1] ?? "")) end -= 1;
  return start.slice(0, end) + (start.startsWith(CALL, end) ? CALL : "");
}

const withoutCall = (name: string) => (name.endsWith(CALL) ? name.slice(0, -CALL.length) : name);

const stemsOf = (name: string) => [...new Set([...tokenise(name), ...identifierParts(name)].map(stem))];

const IN_BACKTICKS = /`([^`]*)`/gu;

/** What stands in backticks, whatever it is. */
export const namesInBackticks = (text: string): string[] =>
  Array.from(text.matchAll(IN_BACKTICKS), ([, inside = ""]) => inside);

/** Words that prose joins, too: high-quality, gluten-free. */
const COMPOUND = /^\p{L}+(?:-\p{L}+)+$/u;
const TWO_CAPITALS = /\p{Lu}.*?\p{Lu}/u;
const SMALL_LETTER = /\p{Ll}/u;

/**
 * The words of a query that are not prose, as the index has them: those of names in code, in backticks, in quotes, and
 * in capitals where not all of the query is.
 */
export function literalWords(text: string, phrases: readonly string[]): ReadonlySet<string> {
  const words = text.split(SPACES).map(trimPunctuation);
  const names = words.filter((word) => isName(word) && !COMPOUND.test(word));
  const inCapitals = SMALL_LETTER.test(text) ? words.filter(isInCapitals) : [];
  return new Set([...names, ...namesInBackticks(text), ...phrases, ...inCapitals].flatMap(tokenise));
}

const isInCapitals = (word: string) => TWO_CAPITALS.test(word) && !SMALL_LETTER.test(word);

const SYMBOL = /^[\p{L}_$][\p{L}\p{N}_$]+$/u;
const PATH_SIGNS = /[.#:]+/;

/**
 * The names whose definition a query may be after: those in it, by their last part (`Hono.get` as `get`: what defines it
 * does not repeat where it belongs), and a query of a single word, whatever its shape. The terms are those of the whole.
 */
export function querySymbols(text: string, identifiers: readonly Identifier[]): Identifier[] {
  const whole = [...identifiers, { name: text, stems: stemsOf(text) }];
  const symbols = whole.map(({ name, stems }) => ({ name: name.split(PATH_SIGNS).at(-1) ?? "", stems }));
  return symbols.filter(
    ({ name }, at) => SYMBOL.test(name) && symbols.findIndex((one) => one.name === name) === at,
  );
}

const WORD_CHARACTER = /[\p{L}\p{N}_]/u;

/** Where the raw text holds the name whole, same case and nothing that continues it: offsets, in order. */
export function* wholeOccurrences(text: string, name: string): Generator<number> {
  const opensWord = WORD_CHARACTER.test(name[0] ?? "");
  const closesWord = WORD_CHARACTER.test(name.at(-1) ?? "");
  for (let at = text.indexOf(name); at !== -1; at = text.indexOf(name, at + 1)) {
    const startsWhole = !(opensWord && WORD_CHARACTER.test(text[at - 1] ?? ""));
    const endsWhole = !(closesWord && WORD_CHARACTER.test(text[at + name.length] ?? ""));
    if (startsWhole && endsWhole) yield at;
  }
}

/** Whether the raw text holds the name whole: same case, and no letter, digit or underscore continuing it. */
export const containsIdentifier = (text: string, name: string): boolean =>
  wholeOccurrences(text, name).next().done !== true;
