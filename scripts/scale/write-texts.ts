import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** One document, bytes: a long note. */
const DOCUMENT_BYTES = 4_096;
/** Documents of a folder, as people file them. */
const PER_FOLDER = 100;
const PARAGRAPH_WORDS = 60;
/** So many words are to choose from as a large workspace has. */
const VOCABULARY = 20_000;
const SYLLABLES = ["ba", "del", "ko", "min", "ra", "sto", "ve", "lun", "gri", "pa", "nor", "ti", "hes", "mu"];

/** Pseudo-random numbers below `limit`, the same ones for the same seed (xorshift32, Marsaglia 2003). */
export function randomFrom(seed: number): (limit: number) => number {
  let state = (seed * 2_654_435_761 + 1) | 0 || 1;
  return (limit) => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) % limit;
  };
}

/** The word of a number: its digits in base 14 as syllables. */
export function wordOf(index: number): string {
  let word = "";
  for (let rest = index + SYLLABLES.length; rest > 0; rest = Math.floor(rest / SYLLABLES.length))
    word += SYLLABLES[rest % SYLLABLES.length];
  return word;
}

/** Low numbers far more often, as words are in texts. */
const nextWord = (random: (limit: number) => number): string => wordOf(random(1 + random(VOCABULARY)));

/** A document's text; another revision changes one line. */
export function textOf(index: number, revision: number): string {
  const random = randomFrom(index + 1);
  let text = `# Note ${index}\n\nRevision ${revision}.\n`;
  while (text.length < DOCUMENT_BYTES) {
    const words = Array.from({ length: PARAGRAPH_WORDS }, () => nextWord(random));
    text += `\n## ${nextWord(random)}\n\n${words.join(" ")}.\n`;
  }
  return text.slice(0, DOCUMENT_BYTES - 1).concat("\n");
}

/** Where a document lies in the folder. */
export const pathOf = (index: number): string => `f${Math.floor(index / PER_FOLDER)}/n${index}.md`;

export interface Texts {
  readonly from: number;
  readonly to: number;
  /** Another one changes one line of each. */
  readonly revision: number;
}

/** Writes the documents `from` to below `to` into a folder. */
export function writeTexts(folder: string, { from, to, revision }: Texts): void {
  for (let index = from; index < to; index++) {
    const file = join(folder, pathOf(index));
    if (index === from || index % PER_FOLDER === 0) mkdirSync(join(file, ".."), { recursive: true });
    writeFileSync(file, textOf(index, revision));
  }
}
