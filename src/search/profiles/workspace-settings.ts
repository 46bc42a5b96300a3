import type { ProfileName } from "../contract/profile-names.ts";
import { PROFILE_SETTINGS } from "./profile-settings.ts";
import type { Settings } from "./resolve-profile.ts";
import { isAllowed } from "./setting.ts";

/** A workspace's own settings, as its row holds them in JSON. */
export interface WorkspaceSettings {
  /** Settings by profile, on top of the profile's own. */
  readonly profiles?: Readonly<Partial<Record<ProfileName, Settings>>>;
  /** off: its searches are not written to the log. */
  readonly recallLog?: "off";
}

/** What the row's JSON says, unchecked. */
export const parseSettings = (json: string): WorkspaceSettings => JSON.parse(json) as WorkspaceSettings;

/**
 * The overrides of one profile; none set: nothing. They were checked when they were stored: what a later version knows
 * no more, or allows no more, must not end every search, and is left out.
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
