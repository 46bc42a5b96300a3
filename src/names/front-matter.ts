import { readFrontMatter } from "../text/front-matter.ts";

/** What is said of a document in its front matter, and of which of its names. */
export interface StatedEntry {
  readonly key: string;
  /** Each value of a list; without brackets and wiki marks. */
  readonly values: readonly string[];
}

export interface StatedFacts {
  readonly entries: readonly StatedEntry[];
  /** Where the text after it begins. */
  readonly end: number;
}

const MAX_VALUE_CHARS = 120;
const MAX_VALUES = 20;
/** A chunk that begins so may have front matter. */
const OPEN = /^\uFEFF?---/;

/** The front matter at the beginning of a chunk, which may end before it; without entries when there is none. */
export function statedFacts(text: string): StatedFacts {
  if (!OPEN.test(text)) return { entries: [], end: 0 };
  const lines = text.split("\n");
  const { lines: count, isClosed, entries } = readFrontMatter((line) => lines[line]);
  if (!isClosed && entries.length === 0) return { entries: [], end: 0 };
  const byKey = Map.groupBy(
    entries.filter(({ isNested }) => !isNested),
    ({ key }) => key,
  );
  return {
    entries: [...byKey].map(([key, own]) => ({
      key,
      values: own.flatMap(({ values }) => values.slice(0, MAX_VALUES).map(nameIn)).filter(isName),
    })),
    end: lines.slice(0, count).reduce((sum, line) => sum + line.length + 1, 0),
  };
}

const nameIn = (value: string | number | boolean): string =>
  String(value)
    .replace(/^\[+|\]+$/g, "")
    .trim();

const isName = (value: string): boolean => value !== "" && value.length <= MAX_VALUE_CHARS;
