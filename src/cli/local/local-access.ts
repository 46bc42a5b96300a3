import { randomBytes } from "node:crypto";
import { join } from "node:path";
import { isDeepStrictEqual } from "node:util";
import { answerOf, createClient } from "../../client/client.ts";
import { AnsweredError } from "../../client/failure.ts";
import { isLoopback } from "../../client/loopback.ts";
import type { Hit } from "../../search/contract/hits.ts";
import type { SearchAnswer } from "../../search/contract/search.ts";
import { mintProof } from "../../workspaces/token.ts";
import { invalid } from "../failures.ts";
import { type CliConfig, CONFIG_FILE, readConfig, writeConfig } from "../settings/config-file.ts";
import { readIfExists, writePrivateFile } from "../settings/private-file.ts";
import { SECRET_FILE } from "../settings/served-homes.ts";
import { damagedDatabase, orAgain } from "./disk.ts";

const WORKSPACE = "default";
/** The owner's token, which has no end, lies beside it: to end earlier would protect nothing. */
const KEPT_DAYS = 3_650;
/** As long as the key of the HMAC-SHA-256 that signs tokens. */
const SECRET_BYTES = 32;

/** The one before, after a rotation: what it signed stays valid. */
export const PREVIOUS_FILE = "signing-secret-previous";

export const makeSecret = (): string => randomBytes(SECRET_BYTES).toString("base64url");

/** The secret before this home's; undefined: there was none. */
export const previousSecret = async (home: string): Promise<string | undefined> =>
  (await readIfExists(join(home, PREVIOUS_FILE)))?.trim() || undefined;

/**
 * The secret that signs this home's tokens, made at the first start. `note` keeps it as this user's own, before it is in the
 * home: a start that is killed in between leaves none that the next one does not know.
 */
export async function signingSecret(
  home: string,
  note: (secret: string) => Promise<void> = async () => undefined,
): Promise<string> {
  const file = join(home, SECRET_FILE);
  const known = (await readIfExists(file))?.trim();
  const secret = known || makeSecret();
  await note(secret);
  if (!known) await writePrivateFile(file, `${secret}\n`);
  return secret;
}

/** The settings of a home. Throws AppError for those of a server elsewhere: a local start must not replace its address and token. */
export async function localConfig(home: string): Promise<CliConfig | undefined> {
  const config = await readConfig(join(home, CONFIG_FILE));
  if (config === undefined || isLoopback(config.url)) return config;
  throw invalid(
    `${home} holds the settings of ${config.url}. Give the local server its own place: RECALL_HOME=/another/folder`,
  );
}

export interface LocalApi {
  readonly url: string;
  readonly fetch: typeof fetch;
}

const v1Of = (api: LocalApi, token: string) => createClient(api.url, token, api).v1;

/**
 * Whether the token is still good, as far as a damaged database can say. A home whose database was removed has tokens of
 * workspaces that are gone.
 */
const isGood = (call: Promise<unknown>): Promise<boolean> =>
  call.then(
    () => true,
    (error: unknown) => {
      if (error instanceof AnsweredError) return error.code === "database_damaged";
      throw error;
    },
  );

async function newToken(api: LocalApi, ownerToken: string): Promise<string> {
  const { tokens, workspaces } = v1Of(api, ownerToken);
  const { workspaces: known } = await answerOf(workspaces.$get());
  if (!known.some(({ slug }) => slug === WORKSPACE)) await workspaces.$post({ json: { slug: WORKSPACE } });
  const kept = { name: "local CLI", expiresInDays: KEPT_DAYS };
  const json = { scope: "admin", workspace: WORKSPACE, ...kept } as const;
  return (await answerOf(tokens.$post({ json }))).token;
}

/** The owner's token of a server whose secret is at hand: it has no end, and is listed and revoked like any other. */
export async function firstToken(api: LocalApi, secret: string, name = "owner"): Promise<string> {
  const { tokens } = v1Of(api, await mintProof(secret, Date.now()));
  return (await answerOf(tokens.$post({ json: { scope: "owner", name } }))).token;
}

/**
 * Makes sure that the home's settings reach this server: its address, a token of the workspace, and the owner's. Throws
 * `misconfigured`, with what to do, where the database is too damaged to keep one.
 */
export const ensureAccess = (api: LocalApi, home: string, secret: string): Promise<CliConfig> =>
  orAgain(() => accessTo(api, home, secret)).catch((error: unknown) => {
    throw error instanceof AnsweredError && error.code === "database_damaged"
      ? damagedDatabase(error)
      : error;
  });

async function accessTo(api: LocalApi, home: string, secret: string): Promise<CliConfig> {
  const known = await localConfig(home);
  const ownerToken =
    known?.ownerToken !== undefined && (await isGood(v1Of(api, known.ownerToken).workspaces.$get()))
      ? known.ownerToken
      : await firstToken(api, secret);
  const token =
    known !== undefined && (await isGood(v1Of(api, known.token).status.$get()))
      ? known.token
      : await newToken(api, ownerToken);
  const config = { ...known, url: api.url, token, ownerToken };
  // A disk that is full or can only be read is no obstacle where nothing changed.
  if (!isDeepStrictEqual(known, config)) await writeConfig(join(home, CONFIG_FILE), config);
  return config;
}

/** The workspace's state. */
export const readStatus = (api: LocalApi, token: string) => answerOf(v1Of(api, token).status.$get());

/** The secret of a link that signs one browser in, once. */
export const signInLink = async (api: LocalApi, token: string): Promise<string> =>
  (await answerOf(v1Of(api, token)["sign-ins"].links.$post())).secret;

const LISTED = 1_000;

/** Paths of one root's documents that hold text to find, the first page. */
export async function listPaths(api: LocalApi, token: string, root: string): Promise<readonly string[]> {
  const { documents } = await answerOf(v1Of(api, token).documents.$get({ query: { root, limit: LISTED } }));
  return documents.filter(({ chunks }) => chunks > 0).map(({ path }) => path);
}

const SAMPLE_LIMIT = 3;

/** A search of one root that nobody asked for: neither logged nor counted. */
export async function sampleSearch(
  api: LocalApi,
  token: string,
  { query, root }: { readonly query: string; readonly root: string },
): Promise<SearchAnswer<Hit>> {
  const json = { query, limit: SAMPLE_LIMIT, filters: { root }, log: false };
  return (await answerOf(v1Of(api, token).search.$post({ json }))) as SearchAnswer<Hit>;
}
