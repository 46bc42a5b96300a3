import { realpath } from "node:fs/promises";
import { join, sep } from "node:path";
import { STATE_FOLDER } from "../../client/push/own-entries.ts";
import { type Environment, userConfigFolder } from "../settings/config-folder.ts";
import { trustedHomes } from "../settings/trusted-homes.ts";

/**
 * Real paths of the folders that hold this user's tokens: the active RECALL_HOME, the configuration folder and every
 * home that this user's commands made. One that does not exist is not among them.
 */
export async function ownFolders(env: Environment): Promise<ReadonlySet<string>> {
  const named = [userConfigFolder(env), ...(env.RECALL_HOME ? [env.RECALL_HOME] : [])];
  const real = await Promise.all(named.map((folder) => realpath(folder).catch(() => undefined)));
  return new Set([...real.filter((folder) => folder !== undefined), ...(await trustedHomes(env))]);
}

/** Whether a folder is one of these, or the database in one. */
export const isWithin = (folder: string, own: ReadonlySet<string>): boolean =>
  [...own].some((home) => folder === home || `${folder}${sep}`.startsWith(join(home, STATE_FOLDER) + sep));
