import { z } from "@hono/zod-openapi";
import { AppError } from "../../errors.ts";
import { MAX_BUDGET, MIN_BUDGET } from "../../search/contract/constants.ts";
import { FilterFields, Filters } from "../../search/contract/filters.ts";
import type { AnyHit, CompactHit } from "../../search/contract/hits.ts";
import { CONFIDENCES } from "../../search/contract/relevance.ts";
import { type SearchAnswer as Answer, SearchAnswer, SearchRequest } from "../../search/contract/search.ts";
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
const RELEVANCE_DIGITS = 2;

const { shape } = SearchRequest;
const fields = FilterFields;

const Output = z.object({
  outcome: SearchAnswer.shape.outcome,
  confidence: z.enum(CONFIDENCES),
  hits: z.array(
    z.object({
      id: z.string().optional(),
      citation: z.string(),
      relevance: z.number().optional(),
      heading: z.string().optional(),
      tokens: z.int().min(0).max(MAX_BUDGET).optional(),
      text: z.string().optional(),
    }),
  ),
  left: z.int().min(0).max(100).optional(),
  nextCursor: z.string().optional(),
  closest: z.array(z.string()).optional(),
  degraded: z.array(z.string()),
  notes: z.array(z.string()),
  recallId: z.string(),
});
type Shown = z.infer<typeof Output>;

const shortened = (heading: string): string =>
  heading.length <= HEADING_CHARS ? heading : `${heading.slice(0, HEADING_CHARS - 1)}…`.toWellFormed();

function structuredHit(hit: AnyHit): Shown["hits"][number] {
  if ("tokens" in hit)
    return {
      id: hit.id,
      citation: hit.citation,
      relevance: hit.relevance,
      ...(hit.heading !== undefined && { heading: shortened(hit.heading) }),
      tokens: hit.tokens,
    };
  if (!("root" in hit)) return { citation: hit.citation };
  const { id, relevance, headings } = hit;
  const heading = headings.at(-1);
  return {
    id,
    citation: citationWithRoot(hit),
    relevance: Number(relevance.toFixed(RELEVANCE_DIGITS)),
    ...(heading !== undefined && { heading: shortened(heading) }),
    text: hit.text ?? hit.snippet?.text ?? "",
  };
}

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

/** The lines with as many notes, from the first, as the budget leaves room for; the recall last. */
function textWithin(
  lines: readonly string[],
  {
    notes,
    recallId,
    budget = Number.POSITIVE_INFINITY,
  }: Pick<Shown, "notes" | "recallId"> & { budget?: number | undefined },
): string {
  const text = [...lines, ...notes, `recall ${recallId}`].join("\n");
  if (notes.length === 0 || countTokens(text) <= budget) return text;
  return textWithin(lines, { notes: notes.slice(0, -1), recallId, budget });
}

export const search = defineTool({
  name: "search",
  description:
    "Search the user's notes, docs, code and memories by keyword and meaning. A compact hit is: id, citation, relevance, cost, heading; read it with get. No hits: nothing answers.",
  input: z.strictObject({
    query: shape.query.describe('A question, words or an identifier; "quoted words" must occur'),
    limit: z.int().min(1).max(100).optional().describe(""),
    view: z
      .enum(["digest", "compact", "snippet", "full"])
      .default("compact")
      .describe("digest, compact: no text"),
    cursor: z.string().optional(),
    minRelevance: shape.minRelevance.describe(""),
    budget: z
      .int()
      .min(MIN_BUDGET + NOTE_TOKENS)
      .max(MAX_BUDGET)
      .optional()
      .describe("Tokens"),
    root: fields.root.optional().describe("Pushed folder"),
    glob: fields.glob.optional().describe(""),
    kind: fields.kind.optional(),
    type: fields.type.optional().describe("Of memory"),
    tag: fields.tag.optional().describe("Of memory"),
    after: fields.after.optional().describe("7d or ISO date"),
    before: fields.before.optional().describe(""),
    filters: z.looseObject({}).optional().describe("Lists; metadata {key: {gte: 2}}; not, any, all"),
    session: shape.session.describe("Yours"),
    onlySession: z.boolean().optional(),
    profile: z.string().max(32).optional().describe("latest: newest first"),
    settings: z.looseObject({}).optional(),
  }),
  output: Output,
  hints: READS,
  async run(
    {
      query,
      limit,
      view,
      cursor,
      minRelevance,
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
      ...{ query, limit, view, cursor, minRelevance, session, profile, settings },
      filters: {
        ...filtered,
        ...(onlySession === true && { session }),
        ...(filters && { all: [Filters.parse(filters)] }),
      },
      ...(budget !== undefined && { budget: budget - NOTE_TOKENS }),
    });
    const answer = await caller.services.search(caller.searching(), request);
    const { outcome, confidence, hits, closest, degraded, recallId, nextCursor } = answer;
    const left = answer.budget?.left ?? 0;
    const notes = notesOf(answer);
    return {
      structured: {
        ...{ outcome, confidence },
        hits: hits.map(structuredHit),
        ...(left > 0 && { left }),
        ...(nextCursor != null && { nextCursor }),
        ...(closest && { closest: closest.map((hit) => structuredHit(hit).citation) }),
        ...{ degraded, notes: [...notes, ...hits.flatMap(rivalNotes)], recallId },
      },
      text: textWithin(hits.map(lineOf), { notes, recallId, budget }),
    };
  },
});
