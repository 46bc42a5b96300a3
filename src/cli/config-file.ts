import { AppError } from "../errors.ts";
import { readIfExists, writePrivateFile } from "./private-file.ts";

/** One server and what it lets us in with. */
export interface CliConfig {
  readonly url: string;
  readonly token: string;
  readonly ownerToken?: string;
  /** A search first pushes what changed in the folders that this machine has pushed there. */
  readonly sync?: typeof SYNC;
}

/** The one time for a sync that is not asked for by a flag. */
const SYNC = "onSearch";

/** Name of the file in each folder that may hold one. */
export const CONFIG_FILE = "config.json";

/** Reads the text of a configuration. Throws AppError for one that is damaged. */
export function parseConfig(file: string, text: string): CliConfig {
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch (cause) {
    throw new AppError("invalid_input", `${file} is not JSON`, { cause });
  }
  const { url, token, ownerToken, sync } = (parsed ?? {}) as Readonly<Record<string, unknown>>;
  if (typeof url !== "string" || typeof token !== "string")
    throw new AppError(
      "invalid_input",
      `${file} needs "url" and "token"; write it again with \`recall init\``,
    );
  if (sync !== undefined && sync !== SYNC)
    throw new AppError("invalid_input", `${file}: "sync" may be "${SYNC}", or left out`);
  return {
    url,
    token,
    ...(typeof ownerToken === "string" && { ownerToken }),
    ...(sync === SYNC && { sync }),
  };
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
