import { DOOR_HEADER } from "../../../contract/headers.ts";
import { DEFAULTS } from "../../../config.ts";
import type { SearchAnswer } from "../../../search/contract/search.ts";
import { DEFAULT_FLOOR } from "../../../search/relevance/model.ts";
import type { Hit } from "../../../search/contract/hits.ts";
import { answerWords } from "../../../search/views/answer-words.ts";
import type { CommandContext } from "../../command.ts";
import { type SearchFlags, searchWish } from "../../flags/search-flags.ts";
import { showsRoots } from "../../render/search-hits.ts";
import { settingsOf, withServer } from "../../session/session.ts";
import { safeLine } from "../../terminal/terminal-safe.ts";
import { contextBlock } from "./context-block.ts";
import type { HookInput } from "./hook-input.ts";

/** Between the start and the end of a prompt that is cut: neither runs into the other. */
const GAP = " … ";
/** In a search a phrase in double quotes must occur; in a prompt nobody means that. */
const QUOTES = /["“”«»„]/gu;

/** What to search for a prompt: of a long one its start and its end, where people say what they want; between is what they paste. */
export function promptQuery(prompt: string): string {
  const text = prompt.toWellFormed().replace(QUOTES, " ").trim();
  if (text.length <= DEFAULTS.maxQueryChars) return text;
  const half = Math.floor((DEFAULTS.maxQueryChars - GAP.length) / 2);
  return `${text.slice(0, half)}${GAP}${text.slice(-half)}`.toWellFormed();
}

interface Recalled {
  readonly block: string | undefined;
  readonly answer: SearchAnswer | undefined;
}

/** How a hook's requests are listed. */
export const HOOK_DOOR = { [DOOR_HEADER]: "hook" };

/**
 * Of an answer that can be relied on the passages above the floor, the first one in any case; of any other answer none:
 * nobody asked for a search, and what only may fit costs an agent more than it helps. What stands in for an answer is none.
 */
function reliedOn({ hits, confidence, fallback }: SearchAnswer): readonly Hit[] {
  if (confidence !== "high" || fallback !== undefined) return [];
  return hits.filter(({ relevance }, at) => at === 0 || (relevance ?? 1) >= DEFAULT_FLOOR);
}

/** Searches for a prompt, in one request, as an automatic recall. Throws AppError. */
export async function recallForPrompt(
  { prompt, session }: HookInput,
  context: CommandContext,
  { flags, budget }: { readonly flags: SearchFlags; readonly budget: number },
): Promise<Recalled> {
  const query = promptQuery(prompt);
  if (query === "") return { block: undefined, answer: undefined };
  const settings = await settingsOf(context);
  const wish = searchWish(query, {
    ...(session !== undefined && { session }),
    ...flags,
    auto: true,
  });
  const answer = await withServer(context, { ...settings, maxRetries: 0, headers: HOOK_DOOR }, (client) =>
    client.search({ ...wish, view: "snippet" }),
  );
  const hits = flags.minRelevance === undefined ? reliedOn(answer) : answer.hits;
  const notes = hits.length === 0 ? [] : answerWords(answer, safeLine);
  return { block: contextBlock(hits, { budget, notes, withRoot: showsRoots(answer) }), answer };
}
