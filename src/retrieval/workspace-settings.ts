import type { ProfileName } from "./profiles.ts";
import type { Settings } from "./resolve-profile.ts";

/** A workspace's own settings, as its row holds them in JSON. */
export interface WorkspaceSettings {
  /** Settings by profile, on top of the profile's own. */
  readonly profiles?: Readonly<Partial<Record<ProfileName, Settings>>>;
}

export const parseSettings = (json: string): WorkspaceSettings => JSON.parse(json) as WorkspaceSettings;

/** The overrides of one profile; none set: nothing. */
export const overridesOf = (json: string, profile: ProfileName): Settings =>
  parseSettings(json).profiles?.[profile] ?? {};
