import { createHash } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import { createClient } from "../../src/client/client.ts";
import { planPages } from "../../src/client/push/plan-pages.ts";
import type { TypedClient } from "../../src/client/typed-client.ts";
import { pushTexts } from "../../src/cli/commands/eval/push-texts.ts";
import { untilIndexed } from "../../src/cli/commands/eval/with-server.ts";
import { type Asked, askPage } from "../../src/cli/push/ask-page.ts";
import { DEFAULTS } from "../../src/config.ts";
import { firstToken } from "../../src/cli/local/local-access.ts";
import { type PushClient, type RecallClient, recallClient } from "../../src/cli/session/recall-client.ts";
import type { BenchDocument } from "./corpus.ts";

const QUIET = { signal: new AbortController().signal, onProgress: () => undefined };
/** Content hashes and origins, hex characters. */
const HASH_CHARS = 32;
const MS_PER_SECOND = 1_000;
const NUDGE_MS = 500;

export interface Indexed {
  readonly client: RecallClient;
  readonly chunks: number;
  readonly documents: number;
  /** Until everything was found by keyword, and until it was embedded too. */
  readonly pushSeconds: number;
  readonly readySeconds: number;
  readonly textBytes: number;
  readonly databaseBytes: number;
}

const clientFor = (url: string, token: string): RecallClient =>
  recallClient({ url, token, bookmark: () => undefined, onBookmark: () => undefined });

/** The client of an owner, whose token the server's secret signs. */
async function ownerClient(url: string, secret: string): Promise<RecallClient> {
  return clientFor(url, await firstToken({ url, fetch }, secret));
}

/** The client of a new workspace. */
export async function newWorkspace(url: string, secret: string, slug: string): Promise<RecallClient> {
  const owner = await ownerClient(url, secret);
  await owner.createWorkspace({ slug });
  return clientFor(url, await newToken(owner, slug));
}

const newToken = async (owner: RecallClient, workspace: string): Promise<string> =>
  (await owner.createToken({ scope: "write", workspace, name: "", log: false })).token;

/** The client of who looks after a workspace that is there. */
export async function adminClient(url: string, secret: string, workspace: string): Promise<RecallClient> {
  const owner = await ownerClient(url, secret);
  const { token } = await owner.createToken({ scope: "admin", workspace, name: "" });
  return clientFor(url, token);
}

/** A new token of a workspace that is there. */
export const tokenFor = async (url: string, secret: string, slug: string): Promise<string> =>
  newToken(await ownerClient(url, secret), slug);

/** The typed client of a workspace that is there. */
export const typedClientFor = async (url: string, secret: string, slug: string): Promise<TypedClient> =>
  createClient(url, await tokenFor(url, secret, slug));

/** Pushes the documents into a new workspace and waits until they are embedded; meanwhile `nudge` runs again and again. */
export async function index(
  server: { readonly url: string; readonly secret: string; readonly slug: string },
  documents: readonly BenchDocument[],
  nudge?: () => Promise<unknown>,
): Promise<Indexed> {
  const client = await newWorkspace(server.url, server.secret, server.slug);
  const startedMs = performance.now();
  const seconds = (): number => (performance.now() - startedMs) / MS_PER_SECOND;
  await pushTexts(client, documents, QUIET);
  const pushSeconds = seconds();
  let isReady = false;
  const nudging = async (): Promise<void> => {
    while (nudge !== undefined && !isReady) {
      await nudge();
      await delay(NUDGE_MS);
    }
  };
  const nudged = nudging();
  await untilIndexed(client, QUIET.signal, QUIET.onProgress);
  const readySeconds = seconds();
  isReady = true;
  await nudged;
  const { chunks, documents: count, bytes } = await client.status();
  const { databaseBytes } = await (await ownerClient(server.url, server.secret)).deployment();
  return { client, chunks, documents: count, pushSeconds, readySeconds, textBytes: bytes, databaseBytes };
}

export interface UnchangedPush {
  readonly calls: number;
  /** Bodies of requests and answers. */
  readonly bytes: number;
  readonly missing: number;
}

/** What a push of the same files again costs: the manifest is compared, nothing is sent. */
export async function pushAgain(
  client: RecallClient,
  documents: readonly BenchDocument[],
): Promise<UnchangedPush> {
  let [calls, bytes] = [0, 0];
  const counted: PushClient = {
    ...client,
    manifest: async (root, request) => {
      const answer = await client.manifest(root, request);
      calls++;
      bytes += Buffer.byteLength(JSON.stringify(request)) + Buffer.byteLength(JSON.stringify(answer));
      return answer;
    },
  };
  const files = documents.map(({ path, text }) => ({
    path,
    file: path,
    hash: createHash("sha256").update(text).digest("hex").slice(0, HASH_CHARS),
    bytes: Buffer.byteLength(text),
    mtimeMs: 0,
  }));
  const sorted = files.sort((a, b) => Buffer.compare(Buffer.from(a.path), Buffer.from(b.path)));
  const origin = "0".repeat(HASH_CHARS);
  const plan = { root: "judged", origin, join: true, dryRun: false, mirror: false, confirm: false };
  const asked: Asked[] = [];
  for (const page of planPages(sorted, DEFAULTS.maxManifestFiles))
    asked.push(await askPage(counted, plan, page, asked[0]?.push));
  const missing = asked.reduce((sum, answer) => sum + answer.missing.length, 0);
  return { calls, bytes, missing };
}
