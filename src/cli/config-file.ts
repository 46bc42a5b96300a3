import { open } from "node:fs/promises";
import { dirname, join } from "node:path";
import { AppError } from "../errors.ts";
import { isErrno, PRIVATE_FILE_MODE, readIfExists, writePrivateFile } from "./private-file.ts";

/** One server and what it lets us in with. */
export interface CliConfig {
  readonly url: string;
  readonly token: string;
  readonly ownerToken?: string;
}

const MODE_BITS = 0o777;

/** Name of the file in each folder that may hold one. */
export const CONFIG_FILE = "config.json";

function parseConfig(file: string, text: string): CliConfig {
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch (cause) {
    throw new AppError("invalid_input", `${file} is not JSON`, { cause });
  }
  const { url, token, ownerToken } = (parsed ?? {}) as Readonly<Record<string, unknown>>;
  if (typeof url !== "string" || typeof token !== "string")
    throw new AppError(
      "invalid_input",
      `${file} needs "url" and "token"; write it again with \`recall init\``,
    );
  return { url, token, ...(typeof ownerToken === "string" && { ownerToken }) };
}

/** Configuration of a folder that only the user's own choice leads to; undefined when there is none. */
export async function readConfig(file: string): Promise<CliConfig | undefined> {
  const text = await readIfExists(file);
  return text === undefined ? undefined : parseConfig(file, text);
}

/** Writes it for the owner's eyes only, whole or not at all. */
export const writeConfig = (file: string, config: CliConfig): Promise<void> =>
  writePrivateFile(file, `${JSON.stringify(config, null, 2)}\n`);

export interface FoundConfig {
  readonly file: string;
  readonly config?: CliConfig;
  /** It was found on the way up from the working folder, not chosen by the user. */
  readonly isLocal?: boolean;
  /** Why the file is not believed. */
  readonly problem?: string;
}

/** A file that came with a checkout or an archive must not choose where tokens and folders go. */
async function readTrusted(file: string): Promise<FoundConfig | undefined> {
  const handle = await open(file, "r").catch((error: unknown) => {
    if (isErrno(error, "ENOENT", "ENOTDIR")) return undefined;
    if (isErrno(error, "EACCES", "EPERM", "ELOOP")) return "unreadable";
    throw error;
  });
  if (handle === undefined) return undefined;
  if (typeof handle === "string") return { file, problem: "it cannot be read" };
  try {
    const stats = await handle.stat();
    if (!stats.isFile()) return { file, problem: "it is not a file" };
    // Windows has neither; there the profile folder's access list is all there is.
    if (process.getuid !== undefined) {
      if (stats.uid !== process.getuid()) return { file, problem: "it belongs to another user" };
      if ((stats.mode & MODE_BITS) !== PRIVATE_FILE_MODE) return { file, problem: "its mode is not 600" };
    }
    return { file, config: parseConfig(file, await handle.readFile("utf8")) };
  } finally {
    await handle.close();
  }
}

/** The nearest `.recall/config.json` from a folder upwards, believed or not. */
export async function findLocalConfig(from: string): Promise<FoundConfig | undefined> {
  for (let folder = from; ; folder = dirname(folder)) {
    const found = await readTrusted(join(folder, ".recall", CONFIG_FILE));
    if (found !== undefined || dirname(folder) === folder) return found;
  }
}
