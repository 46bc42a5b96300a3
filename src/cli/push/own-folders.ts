import type { Dirent } from "node:fs";
import { realpath } from "node:fs/promises";
import { join, sep } from "node:path";
import { CONFIG_FILE } from "../config-file.ts";
import { type Environment, userConfigFolder } from "../config-folder.ts";
import { trustedHomes } from "../trusted-homes.ts";

/** Beside `config.json` these make a home or a configuration folder, or a copy of one: it holds tokens. */
const BESIDE_CONFIG: readonly string[] = ["signing-secret", "trusted-homes.json", "machine-id"];
/** A file that names an account and its resources, when it is beside `config.json`. */
const DEPLOYMENT = "deploy.json";
const RUN_FILE = "run.json";
const STATE_FOLDER = "state";

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

/** Whether these entries are those of a home or of a configuration folder, wherever it was moved or copied. */
export function isOwnFolder(entries: readonly Pick<Dirent, "name">[]): boolean {
  const names = new Set(entries.map(({ name }) => name));
  const isConfigured = names.has(CONFIG_FILE) && BESIDE_CONFIG.some((name) => names.has(name));
  return isConfigured || (names.has(RUN_FILE) && names.has(STATE_FOLDER));
}

/** Whether a file among these entries is a deployment's, which no rule releases. */
export const isDeploymentFile = (name: string, entries: readonly Pick<Dirent, "name">[]): boolean =>
  name === DEPLOYMENT && entries.some((entry) => entry.name === CONFIG_FILE);
