import { readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";

export interface Source {
  /** Repository and, where it has them, language: what figures are given by. */
  readonly kind: string;
  readonly text: string;
  /** `train`; `test`: another part of the same sources; `other`: sources that nothing is learned from. */
  readonly part: "train" | "test" | "other";
}

/** Words of a language, the most frequent first. */
export interface WordList {
  readonly words: readonly (readonly [word: string, share: number])[];
  /** Written without spaces between words. */
  readonly isJoined: boolean;
}

const WORDS = 25_000;
const JOINED = /^(?:zh_cn|zh_tw|ja|th)_50k/;
/** No kind is learned from more than this, characters. */
const MOST = 700_000;
const MOST_OF_CJK = 1_500_000;
const CJK = /zh|ja|weekly/;
const TREEBANK = /UD_([A-Za-z_]+)-([A-Za-z]+)/;
/** Their only file is called a test. */
const WHOLE = /Bengali|Chinese-HK|Kazakh/;

function* filesOf(folder: string): Generator<string> {
  const entries = readdirSync(folder, { withFileTypes: true });
  for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) yield* filesOf(path);
    else yield path;
  }
}

export const hashOf = (text: string): number => {
  let hash = 7;
  for (let at = 0; at < text.length; at++) hash = (Math.imul(hash, 31) + text.charCodeAt(at)) | 0;
  return hash >>> 0;
};

function treebank(path: string, text: string): Source {
  const [, language = "", name = ""] = TREEBANK.exec(path) ?? [];
  const lines = Array.from(text.matchAll(/^# text = (.*)$/gm), ([, line]) => line);
  const isTest = path.includes("-test.") && !WHOLE.test(path);
  const part = name === "PUD" ? "other" : isTest ? "test" : "train";
  return {
    kind: `${part === "other" ? "news" : "treebank"}:${language}`,
    text: `${lines.join("\n")}\n`,
    part,
  };
}

function kindOf(path: string): string {
  const [repository = "", ...folders] = path.split("/");
  const language = folders.slice(0, -1).find((folder) => /^(?:pages\.)?[a-z]{2,3}(?:[-_]\w+)?$/.test(folder));
  return `${repository.split("+")[1]}:${language ?? path.split(".").at(-1)}`;
}

/** Texts of all files below a folder; every tenth file that is not of a treebank is of the part `test`. */
export function* sourcesOf(folder: string): Generator<Source> {
  const taken = new Map<string, number>();
  for (const file of filesOf(folder)) {
    if (file.endsWith("_50k.txt")) continue;
    const path = relative(folder, file);
    const text = readFileSync(file, "utf8");
    if (text.includes("\0")) continue;
    if (file.endsWith(".conllu")) {
      yield treebank(path, text);
      continue;
    }
    const kind = kindOf(path);
    const before = taken.get(kind) ?? 0;
    if (before > (CJK.test(kind) ? MOST_OF_CJK : MOST)) continue;
    taken.set(kind, before + text.length);
    yield { kind, text, part: hashOf(path) % 10 === 0 ? "test" : "train" };
  }
}

/** The lists of words with their frequencies below a folder. */
export function* wordListsOf(folder: string): Generator<WordList> {
  for (const file of filesOf(folder)) {
    if (!file.endsWith("_50k.txt")) continue;
    const rows = readFileSync(file, "utf8").trim().split("\n").slice(0, WORDS);
    const counted = rows
      .map((row) => row.split(" "))
      .map(([word = "", count]) => [word, Number(count)] as const);
    const all = counted.reduce((sum, [, count]) => sum + count, 0);
    const name = file.split("/").at(-1) ?? "";
    yield { words: counted.map(([word, count]) => [word, count / all]), isJoined: JOINED.test(name) };
  }
}

/** Lengths of excerpts in characters of an alphabet; those of syllables and ideographs hold more. */
const LENGTHS = [200, 400, 800, 2_000, 4_000];
const DENSE = /[\u0900-\u0fff\u3000-\u9fff\uac00-\ud7af]/;
const DENSE_SHARE = 0.36;
const EXCERPTS = 40;
const EXCERPTS_OF_FILE = 6;

/** Some excerpts of a text, of whole lines, from 50 to 1,000 tokens. */
export function* excerptsOf({ text, kind }: Source): Generator<string> {
  const isTreebank = /^(?:news|treebank):/.test(kind);
  const share = DENSE.test(text.slice(0, 2_000)) ? DENSE_SHARE : 1;
  let left = isTreebank ? EXCERPTS : EXCERPTS_OF_FILE;
  let excerpt = "";
  for (const line of text.split("\n")) {
    excerpt += `${line}\n`;
    const length = share * (LENGTHS[left % LENGTHS.length] ?? 0);
    if (excerpt.length < length) continue;
    if (excerpt.length < length * 4) yield excerpt;
    excerpt = "";
    if (--left === 0) return;
  }
}
