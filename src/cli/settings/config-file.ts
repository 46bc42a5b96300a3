import { rm } from "node:fs/promises";
import { isRecord, parseJson } from "../../text/parse-json.ts";
import { invalid } from "../failures.ts";
import { readIfExists, writePrivateFile } from "./private-file.ts";

export interface CliConfig {
  readonly url: string;
  readonly token: string;
  readonly ownerToken?: string;
  /**
   * When what changed in the folders that this machine has pushed there is pushed without being asked for by a flag:
   * `onSearch`, before a search of the command line too; `off`, not even before a call of `recall mcp`, which else does so.
   */
  readonly sync?: Sync;
}

const SYNCS = ["onSearch", "off"] as const;
type Sync = (typeof SYNCS)[number];

const isSync = (value: unknown): value is Sync => SYNCS.some((one) => one === value);

export { CONFIG_FILE } from "../../client/push/file-names.ts";

export type Places = Readonly<Record<string, CliConfig>>;

type Raw = Readonly<Record<string, unknown>>;

function parseObject(file: string, text: string): Raw {
  try {
    const parsed: unknown = JSON.parse(text);
    return isRecord(parsed) ? parsed : {};
  } catch (cause) {
    throw invalid(`${file} is not JSON; write it again with \`recall init\``, { cause });
  }
}

function parseOne(where: string, { url, token, ownerToken, sync }: Raw): CliConfig {
  if (typeof url !== "string" || typeof token !== "string")
    throw invalid(`${where} needs "url" and "token"; write it again with \`recall init\``);
  if (sync !== undefined && !isSync(sync))
    throw invalid(`${where}: "sync" may be ${SYNCS.map((one) => `"${one}"`).join(" or ")}, or left out`);
  return {
    url,
    token,
    ...(typeof ownerToken === "string" && { ownerToken }),
    ...(sync !== undefined && { sync }),
  };
}

/** A name as a place may have it: what a shell takes as one word. */
export const isPlaceName = (name: string): boolean => /^[A-Za-z0-9][\w.-]{0,47}$/.test(name);

function parseFile(file: string, text: string) {
  const { places = {}, ...own } = parseObject(file, text);
  const named = Object.entries(isRecord(places) ? places : {}).filter(([name]) => isPlaceName(name));
  const hasOwn = own.url !== undefined || own.token !== undefined || named.length === 0;
  return {
    config: hasOwn ? parseOne(file, own) : undefined,
    places: Object.fromEntries(
      named.map(([name, place]) => [name, parseOne(`${file}: "${name}"`, isRecord(place) ? place : {})]),
    ),
  };
}

/** Reads the text of a configuration; undefined where it holds named places only. Throws AppError for one that is damaged. */
export const parseConfig = (file: string, text: string): CliConfig | undefined =>
  parseFile(file, text).config;

/** Configuration of a folder that only the user's own choice leads to; undefined when there is none. */
export async function readConfig(file: string): Promise<CliConfig | undefined> {
  const text = await readIfExists(file);
  return text === undefined ? undefined : parseConfig(file, text);
}

/** The named places of a file. Throws AppError for one that is damaged. */
export async function readPlaces(file: string): Promise<Places> {
  const text = await readIfExists(file);
  return text === undefined ? {} : parseFile(file, text).places;
}

/** What stands in a file beside what is to be written; a damaged one holds nothing. */
async function readRaw(file: string): Promise<Raw> {
  const found = parseJson((await readIfExists(file)) ?? "");
  return isRecord(found) ? found : {};
}

const write = (file: string, content: object): Promise<void> =>
  writePrivateFile(file, `${JSON.stringify(content, null, 2)}\n`);

/** Writes the server that needs no name, for the owner's eyes only, whole or not at all; named places stay. */
export async function writeConfig(file: string, config: CliConfig): Promise<void> {
  const { places } = await readRaw(file);
  await write(file, { ...config, ...(isRecord(places) && { places }) });
}

/** Writes one named place, or with undefined takes it out; everything else in the file stays. A file of nothing goes. */
export async function writePlace(file: string, name: string, place: CliConfig | undefined): Promise<void> {
  const { places, ...own } = await readRaw(file);
  const others = Object.entries(isRecord(places) ? places : {}).filter(([other]) => other !== name);
  const named = Object.fromEntries([...others, ...(place === undefined ? [] : [[name, place]])]);
  const content = { ...own, ...(Object.keys(named).length > 0 && { places: named }) };
  await (Object.keys(content).length > 0 ? write(file, content) : rm(file, { force: true }));
}

export interface FoundConfig {
  readonly file: string;
  readonly config?: CliConfig;
  /** The name under which the file has it; without it, it is the one that needs none. */
  readonly at?: string;
  /** It was found on the way up from the working folder, not chosen by the user. */
  readonly isLocal?: boolean;
  /** Why the file is not believed. */
  readonly problem?: string;
}

/** Writes a server back where it was found. */
export const writeFound = (
  { file, at }: Pick<FoundConfig, "file" | "at">,
  config: CliConfig,
): Promise<void> => (at === undefined ? writeConfig(file, config) : writePlace(file, at, config));
