import { join } from "node:path";
import { isLoopback } from "../../client/loopback.ts";
import type { AppError } from "../../errors.ts";
import type { GlobalFlags } from "../command.ts";
import { invalid } from "../failures.ts";
import { type CliConfig, CONFIG_FILE, type FoundConfig, readConfig, readPlaces } from "./config-file.ts";
import { type Environment, userConfigFolder } from "./config-folder.ts";
import { findLocalConfig, trustedHomes } from "./trusted-homes.ts";

export interface SettingsSource {
  readonly flags: GlobalFlags;
  readonly env: Environment;
  readonly cwd: string;
  readonly warn: (message: string) => void;
}

export interface Settings {
  /** Without a slash at its end. */
  readonly url: string;
  readonly token: string;
  /** The file that named the server or lent its token; undefined when flags or environment gave both. */
  readonly config: FoundConfig | undefined;
}

const usage = (message: string): AppError => invalid(message);

const host = (url: string): string => new URL(url).host;

/** A server's address as we keep it: http(s), no credentials, query or fragment, no slash at the end. */
export function serverUrl(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || (url.protocol !== "https:" && url.protocol !== "http:"))
    throw usage("A server's URL looks like https://recall.example.com");
  if (url.username !== "" || url.password !== "")
    throw usage("Give the token with --token, not inside the URL");
  return (url.origin + url.pathname).replace(/\/{1,512}$/, "");
}

/**
 * A folder's own file must not draw in a token that it does not hold: an archive unpacked over a trusted folder may
 * replace it. On this machine itself it may.
 */
function assertNamedServer({ config, isLocal }: Partial<FoundConfig>): void {
  if (isLocal === true && config !== undefined && !isLoopback(config.url))
    throw usage(
      `A token of your own is not sent to ${host(config.url)} on a folder's word: name it with --url`,
    );
}

/** Refuses to send a token where anyone on the way could read it. */
export function assertPrivateTransport(url: string): void {
  const { protocol, hostname } = new URL(url);
  if (protocol === "http:" && !isLoopback(url))
    throw usage(`A token is not sent over plain http to ${hostname}: use https`);
}

/** A token that a header can carry. */
export function assertToken(token: string): string {
  if (/^[\x21-\x7e]+$/.test(token)) return token;
  throw usage("A token has only visible ASCII characters");
}

/** RECALL_HOME means that home: another server's settings must not take its place. */
const noSettings = (home: string): AppError =>
  usage(
    `RECALL_HOME is ${home}, which holds no settings: start its server with \`recall serve\`, or unset it to use what ` +
      "`recall init` kept",
  );

/** Every configuration that may be used here, the first to be preferred. Throws where RECALL_HOME holds none. */
async function* configs({
  env,
  cwd,
  warn,
}: SettingsSource): AsyncGenerator<FoundConfig & { config: CliConfig }> {
  if (env.RECALL_HOME) {
    const file = join(env.RECALL_HOME, CONFIG_FILE);
    const config = await readConfig(file);
    if (config === undefined) throw noSettings(env.RECALL_HOME);
    yield { file, config };
  }
  const { found, ignored } = await findLocalConfig(cwd, await trustedHomes(env));
  for (const { file, problem } of ignored) warn(`${file} is ignored: ${problem}`);
  if (found?.config !== undefined) yield { ...found, config: found.config };
  const file = userFile(env);
  const config = await readConfig(file);
  if (config !== undefined) yield { file, config };
}

const userFile = (env: Environment): string => join(userConfigFolder(env), CONFIG_FILE);

/** Which kept place is named: `--at`, else RECALL_AT where nothing else names a server. */
function placeOf({ flags, env }: SettingsSource): string | undefined {
  if (flags.at !== undefined && flags.url !== undefined)
    throw usage("--at and --url each name a server: leave one of them out");
  if (flags.at !== undefined) return flags.at;
  return flags.url === undefined && !env.RECALL_URL ? env.RECALL_AT || undefined : undefined;
}

/** A kept place. Throws AppError that names those there are. */
async function placeNamed(at: string, env: Environment): Promise<FoundConfig & { config: CliConfig }> {
  const file = userFile(env);
  const places = await readPlaces(file);
  const config = Object.hasOwn(places, at) ? places[at] : undefined;
  if (config !== undefined) return { file, at, config };
  const names = Object.keys(places).join(", ");
  const known = names === "" ? "no place is kept" : `there are: ${names}`;
  throw usage(`No place is called ${at}; ${known}. Keep it with \`recall init --as ${at}\``);
}

/** The failure where nothing is configured; it names the kept places, where there are some. */
async function nothingKnown(env: Environment): Promise<AppError> {
  const names = Object.keys(await readPlaces(userFile(env)));
  return usage(
    names.length === 0
      ? "No server is known: start one with `recall serve`, or name one with `recall init --url … --token …`"
      : `Which server? Name a place with --at or RECALL_AT: ${names.join(", ")}`,
  );
}

/** The configuration for a server: of the named host, or the preferred one when none is named. */
async function configFor(
  url: string | undefined,
  source: SettingsSource,
): Promise<FoundConfig & { config: CliConfig }> {
  const others: string[] = [];
  for await (const found of configs(source)) {
    const theirs = serverUrl(found.config.url);
    if (url === undefined || host(theirs) === host(url)) return found;
    others.push(host(theirs));
  }
  if (url !== undefined && others.length > 0)
    throw usage(
      `The known token is for ${others.join(", ")} and is not sent to ${host(url)}: give --token or RECALL_TOKEN`,
    );
  if (url === undefined) throw await nothingKnown(source.env);
  throw usage(`No token for ${host(url)}: give --token or RECALL_TOKEN, or run \`recall init\``);
}

/**
 * Server and token: flags (`--url` and `--token`, or `--at`), then RECALL_URL and RECALL_TOKEN, RECALL_AT, RECALL_HOME,
 * the nearest trusted `.recall/`, the user's folder.
 * A configuration's token goes to that configuration's host only, and to no host over plain http but this machine.
 */
export async function resolveSettings(source: SettingsSource): Promise<Settings> {
  const { flags, env } = source;
  const at = placeOf(source);
  if (at !== undefined) {
    const found = await placeNamed(at, env);
    const { url, token } = found.config;
    return checkedSettings({ url: serverUrl(url), token: flags.token ?? token, config: found });
  }
  const namedUrl = flags.url ?? (env.RECALL_URL || undefined);
  const namedToken = flags.token ?? (env.RECALL_TOKEN || undefined);
  const url = namedUrl === undefined ? undefined : serverUrl(namedUrl);
  const found = url !== undefined && namedToken !== undefined ? undefined : await configFor(url, source);
  if (namedToken !== undefined && found !== undefined) assertNamedServer(found);
  return checkedSettings({
    url: url ?? serverUrl(found?.config.url ?? ""),
    token: namedToken ?? found?.config.token ?? "",
    config: found,
  });
}

function checkedSettings(settings: Settings): Settings {
  assertPrivateTransport(settings.url);
  assertToken(settings.token);
  return settings;
}
