import type { Degraded, SearchAnswer } from "../../search/contract/search.ts";
import type { SkipReason } from "../../search/skip/skip.ts";
import { count } from "../terminal/numbers.ts";
import { safeLine } from "../terminal/terminal-safe.ts";

/** Each code in plain words: what this answer went without. */
const LACKS = {
  embedder_unavailable: "the embedding model did not answer, so search by meaning is missing",
  embedder_timeout: "the embedding model was too slow, so search by meaning is missing",
  vector_index_unavailable: "the vector index did not answer, so search by meaning is missing",
  vector_index_timeout: "the vector index was too slow, so search by meaning is missing",
  vector_filter_partial: "the filter could only be applied to the nearest 100 by meaning",
  reranker_unavailable: "the re-ranking model did not answer, so the order is the first estimate",
  reranker_timeout: "the re-ranking model was too slow, so the order is the first estimate",
  identity_changed:
    "the embedding model was changed and vectors are being rebuilt, so search by meaning is missing",
  generator_missing:
    "the server has no text model, so the query was searched as typed (GENERATE_URL and GENERATE_MODEL name one)",
  generator_unavailable: "no text model answered, so the query was searched as typed",
  generator_timeout: "the text model was too slow, so the query was searched as typed",
  expansion_refused:
    "the text model's rewritten queries could not be used, so the query was searched as typed",
  names_off:
    "texts of this workspace are not read for names, so the profile goes by those found before (recall graph names on)",
  quota: "the account's daily model quota is used up until 00:00 UTC",
  model_budget: "today's model budget (MODEL_BUDGET_PER_DAY) is used up",
} as const satisfies Record<Degraded, string>;

const OUTCOMES = {
  found: undefined,
  nothing_found: "nothing found",
  nothing_relevant: "nothing relevant enough found",
  skipped: undefined,
  unavailable: "search is unavailable now",
} as const satisfies Record<SearchAnswer["outcome"], string | undefined>;

/** Why an automatic recall was skipped. */
const SKIPPED: Readonly<Record<SkipReason, string>> = {
  short: "it is too short for an automatic recall and asks nothing",
  greeting: "it is a greeting",
  affirmation: "it only agrees or declines",
  continuation: "it only says to go on",
  empty: "it is empty",
  emoji_only: "it has no words",
  no_words: "it has no words",
  heartbeat: "it is a scheduler's",
  slash_command: "it is a command",
  shell_command: "it is a command",
};

function skippedNote(skipped: string | undefined): string {
  const known = skipped !== undefined && Object.hasOwn(SKIPPED, skipped);
  const why = known ? SKIPPED[skipped as SkipReason] : "it asks for no search";
  return `Not searched: ${why}. Without --auto it is searched.`;
}

/** Said instead of everything else: no search finds anything there. */
const NOTHING_INDEXED = "Nothing is indexed yet: recall push <folder> sends one.";

/** Index names of embedded parts start with this. */
const EMBEDDED = "embedded";

const wordsFor = (code: string): string => (code in LACKS ? LACKS[code as Degraded] : safeLine(code));

/** What an answer lacks or did to the query, as one sentence; undefined when there is nothing to say. */
export function answerNotes(
  answer: Pick<SearchAnswer, "outcome" | "degraded" | "index"> &
    Partial<Pick<SearchAnswer, "pool" | "fallback" | "skipped" | "didYouMean">> & {
      readonly use: Pick<SearchAnswer["use"], "repaired" | "expanded">;
    },
): string | undefined {
  if (answer.outcome === "skipped") return skippedNote(answer.skipped);
  const { degraded, index, use } = answer;
  if (answer.outcome === "nothing_found" && index.indexedAt === null) return NOTHING_INDEXED;
  const repaired = use.repaired.map(({ from, to }) => `“${safeLine(from)}” read as “${safeLine(to)}”`);
  const meant = (answer.didYouMean ?? []).map(
    ({ from, to }) => `no passage has “${safeLine(from)}” (did you mean “${safeLine(to)}”?)`,
  );
  const rewrites = (use.expanded?.rewrites ?? []).map((text) => `“${safeLine(text)}”`);
  const notes = [
    OUTCOMES[answer.outcome],
    answer.fallback === "recent" && "no arm found anything, so these are the newest",
    answer.fallback === "recent_session" && "no arm found anything, so these are your session's newest",
    ...repaired,
    ...meant,
    rewrites.length > 0 && `also searched as ${rewrites.join(" and ")}`,
    ...degraded.map(wordsFor),
    answer.pool === "original" && "pools grew with the limit, so that another limit may change the order",
    index.pendingChunks > 0 && `${count(index.pendingChunks, "chunk")} cannot be found by meaning yet`,
    index.pendingSkipped > 0 && `${count(index.pendingSkipped, "fresh vector")} not compared`,
    index.failedDocuments > 0 && `${count(index.failedDocuments, "document")} could not be indexed`,
    index.embedder.startsWith(EMBEDDED) && "no model: embedded word statistics stood in for meaning",
  ].filter((note) => typeof note === "string");
  if (notes.length === 0) return undefined;
  const sentence = notes.join("; ");
  return `${sentence.charAt(0).toUpperCase()}${sentence.slice(1)}.`;
}
