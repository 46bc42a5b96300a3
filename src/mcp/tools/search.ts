import { z } from "@hono/zod-openapi";
import { AppError } from "../../errors.ts";
import { MAX_BUDGET, MIN_BUDGET } from "../../search/contract/constants.ts";
import { FilterFields, Filters } from "../../search/contract/filters.ts";
import type { AnyHit, CompactHit } from "../../search/contract/hits.ts";
import { type SearchAnswer as Answer, SearchRequest } from "../../search/contract/search.ts";
import { answerWords } from "../../search/views/answer-words.ts";
import { citationWithRoot } from "../../search/views/citation.ts";
import { textOf } from "../../search/views/views.ts";
import { countTokens } from "../../text/tokens/count-tokens.ts";
import { onOneLine } from "../../text/line-ends.ts";
import { defineTool, READS, type ToolAnswer } from "../tool.ts";

/** What the text says beside its hits, tokens. */
const NOTE_TOKENS = 100;
/** Characters of a heading in a compact line: it may be as long as its file. */
const HEADING_CHARS = 60;

const { shape } = SearchRequest;
const fields = FilterFields;

interface ShownHit {
  readonly id?: string;
  readonly citation: string;
  readonly relevance?: number;
  readonly heading?: string;
  readonly tokens?: number;
}

/** What is the same whenever the same is asked of the same index stands before what is not. */
type Shown = {
  readonly outcome: Answer["outcome"];
  readonly confidence: Answer["confidence"];
  readonly hits: readonly ShownHit[];
  readonly left?: number;
  readonly closest?: readonly string[];
  readonly degraded: readonly string[];
  readonly notes: readonly string[];
  readonly nextCursor?: string;
  readonly recallId: string;
};

/** Views whose hits are text, which is given once. */
const OF_TEXT: readonly string[] = ["snippet", "full"];

const shortened = (heading: string): string =>
  heading.length <= HEADING_CHARS ? heading : `${heading.slice(0, HEADING_CHARS - 1)}…`.toWellFormed();

/** The citation, with its root where the hit names one. */
const citedAs = (hit: AnyHit): string => ("root" in hit ? citationWithRoot(hit) : hit.citation);

const structuredHit = (hit: AnyHit): ShownHit =>
  isCompact(hit)
    ? {
        ...{ id: hit.id, citation: hit.citation, relevance: hit.relevance },
        ...(hit.heading !== undefined && { heading: shortened(hit.heading) }),
        tokens: hit.tokens,
      }
    : { citation: citedAs(hit) };

const isCompact = (hit: AnyHit): hit is CompactHit => "tokens" in hit;

const lineOf = (hit: AnyHit): string =>
  isCompact(hit) && hit.heading !== undefined
    ? textOf({ ...hit, heading: shortened(hit.heading) })
    : textOf(hit);

/** What there is to know of the hits. */
function notesOf(answer: Answer<AnyHit>): string[] {
  if (answer.outcome === "skipped") return ["Needs no search."];
  const { left = 0 } = answer.budget ?? {};
  return [...(left > 0 ? [`${left} more did not fit the budget.`] : []), ...answerWords(answer, onOneLine)];
}

/** What a memory among the hits may contradict; the text says it with the hit. */
function rivalNotes(hit: AnyHit): readonly string[] {
  const { mayContradict = [] } =
    "memory" in hit && hit.memory !== undefined ? hit.memory : (hit as CompactHit);
  return mayContradict.map(({ words }) => `${hit.citation} ${words}.`);
}

interface Words {
  readonly lines: readonly string[];
  readonly notes: readonly string[];
  /** Where to go on, and the recall: others each time, so that they come last. */
  readonly last: readonly string[];
  readonly budget?: number | undefined;
}

/** The lines with as many notes, from the first, as the budget leaves room for. */
function textWithin({ lines, notes, last, budget = Number.POSITIVE_INFINITY }: Words): string {
  const text = [...lines, ...notes, ...last].join("\n");
  if (notes.length === 0 || countTokens(text) <= budget) return text;
  return textWithin({ lines, notes: notes.slice(0, -1), last, budget });
}

export const search = defineTool({
  name: "search",
  description:
    "Search the user's notes, docs, code, past decisions and memories by keyword and meaning, to find passages that answer a question. A compact hit is: id, citation, relevance, cost, heading; read it with get. No hits: nothing answers.",
  input: z.strictObject({
    query: shape.query.describe('A question, words or an identifier; "quoted words" must occur'),
    limit: z.int().min(1).max(100).optional().describe(""),
    view: z
      .enum(["digest", "compact", "snippet", "full"])
      .default("compact")
      .describe("digest: citations only; snippet, full: passages"),
    cursor: z.string().optional().describe("Of the page before"),
    minRelevance: shape.minRelevance.describe(""),
    minScore: shape.minScore.describe(""),
    budget: z
      .int()
      .min(MIN_BUDGET + NOTE_TOKENS)
      .max(MAX_BUDGET)
      .optional()
      .describe("Tokens"),
    root: fields.root.optional().describe("Pushed folder"),
    glob: fields.glob.optional().describe(""),
    kind: fields.kind.optional(),
    type: fields.type.optional().describe("Of memory: decision, fact, …"),
    tag: fields.tag.optional().describe("Of memory"),
    after: fields.after.optional().describe("7d or ISO date"),
    before: fields.before.optional().describe(""),
    filters: z.looseObject({}).optional().describe("Lists; metadata {key: {gte: 2}}; not, any, all"),
    session: shape.session.describe("Yours"),
    onlySession: z.boolean().optional().describe("Only what that session remembered"),
    profile: z.string().max(32).optional().describe("latest: newest first"),
    settings: z.looseObject({}).optional().describe("Of the ranking, for this search"),
  }),
  hints: READS,
  async run(
    {
      query,
      limit,
      view,
      cursor,
      minRelevance,
      minScore,
      budget,
      session,
      onlySession,
      profile,
      settings,
      filters,
      ...filtered
    },
    caller,
  ): Promise<ToolAnswer<Shown>> {
    if (onlySession === true && session === undefined)
      throw new AppError("invalid_input", "onlySession: name the session");
    const request = SearchRequest.parse({
      ...{ query, limit, view, cursor, minRelevance, minScore, session, profile, settings },
      filters: bothOf(
        { ...filtered, ...(onlySession === true && { session }) },
        Filters.parse(filters ?? {}),
      ),
      ...(budget !== undefined && { budget: budget - NOTE_TOKENS }),
    });
    const answer = await caller.services.search(caller.searching(), request);
    const notes = notesOf(answer);
    // A cursor is as long as four hits: it is told in words to who turns pages.
    const next =
      cursor !== undefined && answer.nextCursor != null ? [`more: cursor ${answer.nextCursor}`] : [];
    const text = textWithin({
      ...{ lines: answer.hits.map(lineOf), notes, budget },
      last: [...next, `recall ${answer.recallId}`],
    });
    return OF_TEXT.includes(view) ? { text } : { structured: structuredOf(answer, notes), text };
  },
});

/** Filters side by side, which an answer names as they were given; those that both have as one more condition. */
const bothOf = (own: Filters, others: Filters): Filters =>
  Object.entries(others).some(([name]) => own[name as keyof Filters] !== undefined)
    ? { ...own, all: [others] }
    : { ...own, ...others };

function structuredOf(answer: Answer<AnyHit>, notes: readonly string[]): Shown {
  const { outcome, confidence, hits, closest, degraded, recallId, nextCursor } = answer;
  const left = answer.budget?.left ?? 0;
  return {
    ...{ outcome, confidence },
    hits: hits.map(structuredHit),
    ...(left > 0 && { left }),
    ...(closest && { closest: closest.map(citedAs) }),
    ...{ degraded, notes: [...notes, ...hits.flatMap(rivalNotes)] },
    ...(nextCursor != null && { nextCursor }),
    recallId,
  };
}
