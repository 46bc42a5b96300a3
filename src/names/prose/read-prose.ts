import { fold } from "../../text/words/fold.ts";
import { CAPITALISED, NAME_PARTICLES, POSSESSIVE } from "../../text/words/name-parts.ts";
import { quotedName, technicalName, urlName } from "../technical-names.ts";
import type { CapitalisedRun, Mention } from "../types.ts";
import { linkName, type NamedToken, wikiName } from "./links.ts";
import { lowerName, strangeName } from "./lower-names.ts";
import { typeOfKey } from "./relation-words.ts";
import { type Region, readTokens, type Token } from "./tokens.ts";
import { ABBREVIATIONS, germanSign } from "./word-lists.ts";

/** Longer runs of capitalised words are headings or shouting. */
const MAX_RUN_WORDS = 6;
/** Longer words are encoded data. */
const MAX_WORD_CHARS = 40;
/** Candidates of one chunk, at most: far more than it may keep. */
const MAX_CANDIDATES = 400;
/** Words of a document that are remembered as ordinary. */
const MAX_ORDINARY_WORDS = 20_000;

const SENTENCE_END = /[.!?:。！？：](?:[\s"'”’)*_]|$)|\n\s*(?:\n|[-*+>#|•]|\d+[.)]\s)|[|。！？]|\n#|="|\}\n/;
/** Before what something needs, uses or replaces. */
const TAKES_NAME = new Set(
  "requires needs uses on replaces supersedes imports calls wraps extends and by".split(" "),
);
const JOINS = /^[ \t]*\n?[ \t]*$/;
const SMALL = /^\p{Ll}/u;
const INITIAL = /^\p{L}$/u;
const NUMBER = /^\d{1,3}$/;
/** Words of a name whose full stop is part of it: J. R. Tolkien, St. Gallen. */
const SHORTENED = /^(?:\p{Lu}|St)$/u;

export interface ProseNames {
  readonly mentions: Mention[];
  readonly runs: CapitalisedRun[];
  /** By sentence: where it starts in the text. */
  readonly sentenceStarts: number[];
}

interface OpenRun extends Pick<CapitalisedRun, "start" | "isFirst" | "before" | "isHeading"> {
  readonly words: string[];
  end: number;
  /** Particles after the last word, which belong to the name only if another capital follows. */
  particles: string[];
}

interface Reading {
  readonly text: string;
  readonly names: ProseNames;
  readonly ordinary: Set<string>;
  /** By sentence: German words less English ones. */
  readonly german: number[];
  run: OpenRun | undefined;
  /** The last word, for what may follow it. */
  last: { readonly word: string; readonly end: number };
  isHeading: boolean;
}

/** Adds a region's names to those of its chunk, and the folded words that it writes small to `ordinary`. */
export function readProse(
  text: string,
  region: Pick<Region, "start" | "end">,
  { names, ordinary }: { readonly names: ProseNames; readonly ordinary: Set<string> },
): void {
  const firstRun = names.runs.length;
  const reading: Reading = {
    text,
    names,
    ordinary,
    german: [],
    run: undefined,
    last: { word: "", end: region.start },
    isHeading: false,
  };
  openSentence(reading, region.start);
  for (const token of readTokens(text, region)) {
    if (names.mentions.length + names.runs.length > MAX_CANDIDATES) break;
    readToken(reading, token);
  }
  closeRun(reading, "");
  markGerman(names, { german: reading.german, firstRun });
}

function readToken(reading: Reading, token: Token): void {
  const gap = reading.text.slice(reading.last.end, token.start);
  const isStart =
    reading.last.word === "" ||
    (endsSentence(gap, reading.last.word) && !beginsValue(reading, gap)) ||
    beginsItem(reading, gap);
  if (isStart) {
    closeRun(reading, "");
    openSentence(reading, token.start);
    if (gap.includes("\n") || reading.last.word === "") reading.isHeading = /(?:^|\n)#{1,6} $/.test(gap);
  }
  const name = NAME_IN[token.kind](token);
  if (name !== undefined || token.kind !== "word") closeRun(reading, "");
  if (name !== undefined) {
    const { start, end } = token;
    reading.names.mentions.push({ ...name, start, end, sentence: sentenceOf(reading) });
  } else if (token.kind === "word") readWord(reading, { token, gap, isStart });
  reading.last = { word: token.text, end: token.end };
}

function endsSentence(gap: string, last: string): boolean {
  if (gap === " " || !SENTENCE_END.test(gap)) return false;
  if (!gap.startsWith(".") || gap.includes("\n")) return true;
  return !(ABBREVIATIONS.has(fold(last)) || (INITIAL.test(last) && last !== "I"));
}

/** The gap ends the number of an item, which is a token: "2) Marlin". */
const beginsItem = ({ text, last }: Reading, gap: string): boolean =>
  gap.startsWith(")") && NUMBER.test(last.word) && (text[last.end - last.word.length - 1] ?? "\n") === "\n";

const VALUE_GAP = /^[*_]{0,2}:[*_]{0,2} $/;
const KEY_LINE = /(?:^|\n)[\s>*_+-]*([\p{L}][\p{L} ]{1,30})$/u;
const MAX_KEY_CHARS = 50;

/** "Customer: Meridian Freight": the capital of a value whose key says what it is is its own. */
function beginsValue({ text, last }: Reading, gap: string): boolean {
  if (!VALUE_GAP.test(gap)) return false;
  const key = KEY_LINE.exec(text.slice(Math.max(0, last.end - MAX_KEY_CHARS), last.end))?.[1];
  return key !== undefined && typeOfKey(fold(key)) !== undefined;
}

function openSentence(reading: Reading, at: number): void {
  reading.names.sentenceStarts.push(at);
  reading.german.push(0);
}

const sentenceOf = ({ names }: Reading) => names.sentenceStarts.length - 1;

/** What a token names whatever stands around it. */
const NAME_IN: Readonly<Record<Token["kind"], (token: Token) => NamedToken | undefined>> = {
  word: ({ text }) => technicalName(text),
  code: ({ text }) => quotedName(text),
  url: ({ text }) => urlName(text),
  link: linkName,
  wiki: wikiName,
};

interface WordPlace {
  readonly token: Token;
  readonly gap: string;
  readonly isStart: boolean;
}

function readWord(reading: Reading, { token, gap, isStart }: WordPlace): void {
  const { text: word } = token;
  if (word.length <= MAX_WORD_CHARS && isCapitalised(word)) extendRun(reading, { token, gap, isStart });
  else readSmallWord(reading, { token, gap, isStart });
}

const isCapitalised = (word: string): boolean => {
  const code = word.charCodeAt(0);
  const mayBe = (code >= 65 && code <= 90) || code >= 0xc0;
  return mayBe && CAPITALISED.test(word.replace(POSSESSIVE, "")) && !word.includes("/");
};

function readSmallWord(reading: Reading, { token, gap }: WordPlace): void {
  const { text: word } = token;
  const small = word.length <= MAX_WORD_CHARS ? fold(word) : "";
  if (reading.ordinary.size < MAX_ORDINARY_WORDS && SMALL.test(word)) reading.ordinary.add(small);
  addGermanSign(reading, small);
  const name = lowerName(word) ?? (TAKES_NAME.has(reading.last.word) ? strangeName(small) : undefined);
  if (name !== undefined) {
    const { start, end } = token;
    reading.names.mentions.push({ ...name, start, end, sentence: sentenceOf(reading) });
  }
  const { run } = reading;
  if (run === undefined) return;
  if (NAME_PARTICLES.has(small) && gap === " " && run.particles.length < 2) run.particles.push(word);
  else closeRun(reading, JOINS.test(gap) ? small : "");
}

function addGermanSign(reading: Reading, small: string): void {
  const sentence = reading.german.length - 1;
  reading.german[sentence] = (reading.german[sentence] ?? 0) + germanSign(small);
}

function extendRun(reading: Reading, { token, gap, isStart }: WordPlace): void {
  const small = fold(token.text);
  if (isStart) addGermanSign(reading, small);
  const { run } = reading;
  const isInitial = gap.startsWith(". ") && !isStart;
  const isFirm = gap === " & ";
  const isKey = beginsKey(reading, token, gap);
  const isJoined = (JOINS.test(gap) && !isKey) || isInitial || isFirm;
  if (run !== undefined && isJoined && !POSSESSIVE.test(lastOf(run))) {
    if (isInitial && SHORTENED.test(lastOf(run))) run.words.push(`${run.words.pop()}.`);
    run.words.push(...run.particles, ...(isFirm ? ["&"] : []), token.text);
    run.particles = [];
    run.end = token.end;
    return;
  }
  closeRun(reading, JOINS.test(gap) ? small : "");
  reading.run = {
    words: [token.text],
    start: token.start,
    end: token.end,
    isFirst: isStart || isKey,
    before: JOINS.test(gap) && !isStart ? fold(reading.last.word) : "",
    isHeading: reading.isHeading,
    particles: [],
  };
}

/** "Owner: Ana", then "Status: active" on the next line: the key is no part of the name above it. */
const KEY_AHEAD = /^\p{Lu}[\p{L} _-]{0,30}[*_]{0,2}:/u;
const beginsKey = ({ text }: Reading, { start }: Token, gap: string): boolean =>
  gap.includes("\n") && KEY_AHEAD.test(text.slice(start, start + MAX_KEY_CHARS));

const lastOf = ({ words }: OpenRun) => words.at(-1) ?? "";

function closeRun(reading: Reading, next: string): void {
  const { run, text } = reading;
  if (run === undefined) return;
  reading.run = undefined;
  const after = run.particles[0] === undefined ? next : fold(run.particles[0]);
  if (run.words.length > MAX_RUN_WORDS) return;
  const last = lastOf(run);
  const isPossessive = POSSESSIVE.test(last) || /^['’](?!\p{L})/u.test(text.slice(run.end, run.end + 2));
  const { particles: _particles, ...rest } = run;
  reading.names.runs.push({
    ...rest,
    words: [...run.words.slice(0, -1), last.replace(POSSESSIVE, "")],
    end: POSSESSIVE.test(last) ? run.end - 2 : run.end,
    sentence: sentenceOf(reading),
    isPossessive,
    isGerman: false,
    after,
  });
}

/** A sentence with neither sign goes with the rest of its region. */
function markGerman(
  names: ProseNames,
  { german, firstRun }: { readonly german: readonly number[]; readonly firstRun: number },
): void {
  const sum = german.reduce((total, sign) => total + sign, 0);
  const offset = names.sentenceStarts.length - german.length;
  for (let at = firstRun; at < names.runs.length; at++) {
    const run = names.runs[at];
    const sign = run === undefined ? 0 : (german[run.sentence - offset] ?? 0);
    if (run !== undefined && (sign > 0 || (sign === 0 && sum > 0)))
      names.runs[at] = { ...run, isGerman: true };
  }
}
