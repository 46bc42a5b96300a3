import { AppError } from "../../errors.ts";
import { estimateTokens } from "../../text/estimate-tokens.ts";
import { MIN_JSON_BUDGET } from "../contract/budget.ts";
import type { AnyHit } from "../contract/hits.ts";
import type { SearchAnswer, SearchRequest } from "../contract/search.ts";
import { cutHit } from "./cut-hit.ts";
import { textOf } from "./text.ts";

/** What a recall's id and its name cost: random, so it is not counted, or the same search could show more hits. */
const RECALL_ID_TOKENS = 50;

/** Numbers not known before the hits are chosen: as long as they get. */
const BUDGET_USE = { tokens: 1_000_000, used: 1_000_000, left: 100, cut: false };

export interface FillOptions {
  /** Tokens for the hits. */
  readonly budget: number;
  readonly costOf: (hit: AnyHit) => number;
  readonly severalRoots: boolean;
}

export interface Filled {
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
      `budget: of JSON at least ${MIN_JSON_BUDGET} tokens, this is ${budget}`,
    );
}

/**
 * An answer within its request's budget: by its JSON without timings, use and explanation, or by its hits as text; in
 * either the estimate is higher than what tokenizers count, and `over` says where not even the least fits. Without a
 * budget, the answer as it is.
 */
export function withinBudget(
  answer: SearchAnswer<AnyHit>,
  { budget, counted = "json" }: Pick<SearchRequest, "budget" | "counted">,
): SearchAnswer<AnyHit> {
  if (budget === undefined) return answer;
  const around = counted === "json" ? envelopeTokens(answer) : 0;
  const filled = fillBudget(answer.hits, {
    budget: budget - around,
    costOf: counted === "json" ? jsonTokens : textTokens,
    severalRoots: answer.index.severalRoots === true,
  });
  const { hits, used, isCut } = filled;
  const left = answer.hits.length - hits.length;
  const total = around + used;
  const use = { tokens: budget, used: total, left, cut: isCut };
  return { ...answer, hits, budget: { ...use, ...(total > budget && { over: true as const }) } };
}

const jsonTokens = (hit: AnyHit): number => estimateTokens(`${JSON.stringify(hit)},`);

const textTokens = (hit: AnyHit): number => estimateTokens(`${textOf(hit)}\n`);

function envelopeTokens(answer: SearchAnswer<AnyHit>): number {
  const { timings: _, use: __, explain: ___, recallId: ____, ...rest } = answer;
  return estimateTokens(JSON.stringify({ ...rest, hits: [], budget: BUDGET_USE })) + RECALL_ID_TOKENS;
}
