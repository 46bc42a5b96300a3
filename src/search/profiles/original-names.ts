/**
 * What settings of the systems that the profiles follow are called here, by the last part of their name without case and
 * underscores; docs/profiles.md has their values beside ours.
 */
const OURS: Readonly<Record<string, string>> = {
  // OpenClaw, memorySearch.*
  enabled: "a stage's own switch, such as mmr.enabled, or its strength, where 0 is off",
  maxresults: "result.limit",
  minscore: "threshold.minScore, or fusion.minScore before re-ranking",
  candidatemultiplier: "arms.candidateMultiplier",
  textweight: "fusion.keywordWeight",
  vectorweight: "fusion.vectorWeight",
  lambda: "mmr.lambda",
  halflifedays: "temporalDecay.halfLifeDays",
  // memory-lancedb-pro, retrieval.*
  mode: "arms.keyword and arms.vector",
  bm25weight: "fusion.keywordBoost",
  rerank: "rerank.by",
  timeoutms: "rerank.timeoutMs",
  candidatepoolsize: "arms.candidatePoolSize",
  recencyhalflifedays: "recencyBoost.days",
  recencyweight: "recencyBoost.weight, or fusion.recencyWeight in code-memory",
  filternoise: "noise.enabled",
  lengthnormanchor: "lengthNorm.anchor",
  hardminscore: "hardMinimum.minScore",
  timedecayhalflifedays: "timeDecay.days",
  // Code memory
  topk: "result.limit",
  topp: "topP.fraction",
  oversample: "arms.candidateMultiplier",
  oversamplek: "arms.candidateMultiplier",
  ftsbonus: "fusion.ftsBonus",
  priorityweight: "fusion.priorityWeight",
  sessionbonus: "session.bonus",
  enablevec: "arms.vector",
  enablefts: "arms.keyword",
  enablegraph: "arms.entity",
};

/** Where another system keeps its names: CODE_MEMORY_TOP_P, query.hybrid.mmr.lambda. */
const PREFIX = /^(?:.*\.|CODE_MEMORY_)/;

/**
 * What a name of another system is called here; undefined: none of them has it. A name of ours behind that system's own
 * path, such as hybrid.mmr.lambda, is that name.
 */
export function oursFor(name: string, known: ReadonlySet<string>): string | undefined {
  const parts = name.split(".");
  const inner = parts.map((_, at) => parts.slice(at).join(".")).find((rest) => known.has(rest));
  if (inner !== undefined) return inner;
  const bare = name.replace(PREFIX, "").replaceAll("_", "").toLowerCase();
  return Object.hasOwn(OURS, bare) ? OURS[bare] : undefined;
}
