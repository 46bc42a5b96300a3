import { join } from "node:path";
import { type Environment, userConfigFolder } from "../../settings/config-folder.ts";
import { isErrno, readIfExists, writePrivateFile } from "../../settings/private-file.ts";

/** How far an import has come that has begun and not ended. */
export interface BegunImport {
  /** Lines of the file that the server has acknowledged. */
  readonly line: number;
}

/** Imports remembered; the oldest go first. */
const MAX_KEPT = 50;

const fileIn = (env: Environment): string => join(userConfigFolder(env), "imports.json");

const isBegun = (value: unknown): value is BegunImport =>
  Number.isSafeInteger(((value ?? {}) as Partial<Record<keyof BegunImport, unknown>>).line);

async function readAll(env: Environment): Promise<Readonly<Record<string, BegunImport>>> {
  const text = await readIfExists(fileIn(env));
  if (text === undefined) return {};
  try {
    const kept = Object.entries((JSON.parse(text) ?? {}) as Readonly<Record<string, unknown>>);
    return Object.fromEntries(kept.filter((entry): entry is [string, BegunImport] => isBegun(entry[1])));
  } catch (error) {
    // A damaged file costs sending again what is there, never an import.
    if (error instanceof SyntaxError) return {};
    throw error;
  }
}

async function write(env: Environment, all: Readonly<Record<string, BegunImport>>): Promise<void> {
  try {
    await writePrivateFile(fileIn(env), `${JSON.stringify(all, null, 2)}\n`);
  } catch (error) {
    if (!isErrno(error, "EACCES", "EPERM", "EROFS", "ENOSPC", "ENOTDIR", "EEXIST")) throw error;
  }
}

/** The import of this file into this workspace, when it has begun and not ended. */
export async function readBegun(env: Environment, key: string): Promise<BegunImport | undefined> {
  return (await readAll(env))[key];
}

/** Remembers how far it has come. A folder that cannot be written costs sending again what is there. */
export async function keepBegun(env: Environment, key: string, begun: BegunImport): Promise<void> {
  const { [key]: _, ...others } = await readAll(env);
  const recent = Object.entries(others).slice(1 - MAX_KEPT);
  await write(env, Object.fromEntries([...recent, [key, begun]]));
}

/** It has ended. */
export async function forgetBegun(env: Environment, key: string): Promise<void> {
  const { [key]: begun, ...others } = await readAll(env);
  if (begun !== undefined) await write(env, others);
}
