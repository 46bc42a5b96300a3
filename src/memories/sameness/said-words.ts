import { isLittle, LITERAL, PROSE_END, plainText } from "./plain-text.ts";
import {
  CONTRACTED,
  CONTRACTIONS,
  DENIALS,
  FOCUS_WORDS,
  MARKED_OPENINGS,
  NUMBER_WORDS,
  OPENINGS,
  UNITS,
} from "./word-lists.ts";

/** The words of one sentence, as they are compared. */
export type Sentence = readonly string[];

export const COMMA = ",";
/** A line break is a word, with the indentation behind it. */
export const LINE = "\n";

const TOKENS = new RegExp(`(?:${LITERAL}|\\S)+|\\n\\s*`, "gu");
/** A quotation of one name, or code of one. */
const QUOTED_NAME = /^["“„«「'](\p{Lu}\p{Ll}+)["”“»」']$/u;
/** A quoted word of which is said what it is. */
const QUOTED_SUBJECT = /^(["'`])(?!true|false|null|none|nil|undefined)(\p{Ll}+)\1(?= is the )/u;
/** What a mark of the sentence may stand behind; behind anything else it is a value. */
const WORD_END = /[\p{L}\p{M}\p{N}"'”“»`)%€]$/u;
const MARK = /(?:[,;:.?…]|(?<!!)!+)$/u;
const NUMBER = /^[+-]?\p{N}+(?:[.,:]\p{N}+)*$/u;
/** "80s" may be years, "for 80s" is none. */
const DECADE = /^(?:\p{N}{2})?\p{N}0s$/u;
const NUMBER_WITH_UNIT = /^([+-]?\p{N}+(?:[.,]\p{N}+)*)(%|€|\p{L}{1,2}|min)$/u;
/** Before a full stop that ends nothing: titles and such. */
const SHORTENED = /^(?:\p{L}|mr|mrs|ms|dr|st|prof|no|vs|e\.g|i\.e)$/iu;

/** Markdown's, of a first word: a glob and a power are none. */
const EMPHASIS = /^\*\*(\p{L}{2}[\p{L} ]*:?)\*\*(?= )/u;
/** Japanese may part what a sentence is about from the rest, and need not. */
const TOPIC_COMMA = /^([\p{L}\p{N}]+は)、/u;
const SPANISH_CRY = /^\s*¡(.*\p{L})!\s*$/u;
/** What a duration follows. */
const DURING: ReadonlySet<string> = new Set(["for", "after", "within", "every"]);

/** Contractions written out, number words as digits, a number apart from its unit, and a unit in one form. */
function spelledOut(core: string, before: string | undefined): readonly string[] {
  const [, number, attached] = NUMBER_WITH_UNIT.exec(core) ?? [];
  const isDecade = DECADE.test(core) && !DURING.has(before ?? "");
  const unit = attached === undefined || isDecade ? undefined : UNITS.get(attached);
  if (number !== undefined && unit !== undefined) return [number, unit];
  const isAfterNumber = before !== undefined && NUMBER.test(before);
  if (isAfterNumber && UNITS.has(core)) return [UNITS.get(core) ?? core];
  if (Object.hasOwn(CONTRACTIONS, core)) return CONTRACTIONS[core] ?? [core];
  const ending = CONTRACTED.find(([form]) => core.endsWith(form) && core.length > form.length);
  if (ending !== undefined) return [core.slice(0, -ending[0].length), ending[1]];
  return [
    NUMBER_WORDS.get(core) ?? QUOTED_NAME.exec(core)?.[1] ?? core.replace(/^[“„«「](.*)[”“»」]$/u, '"$1"'),
  ];
}

/** Whether an exclamation mark is one: many a function's name ends with it, and a factorial. */
const exclaims = (core: string, mark: string): boolean =>
  /[^\p{ASCII}]$|^\p{N}+:\p{N}+$/u.test(core) || (/^\p{L}+$/u.test(core) && mark.length > 1);

const isEnd = (core: string): boolean => PROSE_END.test(core) && !SHORTENED.test(core);

const isWord = (raw: string | undefined): boolean => raw !== undefined && /^\p{L}{2,}/u.test(raw);

/** A dash that parts a sentence: a long one, or a short one that more is said behind than a value. */
const isDash = (raw: string, next: string | undefined): boolean =>
  isWord(next) && (raw === "—" || (raw === "-" && (DENIALS.has(next ?? "") || FOCUS_WORDS.has(next ?? ""))));

/** What a text between spaces adds to its sentence. True: the sentence ends with it. */
function addWord(sentence: string[], raw: string, next: string | undefined): boolean {
  const before = sentence.at(-1);
  if (isDash(raw, next) && isWord(before)) {
    sentence.push(COMMA);
    return false;
  }
  const mark = MARK.exec(raw)?.[0] ?? "";
  const core = raw.slice(0, raw.length - mark.length);
  const isMarked = mark !== "" && WORD_END.test(core) && (mark !== "." || isEnd(core));
  if (!isMarked) {
    sentence.push(...spelledOut(raw, before));
    return false;
  }
  const isLoud = mark.startsWith("!") && !exclaims(core, mark);
  sentence.push(...spelledOut(core, before));
  if (mark === ";") sentence.push(COMMA);
  else if (mark === COMMA || mark === ":" || mark === "?" || isLoud) sentence.push(mark);
  return /[.?!…]/u.test(mark);
}

function sentences(text: string): Sentence[] {
  const raws =
    plainText(text.replace(SPANISH_CRY, "$1"))
      .replace(QUOTED_SUBJECT, "$2")
      .replace(EMPHASIS, "$1")
      .replace(TOPIC_COMMA, "$1")
      .match(TOKENS) ?? [];
  const all: string[][] = [[]];
  raws.forEach((raw, at) => {
    const sentence = all.at(-1) ?? [];
    if (raw.startsWith(LINE)) sentence.push(raw);
    else if (addWord(sentence, raw, raws[at + 1])) all.push([]);
  });
  return all.filter((sentence) => sentence.length > 0);
}

/** Whether a sentence goes on with an opening, and has more words behind it. */
const opensAt = (words: Sentence, from: number, opening: Sentence): boolean =>
  words.length > from + opening.length &&
  opening.every((word, at) => words[from + at]?.toLowerCase() === word);

const MARKED = MARKED_OPENINGS.flatMap((opening) => [COMMA, ":"].map((mark) => [...opening, mark]));
/** Longest first. */
const ALL_OPENINGS = [...MARKED, ...OPENINGS].toSorted((a, b) => b.length - a.length);
/** Without a subject what stands before is the subject itself: "please is the wake word". */
const NO_SUBJECT = /^(?:is|are|was|were|means|says)$/u;

/** Without the beginnings that only say that something is said. What follows begins a sentence of its own elsewhere. */
function withoutOpening(words: Sentence): Sentence {
  let from = 0;
  for (;;) {
    const opening = ALL_OPENINGS.find((one) => opensAt(words, from, one));
    const next = from + (opening?.length ?? 0);
    if (opening === undefined || NO_SUBJECT.test(words[next] ?? ""))
      return from === 0 ? words : withLittleFirst(words.slice(from));
    from = next;
  }
}

/** What a text says, sentence by sentence, in words that can be compared one by one. */
export function saidWords(text: string): {
  readonly sentences: readonly Sentence[];
  readonly isOpened: boolean;
} {
  const all = sentences(text);
  const [first = []] = all;
  const said = withoutOpening(first);
  return { sentences: [said, ...all.slice(1)], isOpened: said !== first };
}

const withLittleFirst = ([first = "", ...rest]: Sentence): Sentence => {
  const small = first.toLowerCase();
  return [isLittle(small) ? small : first, ...rest];
};

/** With its first word in small letters, where that has one capital only. */
export const withSmallFirst = ([first = "", ...rest]: Sentence): Sentence => [
  /^\p{Lu}\p{Ll}+$/u.test(first) && first !== "Will" ? first.toLowerCase() : first,
  ...rest,
];
