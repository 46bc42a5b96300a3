import { ARMS } from "../arms/table.ts";
import { FUSION_SETTINGS } from "../fusion/settings.ts";
import { STAGES } from "../stages/table.ts";
import { RERANK_SETTINGS, RESULT_SETTINGS } from "./profile.ts";
import { choice, type Setting, type SettingTable } from "./setting.ts";

const POOL_SETTING = {
  pool: choice(
    ["constant", "original"],
    "original: 4 × limit candidates an arm, as the first of its kind did; then the limit changes the order",
  ),
};

const GROUPS: Readonly<Record<string, SettingTable>> = {
  arms: { ...Object.assign({}, ...ARMS.map(({ settings }) => settings)), ...POOL_SETTING },
  fusion: {
    ...Object.fromEntries(ARMS.flatMap(({ name, weight }) => (weight ? [[`${name}Weight`, weight]] : []))),
    ...FUSION_SETTINGS,
  },
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
