import { DEFAULTS } from "../config.ts";
import { AppError } from "../errors.ts";
import { spaceKey } from "../models/ports.ts";
import { shortHash } from "../text/hash.ts";
import { LANGUAGES, type Language } from "../text/languages/language.ts";
import { type Confines, notConfined } from "../workspaces/narrowing.ts";
import { expansionKey } from "./arms/expansion/generated-expansion.ts";
import { RESCORED } from "./arms/keyword/rescore.ts";
import { MAX_ORIGINAL_POOL } from "./contract/constants.ts";
import { SECOND_MS } from "../config.ts";
import type { SearchRequest } from "./contract/search.ts";
import type { Ranking, SearchPage, SearchPlan, SearchPosition, SearchServing } from "./plan.ts";
import type { ResolvedProfile, Settings } from "./profiles/profile.ts";
import { OF_MEMORIES } from "./profiles/profiles.ts";
import { resolveProfile } from "./profiles/resolve-profile.ts";
import { analyseQuery } from "./query/analyse.ts";
import { confined, resolveFilters } from "./query/filters.ts";

interface PlanContext {
  readonly workspace: number;
  readonly serving: SearchServing;
  readonly nowMs: number;
  /** Names this build and its models. */
  readonly build: string;
  readonly scope: string;
  /** Undefined: the asker's token sees the whole workspace. */
  readonly confines?: Confines | undefined;
  /** The workspace's languages beside English, as far as anybody has seen; undefined: nobody has. */
  readonly languages?: readonly Language[] | undefined;
  /** The workspace's own settings of the profile. */
  readonly overrides: Settings;
  /** @default a workspace that nobody has seen, in a database that bills rows */
  readonly ranking?: Ranking | undefined;
  /** Name of the text model; undefined: the deployment has no text model. */
  readonly generator: string | undefined;
  /** Undefined: the first hits are wanted. */
  readonly page?: SearchPage | undefined;
}

/** Takes a request apart. Throws `invalid_input`. */
export async function planSearch(request: SearchRequest, context: PlanContext): Promise<SearchPlan> {
  const { workspace, serving, nowMs, generator, confines } = context;
  if (confines !== undefined && request.explain === true)
    throw notConfined(confines, "an explanation shows what the whole workspace holds");
  const query = analyseQuery(request.query, {
    isTyping: request.typing === true,
    tried: context.languages ?? LANGUAGES,
  });
  const clockMs = request.asOf === undefined ? nowMs : Date.parse(request.asOf);
  const { offset, from, asOfMs } = context.page ?? {
    ...{ offset: 0, from: 0 },
    asOfMs: Math.floor(clockMs / SECOND_MS) * SECOND_MS,
  };
  const filters = confined(resolveFilters(request.filters ?? {}, asOfMs), confines);
  const forced = confines === undefined ? {} : CONFINED_SETTINGS;
  const profile = resolveProfile(request.profile, context.overrides, requestSettings(request), forced);
  if (context.page !== undefined && profile.arms.pool === "original")
    throw new AppError("invalid_input", "cursor: with arms.pool=original each limit has an order of its own");
  const limit = request.limit ?? (request.budget === undefined ? profile.result.limit : DEFAULTS.maxLimit);
  const judged = context.page?.judged;
  const plan = {
    ...{ workspace, request, profile, serving, query, filters, confines },
    limit,
    offset,
    asOfMs,
    judged,
    ranking: context.ranking ?? { passages: 0, areRowsFree: false },
  };
  return {
    ...plan,
    pool: {
      from,
      ofArm: armPoolOf(profile, { limit, request, isFurther: context.page !== undefined }),
      // The same for every limit: a keyword arm alone may have read only so many.
      sourceRows: isKeywordAlone(profile) ? RESCORED : DEFAULTS.armPool,
    },
    keys: {
      answer: await answerKey({ ...plan, from }, context),
      query: await shortHash(query.text),
      expansion:
        profile.arms.expand && generator !== undefined
          ? await expansionKey(generator, query.text)
          : undefined,
    },
  };
}

/**
 * Whatever could make another answer on the same version of the index. The clock only where it was asked for: answers are
 * kept for minutes, in which ages hardly change, and each says as of when it is.
 */
function answerKey(
  plan: Omit<SearchPlan, "pool" | "keys"> & SearchPosition,
  { build, scope }: PlanContext,
): Promise<string> {
  const { request, profile, serving, query, confines, limit, offset, from, asOfMs } = plan;
  const { view, budget, session, explain, filters = {} } = request;
  const { text, typed } = query;
  const space = spaceKey(serving.embedder.space);
  const wish = [request.profile, limit, offset, from, view, budget, session, explain, filters, confines];
  const clock = request.asOf === undefined && offset + from === 0 ? null : asOfMs;
  return shortHash(JSON.stringify([build, space, scope, wish, profile.settings, text, typed, clock]));
}

/** Names are known of the whole workspace: what goes by which of them is said by any text. */
const CONFINED_SETTINGS: Settings = { "arms.entity": false };

/** What a request sets by names of its own counts as the settings they stand for. */
const requestSettings = ({ settings, minScore, minRelevance, expand }: SearchRequest): Settings => ({
  ...settings,
  ...(minScore !== undefined && { "threshold.minScore": minScore }),
  ...(minRelevance !== undefined && { "relevance.min": minRelevance }),
  ...(expand !== undefined && { "arms.expand": expand }),
});

interface PoolWish {
  readonly limit: number;
  readonly request: SearchRequest;
  /** A page behind the first: it may lead beyond what is scored again. */
  readonly isFurther: boolean;
}

function armPoolOf(profile: ResolvedProfile, { limit, request, isFurther }: PoolWish): number {
  const { pool, candidateMultiplier, candidatePoolSize } = profile.arms;
  if (pool === "original")
    return Math.min(
      MAX_ORIGINAL_POOL,
      Math.max(Number(candidatePoolSize), Math.floor(Number(candidateMultiplier) * limit)),
    );
  const showsRescoredOnly =
    isKeywordAlone(profile) && !isFurther && limit <= RESCORED && request.explain !== true;
  return showsRescoredOnly ? RESCORED : DEFAULTS.armPool;
}

/** Stages that lift no row above those that are scored again: `relevant` orders the first five. */
const LIFTS_NONE: readonly string[] = [...OF_MEMORIES, "relevant"];

/** Of fewer hits than are scored again the rest is not even read. */
const isKeywordAlone = ({ arms, stages, rerank }: ResolvedProfile): boolean =>
  arms.keyword === true &&
  !arms.vector &&
  !arms.entity &&
  !arms.expand &&
  stages.every(({ name }) => LIFTS_NONE.includes(name)) &&
  rerank.by === "none";
