import { estimateTokens } from "../../text/estimate-tokens.ts";
import type { CompactHit } from "../contract/hits.ts";
import { citationOf } from "./digest.ts";
import type { View } from "./view.ts";

/** Characters of an id that are always shown: what `get` takes at least. */
const LEAST_ID_CHARS = 8;

/** Decimals of a score: more would cost tokens and tell nothing more. */
const SCORE_DIGITS = 2;

function sharedChars(left: string, right: string): number {
  let at = 0;
  while (at < left.length && left[at] === right[at]) at++;
  return at;
}

/** Shortest start of an id, at least 8 characters, that none of its namesakes has. */
export function shortestId(id: string, namesakes: readonly string[]): string {
  const shared = Math.max(0, ...namesakes.map((other) => sharedChars(id, other)));
  return id.slice(0, Math.max(LEAST_ID_CHARS, shared + 1));
}

/** Enough to choose what to read, and what reading it costs: 40 tokens a hit at most, at the median. */
export const compact: View<CompactHit> = {
  hit(found) {
    const { row, score } = found;
    const heading = row.headings.at(-1);
    return {
      id: shortestId(row.id, row.namesakes ?? []),
      citation: citationOf(found),
      score: Number(score.toFixed(SCORE_DIGITS)),
      ...(heading !== undefined && { heading }),
      tokens: estimateTokens(row.text),
    };
  },
  text: (hit) => compactCells(hit).join(" "),
};

/** The cells of its line: id, citation, score, cost and, last because it may be long, the heading. */
export const compactCells = ({ id, citation, score, tokens, heading }: CompactHit): readonly string[] => [
  id,
  citation,
  score.toFixed(SCORE_DIGITS),
  `${tokens} tokens`,
  ...(heading === undefined ? [] : [heading]),
];
