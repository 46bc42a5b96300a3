import { lstat, open, realpath, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import { ifErrno, invalid, isErrno } from "../failures.ts";
import { CONFIG_FILE, type FoundConfig, parseConfig } from "./config-file.ts";
import { type Environment, readKept, userConfigFolder } from "./config-folder.ts";
import { PRIVATE_FILE_MODE, writePrivateFile } from "./private-file.ts";

const MODE_BITS = 0o777;

const untrusted = (folder: string): string =>
  `this machine does not know it as yours, it may have come with an archive. To use it: \`recall init --here\` in ` +
  `${folder}, or RECALL_HOME=${join(folder, HOME_FOLDER)}`;

/** Reads a file that only its owner, who is the user, can read. */
async function readOwn(file: string): Promise<FoundConfig | undefined> {
  const handle = await open(file, "r");
  try {
    const stats = await handle.stat();
    if (!stats.isFile()) return { file, problem: "it is not a file" };
    // Windows has neither; there the profile folder's access list is all there is.
    if (process.getuid !== undefined) {
      if (stats.uid !== process.getuid()) return { file, problem: "it belongs to another user" };
      if ((stats.mode & MODE_BITS) !== PRIVATE_FILE_MODE) return { file, problem: "its mode is not 600" };
    }
    const config = parseConfig(file, await handle.readFile("utf8"));
    return config === undefined ? { file, problem: "it names no server" } : { file, isLocal: true, config };
  } finally {
    await handle.close();
  }
}

/** What came with a checkout or an archive must not choose where tokens go: a home that is not trusted is not opened. */
async function look(folder: string, trusted: ReadonlySet<string>): Promise<FoundConfig | undefined> {
  const file = join(folder, HOME_FOLDER, CONFIG_FILE);
  try {
    await lstat(file);
    const isTrusted = trusted.has(await realpath(dirname(file)));
    return isTrusted ? await readOwn(file) : { file, problem: untrusted(folder) };
  } catch (error) {
    if (isErrno(error, "ENOENT", "ENOTDIR")) return undefined;
    if (isErrno(error, "EACCES", "EPERM", "ELOOP")) return { file, problem: "it cannot be read" };
    throw error;
  }
}

/** The nearest `.recall/config.json` upwards whose home is trusted, and those on the way to it that are not, with why. */
export async function findLocalConfig(from: string, trusted: ReadonlySet<string>) {
  const ignored: FoundConfig[] = [];
  for (let folder = from; ; folder = dirname(folder)) {
    const found = await look(folder, trusted);
    if (found?.config !== undefined) return { found, ignored };
    if (found !== undefined) ignored.push(found);
    if (dirname(folder) === folder) return { found: undefined, ignored };
  }
}

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

/** The file of homes whole: those that are trusted, and those that were served from (served-homes.ts). */
export const readTrusted = (env: Environment) => readKept(env, FILE);

/** Writes a part of it for a home's sake; the rest stays. Throws AppError that says what the home can still be used for. */
export async function writeTrusted(env: Environment, part: object, home: string): Promise<void> {
  try {
    const content = { ...(await readTrusted(env)), ...part };
    await writePrivateFile(fileIn(env), `${JSON.stringify(content, null, 2)}\n`);
  } catch (cause) {
    if (!isErrno(cause, "EACCES", "EPERM", "EROFS", "ENOSPC", "EDQUOT", "ENOTDIR", "EEXIST")) throw cause;
    throw invalid(
      `${fileIn(env)} cannot be written, so ${home} is only used where RECALL_HOME names it: RECALL_HOME=${home}`,
      { cause },
    );
  }
}

/** Real paths of the homes that this user's own commands made. A damaged list trusts nothing. */
export async function trustedHomes(env: Environment): Promise<ReadonlySet<string>> {
  const { homes } = await readTrusted(env);
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
  await writeTrusted(env, { homes: [...known.filter((_, at) => present[at]), real] }, home);
}
