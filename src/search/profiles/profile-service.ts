import { AppError } from "../../errors.ts";
import type { WorkspaceContext } from "../../workspaces/context.ts";
import type { WorkspaceRow } from "../../workspaces/sql/workspace-store.ts";
import { PROFILES, type ProfileName } from "../contract/constants.ts";
import type { ProfileAnswer, ProfileChange, ProfileList, SettingAnswer } from "../contract/profiles.ts";
import type { Setting } from "../setting.ts";
import { writeProfileSettings } from "../sql/profile-settings.ts";
import { STAGES } from "../stages/table.ts";
import type { Settings } from "./profile.ts";
import { PROFILE_TABLE } from "./profiles.ts";
import {
  checkSettings,
  overridesOf,
  PROFILE_SETTINGS,
  profileSettings,
  resolveProfile,
  stagesOf,
} from "./resolve-profile.ts";

/** Every profile as it is and as this workspace has it, with every setting and stage described once. */
export const listProfiles = ({ settings }: Pick<WorkspaceRow, "settings">): ProfileList => ({
  default: "edge",
  profiles: PROFILES.map((name) => profileAnswer(name, overridesOf(settings, name))),
  settings: Array.from(PROFILE_SETTINGS, ([name, setting]) => settingAnswer(name, setting)),
  stages: STAGES.map(({ name, meaning, drops, strength }) => ({
    name,
    meaning,
    drops: drops ?? null,
    strength: `${name}.${strength}`,
  })),
});

/**
 * Replaces all that the workspace sets otherwise in a profile; nothing set is the profile's own again. Throws
 * `invalid_input` with the name and range of a setting that is unknown or out of it.
 */
export async function changeProfile(
  { session, workspace }: WorkspaceContext,
  profile: ProfileName,
  { settings }: ProfileChange,
): Promise<ProfileAnswer> {
  checkSettings(settings);
  const isReset = Object.keys(settings).length === 0;
  const change = { workspace, profile, settings: isReset ? undefined : settings };
  const written = await writeProfileSettings(session, change);
  if (written === undefined) throw new AppError("unauthorized", "This token's workspace was deleted");
  return profileAnswer(profile, overridesOf(written, profile));
}

function profileAnswer(name: ProfileName, overrides: Settings): ProfileAnswer {
  const own = profileSettings(name);
  const resolved = resolveProfile(name, overrides);
  const running = new Set(resolved.stages.map((stage) => stage.name));
  const values = Array.from(PROFILE_SETTINGS.keys(), (key) => {
    const value = { profile: own[key] ?? null, workspace: resolved.settings[key] ?? null };
    return [key, value] as const;
  });
  return {
    name,
    meaning: PROFILE_TABLE[name].meaning,
    stages: stagesOf(name).map((stage) => ({ name: stage.name, on: running.has(stage.name) })),
    settings: Object.fromEntries(values),
    overrides: { ...overrides },
  };
}

function settingAnswer(name: string, setting: Setting): SettingAnswer {
  const { kind, meaning } = setting;
  return {
    name,
    kind,
    default: setting.default ?? null,
    ...(setting.kind === "number" && {
      min: setting.min,
      max: setting.max,
      ...(setting.integer === true && { integer: true as const }),
      ...(setting.unit !== undefined && { unit: setting.unit }),
    }),
    ...(setting.kind === "choice" && { choices: setting.choices }),
    meaning,
  };
}
