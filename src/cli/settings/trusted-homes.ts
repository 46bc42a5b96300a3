import { realpath, stat } from "node:fs/promises";
import { join } from "node:path";
import { ifErrno, invalid, isErrno } from "../failures.ts";
import { CONFIG_FILE } from "./config-file.ts";
import { type Environment, readKept, userConfigFolder } from "./config-folder.ts";
import { writePrivateFile } from "./private-file.ts";

/** Name of a folder's own home: settings, and of a local server also its database. */
export const HOME_FOLDER = ".recall";

const FILE = "trusted-homes.json";
const fileIn = (env: Environment): string => join(userConfigFolder(env), FILE);

const realHome = (home: string): Promise<string | undefined> =>
  realpath(home).catch(ifErrno(undefined, "ENOENT", "ENOTDIR"));

const holdsConfig = (home: string): Promise<boolean> =>
  stat(join(home, CONFIG_FILE)).then(
    () => true,
    () => false,
  );

/** Real paths of the homes that this user's own commands made. A damaged list trusts nothing. */
export async function trustedHomes(env: Environment): Promise<ReadonlySet<string>> {
  const { homes } = await readKept(env, FILE);
  return new Set(Array.isArray(homes) ? homes.filter((home) => typeof home === "string") : []);
}

/** Whether a home, by its real path, was made by this user's own commands. */
export async function isTrustedHome(env: Environment, home: string): Promise<boolean> {
  const real = await realHome(home);
  return real !== undefined && (await trustedHomes(env)).has(real);
}

/**
 * Notes a home as the user's own: from now on its settings are believed in the folders around it. Homes that have no
 * settings any more leave the list: what is unpacked there later is not theirs.
 * @throws AppError when the list cannot be kept.
 */
export async function trustHome(env: Environment, home: string): Promise<void> {
  const real = await realpath(home);
  const known = [...(await trustedHomes(env))].filter((other) => other !== real);
  const present = await Promise.all(known.map(holdsConfig));
  const homes = [...known.filter((_, at) => present[at]), real];
  try {
    await writePrivateFile(fileIn(env), `${JSON.stringify({ homes }, null, 2)}\n`);
  } catch (cause) {
    if (!isErrno(cause, "EACCES", "EPERM", "EROFS", "ENOSPC", "ENOTDIR", "EEXIST")) throw cause;
    throw invalid(
      `${fileIn(env)} cannot be written, so ${home} is only used where RECALL_HOME names it: RECALL_HOME=${home}`,
      { cause },
    );
  }
}
