import { z } from "@hono/zod-openapi";
import { MIN_ASK_BUDGET, PROFILES } from "./constants.ts";
import { HitRelevance } from "./hits.ts";
import { DEGRADED, IndexState, Outages, Overruled, SearchAnswer, SearchRequest } from "./search.ts";

/** Tokens of passages; what small models read, and answer from, well. */
const MAX_ASK_BUDGET = 32_000;
/** Tokens of passages that a question is answered from unless it says otherwise: about ten of them. */
const DEFAULT_ASK_BUDGET = 3_000;

const Search = SearchRequest.shape;

export const AskRequest = z
  .strictObject({
    question: Search.query.meta({ description: "A question; what is in double quotes must occur" }),
    limit: Search.limit.meta({ description: "Passages at most; the profile's default otherwise" }),
    profile: Search.profile,
    budget: z
      .number()
      .int()
      .min(MIN_ASK_BUDGET)
      .max(MAX_ASK_BUDGET)
      .default(DEFAULT_ASK_BUDGET)
      .meta({ description: "Tokens of passages that the text model reads" }),
    filters: Search.filters,
    settings: Search.settings,
    minScore: Search.minScore,
    minRelevance: Search.minRelevance,
    session: Search.session,
    expand: Search.expand,
    log: Search.log,
    asOf: Search.asOf,
    consistency: Search.consistency,
  })
  .openapi("AskRequest");
export type AskRequest = z.infer<typeof AskRequest>;

/** A passage that a sentence stands on: lines that exist, as a hit names them. */
export const AskSource = z
  .object({
    number: z.number().int().min(1).meta({ description: "What the sentences call it, from 1" }),
    id: z.string(),
    root: z.string(),
    citation: z.string().meta({ examples: ["guides/keys.md#L3-L9"] }),
    headings: z.array(z.string()),
    score: z.number().min(0).max(1),
    relevance: HitRelevance,
  })
  .openapi("AskSource");
export type AskSource = z.infer<typeof AskSource>;

export const AskAnswer = z
  .object({
    outcome: z.enum(["answered", "nothing_found", "nothing_relevant"]).meta({
      description:
        "nothing_relevant: no passage was good enough, or none of what the text model wrote stands on one",
    }),
    sentences: z
      .array(
        z.object({
          text: z.string(),
          sources: z.array(z.number().int().min(1)).min(1).meta({ description: "Numbers of its sources" }),
        }),
      )
      .meta({ description: "Empty unless answered; each stands on its sources" }),
    sources: z.array(AskSource).meta({ description: "What the sentences cite, in the order that they do" }),
    dropped: z
      .number()
      .int()
      .meta({ description: "Sentences left out: no passage cited, or a number or address that is in none" }),
    passages: z
      .number()
      .int()
      .meta({ description: "Passages that the text model read; 0: it was not asked" }),
    closest: z
      .array(AskSource.omit({ number: true }))
      .optional()
      .meta({
        description:
          "Where the search found nothing relevant: up to three passages that come closest. They are no answer",
      }),
    absence: SearchAnswer.shape.absence,
    model: z.string().nullable().meta({ description: "The text model; null: it was not asked" }),
    degraded: z.array(z.enum(DEGRADED)).meta({ description: "What the search lacked" }),
    outages: Outages,
    profile: z.enum(PROFILES),
    index: IndexState,
    recallId: z.string(),
    asOf: z.string(),
    loggedAnyway: Overruled,
    timings: z.object({ totalMs: z.number(), searchMs: z.number(), hops: z.number().int() }),
  })
  .openapi("AskAnswer");
export type AskAnswer = z.infer<typeof AskAnswer>;

/** The events of an answer that is streamed, before the last: `end` with the answer, or `error`. */
type AskEvent =
  /** What the text model reads, best first: told before it is asked. */
  | { readonly event: "passages"; readonly passages: readonly Omit<AskSource, "number">[] }
  /** A sentence of the answer; `newSources` are those of its sources that no sentence before it has. */
  | {
      readonly event: "sentence";
      readonly text: string;
      readonly sources: readonly number[];
      readonly newSources: readonly AskSource[];
    };

export type OnAskEvent = (event: AskEvent) => void;
