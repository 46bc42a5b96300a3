import { homedir } from "node:os";
import { join } from "node:path";
import { CONFIG_FOLDER } from "../../client/push/file-names.ts";

export type Environment = Readonly<Record<string, string | undefined>>;

/** The user's own folder for configuration, machine id and bookmarks; it may not exist yet. */
export function userConfigFolder(env: Environment): string {
  if (process.platform === "win32" && env.APPDATA) return join(env.APPDATA, CONFIG_FOLDER);
  return join(env.XDG_CONFIG_HOME || join(env.HOME || homedir(), ".config"), CONFIG_FOLDER);
}
