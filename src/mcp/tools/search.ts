import { z } from "@hono/zod-openapi";
import { MAX_BUDGET, MIN_BUDGET } from "../../search/contract/constants.ts";
import { Filters } from "../../search/contract/filters.ts";
import type { AnyHit, CompactHit } from "../../search/contract/hits.ts";
import { type SearchAnswer as Answer, SearchAnswer, SearchRequest } from "../../search/contract/search.ts";
import { textOf } from "../../search/views/views.ts";
import { defineTool, READS, type ToolAnswer } from "../tool.ts";

/** Enough to choose from, and some 300 tokens as text. */
const USUAL_HITS = 6;
/** What the text says beside its hits, tokens. */
const NOTE_TOKENS = 100;
/** Characters of a heading in a compact line: it may be as long as its file. */
const HEADING_CHARS = 60;
/** Words of which it is said how they were read: the notes have their bound. */
const MOST_WORDS = 2;

const { shape } = SearchRequest;
const filters = Filters.shape;

const Output = z.object({
  outcome: SearchAnswer.shape.outcome,
  hits: z.array(
    z.object({
      id: z.string().optional(),
      citation: z.string(),
      score: z.number().optional(),
      heading: z.string().optional(),
      tokens: z.int().min(0).max(MAX_BUDGET).optional(),
      text: z.string().optional(),
    }),
  ),
  left: z.int().min(0).max(100).optional(),
  degraded: z.array(z.string()),
  recallId: z.string(),
});
type Shown = z.infer<typeof Output>;

const NOTHING: Readonly<Record<string, string>> = {
  nothing_found: "Nothing found.",
  nothing_relevant: "Nothing relevant found.",
  skipped: "Needs no search.",
};

const shortened = (heading: string): string =>
  heading.length <= HEADING_CHARS ? heading : `${heading.slice(0, HEADING_CHARS - 1)}…`.toWellFormed();

function structuredHit(hit: AnyHit): Shown["hits"][number] {
  if ("tokens" in hit)
    return {
      id: hit.id,
      citation: hit.citation,
      score: hit.score,
      ...(hit.heading !== undefined && { heading: shortened(hit.heading) }),
      tokens: hit.tokens,
    };
  if (!("root" in hit)) return { citation: hit.citation };
  const { id, root, score, headings } = hit;
  const heading = headings.at(-1);
  return {
    id,
    citation: `${root}:${hit.citation}`,
    score,
    ...(heading !== undefined && { heading: shortened(heading) }),
    text: hit.text ?? hit.snippet?.text ?? "",
  };
}

const isCompact = (hit: AnyHit): hit is CompactHit => "tokens" in hit;

const lineOf = (hit: AnyHit): string =>
  isCompact(hit) && hit.heading !== undefined
    ? textOf({ ...hit, heading: shortened(hit.heading) })
    : textOf(hit);

/** Hits as lines, then what there is to know of them. */
function render(answer: Answer<AnyHit>): string {
  const { outcome, hits, degraded, fallback, budget, index, use, didYouMean = [], recallId } = answer;
  const notes = [
    NOTHING[outcome],
    ...use.repaired.slice(0, MOST_WORDS).map(({ from, to }) => `"${from}" was read as "${to}".`),
    ...didYouMean.slice(0, MOST_WORDS).map(({ from, to }) => `Nothing has "${from}". Did you mean "${to}"?`),
    fallback === undefined ? undefined : "Nothing matched; these are the newest.",
    budget !== undefined && budget.left > 0 ? `${budget.left} more did not fit the budget.` : undefined,
    degraded.length > 0 ? `Lacks: ${degraded.join(", ")}.` : undefined,
    index.pendingChunks > 0 ? `${index.pendingChunks} passages are not yet found by meaning.` : undefined,
    `recall ${recallId}`,
  ];
  return [...hits.map(lineOf), ...notes.filter((note) => note !== undefined)].join("\n");
}

export const search = defineTool({
  name: "search",
  description:
    "Search the user's notes, docs, code and memories by keyword and meaning. A compact hit is: id, citation, score, cost, heading; read it with get.",
  input: z.strictObject({
    query: shape.query.describe('A question, words or an identifier; "quoted words" must occur'),
    limit: z.int().min(1).max(100).optional().describe(`${USUAL_HITS}, or what the budget holds`),
    view: z
      .enum(["compact", "snippet", "full"])
      .default("compact")
      .describe("compact: where to read; others: text"),
    budget: z
      .int()
      .min(MIN_BUDGET + NOTE_TOKENS)
      .max(MAX_BUDGET)
      .optional()
      .describe("Tokens, at most"),
    root: filters.root.describe("Pushed folder"),
    glob: filters.glob.describe("Of paths"),
    kind: filters.kind,
    type: filters.type.describe("Of memory: decision, fact, …"),
    tag: filters.tag.describe("Of memory"),
    after: filters.after.describe("7d, 2w, or ISO date"),
    before: filters.before.describe("As after"),
    session: shape.session.describe("Yours"),
    profile: z.string().max(32).optional().describe("latest: newest first"),
  }),
  output: Output,
  hints: READS,
  async run(
    { query, limit, view, budget, session, profile, ...filtered },
    caller,
  ): Promise<ToolAnswer<Shown>> {
    const request = SearchRequest.parse({
      ...{ query, view, session, profile, filters: filtered },
      limit: limit ?? (budget === undefined ? USUAL_HITS : undefined),
      ...(budget !== undefined && { budget: budget - NOTE_TOKENS, counted: "text" }),
    });
    const answer = await caller.services.search(caller.searching(), request);
    const { outcome, hits, degraded, recallId } = answer;
    const left = answer.budget?.left ?? 0;
    return {
      structured: {
        outcome,
        hits: hits.map(structuredHit),
        ...(left > 0 && { left }),
        degraded,
        recallId,
      },
      text: render(answer),
    };
  },
});
