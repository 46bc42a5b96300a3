import { join } from "node:path";
import { AppError, type ErrorCode } from "../../../errors.ts";
import type { CommandContext } from "../../command.ts";
import { ifAppError } from "../../failures.ts";
import type { RecallClient } from "../../session/recall-client.ts";
import { settingsOf, withServer } from "../../session/session.ts";
import {
  type CliConfig,
  CONFIG_FILE,
  readConfig,
  readPlaces,
  writeFound,
  writePlace,
} from "../../settings/config-file.ts";
import { type Environment, userConfigFolder } from "../../settings/config-folder.ts";
import { writePrivateFile } from "../../settings/private-file.ts";
import { HOME_FOLDER, isTrustedHome, trustHome } from "../../settings/trusted-homes.ts";
import { count } from "../../terminal/numbers.ts";
import { safeLine } from "../../terminal/terminal-safe.ts";

export interface Access {
  readonly url: string;
  readonly token: string;
}

interface Checked {
  readonly state: string;
  readonly next: string;
  readonly isOwner: boolean;
}

const NEXT = "recall push <folder>";
const OUTAGES: readonly ErrorCode[] = ["unavailable", "timeout", "internal"];

/** A status for a token of a workspace, the list of workspaces for the owner's, which is bound to none. */
async function ask(client: RecallClient): Promise<Checked> {
  try {
    const { workspace, documents, scope } = await client.status();
    const state = `Workspace ${safeLine(workspace)}: ${count(documents, "document")}, ${scope} token.`;
    return { state, next: NEXT, isOwner: false };
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== "forbidden") throw error;
    const { workspaces } = await client.workspaces();
    const state = `Owner's token: ${count(workspaces.length, "workspace")}.`;
    const next = `recall workspace ${workspaces.length === 0 ? "create" : "use"} <name>`;
    return { state, next, isOwner: true };
  }
}

/** What the server says of the token. A refusal is thrown; a server that cannot be reached now is only told. */
export async function checkAccess(access: Access, context: CommandContext): Promise<Checked> {
  try {
    return await withServer(context, { ...access, config: undefined }, ask);
  } catch (error) {
    if (!(error instanceof AppError) || !OUTAGES.includes(error.code)) throw error;
    return { state: `Not checked: ${error.message}.`, next: NEXT, isOwner: false };
  }
}

const fileOf = ({ env }: CommandContext): string => join(userConfigFolder(env), CONFIG_FILE);

/** The servers that this user keeps, without tokens, and which of them is used here when no flag says otherwise. */
export async function listPlaces(context: CommandContext) {
  const file = fileOf(context);
  const [main, places] = await Promise.all([readConfig(file), readPlaces(file)]);
  // Nothing configured is an answer too.
  const used = await settingsOf(context).catch(ifAppError(undefined));
  const isHere = (at: string | undefined): boolean => used?.config?.file === file && used.config.at === at;
  return {
    config: file,
    places: [
      ...(main === undefined ? [] : [{ name: null, url: main.url, here: isHere(undefined) }]),
      ...Object.entries(places).map(([name, { url }]) => ({ name, url, here: isHere(name) })),
    ],
    here: used === undefined ? null : { url: used.url, config: used.config?.file ?? null },
  };
}

/** Takes a kept place out of the user's configuration. Throws `not_found` with those there are. */
export async function removePlace(name: string, context: CommandContext): Promise<string> {
  const file = fileOf(context);
  const names = Object.keys(await readPlaces(file));
  if (!names.includes(name))
    throw new AppError(
      "not_found",
      `No place is called ${name}; ${names.length === 0 ? "no place is kept" : `there are: ${names.join(", ")}`}`,
    );
  await writePlace(file, name, undefined);
  return file;
}

interface Kept {
  readonly access: Access;
  readonly isOwner: boolean;
  readonly here: string | undefined;
  readonly as: string | undefined;
  readonly env: Environment;
}

/** In place of a damaged file, which `init` is for. */
const orNone = ifAppError(undefined);

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
