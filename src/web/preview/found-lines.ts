import type { Hit } from "../../search/contract/hits.ts";

/** The lines of a passage that are shown of it, and where they match. */
export type Extracted = Pick<NonNullable<Hit["snippet"]>, "text" | "highlights">;

/** Of a line whose first found word stands farther than `far` from its beginning, so much is shown before that word, characters. */
const OF_CODE: Lead = { far: 40, lead: 24 };
const OF_PROSE: Lead = { far: 100, lead: 40 };
/** As long as the server's extracts: a whole passage would be parsed for two lines of it. */
const MOST_CHARS = 700;

/** What a document says of itself above its text: what converters write there, from where an extract may begin in it, and in prose all. */
const CONVERTED = /^(?:---\n)?converted: .*\n(?:\w+: .*\n)*---(?:\n|$)/;
const FRONT_MATTER = /^---[ \t]*\r?\n[\s\S]*?\n---[ \t]*(?:\r?\n|$)/;

interface Lead {
  readonly far: number;
  readonly lead: number;
}

interface Line {
  readonly from: number;
  readonly to: number;
  /** The found words in it, each once. */
  readonly words: ReadonlySet<string>;
}

/** An extract's lines that are not blank, behind what the document says of itself. */
function linesOf({ text, highlights }: Extracted, isProse: boolean): readonly Line[] {
  const lines: Line[] = [];
  const about = CONVERTED.exec(text) ?? (isProse ? FRONT_MATTER.exec(text) : null);
  for (let from = about?.[0].length ?? 0; from < text.length; ) {
    const end = text.indexOf("\n", from);
    const to = end < 0 ? text.length : end;
    const inside = highlights.filter(([start, stop]) => start >= from && stop <= to);
    const words = new Set(inside.map(([start, stop]) => text.slice(start, stop).toLowerCase()));
    if (text.slice(from, to).trim() !== "") lines.push({ from, to, words });
    from = to + 1;
  }
  return lines;
}

/** The second half of a character that takes two units. */
const LOW_HALF = /^[\udc00-\udfff]/;

const NONE: ReadonlySet<string> = new Set();

/** The line with the most words that `known` lacks, the first of equals; undefined: none has any. */
function richest(lines: readonly Line[], known: ReadonlySet<string>): Line | undefined {
  let best: Line | undefined;
  let most = 0;
  for (const line of lines) {
    const more = [...line.words].filter((word) => !known.has(word)).length;
    if (more > most) [best, most] = [line, more];
  }
  return best;
}

/** A part of an extract, the marks at their places in it; what is left out before it is told by an ellipsis. */
function partOf({ text, highlights }: Extracted, from: number, to: number, before = ""): Extracted {
  const by = before.length - from;
  const inside = highlights.filter(([start, end]) => start >= from && end <= to);
  return {
    text: before + text.slice(from, to),
    highlights: inside.map(([start, end]): [number, number] => [start + by, end + by]),
  };
}

/** Where a line is shown from: from its beginning, or shortly before its first found word; a row of a table from a cell on. */
function beginningOf({ text, highlights }: Extracted, { from, to }: Line, { far, lead }: Lead): number {
  const [first = from] = highlights.find(([start, end]) => start >= from && end <= to) ?? [];
  if (first - from <= far) return from;
  if (/^\s*\|/.test(text.slice(from, to))) return Math.max(from, text.lastIndexOf("|", first));
  const earliest = first - lead;
  const space = text.slice(earliest - 1, first).search(/\s/);
  if (space >= 0) return earliest + space;
  return LOW_HALF.test(text.slice(earliest, first)) ? earliest + 1 : earliest;
}

const shownFrom = (of: Extracted, line: Line, lead: Lead, to: number): Extracted => {
  const from = beginningOf(of, line, lead);
  return partOf(of, from, to, from === line.from || of.text[from] === "|" ? "" : "… ");
};

/**
 * The lines of code, or of a table, that hold the most of the found words, two at most and none of them blank, without the
 * indentation that they share. Where nothing is marked: the first.
 */
export function foundLines(of: Extracted): readonly Extracted[] {
  const lines = linesOf(of, false);
  const best = richest(lines, NONE) ?? lines[0];
  if (best === undefined) return [];
  const at = lines.indexOf(best);
  const others = lines.toSpliced(at, 1);
  const other = richest(others, best.words) ?? richest(others, NONE) ?? others[at] ?? others[at - 1];
  const chosen = lines.filter((line) => line === best || line === other);
  const indents = chosen.map(({ from, to }) => of.text.slice(from, to).search(/\S/));
  const indent = Math.min(...indents);
  return chosen.map((line) => shownFrom(of, { ...line, from: line.from + indent }, OF_CODE, line.to));
}

/**
 * An extract of running text from the line on that holds the most of the found words, as much as two lines can need; `from` is the
 * beginning of that line in it.
 */
export function fromFound(of: Extracted): Extracted & { readonly from: number } {
  const lines = linesOf(of, true);
  const best = richest(lines, NONE) ?? lines[0];
  if (best === undefined) return { text: "", highlights: [], from: 0 };
  const shown = shownFrom(of, best, OF_PROSE, of.text.length);
  return { ...partOf(shown, 0, Math.min(MOST_CHARS, shown.text.length)), from: best.from };
}
