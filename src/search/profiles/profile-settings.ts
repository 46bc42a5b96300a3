import { DEFAULTS } from "../../config.ts";
import { FUSION_SETTINGS } from "../fusion/settings.ts";
import { STAGES } from "../stages/table.ts";
import { choice, number, type Setting, type SettingTable, type ValuesOf } from "./setting.ts";

const ARM_SETTINGS = {
  keyword: { kind: "switch", default: true, meaning: "words, by FTS5 and re-scoring" },
  vector: { kind: "switch", default: true, meaning: "meaning, by the embedder" },
  entity: { kind: "switch", default: true, meaning: "names that the workspace knows" },
  recent: choice(["off", "fallback"], "fallback: newest first when no other arm finds anything"),
  pool: choice(
    ["constant", "original"],
    "original: 4 × limit candidates an arm, as the first of its kind did; then the limit changes the order",
  ),
  expand: { kind: "switch", default: false, meaning: "the generator rewrites the query first" },
} as const satisfies SettingTable;

const RERANK_SETTINGS = {
  by: choice(
    ["cross-encoder", "lightweight", "none"],
    "lightweight: 0.7 · fused + 0.3 · cosine, also when the cross-encoder does not answer",
  ),
  pool: number(DEFAULTS.rerankPool, [1, 100], {
    integer: true,
    unit: "candidates",
    meaning: "sent to the cross-encoder",
  }),
  blend: number(0.6, [0, 1], {
    meaning: "the re-ranker's share of the score; the rest is the fused score's",
  }),
  unreturned: number(undefined, [0, 1], {
    meaning: "what a candidate that got no score keeps of its fused score; unset: it counts as judged worst",
  }),
  timeoutMs: number(DEFAULTS.rerankTimeoutMs, [100, DEFAULTS.searchBudgetMs], {
    unit: "milliseconds",
    meaning: "how long to wait for it",
  }),
  floor: number(undefined, [-1_000, 1_000], {
    meaning: "raw score that the best passage needs, else nothing is relevant; unset until measured",
  }),
} as const satisfies SettingTable;

const RESULT_SETTINGS = {
  limit: number(6, [1, DEFAULTS.maxLimit], {
    integer: true,
    unit: "hits",
    meaning: "hits when the caller names no number",
  }),
} as const satisfies SettingTable;

const GROUPS = {
  arms: ARM_SETTINGS,
  fusion: FUSION_SETTINGS,
  rerank: RERANK_SETTINGS,
  result: RESULT_SETTINGS,
};

const named = (group: string, table: SettingTable): (readonly [string, Setting])[] =>
  Object.entries(table).map(([name, setting]) => [`${group}.${name}`, setting] as const);

/** Every setting of a profile under its full name: `fusion.k`, `recencyBoost.days`. */
export const PROFILE_SETTINGS: ReadonlyMap<string, Setting> = new Map([
  ...Object.entries(GROUPS).flatMap(([group, table]) => named(group, table)),
  ...STAGES.flatMap(({ name, settings }) => named(name, settings)),
]);

export type ArmSettings = ValuesOf<typeof ARM_SETTINGS>;
export type RerankSettings = ValuesOf<typeof RERANK_SETTINGS>;
export type ResultSettings = ValuesOf<typeof RESULT_SETTINGS>;
