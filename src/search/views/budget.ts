import { AppError } from "../../errors.ts";
import { estimateTokens } from "../../text/estimate-tokens.ts";
import { longestFitting } from "../../text/passage.ts";
import { MIN_BUDGET, MIN_JSON_BUDGET } from "../contract/constants.ts";
import type { AnyHit, Hit } from "../contract/hits.ts";
import type { SearchAnswer, SearchRequest } from "../contract/search.ts";
import { rootedCitation } from "./citation.ts";
import { textOf } from "./views.ts";

/** What a recall's id and its name cost: random, so it is not counted, or the same search could show more hits. */
const RECALL_ID_TOKENS = 50;

/** Numbers not known before the hits are chosen: as long as they get. */
const BUDGET_USE = { tokens: 1_000_000, used: 1_000_000, left: 100, cut: false };

interface FillOptions {
  /** Tokens for the hits. */
  readonly budget: number;
  readonly costOf: (hit: AnyHit) => number;
  readonly severalRoots: boolean;
}

interface Filled {
  readonly hits: AnyHit[];
  /** Tokens, estimated high. */
  readonly used: number;
  readonly isCut: boolean;
}

/** Whole hits in order until the next would not fit; the first is always there, cut if it must be. */
export function fillBudget(hits: readonly AnyHit[], { budget, costOf, severalRoots }: FillOptions): Filled {
  const [best] = hits;
  if (best === undefined) return { hits: [], used: 0, isCut: false };
  const first = cutHit(best, { fits: (hit) => costOf(hit) <= budget, severalRoots });
  const shown = [first];
  let used = costOf(first);
  // A hit that was cut has taken what there was.
  for (const hit of first === best ? hits.slice(1) : []) {
    const cost = costOf(hit);
    if (used + cost > budget) break;
    used += cost;
    shown.push(hit);
  }
  return { hits: shown, used, isCut: first !== best };
}

/** Throws `invalid_input` for a budget that the JSON of an answer without a hit may exceed. */
export function checkBudget({ budget, counted = "json" }: Pick<SearchRequest, "budget" | "counted">): void {
  if (budget !== undefined && counted === "json" && budget < MIN_JSON_BUDGET)
    throw new AppError(
      "invalid_input",
      `budget: of JSON at least ${MIN_JSON_BUDGET} tokens, for over half of them are what an answer says of itself; this is ${budget}. As lines (counted: text) hits fit into ${MIN_BUDGET}`,
    );
}

/**
 * An answer within its request's budget, its hits or, where there are none, what comes closest: by its JSON without timings, use, outages and explanation, or by its hits as text; in
 * either the estimate is higher than what tokenizers count, and `over` says where not even the least fits. Without a
 * budget, the answer as it is.
 */
export function withinBudget(
  answer: SearchAnswer<AnyHit>,
  { budget, counted = "json" }: Pick<SearchRequest, "budget" | "counted">,
): SearchAnswer<AnyHit> {
  if (budget === undefined) return answer;
  const around = counted === "json" ? envelopeTokens(answer) : 0;
  const fill = (hits: readonly AnyHit[]): Filled =>
    fillBudget(hits, {
      budget: budget - around,
      costOf: counted === "json" ? jsonTokens : textTokens,
      severalRoots: answer.index.severalRoots === true,
    });
  const { hits, used, isCut } = fill(answer.hits);
  // Only where there are no hits.
  const closest = answer.closest && fill(answer.closest);
  const left = answer.hits.length - hits.length;
  const total = around + used + (closest?.used ?? 0);
  const use = { tokens: budget, used: total, left, cut: isCut };
  return {
    ...answer,
    hits,
    ...(closest && { closest: closest.hits }),
    budget: { ...use, ...(total > budget && { over: true as const }) },
  };
}

const jsonTokens = (hit: AnyHit): number => estimateTokens(`${JSON.stringify(hit)},`);

const textTokens = (hit: AnyHit): number => estimateTokens(`${textOf(hit)}\n`);

function envelopeTokens(answer: SearchAnswer<AnyHit>): number {
  const { timings: _, use: __, explain: ___, recallId: ____, ...rest } = answer;
  const around = { ...rest, hits: [], ...(rest.closest && { closest: [] }), budget: BUDGET_USE };
  return estimateTokens(JSON.stringify(around)) + RECALL_ID_TOKENS;
}

interface CutOptions {
  /** Whether a hit is small enough. What is shorter fits wherever a longer one did. */
  readonly fits: (hit: AnyHit) => boolean;
  /** A path needs its root before it. */
  readonly severalRoots: boolean;
}

/**
 * The most of a hit that fits, marked as cut: fewer whole lines of its text, then a part of the first one, then only its
 * citation, which stays whole even where it does not fit. The citation goes on naming the whole chunk.
 */
export function cutHit(hit: AnyHit, { fits, severalRoots }: CutOptions): AnyHit {
  if (fits(hit)) return hit;
  if ("tokens" in hit) {
    const { heading: _, ...bare } = hit;
    return fits({ ...bare, cut: true }) ? { ...bare, cut: true } : { citation: hit.citation, cut: true };
  }
  if (!("root" in hit)) return hit;
  const shorter = cutText(hit, fits);
  if (shorter !== undefined) return shorter;
  return { citation: severalRoots ? rootedCitation(hit.root, hit.citation) : hit.citation, cut: true };
}

/** The hit with the longest start of its text that fits; undefined when not one character does. */
function cutText(hit: Hit, fits: CutOptions["fits"]): Hit | undefined {
  const text = hit.text ?? hit.snippet?.text ?? "";
  const low = longestFitting(text.length - 1, (chars) => fits(withText(hit, text.slice(0, chars))));
  const shown = wholePart(text, low);
  const cut = withText(hit, shown);
  return shown === "" || !fits(cut) ? undefined : cut;
}

/** The first `chars` without the line that they break, or of a first line without half a character. */
function wholePart(text: string, chars: number): string {
  const lineEnd = text.lastIndexOf("\n", chars);
  if (lineEnd > 0) return text.slice(0, lineEnd);
  const start = text.slice(0, chars);
  return start.isWellFormed() || !text.isWellFormed() ? start : start.slice(0, -1);
}

function withText(hit: Hit, text: string): Hit {
  if (hit.snippet === undefined) return { ...hit, text, cut: true };
  const { startLine, endLine: _, startColumn, endColumn: __, highlights, ...rest } = hit.snippet;
  const lines = text.split("\n").length - 1;
  const isPart = lines === 0 && !rest.text.startsWith(`${text}\n`);
  const from = startColumn ?? 1;
  const snippet: NonNullable<Hit["snippet"]> = {
    text,
    startLine,
    endLine: startLine + lines,
    ...(isPart && { startColumn: from, endColumn: from + text.length - 1 }),
    highlights: highlights.filter(([, end]) => end <= text.length),
  };
  return { ...hit, snippet, cut: true };
}
