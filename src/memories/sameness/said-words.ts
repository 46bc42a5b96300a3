import {
  AFTER_THE,
  CAPITAL_NAMES,
  CONTRACTED,
  CONTRACTIONS,
  DENIALS,
  FILLERS,
  NUMBER_WORDS,
  OPENINGS,
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
/** Flags, variables and paths: their case tells them apart. */
const CODE = /^[-$~]|[_/\\]/u;
const CLOCK = /^[ap]m$/iu;
const MAX_UNIT_CHARS = 3;

/** A word of the text between spaces: without the marks around it, and those after it. */
interface Written {
  readonly core: string;
  readonly marks: string;
}

function written(raw: string): Written {
  let end = raw.length;
  while (end > 0 && CLOSING_MARKS.includes(raw[end - 1] ?? "")) end -= 1;
  return { core: raw.slice(0, end).replace(OPENING_MARKS, ""), marks: raw.slice(end) };
}

/** As it is compared: in lower case, unless its case tells it from another word. */
function plainWord(core: string, isAfterNumber: boolean): string {
  const isUnit = isAfterNumber && core.length <= MAX_UNIT_CHARS && !CLOCK.test(core);
  return isUnit || CODE.test(core) || CAPITAL_NAMES.has(core) ? core : core.toLowerCase();
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

/** The text's words sentence by sentence, marks out where they say nothing. */
function sentences(text: string): string[][] {
  const spaced = text.normalize("NFC").replace(WIDE_MARK, (mark) => WIDE_MARKS[mark] ?? mark);
  const all: string[][] = [[]];
  const raws = spaced.split(/\s+/u).filter((raw) => raw !== "");
  raws.forEach((raw, at) => {
    const sentence = all.at(-1) ?? [];
    const isDash = DASH.test(raw);
    const { core, marks } = isDash ? { core: "", marks: "," } : written(raw);
    // Between numbers a dash is a minus, or from one to the other.
    if (isDash && isNumber(sentence.at(-1)) && isNumber(raws[at + 1])) sentence.push(raw);
    else if (core !== "") sentence.push(...spelledOut(core, sentence.at(-1)));
    if (/[,;:]/.test(marks) && DENIALS.has(sentence.at(-1) ?? "")) sentence.push(",");
    if (marks.includes("?")) sentence.push("?");
    if (/[.!?…]/.test(marks) && sentence.length > 0) all.push([]);
  });
  return all.filter((sentence) => sentence.length > 0);
}

const begins = (words: Sentence, opening: Sentence): boolean =>
  words.length > opening.length && opening.every((word, at) => words[at] === word);

/** Without the beginnings that only say that something is said. */
function withoutOpening(words: Sentence): Sentence {
  const longest = OPENINGS.filter((opening) => begins(words, opening)).toSorted(
    (a, b) => b.length - a.length,
  )[0];
  return longest === undefined ? words : withoutOpening(words.slice(longest.length));
}

const saysNothing = (word: string, next: string | undefined): boolean =>
  FILLERS.has(word) || (word === "the" && next !== undefined && !AFTER_THE.has(next));

/** What a text says, sentence by sentence, in words that can be compared one by one. */
export function saidWords(text: string): readonly Sentence[] {
  return sentences(text)
    .map((words, at) => {
      const bare = words.filter((word) => !FILLERS.has(word));
      const said = at === 0 ? withoutOpening(bare) : bare;
      return said.filter((word, index) => !saysNothing(word, said[index + 1]));
    })
    .filter((words) => words.length > 0);
}
