import { DEFAULTS } from "../../config.ts";
import { AppError } from "../../errors.ts";
import { shortHash } from "../../text/hash.ts";
import { cutToTokens } from "../../text/passage.ts";
import { isCjk } from "../../text/words/cjk.ts";
import { tokenise } from "../../text/words/tokenise.ts";
import { usesEntityArm } from "../arms/entity/entity.ts";
import { nameCandidates } from "../arms/entity/name-candidates.ts";
import { expansionKey } from "../arms/expansion/generated-expansion.ts";
import { RESCORED } from "../arms/keyword/rescore.ts";
import type { SearchRequest } from "../contract/search.ts";
import { type ResolvedProfile, resolveProfile, type Settings } from "../profiles/resolve-profile.ts";
import type { KeywordQuery, ResolvedFilters } from "../sql/search-types.ts";
import { checkBudget } from "../views/budget.ts";
import { type AnalysedQuery, analyseQuery, matchWords, stemsToLookUp } from "./analyse.ts";
import { resolveFilters } from "./filters/filters.ts";
import { matchText } from "./match-text.ts";

const HOUR_MS = 3_600_000;

/** Matches looked at where a quoted phrase, or a glob that SQL only narrows, is checked afterwards. */
const WIDE_POOL = 1_000;

export interface PlanContext {
  readonly nowMs: number;
  readonly build: string;
  readonly scope: string;
  /** The workspace's own settings of the profile. */
  readonly overrides: Settings;
  /** Name of the text model; undefined: there is none. */
  readonly generator?: string | undefined;
}

/** A request with everything resolved that does not need the database. */
export interface SearchPlan {
  readonly request: SearchRequest;
  readonly profile: ResolvedProfile;
  readonly limit: number;
  /** Candidates that each arm fetches. */
  readonly armPool: number;
  /** Rows of the keyword arm that count in the score of their document. */
  readonly sourceRows: number;
  readonly query: AnalysedQuery;
  readonly filters: ResolvedFilters;
  /** The search's clock, cut to the hour. */
  readonly asOfMs: number;
  /** Names everything that decides the answer, for the cache of whole answers. */
  readonly requestKey: string;
  /** The query's own hash: its embedding and its rerank scores are kept under it. */
  readonly queryHash: string;
  /** What the re-ranker is sent for the query. */
  readonly sentQuery: string;
  /** Under which the query's expansion is kept; undefined: none is wanted, or nothing could write it. */
  readonly expansionKey?: string | undefined;
  readonly stems: readonly string[];
  /** Slugs of what the query may name; undefined: the entity arm does not run. */
  readonly entitySlugs?: readonly string[] | undefined;
}

/** Takes a request apart. Throws `invalid_input`. */
export async function planSearch(
  request: SearchRequest,
  { nowMs, build, scope, overrides, generator }: PlanContext,
): Promise<SearchPlan> {
  checkBudget(request);
  const query = analyseQuery(request.query);
  const asOfMs =
    Math.floor((request.asOf === undefined ? nowMs : Date.parse(request.asOf)) / HOUR_MS) * HOUR_MS;
  const filters = resolveFilters(request.filters ?? {}, asOfMs);
  const profile = resolveProfile(request.profile, overrides, requestSettings(request));
  const limit = request.limit ?? (request.budget === undefined ? profile.result.limit : DEFAULTS.maxLimit);
  const sentQuery = cutToTokens(query.text, DEFAULTS.rerankQueryTokens);
  const decides = [
    build,
    scope,
    request.profile,
    limit,
    request.view,
    request.budget,
    request.counted,
    request.session,
    request.explain,
    profile.settings,
    query.text,
    request.filters ?? {},
    asOfMs,
  ];
  return {
    request,
    profile,
    limit,
    armPool: armPoolOf(profile, limit, request),
    // The same for every limit: a lone keyword arm may have read no more.
    sourceRows: isKeywordAlone(profile) ? RESCORED : DEFAULTS.armPool,
    query,
    filters,
    asOfMs,
    requestKey: await shortHash(JSON.stringify(decides)),
    queryHash: await shortHash(query.text),
    sentQuery,
    expansionKey:
      profile.arms.expand && generator !== undefined ? await expansionKey(generator, query.text) : undefined,
    stems: stemsToLookUp(query),
    entitySlugs: usesEntityArm(profile) ? nameCandidates(query.text) : undefined,
  };
}

/** What a request sets by names of its own counts as the settings they stand for. */
const requestSettings = ({ settings, minScore, expand }: SearchRequest): Settings => ({
  ...settings,
  ...(minScore !== undefined && { "threshold.minScore": minScore }),
  ...(expand !== undefined && { "arms.expand": expand }),
});

/** Candidates for each hit, and at most, where a request asks for pools that grow with its limit. */
const ORIGINAL_POOL = { perHit: 4, most: 200 };

function armPoolOf(profile: ResolvedProfile, limit: number, request: SearchRequest): number {
  if (profile.arms.pool === "original") return Math.min(ORIGINAL_POOL.most, ORIGINAL_POOL.perHit * limit);
  const showsRescoredOnly = isKeywordAlone(profile) && limit <= RESCORED && request.explain !== true;
  return showsRescoredOnly ? RESCORED : DEFAULTS.armPool;
}

/** Nothing lifts a row above those that are scored again, so that of fewer hits the rest is not even read. */
const isKeywordAlone = ({ arms, stages, rerank }: ResolvedProfile): boolean =>
  arms.keyword && !arms.vector && !arms.entity && !arms.expand && stages.length === 0 && rerank.by === "none";

/** The keyword arm's question to the database; undefined when the query holds no word at all. */
export function keywordQuery(
  { query, filters, armPool }: Pick<SearchPlan, "query" | "filters" | "armPool">,
  { vectorsOf, words = matchWords(query) }: { vectorsOf?: string | undefined; words?: readonly string[] },
): KeywordQuery | undefined {
  const match = matchText(words);
  if (match === undefined) return undefined;
  const required = query.phrases.map(phraseMatch).filter((phrase) => phrase !== undefined);
  const isNarrowedLater = query.phrases.length > 0 || filters.glob?.isExact === false;
  const limit = isNarrowedLater ? WIDE_POOL : armPool;
  return { match, required, filters, limit, vectorsOf };
}

/**
 * A phrase as FTS5 narrows by it: its words next to each other in the text; the raw text decides afterwards. CJK runs
 * are pairs with a single character at their end, so of those only the presence is asked.
 */
function phraseMatch(phrase: string): string | undefined {
  const tokens = tokenise(phrase);
  if (tokens.length === 0) return undefined;
  if (!isCjk(phrase)) return `text : "${tokens.join(" ")}"`;
  return `text : (${tokens.map((token) => `"${token}"${isCjk(token) ? " *" : ""}`).join(" AND ")})`;
}

/** Throws `unauthorized` for a search whose token or workspace is gone. */
export function checkAlive(first: { workspace: unknown; token: { isRevoked: boolean } }): void {
  if (first.workspace === undefined) throw new AppError("unauthorized", "This token's workspace was deleted");
  if (first.token.isRevoked) throw new AppError("unauthorized", "This token was revoked");
}
