import type { Hit } from "../../contract/hits.ts";
import type { SearchAnswer } from "../../contract/search.ts";
import type { CommandContext } from "../command.ts";
import { settingsOf, withServer } from "../connect.ts";
import { showsRoots } from "../render/search-hits.ts";
import { type SearchFlags, searchWish } from "../search-flags.ts";
import { contextBlock } from "./context-block.ts";
import type { HookInput } from "./hook-input.ts";
import { promptQuery } from "./prompt-query.ts";

/** A hit that scores less is beside the point; nobody asked for it. */
export const MIN_SCORE = 0.2;

/**
 * Without a model the best hit scores 1 however little it has of the query, and a prompt has many words that say
 * nothing. What has so little of it in letters (0.02 where only "about" occurs, 0.2 to 0.5 where it answers) is left out.
 */
const MIN_LIKENESS = 0.15;
/** Index names of the parts that are no model start with this. */
const EMBEDDED = "embedded";

const isToThePoint = ({ scores }: Hit, { index }: SearchAnswer): boolean =>
  !index.embedder.startsWith(EMBEDDED) || (scores.similarity ?? 1) >= MIN_LIKENESS;

export interface Recalled {
  /** Undefined: there is nothing to say. */
  readonly block: string | undefined;
  readonly answer: SearchAnswer | undefined;
}

export interface RecallOptions {
  readonly flags: SearchFlags;
  /** Tokens of the block. */
  readonly budget: number;
}

/** Searches for a prompt, in one request, as an automatic recall. Throws AppError. */
export async function recallForPrompt(
  { prompt, session }: HookInput,
  context: CommandContext,
  { flags, budget }: RecallOptions,
): Promise<Recalled> {
  const query = promptQuery(prompt);
  if (query === "") return { block: undefined, answer: undefined };
  const settings = await settingsOf(context);
  const wish = searchWish(query, {
    minScore: MIN_SCORE,
    ...(session !== undefined && { session }),
    ...flags,
    auto: true,
  });
  const answer = await withServer(context, { ...settings, maxRetries: 0 }, (client) =>
    client.search({ ...wish, view: "snippet" }),
  );
  // The newest documents instead of nothing are no answer to what nobody asked.
  const isFound = answer.outcome === "found" && answer.fallback === undefined;
  const hits = isFound ? answer.hits.filter((hit) => isToThePoint(hit, answer)) : [];
  return { block: contextBlock(hits, { budget, withRoot: showsRoots(answer) }), answer };
}
