import { join } from "node:path";
import { AppError } from "../../../errors.ts";
import {
  type CliConfig,
  CONFIG_FILE,
  readConfig,
  readPlaces,
  writeFound,
} from "../../settings/config-file.ts";
import { type Environment, userConfigFolder } from "../../settings/config-folder.ts";
import { writePrivateFile } from "../../settings/private-file.ts";
import { HOME_FOLDER, isTrustedHome, trustHome } from "../../settings/trusted-homes.ts";
import type { Access } from "./check-access.ts";

export interface Kept {
  readonly access: Access;
  readonly isOwner: boolean;
  /** Keep it in this folder's own home instead of the user's configuration. */
  readonly here: string | undefined;
  /** Keep it under this name, beside the others. */
  readonly as: string | undefined;
  readonly env: Environment;
}

/** A damaged file is what `init` is for. */
const orNone = (error: unknown): undefined => {
  if (error instanceof AppError) return undefined;
  throw error;
};

/** What is there by now under that name. */
async function configBefore(file: string, as: string | undefined): Promise<CliConfig | undefined> {
  if (as === undefined) return readConfig(file).catch(orNone);
  const places = await readPlaces(file).catch(orNone);
  return places !== undefined && Object.hasOwn(places, as) ? places[as] : undefined;
}

const hostOf = (url: string): string | undefined => URL.parse(url)?.host;

/** What is written: with the owner's token of the same server that was known there, and the choice to sync. */
function merged({ access, isOwner }: Kept, before: CliConfig | undefined): CliConfig {
  const isSameServer = before !== undefined && hostOf(before.url) === hostOf(access.url);
  const ownerToken = isOwner ? access.token : isSameServer ? before.ownerToken : undefined;
  const sync = before?.sync;
  return { ...access, ...(ownerToken !== undefined && { ownerToken }), ...(sync !== undefined && { sync }) };
}

/** A token inside a checkout must not be committed with it. */
const hideFromGit = (home: string): Promise<void> => writePrivateFile(join(home, ".gitignore"), "*\n");

/** Keeps server and token for this user only, and answers the file. A folder's own home is believed from now on. */
export async function keepAccess(kept: Kept): Promise<string> {
  const { here, as, env } = kept;
  const home = here === undefined ? userConfigFolder(env) : join(here, HOME_FOLDER);
  const file = join(home, CONFIG_FILE);
  // What an archive brought there says nothing of this user's tokens.
  const isKnown = here === undefined || (await isTrustedHome(env, home));
  const before = isKnown ? await configBefore(file, as) : undefined;
  await writeFound({ file, ...(as !== undefined && { at: as }) }, merged(kept, before));
  if (here !== undefined) {
    await hideFromGit(home);
    await trustHome(env, home);
  }
  return file;
}
