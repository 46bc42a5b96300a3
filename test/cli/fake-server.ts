import { createHash } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { onTestFinished } from "vitest";
import { ManifestRequest, PruneRequest, UploadRequest } from "../../src/documents/contract.ts";
import { ERRORS, type ErrorCode } from "../../src/errors.ts";
import { provedAt } from "./fake-proof.ts";

/** A request as the server saw it. */
export interface Seen {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingMessage["headers"];
  readonly body: unknown;
}

/** Answers instead of the server; false lets the server answer. */
export type Fault = (seen: Seen, response: ServerResponse) => boolean;

export interface FakeServer {
  readonly url: string;
  readonly seen: Seen[];
  /** Asked first, one after the other; one that answered is used up. */
  readonly faults: Fault[];
  /** Path to hash, by root. */
  readonly roots: Map<string, Map<string, string>>;
  readonly limits: { maxBatchBytes: number; maxBatchFiles: number; maxFileBytes: number };
  /** Answers to paths this server does not act on itself. */
  readonly answers: Map<string, unknown>;
}

type Reply = readonly [status: number, body: unknown];

const fail = (code: ErrorCode, message: string): Reply => [ERRORS[code], { error: { code, message } }];

const MAX_KEPT_SHARE = 0.5;
const PROTECTED_DOCUMENTS = 20;

/** Every push has this number. */
export const PUSH_NUMBER = 7;

function manifest(server: FakeServer, owners: Map<string, string>, root: string, body: unknown): Reply {
  const request = ManifestRequest.parse(body);
  const owner = owners.get(root) ?? request.origin;
  if (owner !== request.origin && !request.join) return fail("root_exists", `${root} is another folder's`);
  if (!request.dryRun) owners.set(root, request.origin);
  const documents = server.roots.get(root) ?? new Map<string, string>();
  server.roots.set(root, documents);
  const { after, upTo, files } = request;
  const named = new Set(files.map(([path]) => path));
  const inRange = [...documents.keys()].filter((path) => path > after && (upTo === null || path <= upTo));
  const limits = { ...server.limits, maxManifestFiles: 10_000, maxPathChars: 512 };
  const missing = files.filter(([path, hash]) => documents.get(path) !== hash).map(([path]) => path);
  const gone = inRange.filter((path) => !named.has(path));
  return [200, { missing, gone, refused: [], documents: documents.size, push: PUSH_NUMBER, limits }];
}

function upload(server: FakeServer, root: string, body: unknown): Reply {
  const request = UploadRequest.parse(body);
  const bytes = request.documents.reduce((total, { text }) => total + Buffer.byteLength(text), 0);
  if (request.documents.length > 1 && bytes > server.limits.maxBatchBytes)
    return fail("too_large", "More text than a batch may have");
  const failed = [];
  for (const { path, hash, text } of request.documents) {
    const actual = createHash("sha256").update(text).digest("hex").slice(0, 32);
    if (actual === hash) server.roots.get(root)?.set(path, hash);
    else failed.push({ path, code: "hash_mismatch", message: "The hash is not the text's" });
  }
  const indexed = request.documents.length - failed.length;
  return [200, { indexed, unchanged: 0, chunks: indexed, toEmbed: indexed, failed, version: 1 }];
}

function prune(server: FakeServer, root: string, body: unknown): Reply {
  const { paths, confirm } = PruneRequest.parse(body);
  const documents = server.roots.get(root) ?? new Map();
  const isMost = documents.size > PROTECTED_DOCUMENTS && paths.length > documents.size * MAX_KEPT_SHARE;
  if (isMost && !confirm) return fail("too_many_deletions", "That is most of the root");
  const deleted = paths.filter((path) => documents.delete(path)).length;
  return [200, { deleted, version: 2 }];
}

async function readBody(request: IncomingMessage): Promise<unknown> {
  let text = "";
  for await (const chunk of request.setEncoding("utf8")) text += chunk;
  return text === "" ? undefined : JSON.parse(text);
}

/** A small server over real HTTP that keeps roots as the contract says, and proves itself for FAKE_TOKEN; ends with the test. */
export async function fakeServer(limits: Partial<FakeServer["limits"]> = {}): Promise<FakeServer> {
  const owners = new Map<string, string>();
  let writes = 0;
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { method = "", url = "", headers } = request;
    const seen: Seen = { method, url, headers, body: await readBody(request) };
    if (url === "/health/proof") return void response.end(await provedAt(new URL(fake.url).host, seen.body));
    fake.seen.push(seen);
    if (fake.faults[0]?.(seen, response) === true) return void fake.faults.shift();
    const [, root, action] = /^\/v1\/roots\/([^/]+)\/(\w+)$/.exec(url) ?? [];
    const acts: Readonly<Record<string, (root: string, body: unknown) => Reply>> = {
      manifest: manifest.bind(null, fake, owners),
      documents: upload.bind(null, fake),
      prune: prune.bind(null, fake),
    };
    const act = action === undefined ? undefined : acts[action];
    const known = fake.answers.get(`${method} ${url}`);
    const found: Reply = known === undefined ? fail("not_found", `Nothing at ${url}`) : [200, known];
    const [status, body] = root && act ? act(decodeURIComponent(root), seen.body) : found;
    if (act) response.setHeader("x-recall-bookmark", String(++writes).padStart(8, "0"));
    response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
  };
  const http = createServer(
    (request, response) =>
      void answer(request, response).catch((error) => {
        response
          .writeHead(400)
          .end(JSON.stringify({ error: { code: "invalid_input", message: String(error) } }));
      }),
  );
  await new Promise<void>((listening) => http.listen(0, "127.0.0.1", listening));
  const { port } = http.address() as AddressInfo;
  const fake: FakeServer = {
    url: `http://127.0.0.1:${port}`,
    seen: [],
    faults: [],
    roots: new Map(),
    limits: { maxBatchBytes: 1_000_000, maxBatchFiles: 200, maxFileBytes: 2_000_000, ...limits },
    answers: new Map(),
  };
  onTestFinished(() => {
    http.closeAllConnections();
    http.close();
  });
  return fake;
}

/** Answers once with a status and headers. */
export const failOnce =
  (status: number, headers: Readonly<Record<string, string>> = {}): Fault =>
  (_, response) => {
    response.writeHead(status, headers).end("busy");
    return true;
  };

/** Drops the connection once, without an answer. */
export const resetOnce: Fault = (_, response) => {
  response.socket?.resetAndDestroy();
  return true;
};
