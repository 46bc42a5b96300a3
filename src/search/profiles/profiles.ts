import type { ProfileName } from "../contract/constants.ts";
import type { SettingValue } from "../setting.ts";

/** A named way of ranking, as data: the stages it wants, in their order, and what differs from the defaults. */
export interface Profile {
  readonly meaning: string;
  readonly stages: readonly string[];
  readonly settings: Readonly<Record<string, SettingValue>>;
}

/** What people expect of any search: what answers before what mentions. */
const EXPECTED_ORDER = ["supporting", "relevant", "remembered", "definition", "described"];
/** What a memory is, in every profile: one hit, and overtaken by what supersedes it. */
export const OF_MEMORIES = ["superseding", "perMemory"];

export const PROFILE_TABLE: Readonly<Record<ProfileName, Profile>> = {
  edge: {
    meaning:
      "keyword and vector arm fused, re-ranked by a cross-encoder; of dated notes and memories on one matter the newest first; near-copies last",
    stages: [...EXPECTED_ORDER, "feedback", "newest", ...OF_MEMORIES, "defer", "copies", "perDocument"],
    settings: {},
  },
  openclaw: {
    meaning: "0.7 · cosine + 0.3 · keyword score, at least .35; decay and MMR can be turned on",
    // As in the original, MMR reorders all that was found, and then what is too weak goes: not what supersedes, which
    // has no vector yet, in favour of what it supersedes.
    stages: ["superseding", "mmr", "threshold", "perMemory"],
    settings: {
      "arms.entity": false,
      "fusion.kind": "weighted",
      "fusion.keywordWeight": 0.3,
      "fusion.vectorWeight": 0.7,
      "rerank.by": "none",
      "threshold.minScore": 0.35,
      // A keyword hit has 0.3 at most: without these free places, words alone would find nothing.
      "threshold.keywordHits": true,
    },
  },
  lancedb: {
    meaning: "cosine raised by keyword hits, re-ranked, then recency, importance, length and age",
    stages: [
      "recencyBoost",
      "importance",
      "lengthNorm",
      "timeDecay",
      "hardMinimum",
      "noise",
      ...OF_MEMORIES,
      "defer",
    ],
    settings: {
      "arms.entity": false,
      "fusion.kind": "boost",
      // As in the original: what is less alike is no find of the vector arm.
      "fusion.minVector": 0.1,
      "fusion.minScore": 0.3,
      "fusion.keywordHits": true,
      // Where pools are asked for that grow with the limit: twice the limit, 20 at least.
      "arms.candidateMultiplier": 2,
      "arms.candidatePoolSize": 20,
      "rerank.unreturned": 0.8,
      "result.limit": 5,
    },
  },
  "code-memory": {
    meaning: "distance less a keyword bonus; the newest 60 % of the pool; newest first when nothing is found",
    stages: ["topP", ...OF_MEMORIES],
    settings: {
      "arms.entity": false,
      "arms.recent": "fallback",
      "fusion.kind": "distance",
      "rerank.by": "none",
      "topP.fraction": 0.6,
      "result.limit": 12,
    },
  },
  dual: {
    meaning: "the better of named entity and cosine, then recency, confidence, observations, type and votes",
    stages: [
      "recencyBoost",
      "confidence",
      "observations",
      "typeBoost",
      "queryTypeBoost",
      "feedback",
      ...OF_MEMORIES,
    ],
    settings: {
      "arms.keyword": false,
      "fusion.kind": "union",
      "fusion.minVector": 0.4,
      "fusion.minEntity": 0.5,
      "rerank.by": "none",
      "recencyBoost.days": 28,
      "result.limit": 10,
    },
  },
  latest: {
    meaning:
      "edge, and the newest first also of files that only their time dates, and for questions of the past",
    stages: [...EXPECTED_ORDER, "feedback", "newest", ...OF_MEMORIES, "defer", "copies", "perDocument"],
    settings: { "newest.fileTimes": "always", "newest.past": true },
  },
  keyword: {
    meaning: "the keyword arm alone, re-scored",
    stages: ["relevant", ...OF_MEMORIES],
    settings: { "arms.vector": false, "arms.entity": false, "fusion.kind": "single", "rerank.by": "none" },
  },
  vector: {
    meaning: "the vector arm alone",
    stages: OF_MEMORIES,
    settings: { "arms.keyword": false, "arms.entity": false, "fusion.kind": "single", "rerank.by": "none" },
  },
};
