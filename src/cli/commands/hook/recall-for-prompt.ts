import { DEFAULTS } from "../../../config.ts";
import type { Hit } from "../../../search/contract/hits.ts";
import type { SearchAnswer } from "../../../search/contract/search.ts";
import { contentWords } from "../../../text/words/content-words.ts";
import { stem } from "../../../text/words/stem.ts";
import { tokenise } from "../../../text/words/tokenise.ts";
import type { CommandContext } from "../../command.ts";
import { type SearchFlags, searchWish } from "../../flags/search-flags.ts";
import { showsRoots } from "../../render/search-hits.ts";
import { settingsOf, withServer } from "../../session/session.ts";
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

/**
 * Share of a prompt's content words that a passage must have. Without a model the best hit scores 1 however little it
 * has of them. Measured on 25 notes with 54 questions that they answer and 120 about something else: 42 answers stood in
 * the block, 7 of the others had one; with all hits 44 and 106, by the embedded parts' own likeness 40 and 43.
 */
const MIN_SHARE = 0.4;
/** Of a longer prompt as many words as of one with so many: it says more than it asks. */
const MOST_WORDS = 12;
/** Index names of the parts that are no model start with this. */
const EMBEDDED = "embedded";

const stemsOf = (words: readonly string[]): ReadonlySet<string> => new Set(words.map(stem));

/** Query words as they were searched: misspelt ones repaired. */
function searched(query: string, { use }: SearchAnswer): string {
  const repaired = use.repaired.map(({ to }) => to).join(" ");
  const misspelt = new Set(use.repaired.map(({ from }) => from));
  const kept = query.split(/\s+/).filter((word) => !misspelt.has(word.toLowerCase()));
  return `${kept.join(" ")} ${repaired}`;
}

function has({ snippet, path, headings }: Hit, wanted: ReadonlySet<string>): boolean {
  const text = [snippet?.text ?? "", path, ...headings].join(" ");
  const there = stemsOf(tokenise(text));
  const shared = [...wanted].filter((word) => there.has(word)).length;
  return shared >= MIN_SHARE * Math.min(wanted.size, MOST_WORDS);
}

/** The hits that are about a query which nobody asked: all where a model ranked, else those that have enough of its words. */
export function toThePoint(query: string, answer: SearchAnswer): readonly Hit[] {
  if (!answer.index.embedder.startsWith(EMBEDDED)) return answer.hits;
  const wanted = stemsOf(contentWords(searched(query, answer)));
  return answer.hits.filter((hit) => has(hit, wanted));
}

/** A hit that scores less is beside the point; nobody asked for it. */
const MIN_SCORE = 0.2;

interface Recalled {
  readonly block: string | undefined;
  readonly answer: SearchAnswer | undefined;
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
