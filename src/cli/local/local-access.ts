import { randomBytes } from "node:crypto";
import { join } from "node:path";
import { isLoopback } from "../../client/loopback.ts";
import type { Hit } from "../../contract/hits.ts";
import type { SearchAnswer } from "../../contract/search.ts";
import { AppError } from "../../errors.ts";
import { mintToken, newTokenId } from "../../token.ts";
import { failureOf } from "../session/http-call.ts";
import { type CliConfig, CONFIG_FILE, readConfig, writeConfig } from "../settings/config-file.ts";
import { readIfExists, writePrivateFile } from "../settings/private-file.ts";

/** The workspace that a local server begins with. */
const WORKSPACE = "default";
/** As long as the key of the HMAC-SHA-256 that signs tokens. */
const SECRET_BYTES = 32;

/** The secret that signs this home's tokens, made at the first start. */
export async function signingSecret(home: string): Promise<string> {
  const file = join(home, "signing-secret");
  const known = (await readIfExists(file))?.trim();
  if (known) return known;
  const secret = randomBytes(SECRET_BYTES).toString("base64url");
  await writePrivateFile(file, `${secret}\n`);
  return secret;
}

/**
 * The settings of a home, when there are any.
 * @throws AppError when they are of a server elsewhere: a local start must not replace its address and token.
 */
export async function localConfig(home: string): Promise<CliConfig | undefined> {
  const config = await readConfig(join(home, CONFIG_FILE));
  if (config === undefined || isLoopback(config.url)) return config;
  throw new AppError(
    "invalid_input",
    `${home} holds the settings of ${config.url}. Give the local server its own place: RECALL_HOME=/another/folder`,
  );
}

/** Calls the API of the local server. */
export interface LocalApi {
  readonly url: string;
  readonly fetch: typeof fetch;
}

async function call<Answer>(
  api: LocalApi,
  token: string,
  [method, path, body]: readonly [string, string, object?],
) {
  const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
  const init = { method, headers, ...(body && { body: JSON.stringify(body) }) };
  const response = await api.fetch(new URL(path, api.url), init);
  if (!response.ok) throw failureOf(response, await response.json().catch(() => undefined));
  return (await response.json()) as Answer;
}

/** Is the token still good? A home whose database was removed has tokens of workspaces that are gone. */
async function isGood(api: LocalApi, token: string, path: string): Promise<boolean> {
  const response = await api.fetch(new URL(path, api.url), { headers: { authorization: `Bearer ${token}` } });
  await response.arrayBuffer();
  return response.ok;
}

async function newToken(api: LocalApi, ownerToken: string): Promise<string> {
  const { workspaces } = await call<{ workspaces: readonly { slug: string }[] }>(api, ownerToken, [
    "GET",
    "/v1/workspaces",
  ]);
  if (!workspaces.some(({ slug }) => slug === WORKSPACE))
    await call(api, ownerToken, ["POST", "/v1/workspaces", { slug: WORKSPACE }]);
  const request = { scope: "admin", workspace: WORKSPACE, label: "local CLI" };
  return (await call<{ token: string }>(api, ownerToken, ["POST", "/v1/tokens", request])).token;
}

/** Makes sure that the home's settings reach this server: its address, a token of the workspace, and the owner's. */
export async function ensureAccess(api: LocalApi, home: string, secret: string): Promise<CliConfig> {
  const known = await localConfig(home);
  const ownerToken =
    known?.ownerToken !== undefined && (await isGood(api, known.ownerToken, "/v1/workspaces"))
      ? known.ownerToken
      : await mintToken(secret, { id: newTokenId(), workspace: null, scope: "owner", expiresAt: null });
  const token =
    known !== undefined && (await isGood(api, known.token, "/v1/status"))
      ? known.token
      : await newToken(api, ownerToken);
  const config = { ...known, url: api.url, token, ownerToken };
  await writeConfig(join(home, CONFIG_FILE), config);
  return config;
}

/** The workspace's state, as far as the start looks at it. */
export interface LocalStatus {
  readonly documents: number;
  readonly chunks: number;
  readonly roots: readonly { readonly root: string }[];
  readonly index: { readonly pendingChunks: number };
}

/** Reads `/v1/status`. */
export const readStatus = (api: LocalApi, token: string): Promise<LocalStatus> =>
  call<LocalStatus>(api, token, ["GET", "/v1/status"]);

/** Most documents that the server lists at once. */
const LISTED = 1_000;

/** Paths of one root's documents that have something to find in them, the first page. */
export async function listPaths(api: LocalApi, token: string, root: string): Promise<readonly string[]> {
  const query = `/v1/documents?root=${encodeURIComponent(root)}&limit=${LISTED}`;
  type Listed = { readonly documents: readonly { readonly path: string; readonly chunks: number }[] };
  const { documents } = await call<Listed>(api, token, ["GET", query]);
  return documents.filter(({ chunks }) => chunks > 0).map(({ path }) => path);
}

/** Hits that a sample search shows. */
const SAMPLE_LIMIT = 3;

/** A search of one root that nobody asked for: neither logged nor counted. */
export const sampleSearch = (
  api: LocalApi,
  token: string,
  { query, root }: { readonly query: string; readonly root: string },
): Promise<SearchAnswer<Hit>> =>
  call(api, token, ["POST", "/v1/search", { query, limit: SAMPLE_LIMIT, filters: { root }, log: false }]);
