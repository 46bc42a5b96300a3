import { stem } from "../../text/words/stem.ts";
import type { AnalysedQuery, WeighedTerm } from "./analyse.ts";
import { type Identifier, wholeOccurrences } from "./identifiers.ts";

// What a line of code declares, by what stands before and after a name on it. One set of patterns for all languages: the
// chunkers' own know more of each, and read whole files. All are anchored; what repeats in them is bounded or of distinct words.

/** A file's passages name their symbol more often than this only in texts that do not define it. */
const MAX_OCCURRENCES = 20;
/** Characters of a line that are looked at before a name, and after it. */
const MAX_LINE_CHARS = 200;

const MODIFIERS = String.raw`(?:(?:export|default|declare|public|private|protected|internal|static|abstract|final|sealed|partial|async|pub(?:\([^()]{0,40}\))?|unsafe|extern|inline|override|virtual|open|data|readonly|local|const)\s+){0,6}`;
const KEYWORD = new RegExp(
  String.raw`^\s*${MODIFIERS}(?:function\s*\*?|class|interface|type|enum(?:\s+class)?|struct|union|trait|defp?|fn|func|fun|protocol|module|namespace|record|object|mod|typealias|macro_rules!|defmodule|create\s+(?:or\s+replace\s+)?(?:[a-z]+\s+){1,4})\s*(?:self\.)?["\x60[]?$`,
  "i",
);
/** Values count where they are declared at the outer level: inside a body they are its own. */
const VALUE = new RegExp(String.raw`^${MODIFIERS}(?:let|var|val|const|static)\s+(?:mut\s+)?$`);
const GO_METHOD = /^func\s*\([^()]{0,80}\)\s*$/;
const EXPORTED_MEMBER = /(?:^(?:module\.)?exports|\.prototype)\.$/;
const ASSIGNED = /^\s*(?::[^=\n]{1,80})?=(?![=>])/;
/** `struct list *head` uses the type; `class Stack extends List` does not. */
const GOES_ON = /^\s*(?!extends\b|implements\b|final\b)[*&\w]/;
/** In a block of constants: one tab further in, with a type, a value or nothing. */
const GO_CONSTANT = /^(?:\s+[\w.*[\]]+)?(?:\s*=|$)/;
const MEMBER = new RegExp(String.raw`^\s+${MODIFIERS}(?:(?:get|set)\s+)?[*#]?$`);
const BODY_FOLLOWS = /^\s*(?:<[^()]{0,80}>)?\([^\n]*\{\s*$/;
const SIGNATURE = /^\??\s*(?:<[^()]{0,80}>)?\([^\n]*\)\s*:\s*[^;,\n]+;?\s*$/;
/** Languages that write a function as type, name and parameters, without a keyword. */
const TYPE_FIRST: ReadonlySet<string> = new Set(["java", "c", "cpp", "csharp"]);
const TYPE_BEFORE =
  /^\s*(?!(?:return|new|throw|await|else|case|yield|delete|goto|assert|if|while|for|switch|typedef|using|import)\b)(?:[\w<>[\],.?&*:@]+\s+){1,6}[*&]*$/;
const PARAMETERS = /^\s*\([^;]*$/;

/** Something that is a definition of its own; and a member of something, or one of a block of constants. */
const OWN = 1;
const MEMBER_SHARE = 0.5;

/**
 * How surely a text of code defines a name, 0 to 1: 1 a function, a type or a value of the outer level, 0.5 a method or a
 * constant of a block; 0 where the name is only used.
 */
export function defines(text: string, name: string, language: string): number {
  let best = 0;
  let seen = 0;
  for (const at of wholeOccurrences(text, name)) {
    if (best === OWN || seen++ >= MAX_OCCURRENCES) break;
    const start = text.lastIndexOf("\n", at - 1) + 1;
    if (at - start > MAX_LINE_CHARS) continue;
    const after = at + name.length;
    const end = text.indexOf("\n", after);
    const line = { before: text.slice(start, at), after: text.slice(after, end === -1 ? undefined : end) };
    best = Math.max(best, definesAt({ ...line, after: line.after.slice(0, MAX_LINE_CHARS) }, language));
  }
  return best;
}

interface Line {
  readonly before: string;
  readonly after: string;
}

function definesAt({ before, after }: Line, language: string): number {
  const isTypeFirst = TYPE_FIRST.has(language);
  if (KEYWORD.test(before) && !(isTypeFirst && GOES_ON.test(after))) return OWN;
  if (VALUE.test(before) || GO_METHOD.test(before) || EXPORTED_MEMBER.test(before)) return OWN;
  if (before === "" && ASSIGNED.test(after)) return OWN;
  if (language === "go") return before === "\t" && GO_CONSTANT.test(after) ? MEMBER_SHARE : 0;
  if (isTypeFirst && TYPE_BEFORE.test(before) && PARAMETERS.test(after)) return MEMBER_SHARE;
  return MEMBER.test(before) && (BODY_FOLLOWS.test(after) || SIGNATURE.test(after)) ? MEMBER_SHARE : 0;
}

/** Words that ask for what defines a name, and say nothing of it. */
const ASKING: ReadonlySet<string> = new Set(
  `defined definition declared declaration implemented implementation source code function method class type interface
  struct variable constant symbol work works`
    .split(/\s+/)
    .map(stem),
);

/** A name whose definition a query may be after. */
export interface SoughtSymbol extends Identifier {
  /** How much the query is after it, 0 to 1: the square of its share of the query's idf. */
  readonly weight: number;
}

/**
 * The symbols of a query, and how much it is after each: `fuseRrf` alone 1, "where is fuseRrf defined?" too; a
 * sentence that names one in passing is after what it says of it.
 */
export function soughtSymbols(
  { symbols }: Pick<AnalysedQuery, "symbols">,
  terms: readonly WeighedTerm[],
): readonly SoughtSymbol[] {
  if (symbols.length === 0) return [];
  const idfOf = (some: readonly WeighedTerm[]): number => some.reduce((sum, { idf }) => sum + idf, 0);
  return symbols.map(({ name, stems }) => {
    const own = idfOf(terms.filter((term) => stems.includes(term.stem)));
    const others = idfOf(terms.filter((term) => !stems.includes(term.stem) && !ASKING.has(term.stem)));
    const share = own > 0 ? own / (own + others) : 0;
    return { name, stems, weight: share ** 2 };
  });
}
