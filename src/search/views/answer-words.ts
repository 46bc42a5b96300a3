import type { Outage } from "../../contract/outages.ts";
import { MAX_KNOWN_ROOTS } from "../contract/constants.ts";
import type { Hit } from "../contract/hits.ts";
import type { Absence } from "../contract/relevance.ts";
import type { Degraded, SearchAnswer } from "../contract/search.ts";
import { citationWithRoot } from "./citation.ts";

// What an answer says of itself in words: the same at every door. Pure, so that the page and the command line may have it.

/** Each code: what the answer went without, and what that means for it. */
const LACKS = {
  embedder_unavailable: "The embedding model did not answer, so search by meaning is missing.",
  embedder_timeout: "The embedding model was too slow, so search by meaning is missing.",
  vector_index_unavailable: "The vector index did not answer, so search by meaning is missing.",
  vector_index_timeout: "The vector index was too slow, so search by meaning is missing.",
  vector_filter_partial: "The filter could only be applied to the nearest 100 by meaning.",
  cosines_missing:
    "No embedding model measures cosines, so what the profile decides by them (its least score, its stand-in for a re-ranking model) keeps the best of what words found.",
  other_script:
    "Hardly any text here is in the letters of the question, and nothing compares across languages (an embedding model of many languages would): only words were compared.",
  reranker_unavailable: "The re-ranking model did not answer, so the order is the first estimate.",
  reranker_timeout: "The re-ranking model was too slow, so the order is the first estimate.",
  identity_changed:
    "The embedding model was changed and vectors are being rebuilt, so search by meaning is missing.",
  generator_missing:
    "The server has no text model, so the query was searched as typed (GENERATE_URL and GENERATE_MODEL name one).",
  generator_unavailable: "No text model answered, so the query was searched as typed.",
  generator_timeout: "The text model was too slow, so the query was searched as typed.",
  expansion_refused:
    "The text model's rewritten queries could not be used, so the query was searched as typed.",
  names_off:
    "Texts here are not read for names, so the profile goes by those found before (recall graph names on, or NAMES=on).",
  quota: "The account's daily model quota is used up until 00:00 UTC.",
  model_budget: "Today's model budget (MODEL_BUDGET_PER_DAY) is used up.",
  depth_reached:
    "There may be more: pages of results lead through the first 1,000 matches. Narrow the question or filter it.",
  workspace_quota: "The workspace's daily model quota is used up until 00:00 UTC.",
} as const satisfies Record<Degraded, string>;

const OUTCOMES = {
  found: undefined,
  nothing_found: "Nothing found.",
  nothing_relevant: "Nothing here answers this.",
  skipped: undefined,
} as const satisfies Record<SearchAnswer["outcome"], string | undefined>;

/** Said where the caller asked for more than what there is. */
const HIDDEN = "Nothing is as relevant as was asked for.";

const FALLBACKS = {
  recent: "Nothing matched, so these are the newest.",
  recent_session: "Nothing matched, so these are your session's newest.",
} as const satisfies Record<NonNullable<SearchAnswer["fallback"]>, string>;

/** Said of hits; a high confidence needs no word. */
const CONFIDENCES = {
  high: undefined,
  low: "It is uncertain whether this is an answer.",
  none: "This is unlikely to be an answer.",
} as const satisfies Record<SearchAnswer["confidence"], string | undefined>;

/** Index names of embedded parts start with this. */
const EMBEDDED = "embedded";

/** As much of a hit as its view has. */
type Cited = Pick<Hit, "citation"> & Partial<Pick<Hit, "root" | "relevance">>;

type Told = Pick<SearchAnswer, "outcome" | "degraded" | "index"> &
  Partial<
    Pick<
      SearchAnswer,
      | "confidence"
      | "missing"
      | "unknownRoots"
      | "knownRoots"
      | "didYouMean"
      | "calibration"
      | "absence"
      | "outages"
      | "pool"
      | "fallback"
    >
  > & {
    readonly closest?: readonly Cited[] | undefined;
    readonly use: Pick<SearchAnswer["use"], "repaired" | "expanded">;
  };

/** Makes foreign text harmless where it is shown. */
type Clean = (text: string) => string;

/** What a sentence is about: the outcome and why, what comes closest, what became of the query, and what is missing. */
type Subject = "outcome" | "closest" | "query" | "lack";

export interface Sentence {
  readonly about: Subject;
  readonly text: string;
}

/** What an answer says of itself, sentence by sentence; none where it simply answers. */
export function answerSentences(answer: Told, clean: Clean = (text) => text): readonly Sentence[] {
  const { outcome, degraded, outages = [], didYouMean = [], index, use, fallback, confidence } = answer;
  const isAnswer = outcome === "found" && fallback === undefined;
  const rewrites = (use.expanded?.rewrites ?? []).map((text) => `“${clean(text)}”`);
  return [
    ...told("outcome", [
      outcome === "nothing_relevant" && confidence !== undefined && confidence !== "none"
        ? HIDDEN
        : OUTCOMES[outcome],
      unknownRootWords(answer, clean),
      ...absenceWords(answer.absence, clean),
      fallback && FALLBACKS[fallback],
      isAnswer && confidence !== undefined && CONFIDENCES[confidence],
      missingWords(answer.missing, clean),
    ]),
    ...told("closest", [closestWords(answer, clean)]),
    ...told("query", [
      ...use.repaired.map(({ from, to }) => `“${clean(from)}” read as “${clean(to)}”.`),
      ...didYouMean.map(({ from, to }) => `No passage has “${clean(from)}”. Did you mean “${clean(to)}”?`),
      rewrites.length > 0 && `Also searched as ${rewrites.join(" and ")}.`,
      answer.pool === "original" && "Pools grew with the limit, so that another limit may change the order.",
    ]),
    ...told("lack", [
      ...degraded.map((code) => lackOf(code, outages, clean)),
      index.pendingChunks > 0 && `${counted(index.pendingChunks, "passage")} cannot be found by meaning yet.`,
      index.pendingSkipped > 0 && `${counted(index.pendingSkipped, "fresh vector")} not compared.`,
      index.failedDocuments > 0 && `${counted(index.failedDocuments, "document")} could not be indexed.`,
      index.embedder.startsWith(EMBEDDED) && NO_MODEL,
      answer.calibration?.measured === false && NOT_MEASURED,
    ]),
  ];
}

/** Said of answers of the embedded parts. */
export const NO_MODEL = "No model: embedded word statistics stood in for meaning.";
export const NOT_MEASURED = "Relevance is an estimate: nobody has measured it with these models.";

const told = (about: Subject, texts: readonly (string | false | undefined)[]): readonly Sentence[] =>
  texts.flatMap((text) => (typeof text === "string" ? [{ about, text }] : []));

/** The same as texts. */
export const answerWords = (answer: Told, clean?: Clean): readonly string[] =>
  answerSentences(answer, clean).map(({ text }) => text);

const counted = (number: number, word: string): string =>
  `${number.toLocaleString("en")} ${word}${number === 1 ? "" : "s"}`;

/** What the answer lacks, with the reason where the server tells it. */
function lackOf(code: Degraded, outages: readonly Outage[], clean: Clean): string {
  const outage = outages.find(({ part }) => code.startsWith(`${part}_`));
  const words = Object.hasOwn(LACKS, code) ? LACKS[code] : `${clean(code)}.`;
  return outage === undefined ? words : `${words} ${sentence(clean(outage.message))}`;
}

/** Messages of errors end without a full stop. */
const sentence = (message: string): string => (message.endsWith(".") ? message : `${message}.`);

function missingWords(missing: readonly string[] = [], clean: Clean): string | undefined {
  if (missing.length === 0) return undefined;
  return `None of these has ${missing.map((name) => `“${clean(name)}”`).join(" or ")}.`;
}

/** `There is no root “nots”; there are: notes, wiki.` */
function unknownRootWords({ unknownRoots = [], knownRoots = [] }: Told, clean: Clean): string | undefined {
  if (unknownRoots.length === 0) return undefined;
  const named = unknownRoots.map((root) => `“${clean(root)}”`).join(" or ");
  // The last of so many may not be the last that is there.
  const isCut = knownRoots.length >= MAX_KNOWN_ROOTS;
  const names = knownRoots.slice(0, MAX_KNOWN_ROOTS - 1).map(clean);
  const known = names.length === 0 ? "" : `; there are: ${names.join(", ")}${isCut ? " and more" : ""}`;
  return `There is no root ${named}${known}.`;
}

const LAST_STATES = { superseded: "was superseded", forgotten: "was forgotten" } as const;
const DATE_CHARS = 10;
const ID_CHARS = 8;

/** Why nothing answers, where more is known than that. */
function absenceWords(absence: Absence | undefined, clean: Clean): readonly string[] {
  if (absence === undefined || absence.kind === "never") return [];
  if (absence.kind === "filtered") {
    const filters = absence.filters.map(clean).join(", ");
    return [`The filters (${filters}) leave out ${absence.found.map(clean).join(", ")}.`];
  }
  return absence.memories.map(({ id, state, at, supersededBy }) => {
    const by = supersededBy === undefined ? "" : ` by ${clean(supersededBy).slice(0, ID_CHARS)}`;
    return `A memory that may have, ${clean(id).slice(0, ID_CHARS)}, ${LAST_STATES[state]}${by} on ${clean(at).slice(0, DATE_CHARS)}.`;
  });
}

/** `Closest: a.md#L1-L3 (12%), b.md#L4 (9%).` */
function closestWords({ closest = [], index }: Told, clean: Clean): string | undefined {
  if (closest.length === 0) return undefined;
  const named = closest.map(({ root, citation, relevance }) => {
    const isRooted = root !== undefined && index.severalRoots === true;
    const cited = clean(isRooted ? citationWithRoot({ root, citation }) : citation);
    return relevance === undefined ? cited : `${cited} (${percent(relevance)})`;
  });
  return `Closest: ${named.join(", ")}.`;
}

/** `87%`: a relevance as people read it. Never 0% or 100%: nothing is as sure as that. */
export const percent = (relevance: number): string =>
  `${Math.min(99, Math.max(1, Math.round(100 * relevance)))}%`;
