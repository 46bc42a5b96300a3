// Directions of writing. What is written from left to right inside a text from right to left (a path, a flag, a command) is
// shown turned (`var/log/` as `/var/log`) unless it is isolated: https://www.unicode.org/reports/tr9/#Explicit_Directional_Isolates.

/** Letters that are written from right to left. */
const RIGHT_TO_LEFT =
  "[[\\p{scx=Arab}\\p{scx=Hebr}\\p{scx=Syrc}\\p{scx=Thaa}\\p{scx=Nkoo}\\p{scx=Adlm}\\p{scx=Samr}\\p{scx=Mand}]&&\\p{L}]";
const ANY_RIGHT_TO_LEFT = new RegExp(RIGHT_TO_LEFT, "v");
const FIRST_LETTER = new RegExp(`(${RIGHT_TO_LEFT})|\\p{L}`, "v");

/** From and to, UTF-16 offsets, end excluded. */
export type Range = readonly [number, number];

export const hasRightToLeft = (text: string): boolean => ANY_RIGHT_TO_LEFT.test(text);

/** Code between backticks says nothing of the direction of the sentence. */
const CODE_SPANS = /`[^`\n]*`/g;

/** The direction of a paragraph by its first letter, code left out; undefined: it has none. */
export function directionOf(text: string): "ltr" | "rtl" | undefined {
  const found = FIRST_LETTER.exec(text.replace(CODE_SPANS, " "));
  if (found === null) return undefined;
  return found[1] === undefined ? "ltr" : "rtl";
}

/** Colours of a terminal may stand anywhere in a word. */
const COLOR = "\\u001b\\[[\\d;]*m";
const LATIN = /[A-Za-z0-9]/;
/** What makes a name of a word: it would be taken apart, or put at the wrong end. */
const SYMBOL = /[/\\\-_.:=@#~*$<>()[\]{}+&|%]/;
/** A path may have a name from right to left in it. */
const MIXED_PATH = /^[~./\\A-Za-z0-9][^\s`]*[/\\]/;

/** Code, else a word: of one direction, or a path. */
const WORDS = new RegExp(`\`[^\`\\n]*\`|(?:${COLOR}|\\S)+`, "g");
const PARTS = new RegExp(`(?:${COLOR}|[[^\\s]--${RIGHT_TO_LEFT}])+`, "gv");
/** What belongs to the sentence, before and after a word. */
const BEFORE = new RegExp(`^(?:${COLOR}|["'«“(\\[{,;:!?،؛؟])*`);
const AFTER = /[.,;:!?"'»”،؛؟…]+$/;

interface Part {
  readonly from: number;
  readonly to: number;
  /** Nothing that follows goes on with it. */
  readonly isLast: boolean;
}

const withoutColors = (text: string): string => text.replace(new RegExp(COLOR, "g"), "");

/** A word without the sentence's punctuation; undefined: nothing is left. */
function trimmed(text: string, at: number, follows: boolean): Part | undefined {
  // A Hebrew or Arabic prefix is joined to a foreign word by a hyphen.
  const lead = /^[-־]/.test(text) && follows ? 1 : (BEFORE.exec(text)?.[0].length ?? 0);
  const rest = text.slice(lead);
  const bare = rest.replace(AFTER, "");
  const core = bare.includes("(") ? bare : bare.replace(/[)\]}]+$/, "");
  if (core === "") return undefined;
  return { from: at + lead, to: at + lead + core.length, isLast: core.length < rest.length };
}

/** The parts of a line that are written from left to right, in order. */
function partsOf(line: string): readonly (Part | "break")[] {
  return [...line.matchAll(WORDS)].flatMap(({ 0: word, index }): readonly (Part | "break")[] => {
    if (word === "`") return ["break"];
    if (word.startsWith("`")) return [{ from: index, to: index + word.length, isLast: false }];
    if (!ANY_RIGHT_TO_LEFT.test(word) || MIXED_PATH.test(withoutColors(word)))
      return [trimmed(word, index, false) ?? "break"];
    const parts = [...word.matchAll(PARTS)].map(
      ({ 0: part, index: at }) => trimmed(part, index + at, at > 0) ?? ("break" as const),
    );
    // Letters from right to left stand between these.
    return ["break" as const, ...parts.flatMap((part) => [part, "break" as const])];
  });
}

const isName = (text: string): boolean => {
  const plain = withoutColors(text);
  return plain.startsWith("`") || (LATIN.test(plain) && SYMBOL.test(plain));
};

function runsOf(line: string): readonly Range[] {
  const runs: Range[] = [];
  let open: [number, number] | undefined;
  const close = () => {
    if (open !== undefined && isName(line.slice(...open))) runs.push(open);
    open = undefined;
  };
  for (const part of partsOf(line)) {
    if (part === "break") close();
    else {
      open = [open?.[0] ?? part.from, part.to];
      if (part.isLast) close();
    }
  }
  close();
  return runs;
}

/**
 * Ranges of a text that are to be shown from left to right whatever stands around them: code in backticks, paths, flags,
 * commands, numbers with separators. Only in lines that have letters from right to left; in order, none overlaps another.
 */
export function leftToRightRuns(text: string): readonly Range[] {
  if (!hasRightToLeft(text)) return [];
  let offset = 0;
  return text.split("\n").flatMap((line) => {
    const start = offset;
    offset += line.length + 1;
    return hasRightToLeft(line) ? runsOf(line).map(([from, to]): Range => [start + from, start + to]) : [];
  });
}
