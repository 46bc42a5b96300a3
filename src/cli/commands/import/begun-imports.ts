import type { Environment } from "../../settings/config-folder.ts";
import { readKept, writeKept } from "../../settings/kept-file.ts";

/** How far an import has come that has begun and not ended. */
export interface BegunImport {
  /** Lines of the file that the server has acknowledged. */
  readonly line: number;
}

/** Imports remembered; the oldest go first. */
const MAX_KEPT = 50;

const FILE = "imports.json";

const isBegun = (value: unknown): value is BegunImport =>
  Number.isSafeInteger(((value ?? {}) as Partial<Record<keyof BegunImport, unknown>>).line);

async function readAll(env: Environment): Promise<Readonly<Record<string, BegunImport>>> {
  const kept = Object.entries(await readKept(env, FILE));
  return Object.fromEntries(kept.filter((entry): entry is [string, BegunImport] => isBegun(entry[1])));
}

/** The import of this file into this workspace, when it has begun and not ended. */
export async function readBegun(env: Environment, key: string): Promise<BegunImport | undefined> {
  return (await readAll(env))[key];
}

/** Remembers how far it has come. A folder that cannot be written costs sending again what is there. */
export async function keepBegun(env: Environment, key: string, begun: BegunImport): Promise<void> {
  const { [key]: _, ...others } = await readAll(env);
  const recent = Object.entries(others).slice(1 - MAX_KEPT);
  await writeKept(env, FILE, Object.fromEntries([...recent, [key, begun]]));
}

/** It has ended. */
export async function forgetBegun(env: Environment, key: string): Promise<void> {
  const { [key]: begun, ...others } = await readAll(env);
  if (begun !== undefined) await writeKept(env, FILE, others);
}
