import { createHash, randomBytes } from "node:crypto";
import { realpath } from "node:fs/promises";
import { basename, join } from "node:path";
import { Option } from "commander";
import type { CommandContext } from "../command.ts";
import { invalid } from "../failures.ts";
import { SECRETS_MODES, type SecretsMode } from "../folder/secrets-mode.ts";
import { type Environment, userConfigFolder } from "../settings/config-folder.ts";
import { createPrivateFile, readIfExists } from "../settings/private-file.ts";
import type { PushManner } from "./push-plan.ts";

/** 128 bits in hexadecimal: machine ids and origins. */
const ID_BYTES = 16;
const ID_CHARS = 32;
const MAX_ROOT_BYTES = 64;
const ROOT_NAME = /^[\p{L}\p{N}][\p{L}\p{N}._ -]*(?<! )$/u;

/** This machine's random id, made once. Throws when it can be neither read nor kept: a root would change hands. */
export async function machineId(env: Environment): Promise<string> {
  const file = join(userConfigFolder(env), "machine-id");
  const known = (await readIfExists(file))?.trim();
  if (known) return known;
  try {
    const fresh = randomBytes(ID_BYTES).toString("hex");
    // Two first pushes at once: one makes the file, the other reads what is in it.
    if (await createPrivateFile(file, `${fresh}\n`)) return fresh;
    const theirs = (await readIfExists(file))?.trim();
    if (theirs) return theirs;
    throw new Error("the file is empty");
  } catch (cause) {
    throw invalid(`This machine's id cannot be kept in ${file}: set XDG_CONFIG_HOME`, { cause });
  }
}

/** One machine's one folder: first 32 hex characters of SHA-256 over machine id and real path. */
export async function originOf(folder: string, machine: string): Promise<string> {
  const real = await realpath(folder);
  return createHash("sha256").update(`${machine}\0${real}`).digest("hex").slice(0, ID_CHARS);
}

/** A folder's base name made to fit a root's name: other characters become dashes. */
export function rootNameOf(folder: string): string {
  const fitted = basename(folder)
    .normalize("NFC")
    .replace(/[^\p{L}\p{N}._ -]/gu, "-")
    .replace(/^[._ -]{1,255}/, "");
  let name = "";
  for (const character of fitted) {
    if (Buffer.byteLength(name + character) > MAX_ROOT_BYTES) break;
    name += character;
  }
  return name.trim() || "root";
}

/** The name given for a root, normalised. Throws AppError for one that no root may have. */
export function assertRootName(name: string): string {
  const normal = name.normalize("NFC");
  if (Buffer.byteLength(normal) <= MAX_ROOT_BYTES && ROOT_NAME.test(normal)) return normal;
  throw invalid(
    "A root's name has up to 64 bytes of letters, digits, spaces, dots, underscores and dashes, starts with a letter or digit and ends with no space",
  );
}

export interface PushFlags {
  readonly root?: string;
  readonly mirror?: boolean;
  readonly yes?: boolean;
  readonly join?: boolean;
  readonly dryRun?: boolean;
  readonly includeHidden?: boolean;
  readonly contextualize?: boolean;
  readonly entities?: boolean;
  readonly secrets?: SecretsMode | undefined;
}

/** `--secrets`, of every command that pushes. */
export const secretsOption = (): Option =>
  new Option("--secrets <what>", "secrets in files: redact puts a mark in their place, keep sends them")
    .choices(SECRETS_MODES)
    .default("redact");

/** A folder by its real path, with how it is pushed or rehearsed. */
export interface FolderOptions {
  readonly folder: string;
  readonly root: string;
  readonly includeHidden: boolean;
  readonly secrets: SecretsMode;
  /** What is unusually much is meant. */
  readonly yes: boolean;
  /** Nobody can be asked, and somebody waits for what comes after. */
  readonly isUnattended?: boolean | undefined;
  readonly contextualize?: boolean | undefined;
  readonly entities?: boolean | undefined;
  readonly manner: () => Promise<PushManner>;
}

/** A folder, named by its real path, with how it is pushed. Throws AppError for a name that no root may have. */
export function folderOptions(folder: string, flags: PushFlags, { env }: CommandContext): FolderOptions {
  const root = flags.root === undefined ? rootNameOf(folder) : assertRootName(flags.root);
  const { contextualize, entities, secrets = "redact" } = flags;
  return {
    folder,
    root,
    secrets,
    yes: flags.yes === true,
    includeHidden: flags.includeHidden === true,
    contextualize,
    entities,
    manner: async () => ({
      root,
      origin: await originOf(folder, await machineId(env)),
      join: flags.join === true,
      dryRun: flags.dryRun === true,
      mirror: flags.mirror === true,
      confirm: flags.yes === true,
      contextualize,
      entities,
    }),
  };
}
