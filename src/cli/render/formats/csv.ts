import type { AnyHit } from "../../../search/contract/hits.ts";
import { showsRoots } from "../search-hits.ts";
import { type Format, shownScore, shownText, wholeCitation } from "./format.ts";

/** RFC 4180: lines end so. */
const LINE_END = "\r\n";

const PASSAGE = [
  "citation",
  "relevance",
  "score",
  "root",
  "path",
  "start_line",
  "end_line",
  "headings",
  "id",
  "text",
];
const COMPACT = ["id", "citation", "relevance", "score", "tokens", "heading"];
const DIGEST = ["citation"];

/** Starts that a spreadsheet takes for a formula, after white space too, in full width too. */
const FORMULA = /^\s*[=+\-@\uff1d\uff0b\uff0d\uff20]|^[\t\r]/;

/** A cell of foreign text: an apostrophe before what would be a formula, quotes where RFC 4180 wants them. */
export function csvCell(text: string): string {
  const harmless = FORMULA.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}

const row = (cells: readonly string[]): string => cells.join(",") + LINE_END;

function cellsOf(hit: AnyHit, { withRoot }: { readonly withRoot: boolean }): readonly string[] {
  const citation = wholeCitation(hit, withRoot);
  if ("tokens" in hit) {
    const { id, relevance, score, tokens, heading = "" } = hit;
    return [id, citation, shownScore(relevance), shownScore(score), String(tokens), heading];
  }
  if (!("root" in hit)) return [citation];
  const { relevance, score, root, path, startLine, endLine, headings, id } = hit;
  const lines = [String(startLine), String(endLine)];
  return [
    citation,
    shownScore(relevance),
    shownScore(score),
    root,
    path,
    ...lines,
    headings.join(" > "),
    id,
    shownText(hit),
  ];
}

/** The columns of the view, which the last hit tells: a budget may cut the first one down to its citation. */
function columnsOf(hits: readonly AnyHit[]): readonly string[] {
  const hit = hits.at(-1);
  if (hit === undefined || "root" in hit) return PASSAGE;
  return "tokens" in hit ? COMPACT : DIGEST;
}

/** A table after RFC 4180, safe to open in a spreadsheet. */
export const csv: Format = (answer, { clean }) => {
  const withRoot = showsRoots(answer);
  const hits = answer.hits.map((hit) => row(cellsOf(hit, { withRoot }).map((cell) => csvCell(clean(cell)))));
  return { before: row(columnsOf(answer.hits)), hits, after: "" };
};
