import { homedir } from "node:os";
import { join } from "node:path";
import { CONFIG_FOLDER } from "../../client/push/file-names.ts";
import { isRecord, parseJson } from "../../text/parse-json.ts";
import { ifErrno } from "../failures.ts";
import { readIfExists, writePrivateFile } from "./private-file.ts";

// Small JSON files in the user's folder that save work. One that is damaged or cannot be written costs that work, never a
// command.

const fileOf = (env: Environment, name: string): string => join(userConfigFolder(env), name);

/** What a file keeps; nothing where there is no such file, or a damaged one. */
export async function readKept(env: Environment, name: string): Promise<Readonly<Record<string, unknown>>> {
  const parsed = parseJson((await readIfExists(fileOf(env, name))) ?? "");
  return isRecord(parsed) ? parsed : {};
}

/** Ignores that a file cannot be written, on a read-only or a full disk. */
export const tolerant = (work: () => Promise<void>): Promise<void> =>
  work().catch(
    ifErrno(undefined, "EACCES", "EPERM", "EROFS", "ENOSPC", "EDQUOT", "ENOTDIR", "EEXIST", "ENOENT"),
  );

/** Keeps something in a file, where that can be written. */
export const writeKept = (env: Environment, name: string, content: object): Promise<void> =>
  tolerant(() => writePrivateFile(fileOf(env, name), `${JSON.stringify(content, null, 2)}\n`));

/** Keeps a value under a key, the newest last and so many at most; undefined takes it out. */
export async function keepEntry(
  env: Environment,
  name: string,
  [key, value]: readonly [key: string, value: object | undefined],
  most: number,
): Promise<void> {
  const { [key]: _, ...others } = await readKept(env, name);
  const kept = Object.entries(others).slice(1 - most);
  await writeKept(env, name, Object.fromEntries(value === undefined ? kept : [...kept, [key, value]]));
}

export type Environment = Readonly<Record<string, string | undefined>>;

/** The user's own folder for configuration, machine id and bookmarks; it may not exist yet. */
export function userConfigFolder(env: Environment): string {
  if (process.platform === "win32" && env.APPDATA) return join(env.APPDATA, CONFIG_FOLDER);
  return join(env.XDG_CONFIG_HOME || join(env.HOME || homedir(), ".config"), CONFIG_FOLDER);
}
