import { z } from "@hono/zod-openapi";
import { DEFAULTS } from "../../config.ts";
import { Flag, SessionId } from "../../contract/common.ts";
import { Outage } from "../../contract/outages.ts";
import { MAX_BUDGET, MIN_BUDGET, PROFILES } from "./constants.ts";
import { FilterParameters, Filters } from "./filters.ts";
import { type AnyHit, CompactHit, DigestHit, Hit, Relevance, VIEWS } from "./hits.ts";
import { ProfileSettings } from "./profile-settings.ts";
import { Absence, Calibration, CONFIDENCES } from "./relevance.ts";

/** White space around a query does not count, but somebody has to read it. */
const MAX_RAW_QUERY_CHARS = 4 * DEFAULTS.maxQueryChars;

/** Closed list: what an answer may lack. */
export const DEGRADED = [
  "embedder_unavailable",
  "embedder_timeout",
  "vector_index_unavailable",
  "vector_index_timeout",
  "vector_filter_partial",
  "cosines_missing",
  "other_script",
  "reranker_unavailable",
  "reranker_timeout",
  "identity_changed",
  "generator_missing",
  "generator_unavailable",
  "generator_timeout",
  "expansion_refused",
  "names_off",
  "quota",
  "model_budget",
  "workspace_quota",
  "depth_reached",
] as const;
export type Degraded = (typeof DEGRADED)[number];

/** Shown instead of nothing. */
export const Fallback = z.enum(["recent", "recent_session"]);

const MAX_CURSOR_CHARS = 1_000;

const Cursor = z.string().max(MAX_CURSOR_CHARS).meta({
  description:
    "`nextCursor` of the answer before, with the same query, filters, profile and settings: the hits behind it",
});

export const SearchRequest = z
  .strictObject({
    query: z
      .string()
      .max(MAX_RAW_QUERY_CHARS)
      .meta({ description: 'Words, a question; "a phrase" in quotes is a filter. To 2,000 characters' }),
    limit: z
      .number()
      .int()
      .min(1)
      .max(DEFAULTS.maxLimit)
      .optional()
      .meta({ description: "Hits wanted; the profile's default otherwise" }),
    profile: z.enum(PROFILES).default("edge"),
    view: z.enum(VIEWS).default("snippet").meta({
      description:
        "full: the chunk; snippet: its best lines; compact: id, citation and cost; digest: citation",
    }),
    cursor: Cursor.optional(),
    budget: z.number().int().min(MIN_BUDGET).max(MAX_BUDGET).optional().meta({
      description:
        "Tokens that the hits' texts with their citations may take; without a limit, as many hits as fit",
    }),
    filters: Filters.optional(),
    settings: ProfileSettings.optional().meta({
      description: "Settings of the profile for this search only",
      examples: [{ "recencyBoost.weight": 0.3 }],
    }),
    minScore: z
      .number()
      .min(0)
      .max(1)
      .optional()
      .meta({ description: "Score that a hit needs; short for threshold.minScore" }),
    minRelevance: Relevance.optional().meta({
      description: "Relevance that a hit needs; short for relevance.min",
    }),
    session: SessionId.optional().meta({ description: "The asker's session" }),
    auto: z
      .boolean()
      .optional()
      .meta({ description: "An automatic recall: what needs no search (greetings, commands) is skipped" }),
    expand: z.boolean().optional().meta({ description: "Let the generator rewrite the query first" }),
    explain: z.boolean().optional().meta({ description: "Tell every step of the ranking" }),
    typing: z
      .boolean()
      .optional()
      .meta({
        description:
          "The query's last word is still being typed: it stands for every word that begins so, from three letters on. " +
          "Such a search is only logged where log is true, and the word is not repaired",
      }),
    log: z.boolean().optional().meta({
      description:
        "false: neither logged nor counted among the day's searches; for tokens of scope admin, else the answer says `loggedAnyway`",
    }),
    asOf: z.iso.datetime().optional().meta({ description: "Clock of the search, cut to the second" }),
    consistency: z
      .enum(["strong", "nearest"])
      .default("nearest")
      .meta({ description: "strong asks the primary database" }),
  })
  .openapi("SearchRequest");
export type SearchRequest = z.infer<typeof SearchRequest>;

/** No number written is not 0, which coercion makes of it. */
const blankIsNone = (text: unknown): unknown =>
  typeof text === "string" && text.trim() === "" ? Number.NaN : text;

/** The same over GET: `q`, and each filter as its own parameter. */
export const SearchParameters = z
  .object({
    ...FilterParameters,
    q: z.string().max(MAX_RAW_QUERY_CHARS),
    limit: z.coerce.number().int().min(1).max(DEFAULTS.maxLimit).optional(),
    cursor: Cursor.optional(),
    profile: z.enum(PROFILES).optional(),
    view: z.enum(VIEWS).optional(),
    budget: z.coerce.number().int().min(MIN_BUDGET).max(MAX_BUDGET).optional(),
    minScore: z.preprocess(blankIsNone, z.coerce.number("a number from 0 to 1").min(0).max(1)).optional(),
    minRelevance: z.preprocess(blankIsNone, z.coerce.number("a number from 0 to 1").min(0).max(1)).optional(),
    session: SessionId.optional().meta({ description: "The asker's session" }),
    onlySession: Flag.optional().meta({ description: "Only memories of the asker's session" }),
    auto: Flag.optional(),
    expand: Flag.optional(),
    explain: Flag.optional(),
    typing: Flag.optional(),
    log: Flag.optional(),
    asOf: z.iso.datetime().optional(),
    consistency: z.enum(["strong", "nearest"]).optional(),
  })
  .strict()
  .refine(({ onlySession, session }) => onlySession !== true || session !== undefined, {
    message: "name the session that it is about",
    path: ["onlySession"],
  });

export const BudgetUse = z
  .object({
    tokens: z.number().int().meta({ description: "As asked" }),
    used: z.number().int().meta({
      description: "Of the hits' texts with their citations, within a tenth of what tokenizers count",
    }),
    left: z.number().int().meta({ description: "Hits found that did not fit" }),
    cut: z.boolean().meta({ description: "The last hit had to be cut" }),
    over: z.literal(true).optional().meta({ description: "Even so it is more: a long citation" }),
  })
  .openapi("BudgetUse");
export type BudgetUse = z.infer<typeof BudgetUse>;

export const IndexState = z
  .object({
    version: z.number(),
    indexedAt: z.string().nullable(),
    pendingChunks: z.number().meta({ description: "Chunks that cannot be found by meaning yet" }),
    pendingSkipped: z
      .number()
      .meta({ description: "Vectors not yet visible that this search did not compare" }),
    failedDocuments: z.number(),
    severalRoots: z
      .boolean()
      .optional()
      .meta({ description: "Documents are in several roots: a path alone may not name one" }),
    confined: z.literal(true).optional().meta({
      description:
        "The token sees a part of the workspace only: version and counts, which are of all of it, stand as 0",
    }),
    embedder: z.string(),
    reranker: z.string(),
  })
  .openapi("IndexState");
export type IndexState = z.infer<typeof IndexState>;

const Explanation = z
  .object({
    steps: z
      .array(
        z.object({
          step: z.string(),
          in: z.number(),
          out: z.number(),
          dropped: z.array(z.object({ id: z.string(), reason: z.string() })).readonly(),
          lowest: z.number().nullable(),
          highest: z.number().nullable(),
          ms: z.number(),
          vectorWeight: z
            .number()
            .optional()
            .meta({ description: "The vector arm's share of the fused score, 0 to 1, where arms are added" }),
        }),
      )
      .readonly(),
    settings: z.record(z.string(), z.union([z.number(), z.boolean(), z.string()])),
  })
  .openapi("Explanation");

const UnknownRoots = z.array(z.string()).meta({ description: "Roots of the filters that are not there" });

const AnyHits = z.array(z.union([Hit, CompactHit, DigestHit]));

/** What stands behind `degraded`. */
export const Outages = z
  .array(Outage)
  .optional()
  .meta({ description: "Why parts did not answer; for tokens of scope admin, where there is one to name" });

/** Said where a request's `log: false` was not followed. */
export const Overruled = z.literal(true).optional().meta({
  description:
    "Logged although `log` was false: only tokens of scope admin decide that, and those minted with `log` off leave no recall",
});

export const SearchAnswer = z
  .object({
    outcome: z.enum(["found", "nothing_found", "nothing_relevant", "skipped"]),
    relevance: Relevance.meta({
      description: "Probability that one of the first five hits answers the query",
    }),
    confidence: z.enum(CONFIDENCES).meta({
      description:
        "By the relevance: high, from 0.5 where nothing speaks against it; low, where it is shown; none",
    }),
    calibration: Calibration,
    hits: AnyHits,
    closest: AnyHits.optional().meta({
      description: "Where nothing is relevant: up to three passages that come closest. They are no answer",
    }),
    nextCursor: z.string().nullable().optional().meta({
      description: "Send it as `cursor` for the hits behind these; null: there are none",
    }),
    budget: BudgetUse.optional(),
    absence: Absence.optional().meta({
      description:
        "Where nothing is found or relevant: never there; there and left out by a filter; superseded or forgotten, as far as that is kept",
    }),
    unknownRoots: UnknownRoots.optional(),
    knownRoots: z.array(z.string()).optional().meta({
      description:
        "Beside `unknownRoots`: the first twenty roots that are there, by name; none for a token of a part of them",
    }),
    missing: z.array(z.string()).optional().meta({
      description: "Names and numbers of the query that none of the first five passages has",
    }),
    degraded: z.array(z.enum(DEGRADED)),
    outages: Outages,
    profile: z.enum(PROFILES),
    pool: z
      .literal("original")
      .optional()
      .meta({ description: "Pools grew with the limit, as asked: another limit may change the order" }),
    fallback: Fallback.optional().meta({
      description:
        "No arm found anything: newest first; recent_session: of the asking session, which has some",
    }),
    didYouMean: z
      .array(z.object({ from: z.string(), to: z.string() }))
      .optional()
      .meta({
        description:
          "Words of the query that no passage has, with a word that is like them and that the searched texts have. It " +
          "was not searched, because what was typed is a name, a quotation or a correct word",
      }),
    skipped: z.string().optional().meta({ description: "outcome skipped: why no search was needed" }),
    explain: Explanation.optional(),
    index: IndexState,
    recallId: z.string(),
    loggedAnyway: Overruled,
    asOf: z.string(),
    timings: z.object({
      totalMs: z.number(),
      hops: z.number().int(),
      stages: z.record(z.string(), z.number()).meta({ description: "Milliseconds by stage" }),
    }),
    use: z.object({
      rowsRead: z.number(),
      modelCalls: z.number(),
      textsEmbedded: z.number(),
      passagesReranked: z.number(),
      cached: z.array(z.enum(["answer", "embedding", "rerank", "expansion"])),
      repaired: z.array(z.object({ from: z.string(), to: z.string() })).meta({
        description: "Misspelt words, with the word of the searched texts that was searched as well",
      }),
      expanded: z
        .object({ rewrites: z.array(z.string()), paraphrases: z.array(z.string()), hasPassage: z.boolean() })
        .optional()
        .meta({ description: "What the text model added to the query, and was searched too" }),
    }),
  })
  .openapi("SearchAnswer");
/** An answer: with passages, in the views full and snippet, unless said otherwise. */
export type SearchAnswer<Shown extends AnyHit = Hit> = Omit<z.infer<typeof SearchAnswer>, "hits"> & {
  hits: Shown[];
};
