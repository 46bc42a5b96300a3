import { DEFAULTS } from "../../config.ts";
import { AppError } from "../../errors.ts";
import { ModelError } from "../../models/model-error.ts";
import type { Generator } from "../../models/ports.ts";
import type { WorkspaceContext } from "../../workspaces/context.ts";
import type { AskAnswer, AskRequest, AskSource, OnAskEvent } from "../contract/ask.ts";
import type { AnyHit, Hit } from "../contract/hits.ts";
import { type SearchAnswer, SearchRequest } from "../contract/search.ts";
import { modelText } from "../../text/model-text.ts";
import { lost, within } from "../hops/attempt.ts";
import { noteOutages } from "../record/outages.ts";
import { citationWithRoot } from "../views/citation.ts";
import { countedGenerator, type GeneratorDeps } from "./counted-generator.ts";
import {
  answerRequest,
  parseWrittenAnswer,
  type QuotedPassage,
  type WrittenAnswer,
  type WrittenSentence,
  writtenInParts,
} from "./written-answer.ts";

export interface AskDeps extends Omit<GeneratorDeps, "generator"> {
  readonly search: (context: WorkspaceContext, request: SearchRequest) => Promise<SearchAnswer<AnyHit>>;
  readonly generator: Generator | undefined;
}

/** A hit whose text can be quoted. */
type Passage = Hit & { readonly text: string };

/**
 * Answers a question from passages that a search finds, each sentence with the passages it stands on; without such a
 * sentence it refuses, with the outcome that says why. Where the search finds nothing no text model is asked.
 * With `onEvent` it is told as it comes: first the passages, then each sentence once it is written and checked.
 * @throws AppError what a search throws; `generator_unavailable`, `quota`, `model_budget`, `workspace_quota`, `capacity` or
 * `timeout` where no text model can write it: an outage is not "nothing relevant".
 */
export async function ask(
  deps: AskDeps,
  context: WorkspaceContext,
  request: AskRequest,
  onEvent?: OnAskEvent,
): Promise<AskAnswer> {
  const { generator, now } = deps;
  const startedMs = now();
  const { question, ...wish } = request;
  // The search reads whether the token was revoked; what cannot be answered is not logged as searched.
  const log = generator === undefined ? { log: false } : {};
  const wanted = { ...wish, ...log, query: question, view: "full" };
  const found = await deps.search(context, SearchRequest.parse(wanted));
  const searchMs = now() - startedMs;
  if (generator === undefined)
    throw new AppError(
      "generator_unavailable",
      "This server has no text model to write an answer with (GENERATE_URL and GENERATE_MODEL name one)",
    );
  const passages = quotable(found);
  onEvent?.({ event: "passages", passages: passages.map(placeOf) });
  const asked = { question, passages, onEvent };
  const written = passages.length === 0 ? undefined : await write({ ...deps, generator }, context, asked);
  const said = written === undefined ? NOTHING : numbered(written, passages);
  const { degraded, outages, profile, index, recallId, asOf, absence } = found;
  const closest = (found.closest ?? []).flatMap((hit) => ("root" in hit ? [placeOf(hit)] : []));
  return {
    outcome: outcomeOf(found, passages, said),
    ...said,
    dropped: written?.dropped ?? 0,
    passages: passages.length,
    model: written === undefined ? null : generator.model,
    ...{ degraded, profile, index, recallId, asOf },
    ...(outages && { outages }),
    ...(closest.length > 0 && { closest }),
    ...(absence && { absence }),
    timings: { totalMs: now() - startedMs, searchMs, hops: context.meter.hops },
  };
}

type Said = Pick<AskAnswer, "sentences" | "sources">;

const NOTHING: Said = { sentences: [], sources: [] };

/** What stands in for nothing, such as the newest documents, answers no question. */
const quotable = ({ hits, fallback }: SearchAnswer<AnyHit>): Passage[] =>
  fallback !== undefined ? [] : hits.filter((hit): hit is Passage => "root" in hit && hit.text !== undefined);

function outcomeOf(
  { outcome }: SearchAnswer<AnyHit>,
  passages: readonly Passage[],
  { sentences }: Said,
): AskAnswer["outcome"] {
  if (sentences.length > 0) return "answered";
  return passages.length > 0 || outcome === "nothing_relevant" ? "nothing_relevant" : "nothing_found";
}

const quoted = ({ root, citation, headings, text }: Passage): QuotedPassage => ({
  from: modelText(citationWithRoot({ root, citation })).text,
  headings: headings.map((heading) => modelText(heading).text),
  text: modelText(text).text,
});

interface Asked {
  readonly question: string;
  readonly passages: readonly Passage[];
  readonly onEvent: OnAskEvent | undefined;
}

/** Tells the sentences of an answer in parts, with what they cite for the first time numbered as in the whole answer. */
function tellSentences({ question, passages, onEvent }: Asked, quotations: readonly QuotedPassage[]) {
  const read = writtenInParts(question, quotations);
  const told: WrittenSentence[] = [];
  const onPart = (part: string): void => {
    for (const sentence of read(part)) {
      const known = numbered({ sentences: told }, passages).sources.length;
      told.push(sentence);
      const { sentences, sources } = numbered({ sentences: told }, passages);
      const said = sentences.at(-1);
      if (said !== undefined) onEvent?.({ event: "sentence", ...said, newSources: sources.slice(known) });
    }
  };
  return { told, onPart };
}

/**
 * One call of the text model, within the day's budget and the workspace's quota, and counted; after a rush one more. It is asked however it answered
 * before: there is nothing to go on with without it.
 */
async function write(deps: GeneratorDeps, context: WorkspaceContext, asked: Asked): Promise<WrittenAnswer> {
  const { notes, signal: gone } = context;
  const { question, passages, onEvent } = asked;
  const { model, settle } = await countedGenerator(deps, context);
  const quotations = passages.map(quoted);
  const request = answerRequest(question, quotations);
  const { told, onPart } = tellSentences(asked, quotations);
  const call = () =>
    within(DEFAULTS.generateTimeoutMs, (signal) => {
      const ends = gone instanceof AbortSignal ? AbortSignal.any([signal, gone]) : signal;
      return onEvent === undefined
        ? model.generate(request, ends)
        : model.generate(request, ends, { onPart });
    });
  try {
    const answer = await call().catch((error: unknown) => {
      // What was told is not told again.
      if (error instanceof AppError && error.code === "capacity" && told.length === 0) return call();
      throw error;
    });
    const written = parseWrittenAnswer(answer, question, quotations);
    if (written !== undefined) return written;
    throw new ModelError(
      "generator_unavailable",
      "The text model's answer has not the form it was asked for",
      { reason: "unusable_text" },
    );
  } catch (error) {
    if (error instanceof AppError) noteOutages({ notes }, lost("generator", error));
    throw error;
  } finally {
    settle();
  }
}

const placeOf = ({ id, root, citation, headings, score, relevance }: Hit): Omit<AskSource, "number"> => ({
  ...{ id, root, citation, headings, score, relevance },
});

/** The sentences with their sources numbered from 1 in the order in which they are cited. */
function numbered({ sentences }: Pick<WrittenAnswer, "sentences">, passages: readonly Passage[]): Said {
  const order = [...new Set(sentences.flatMap((sentence) => sentence.passages))];
  const sources = order.flatMap((at, position): AskSource[] => {
    const passage = passages[at];
    if (passage === undefined) return [];
    return [{ number: position + 1, ...placeOf(passage) }];
  });
  return {
    sentences: sentences.map((sentence) => ({
      text: sentence.text,
      sources: sentence.passages.map((at) => order.indexOf(at) + 1).sort((a, b) => a - b),
    })),
    sources,
  };
}
