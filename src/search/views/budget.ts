import { countTokens } from "../../text/tokens/count-tokens.ts";
import { longestFitting } from "../../text/passage.ts";
import { upToWord } from "../../text/words/word-edges.ts";
import type { AnyHit, Hit } from "../contract/hits.ts";
import type { SearchAnswer, SearchRequest } from "../contract/search.ts";
import { citationWithRoot } from "./citation.ts";
import { textOf } from "./views.ts";

/** Fewer tokens are no beginning of a passage worth having. */
const MIN_CUT_TOKENS = 40;

interface FillOptions {
  /** Tokens for the hits. */
  readonly budget: number;
  readonly costOf: (hit: AnyHit) => number;
  readonly severalRoots: boolean;
}

interface Filled {
  readonly hits: AnyHit[];
  /** Tokens, as `countTokens` has them. */
  readonly used: number;
  readonly isCut: boolean;
}

/**
 * Whole hits in order, then as much as fits of the first that does not fit whole, where that is worth having. Of the best
 * hit there is always something.
 */
export function fillBudget(hits: readonly AnyHit[], { budget, costOf, severalRoots }: FillOptions): Filled {
  const shown: AnyHit[] = [];
  let used = 0;
  for (const hit of hits) {
    const cost = costOf(hit);
    if (used + cost > budget) return withPart({ hits: shown, used, isCut: false }, hit);
    used += cost;
    shown.push(hit);
  }
  return { hits: shown, used, isCut: false };

  function withPart(whole: Filled, next: AnyHit): Filled {
    const room = budget - whole.used;
    const fits = (hit: AnyHit): boolean => costOf(hit) <= room;
    const isFirst = whole.hits.length === 0;
    if (!isFirst && room < MIN_CUT_TOKENS) return whole;
    const part = isFirst ? cutHit(next, { fits, severalRoots }) : shortened(next, fits);
    if (part === undefined) return whole;
    return { hits: [...whole.hits, part], used: whole.used + costOf(part), isCut: part !== next };
  }
}

/**
 * An answer within its request's budget, its hits or, where there are none, what comes closest: their text with citation,
 * as a reader is shown it. `over` says where not even the least fits. Without a budget, the answer as it is.
 */
export function withinBudget(
  answer: SearchAnswer<AnyHit>,
  { budget }: Pick<SearchRequest, "budget">,
): SearchAnswer<AnyHit> {
  if (budget === undefined) return answer;
  const severalRoots = answer.index.severalRoots === true;
  const fill = (hits: readonly AnyHit[]): Filled =>
    fillBudget(hits, { budget, costOf: textTokens, severalRoots });
  const { hits, used, isCut } = fill(answer.hits);
  // Only where there are no hits.
  const closest = answer.closest && fill(answer.closest);
  const left = answer.hits.length - hits.length;
  const total = used + (closest?.used ?? 0);
  const use = { tokens: budget, used: total, left, cut: isCut };
  return {
    ...answer,
    hits,
    ...(closest && { closest: closest.hits }),
    budget: { ...use, ...(total > budget && { over: true as const }) },
  };
}

const textTokens = (hit: AnyHit): number => countTokens(`${textOf(hit)}\n`);

interface CutOptions {
  /** Whether a hit is small enough. What is shorter fits wherever a longer one did. */
  readonly fits: (hit: AnyHit) => boolean;
  /** A path needs its root before it. */
  readonly severalRoots: boolean;
}

/**
 * The most of a hit that fits, marked as cut: fewer lines of its text, the last of them whole or, where it is long, up to a word
 * in it, then only its citation, which stays whole even where it does not fit. The citation goes on naming the whole chunk.
 */
export function cutHit(hit: AnyHit, { fits, severalRoots }: CutOptions): AnyHit {
  if (fits(hit)) return hit;
  if ("tokens" in hit) {
    const { heading: _, ...bare } = hit;
    return fits({ ...bare, cut: true }) ? { ...bare, cut: true } : { citation: hit.citation, cut: true };
  }
  if (!("root" in hit)) return hit;
  const shorter = shortened(hit, fits);
  if (shorter !== undefined) return shorter;
  return { citation: severalRoots ? citationWithRoot(hit) : hit.citation, cut: true };
}

/** The hit with the longest start of its text that fits; undefined when not one character does, or it has none. */
export function shortened(hit: AnyHit, fits: CutOptions["fits"]): Hit | undefined {
  if (!("root" in hit)) return undefined;
  const text = hit.text ?? hit.snippet?.text ?? "";
  const low = longestFitting(text.length - 1, (chars) => fits(withText(hit, text.slice(0, chars))));
  const shown = wholePart(text, low);
  const cut = withText(hit, shown);
  return shown === "" || !fits(cut) ? undefined : cut;
}

/** Less of what fits is not left out for the sake of whole lines: a heading is no answer, its paragraph may be one line. */
const LEAST_IN_WHOLE_LINES = 0.5;

/** The first `chars` without the line that they break, or where that is most of them without the word. */
function wholePart(text: string, chars: number): string {
  const lineEnd = text.lastIndexOf("\n", chars);
  const lines = text.slice(0, Math.max(0, lineEnd)).replace(/\n+$/, "");
  if (lines !== "" && lineEnd >= chars * LEAST_IN_WHOLE_LINES) return lines;
  return upToWord(text, chars);
}

function withText(hit: Hit, text: string): Hit {
  if (hit.snippet === undefined) return { ...hit, text, cut: true };
  const { startLine, endLine: _, startColumn, endColumn: __, highlights, ...rest } = hit.snippet;
  const lines = text.split("\n");
  const lastLine = lines.at(-1) ?? "";
  const isCutLine = text.length < rest.text.length && rest.text[text.length] !== "\n";
  const from = startColumn ?? 1;
  const columns = {
    startColumn: from,
    endColumn: lastLine.length + (lines.length === 1 ? from - 1 : 0),
  };
  const snippet: NonNullable<Hit["snippet"]> = {
    text,
    startLine,
    endLine: startLine + lines.length - 1,
    ...((isCutLine || startColumn !== undefined) && columns),
    highlights: highlights.filter(([, end]) => end <= text.length),
  };
  return { ...hit, snippet, cut: true };
}
