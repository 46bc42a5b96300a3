import { join } from "node:path";
import { AppError } from "../../../errors.ts";
import type { CommandContext } from "../../command.ts";
import { settingsOf } from "../../session/session.ts";
import { CONFIG_FILE, readConfig, readPlaces, writePlace } from "../../settings/config-file.ts";
import { userConfigFolder } from "../../settings/config-folder.ts";

/** A kept server; tokens are never listed. */
export interface ListedPlace {
  /** null: the one that needs no name. */
  readonly name: string | null;
  readonly url: string;
  /** It is used in this folder when no flag says otherwise. */
  readonly here: boolean;
}

export interface PlaceList {
  readonly config: string;
  readonly places: readonly ListedPlace[];
  /** What is used here; null: nothing is configured. */
  readonly here: { readonly url: string; readonly config: string | null } | null;
}

const fileOf = ({ env }: CommandContext): string => join(userConfigFolder(env), CONFIG_FILE);

/** What a command would use here; nothing configured is an answer too. */
const usedHere = (context: CommandContext) =>
  settingsOf(context).catch((error: unknown) => {
    if (error instanceof AppError) return undefined;
    throw error;
  });

/** The servers that this user keeps, and which of them is used here. Asks no server. */
export async function listPlaces(context: CommandContext): Promise<PlaceList> {
  const file = fileOf(context);
  const [main, places, used] = await Promise.all([readConfig(file), readPlaces(file), usedHere(context)]);
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
