import {
  ADJUNCT_OPENERS,
  ADJUNCT_WORDS,
  AFTER_THE,
  CAPITAL_NAMES,
  CONTRACTED,
  CONTRACTIONS,
  DENIALS,
  FILLERS,
  JOINING_WORDS,
  MARKED_OPENINGS,
  NUMBER_WORDS,
  OPENINGS,
  REASONS,
  UNITS,
} from "./word-lists.ts";

/** The words of one sentence, as they are compared. */
export type Sentence = readonly string[];

/** What a line of a list begins with, and a dash between two parts of a sentence. */
const DASH = /^[-–—•*]+$/u;
const OPENING_MARKS = /^[("'[{*`¿¡]+/u;
const CLOSING_MARKS = ")\"']}*`,;:!.?…";
/** Chinese and Japanese marks stand without spaces. */
const WIDE_MARKS: Readonly<Record<string, string>> = {
  ...{ "。": ". ", "！": "! ", "？": "? ", "、": ", ", "，": ", ", "；": "; ", "：": ": " },
  ...{ "「": ' "', "」": '" ', "『": ' "', "』": '" ', "’": "'", "‘": "'", "“": '"', "”": '"' },
  ...{ "„": '"', "«": '"', "»": '"' },
};
const WIDE_MARK = new RegExp(`[${Object.keys(WIDE_MARKS).join("")}]`, "gu");

const NUMBER = /^[+-]?\p{N}+(?:[.,:]\p{N}+)*$/u;
const NUMBER_WITH_UNIT = /^([+-]?\p{N}+(?:[.,]\p{N}+)*)(%|€|\p{L}{1,3})$/u;
/** "10Mb" and "10MB", not "5pm". */
const ATTACHED_UNIT = /^\p{N}[\p{N}.,]*(?![ap]m$)\p{L}{1,3}$/iu;
/** Flags, variables and paths: their case tells them apart. */
const CODE = /^[-$~]|[_/\\]/u;
const CLOCK = /^[ap]m$/iu;
const MAX_UNIT_CHARS = 3;

/** A word of the text between spaces: without the marks around it, and those after it. */
interface Written {
  readonly before: string;
  readonly core: string;
  readonly marks: string;
}

function written(raw: string): Written {
  let end = raw.length;
  while (end > 0 && CLOSING_MARKS.includes(raw[end - 1] ?? "")) end -= 1;
  const open = raw.slice(0, end);
  const core = open.replace(OPENING_MARKS, "");
  return { before: open.slice(0, open.length - core.length), core, marks: raw.slice(end) };
}

/** Whether the case of a word tells it from another one: a flag, a path, a unit ("5 mW", "5 MW"), a pronoun in capitals. */
function tellsByCase(core: string, isAfterNumber: boolean): boolean {
  const isUnit = isAfterNumber && core.length <= MAX_UNIT_CHARS && !CLOCK.test(core);
  return isUnit || CODE.test(core) || CAPITAL_NAMES.has(core) || ATTACHED_UNIT.test(core);
}

const plainWord = (core: string, isAfterNumber: boolean): string =>
  tellsByCase(core, isAfterNumber) ? core : core.toLowerCase();

/** A text in lower case but for the words that their case tells apart, one space between words. */
export function inPlainCase(text: string): string {
  let before = "";
  return text
    .split(/\s+/u)
    .filter((raw) => raw !== "")
    .map((raw) => {
      const { core } = written(raw);
      const plain = tellsByCase(core, NUMBER.test(before)) ? raw : raw.toLowerCase();
      before = core;
      return plain;
    })
    .join(" ");
}

/** Contractions written out, number words as digits, a number apart from its unit, and a unit in one form. */
function spelledOut(core: string, before: string | undefined): readonly string[] {
  const [, number, unit] = NUMBER_WITH_UNIT.exec(core) ?? [];
  if (number !== undefined && unit !== undefined) {
    const named = plainWord(unit, true);
    return [number, UNITS.get(named) ?? named.replace(CLOCK, (clock) => clock.toLowerCase())];
  }
  const isAfterNumber = before !== undefined && NUMBER.test(before);
  const word = plainWord(core, isAfterNumber);
  if (isAfterNumber && UNITS.has(word)) return [UNITS.get(word) ?? word];
  if (Object.hasOwn(CONTRACTIONS, word)) return CONTRACTIONS[word] ?? [word];
  const ending = CONTRACTED.find(([form]) => word.endsWith(form) && word.length > form.length);
  if (ending !== undefined) return [word.slice(0, -ending[0].length), ending[1]];
  return [NUMBER_WORDS.get(word) ?? word];
}

const isNumber = (word: string | undefined): boolean => word !== undefined && NUMBER.test(word);

const COMMA = ",";

/** What parts a sentence counts as a comma; two of them as one, and none at its ends. */
function addComma(sentence: string[]): void {
  if (sentence.length > 0 && sentence.at(-1) !== COMMA) sentence.push(COMMA);
}

/** The text's words sentence by sentence, with commas for what parts them. */
function sentences(text: string): string[][] {
  const spaced = text.normalize("NFC").replace(WIDE_MARK, (mark) => WIDE_MARKS[mark] ?? mark);
  const all: string[][] = [[]];
  const raws = spaced.split(/\s+/u).filter((raw) => raw !== "");
  raws.forEach((raw, at) => {
    const sentence = all.at(-1) ?? [];
    const isDash = DASH.test(raw);
    const { before, core, marks } = isDash ? { before: "", core: "", marks: COMMA } : written(raw);
    if (before.includes("(")) addComma(sentence);
    // Between numbers a dash is a minus, or from one to the other.
    if (isDash && isNumber(sentence.at(-1)) && isNumber(raws[at + 1])) sentence.push(raw);
    else if (core !== "") sentence.push(...spelledOut(core, sentence.at(-1)));
    if (/[,;:)]/.test(marks)) addComma(sentence);
    if (marks.includes("?")) sentence.push("?");
    if (/[.!?…]/.test(marks) && sentence.length > 0) all.push([]);
  });
  return all.map(withoutOuterCommas).filter((sentence) => sentence.length > 0);
}

const withoutOuterCommas = (words: Sentence): string[] =>
  words.slice(words[0] === COMMA ? 1 : 0, words.at(-1) === COMMA ? -1 : undefined);

const opens = (word: string | undefined): boolean =>
  word !== undefined && (ADJUNCT_OPENERS.has(word) || ADJUNCT_WORDS.has(word));

/**
 * Without the commas that say nothing: the one behind what stands first ("on Fridays, we deploy"), and, where nothing is
 * denied, those before what may stand first as well and before "and". Others may change who says or does what.
 */
function withoutIdleCommas(words: Sentence): Sentence {
  const first = opens(words[0]) ? words.indexOf(COMMA) : -1;
  const isDenied = words.some((word) => DENIALS.has(word));
  const isIdle = (next: string | undefined): boolean =>
    !isDenied &&
    next !== undefined &&
    (JOINING_WORDS.has(next) || (ADJUNCT_OPENERS.has(next) && !REASONS.has(next)));
  return words.filter((word, at) => word !== COMMA || (at !== first && !isIdle(words[at + 1])));
}

const begins = (words: Sentence, opening: Sentence): boolean =>
  words.length > opening.length && opening.every((word, at) => words[at] === word);

/** Without the beginnings that only say that something is said. */
function withoutOpening(words: Sentence): Sentence {
  const marked = MARKED_OPENINGS.map((opening) => [...opening, COMMA]);
  const [longest] = [...marked, ...OPENINGS]
    .filter((opening) => begins(words, opening))
    .toSorted((a, b) => b.length - a.length);
  return longest === undefined ? words : withoutOpening(withoutOuterCommas(words.slice(longest.length)));
}

const saysNothing = (word: string, next: string | undefined): boolean =>
  FILLERS.has(word) || (word === "the" && next !== undefined && !AFTER_THE.has(next));

/** What a text says, sentence by sentence, in words that can be compared one by one. */
export function saidWords(text: string): readonly Sentence[] {
  return sentences(text)
    .map((words, at) => {
      const bare = withoutOuterCommas(words.filter((word) => !FILLERS.has(word)));
      const said = withoutIdleCommas(at === 0 ? withoutOpening(bare) : bare);
      return said.filter((word, index) => !saysNothing(word, said[index + 1]));
    })
    .filter((words) => words.length > 0);
}
