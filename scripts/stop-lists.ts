/**
 * `node scripts/stop-lists.ts` writes `src/text/words/stop-lists.ts` anew from the lists of the package `stopword`, folded, without
 * phrases and what we take for content, with what we add. Sorted and front-coded they take a third of the
 * Worker that the package's own lists take.
 */
import { readFileSync, writeFileSync } from "node:fs";
import * as library from "stopword";
import { indexLetters } from "../src/text/languages/letters.ts";
import { ADDED, CONTENT } from "./words/added-stop-words.ts";
import { frontCoded } from "./words/front-coded.ts";

const TARGET = "src/text/words/stop-lists.ts";

const LISTS = {
  german: library.deu,
  dutch: library.nld,
  swedish: library.swe,
  danish: library.dan,
  norwegian: library.nob,
  finnish: library.fin,
  hungarian: library.hun,
  french: library.fra,
  spanish: library.spa,
  portuguese: library.por,
  italian: library.ita,
  romanian: library.ron,
  polish: library.pol,
  czech: library.ces,
  turkish: library.tur,
  vietnamese: library.vie,
  russian: library.rus,
  ukrainian: library.ukr,
  greek: library.ell,
  arabic: library.ara,
  hebrew: library.heb,
  hindi: library.hin,
  thai: library.tha,
  chinese: library.zho,
  japanese: library.jpn,
  korean: library.kor,
} as const;

/** A single letter stands for anything, but in languages with words of one letter. */
const SINGLE_LETTER = /^[a-z]$/;
const WITHOUT: readonly string[] = ["german", "dutch", "finnish", "turkish"];
/** What a word of the library may look like: it has marks and mistakes. */
const WORD = /^[\p{L}\p{M}]+$/u;

const words = (text: string): readonly string[] =>
  indexLetters(text)
    .split(/\s+/)
    .filter((word) => WORD.test(word));

const entries = Object.entries(LISTS).map(([language, list]) => {
  // The library writes phrases among its words; their single words are often nouns, so phrases are left out.
  const own = list.filter((word) => !word.includes(" ")).flatMap(words);
  const content = new Set(words(CONTENT[language] ?? ""));
  const all = new Set([...own, ...words(ADDED[language] ?? "")]);
  const kept = [...all].filter((word) => !content.has(word)).sort();
  const written = WITHOUT.includes(language) ? kept.filter((word) => !SINGLE_LETTER.test(word)) : kept;
  return `  ${language}: "${frontCoded(written)}",`;
});

const place = /(?<=STOP_LISTS = \{\n)[^}]*(?=\} as const)/;
writeFileSync(TARGET, readFileSync(TARGET, "utf8").replace(place, `${entries.join("\n")}\n`));
