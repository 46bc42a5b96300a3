const NONE = "A";
/** Ahead of each entry. */
const MARK = /(?=[A-Z])/;

/** A list of words, read by first letter when it is first asked: reading all takes a Worker milliseconds. */
export type CodedWords = (word: string) => boolean;

/**
 * Reads a sorted list of lower-case words: each after the letters that it shares with the one before it, their number as
 * a capital, A for none (`AaaaiBbab…`). Line ends say nothing.
 */
export function codedWords(coded: string): CodedWords {
  const byLetter = new Map<string, ReadonlySet<string>>();
  const isListed = (word: string): boolean => {
    const letter = word.charAt(0);
    const known = byLetter.get(letter);
    if (known !== undefined) return known.has(word);
    byLetter.set(letter, wordsWith(coded, letter));
    return isListed(word);
  };
  return isListed;
}

function wordsWith(coded: string, letter: string): ReadonlySet<string> {
  const block =
    coded
      .replaceAll("\n", "")
      .split(NONE)
      .find((one) => one.startsWith(letter)) ?? "";
  return new Set(frontCodedWords(NONE + block));
}

/** The words of a list that is written so, in its order. */
export function frontCodedWords(coded: string): readonly string[] {
  const words: string[] = [];
  let before = "";
  for (const entry of coded.split(MARK)) {
    before = before.slice(0, entry.charCodeAt(0) - NONE.charCodeAt(0)) + entry.slice(1);
    words.push(before);
  }
  return words;
}
