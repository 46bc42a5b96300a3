import { AppError } from "../../errors.ts";
import { nearestName } from "../../text/words/edit-distance.ts";
import { parseSettings } from "../../workspaces/workspace-settings.ts";
import { ARMS } from "../arms/table.ts";
import { MAX_ORIGINAL_POOL, type ProfileName } from "../contract/constants.ts";
import {
  allowed,
  choice,
  isAllowed,
  number,
  type Setting,
  type SettingTable,
  type SettingValue,
} from "../setting.ts";
import type { StageDefinition } from "../stages/stage.ts";
import { FINAL_STAGES, SCORE_STAGES, STAGES } from "../stages/table.ts";
import { oursFor } from "./original-names.ts";
import {
  FUSION_SETTINGS,
  RELEVANCE_SETTINGS,
  RERANK_SETTINGS,
  RESULT_SETTINGS,
  type ResolvedProfile,
  type Settings,
} from "./profile.ts";
import { PROFILE_TABLE } from "./profiles.ts";

/** Throws `invalid_input` that names a setting that is unknown or out of its range, and what is allowed. */
export function checkSettings(settings: Settings): void {
  for (const [name, value] of Object.entries(settings)) {
    const setting = PROFILE_SETTINGS.get(name);
    if (setting === undefined) throw unknownSetting(name);
    if (!isAllowed(setting, value))
      throw new AppError("invalid_input", `${name} is ${allowed(setting)}`, {
        details: { setting: name, allowed: allowed(setting) },
      });
  }
}

/** Where all of them are to be seen. */
const LISTED = " (`recall profiles edge` or GET /v1/profiles lists them)";

function unknownSetting(setting: string): AppError {
  const names = [...PROFILE_SETTINGS.keys()];
  const near = nearestName(setting, names);
  // What begins as ours do is one of them, written otherwise.
  const isOwn = near !== undefined && setting.includes(".") && near.split(".")[0] === setting.split(".")[0];
  const ours = isOwn ? undefined : oursFor(setting, new Set(names));
  const meant = ours === undefined ? near : names.find((name) => name === ours);
  const guess = near === undefined ? "" : `; did you mean ${near}?`;
  const hint = ours === undefined ? guess : `; here it is ${ours}`;
  return new AppError("invalid_input", `There is no setting ${setting}${hint}${LISTED}`, {
    details: { setting, ...(meant !== undefined && { meant }), allowed: names },
  });
}

const known = new Map<ProfileName, Settings>();

/** A profile's own settings over the defaults; a stage that it does not name is off. */
export function profileSettings(name: ProfileName): Settings {
  const settings = known.get(name) ?? ownSettings(name);
  known.set(name, settings);
  return settings;
}

function ownSettings(name: ProfileName): Settings {
  const { stages, settings } = PROFILE_TABLE[name];
  const values: Record<string, SettingValue> = {};
  for (const [key, setting] of PROFILE_SETTINGS)
    if (setting.default !== undefined) values[key] = setting.default;
  for (const stage of STAGES) if (!stages.includes(stage.name)) values[strengthOf(stage)] = offValue(stage);
  return { ...values, ...settings };
}

const unchanged = new Map<ProfileName, ResolvedProfile>();

/** A profile with a workspace's overrides, then a request's, on top. Throws `invalid_input`. */
export function resolveProfile(name: ProfileName, ...overrides: readonly Settings[]): ResolvedProfile {
  if (overrides.some((settings) => Object.keys(settings).length > 0)) return resolved(name, overrides);
  const profile = unchanged.get(name) ?? resolved(name, []);
  unchanged.set(name, profile);
  return profile;
}

function resolved(name: ProfileName, overrides: readonly Settings[]): ResolvedProfile {
  for (const settings of overrides) checkSettings(settings);
  const values: Settings = Object.assign({}, profileSettings(name), ...overrides.map(withImplied));
  const groups = groupsOf(values);
  const group = <Group>(prefix: string): Group => (groups[prefix] ?? {}) as Group;
  return {
    name,
    arms: group("arms"),
    fusion: group("fusion"),
    rerank: group("rerank"),
    result: group("result"),
    relevance: group("relevance"),
    stages: stagesOf(name)
      .filter((stage) => isRunning(stage, values))
      .map((stage) => ({
        name: stage.name,
        drops: stage.drops,
        run: stage.create(group(stage.name)),
      })),
    settings: values,
  };
}

/** Settings that somebody who sets the first means to have as well, unless they are set beside it. */
const IMPLIED: readonly (readonly [set: string, means: Settings])[] = [
  // An exception belongs to the profile's own least score.
  ["threshold.minScore", { "threshold.keywordHits": false }],
  ["fusion.minScore", { "fusion.keywordHits": false }],
  ["topP.fraction", { "topP.keep": 0 }],
  ["arms.candidateMultiplier", { "arms.pool": "original" }],
  ["arms.candidatePoolSize", { "arms.pool": "original" }],
];

const withImplied = (settings: Settings): Settings =>
  Object.assign(
    {},
    ...IMPLIED.filter(([set]) => Object.hasOwn(settings, set)).map(([, means]) => means),
    settings,
  );

const strengthOf = ({ name, strength }: StageDefinition): string => `${name}.${strength}`;

const offValue = ({ settings, strength }: StageDefinition): SettingValue =>
  settings[strength]?.kind === "switch" ? false : 0;

const isOn = (strength: SettingValue | undefined): boolean => strength !== 0 && strength !== false;

const isRunning = (stage: StageDefinition, values: Settings): boolean =>
  isOn(values[strengthOf(stage)]) &&
  (stage.offAtZero ?? []).every((name) => isOn(values[`${stage.name}.${name}`]));

/**
 * Every stage in the profile's order: its own score stages, then those that it does not name, then the final stages. Of
 * those, the ones that it names share their places among them in its own order.
 */
export function stagesOf(profile: ProfileName): readonly StageDefinition[] {
  const ownOf = (stages: readonly StageDefinition[]) =>
    PROFILE_TABLE[profile].stages.flatMap((name) => stages.filter((stage) => stage.name === name));
  const scoring = ownOf(SCORE_STAGES);
  const final = ownOf(FINAL_STAGES);
  const inOwnOrder = final.values();
  return [
    ...scoring,
    ...SCORE_STAGES.filter((stage) => !scoring.includes(stage)),
    ...FINAL_STAGES.map((stage) => (final.includes(stage) ? (inOwnOrder.next().value ?? stage) : stage)),
  ];
}

/** Settings by what stands before the dot of their names. */
function groupsOf(values: Settings): Readonly<Record<string, Record<string, SettingValue>>> {
  const groups: Record<string, Record<string, SettingValue>> = {};
  for (const [name, value] of Object.entries(values)) {
    const dot = name.indexOf(".");
    const group = name.slice(0, dot);
    const settings = groups[group] ?? {};
    settings[name.slice(dot + 1)] = value;
    groups[group] = settings;
  }
  return groups;
}

/**
 * The overrides of one profile; none set: nothing. They were checked when they were stored. One that this version no
 * longer knows or allows is left out, so that it does not fail every search.
 */
export function overridesOf(json: string, profile: ProfileName): Settings {
  const stored = Object.entries(parseSettings(json).profiles?.[profile] ?? {});
  return Object.fromEntries(
    stored.filter(([name, value]) => {
      const setting = PROFILE_SETTINGS.get(name);
      return setting !== undefined && isAllowed(setting, value);
    }),
  );
}

const POOL_SETTINGS = {
  pool: choice(
    ["constant", "original"],
    "original: what each arm fetches grows with the limit; then the limit can change the order",
  ),
  candidateMultiplier: number(4, [1, 20], {
    unit: "candidates",
    meaning: "fetched by each arm for each hit; set, it means pool original",
  }),
  candidatePoolSize: number(0, [0, MAX_ORIGINAL_POOL], {
    integer: true,
    unit: "candidates",
    meaning: "fetched by each arm at least; set, it means pool original. The vector index gives 100 at most",
  }),
};

const GROUPS: Readonly<Record<string, SettingTable>> = {
  arms: { ...Object.assign({}, ...ARMS.map(({ settings }) => settings)), ...POOL_SETTINGS },
  fusion: {
    ...Object.fromEntries(ARMS.flatMap(({ name, weight }) => (weight ? [[`${name}Weight`, weight]] : []))),
    ...FUSION_SETTINGS,
  },
  rerank: RERANK_SETTINGS,
  relevance: RELEVANCE_SETTINGS,
  result: RESULT_SETTINGS,
};

const named = (group: string, table: SettingTable): (readonly [string, Setting])[] =>
  Object.entries(table).map(([name, setting]) => [`${group}.${name}`, setting] as const);

/** Every setting of a profile under its full name: `fusion.k`, `recencyBoost.days`. */
export const PROFILE_SETTINGS: ReadonlyMap<string, Setting> = new Map([
  ...Object.entries(GROUPS).flatMap(([group, table]) => named(group, table)),
  ...STAGES.flatMap(({ name, settings }) => named(name, settings)),
]);
