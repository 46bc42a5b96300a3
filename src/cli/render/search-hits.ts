import type { Hit, SearchAnswer } from "../../contract/search.ts";
import { columnsOf, cutTo } from "./columns.ts";
import { highlightLine, type Range } from "./highlight.ts";
import { safeLine } from "./terminal-safe.ts";

export interface HitOptions {
  readonly columns: number;
  readonly color: boolean;
}

const INDENT = "   ";
const GAP = "  ";
/** Fewer columns would show nothing of a heading. */
const MIN_HEADING_COLUMNS = 12;
const BOLD = "\u001b[1m";
const RESET = "\u001b[0m";

/** `1. path#L3-L9  0.87  Heading > Sub`: the citation whole, to be copied; the headings as far as they fit. */
function headline(hit: Hit, position: number, options: HitOptions & { readonly withRoot: boolean }): string {
  const citation = safeLine(options.withRoot ? `${hit.root}:${hit.citation}` : hit.citation);
  const number = `${position}. `;
  const score = hit.score.toFixed(2);
  const used = number.length + columnsOf(citation) + GAP.length + score.length + GAP.length;
  const room = options.columns - used;
  const headings = safeLine(hit.headings.join(" > "));
  const shown = headings !== "" && room >= MIN_HEADING_COLUMNS ? GAP + cutTo(headings, room) : "";
  return `${number}${options.color ? BOLD + citation + RESET : citation}${GAP}${score}${shown}`;
}

function snippetLines({ text, highlights }: NonNullable<Hit["snippet"]>, options: HitOptions): string[] {
  let offset = 0;
  return text.split("\n").map((line) => {
    const start = offset;
    offset += line.length + 1;
    const ranges = highlights
      .filter(([from, to]) => from < start + line.length && to > start)
      .map(([from, to]): Range => [Math.max(0, from - start), to - start]);
    const shown = line.endsWith("\r") ? line.slice(0, -1) : line;
    return (
      INDENT +
      highlightLine(safeLine(shown), {
        ranges,
        columns: options.columns - INDENT.length,
        color: options.color,
      })
    );
  });
}

/** With `--full` nothing is cut: a person asked for the passage. */
const fullLines = (text: string): string[] =>
  text.split("\n").map((line) => INDENT + safeLine(line.replace(/\r$/, "")));

/** The lines without the empty ones at the end, which only push the next hit away. */
function bodyOf(hit: Hit, options: HitOptions): readonly string[] {
  const lines =
    hit.text !== undefined ? fullLines(hit.text) : hit.snippet && snippetLines(hit.snippet, options);
  const trimmed = (lines ?? []).map((line) => line.trimEnd());
  return trimmed.slice(0, trimmed.findLastIndex((line) => line !== "") + 1);
}

/** The hits of an answer as lines for a terminal, best first, an empty line between them. */
export function renderHits({ hits }: Pick<SearchAnswer, "hits">, options: HitOptions): readonly string[] {
  const withRoot = new Set(hits.map(({ root }) => root)).size > 1;
  return hits.flatMap((hit, at) => {
    const lines = [headline(hit, at + 1, { ...options, withRoot }), ...bodyOf(hit, options)];
    return at === 0 ? lines : ["", ...lines];
  });
}
