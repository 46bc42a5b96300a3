import { DEFAULTS } from "../../config.ts";
import { cutToTokens, headingPath, passageText } from "../../text/passage.ts";
import { estimateTokens } from "../../text/tokens/estimate-tokens.ts";
import type { AnalysedQuery } from "../query/analyse.ts";
import type { ChunkRow } from "../sql/chunk-rows.ts";
import { bestRange } from "../views/best-range.ts";
import { findMatches } from "../views/matches.ts";

/** A heading path takes at most so much of what is sent. */
const HEADINGS_SHARE = 0.5;

/**
 * A passage as a re-ranker is sent it, at most so many tokens. Of one that is longer the heading path, and the lines that hold
 * the most of the query's words with what stands around them. It depends on the query and on what is sent whole, and on nothing
 * else, because that is what its score is kept by.
 */
export function sentPassage(
  { headings, text }: Pick<ChunkRow, "headings" | "text">,
  query: Pick<AnalysedQuery, "terms" | "languages">,
  maxTokens: number = DEFAULTS.rerankPassageTokens,
): string {
  const whole = cutToTokens(passageText(headings, text), DEFAULTS.rerankPassageTokens);
  if (maxTokens >= DEFAULTS.rerankPassageTokens || estimateTokens(whole) <= maxTokens) return whole;
  const headed = whole.startsWith(`${headingPath(headings)}\n`) ? whole.indexOf("\n") + 1 : 0;
  const head = cutToTokens(whole.slice(0, headed), maxTokens * HEADINGS_SHARE);
  const body = whole.slice(headed);
  const weights = new Map(
    query.terms.flatMap(({ stem, forms = [stem] }) => forms.map((form) => [form, 1] as const)),
  );
  const left = maxTokens - estimateTokens(head);
  const limit = Math.floor((body.length * left) / Math.max(left, estimateTokens(body)));
  const matches = findMatches(body, new Set(weights.keys()), query.languages);
  const separator = head === "" || head.endsWith("\n") ? "" : "\n";
  return cutToTokens(
    `${head}${separator}${body.slice(...bestRange(body, matches, { weights, limit }))}`,
    maxTokens,
  );
}
