/** Starts of words are told apart by so many characters, and by a table of so many places. */
const START_CHARS = 3;
const PLACES = 1 << 14;

const lower = (code: number): number => (code >= 65 && code <= 90 ? code + 32 : code);

/** The place of a start in the table; starts may share one. */
const placeOf = (first: number, second: number, third: number): number =>
  ((first * 37 + second) * 37 + third) & (PLACES - 1);

const startOf = (word: string): number => placeOf(word.charCodeAt(0), word.charCodeAt(1), word.charCodeAt(2));

/**
 * Finds which of many words, ASCII in lower case, a text holds in whatever case, in one pass over it: most places of a text
 * are passed by a look into one small table. A word of one or two characters is found in lower and in upper case.
 */
export function wordFinder(words: readonly string[]): (text: string) => ReadonlySet<string> {
  const all = [...new Set(words)];
  const short = all.filter((word) => word.length < START_CHARS);
  const byStart = Map.groupBy(
    all.filter((word) => word.length >= START_CHARS),
    startOf,
  );
  const isStart = new Uint8Array(PLACES);
  for (const start of byStart.keys()) isStart[start] = 1;
  return (text) => {
    const found = new Set(short.filter((word) => text.includes(word) || text.includes(word.toUpperCase())));
    let [first, second] = [0, 0];
    for (let at = 0; at < text.length; at++) {
      const third = lower(text.charCodeAt(at));
      const start = placeOf(first, second, third);
      if (isStart[start] === 1)
        for (const word of byStart.get(start) ?? []) if (isAt(text, at - 2, word)) found.add(word);
      first = second;
      second = third;
    }
    return found;
  };
}

function isAt(text: string, from: number, word: string): boolean {
  for (let at = 0; at < word.length; at++)
    if (lower(text.charCodeAt(from + at)) !== word.charCodeAt(at)) return false;
  return true;
}
