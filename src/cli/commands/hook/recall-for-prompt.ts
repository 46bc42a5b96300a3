import type { SearchAnswer } from "../../../search/contract/search.ts";
import type { CommandContext } from "../../command.ts";
import { type SearchFlags, searchWish } from "../../flags/search-flags.ts";
import { showsRoots } from "../../render/search-hits.ts";
import { settingsOf, withServer } from "../../session/session.ts";
import { contextBlock } from "./context-block.ts";
import type { HookInput } from "./hook-input.ts";
import { promptQuery } from "./prompt-query.ts";
import { toThePoint } from "./to-the-point.ts";

/** A hit that scores less is beside the point; nobody asked for it. */
const MIN_SCORE = 0.2;

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
  const hits = isFound ? toThePoint(query, answer) : [];
  return { block: contextBlock(hits, { budget, withRoot: showsRoots(answer) }), answer };
}
