import type { Example } from "../../src/http/openapi/examples.ts";
import { shortHash } from "../../src/text/hash.ts";
import { splitToken } from "../../src/workspaces/proof/proof.ts";
import { ORIGIN } from "../support/client.ts";

export type Asked = Omit<Example, "answer">;

/** Whatever a route answers: who calls it knows which. */
export type Answer = ReturnType<typeof JSON.parse>;

/** Where the example calls are made. */
export interface Desk {
  /** Calls an operation. Throws unless it succeeds. */
  readonly call: (operationId: string, asked?: Asked) => Promise<Answer>;
  /** From now on with this token. */
  readonly as: (token: string) => void;
  /** Lets the background finish what is pending. */
  readonly sweep: () => Promise<void>;
  /** Runs the hourly round. */
  readonly hour: () => Promise<void>;
}

const KEYS = `# Signing keys

## Rotation

Keys are rotated on the first Monday of each month with \`ops rotate --all\`.
The old key stays valid for seven days, so that running jobs can finish.
`;
const ON_CALL = `# On call

Ana López is on call in odd weeks. She leads the Harbour Lab, which builds the crane.
`;
const MTIME = 1_763_640_000_000;

const textOf = async (path: string, text: string) => ({
  path,
  hash: await shortHash(text),
  mtime: MTIME,
  text,
});

/** Workspaces, tokens, and a folder in the index. */
export async function pushing({ call, as, sweep }: Desk): Promise<void> {
  as("owner");
  await call("health");
  await call("createWorkspace", { body: { slug: "handbook", name: "The handbook" } });
  await call("listWorkspaces");
  await call("deployment");
  await call("schema");
  await call("migrate");
  const admin = { scope: "admin", workspace: "handbook", name: "laptop" };
  const { token } = await call("createToken", { body: admin });
  as(token);
  const claims = splitToken(token)?.claims;
  await call("proveServer", { body: { claims, nonce: "A".repeat(43) } });
  const files = [await textOf("guides/keys.md", KEYS), await textOf("on-call.md", ON_CALL)];
  const params = { root: "notes" };
  const named = files.map(({ path, hash, text, mtime }) => [path, hash, text.length, mtime]);
  const { push } = await call("compareManifest", { params, body: { origin: ORIGIN, files: named } });
  await call("uploadDocuments", { params, body: { origin: ORIGIN, push, documents: files } });
  await sweep();
}

/** The backup that the hourly round makes, where a bucket is bound. */
export async function backingUp({ call, as, hour }: Desk): Promise<void> {
  as("owner");
  await hour();
  const { backups } = await call("listBackups");
  const params = { backup: backups[0] };
  await call("readBackup", { params });
  await call("readBackupPiece", { params: { ...params, slug: "handbook", piece: "0" } });
}

/** A workspace goes to the other of two databases, and does not. */
export async function moving({ call, as }: Desk): Promise<void> {
  as("owner");
  await call("createWorkspace", { body: { slug: "archive" } });
  const params = { slug: "archive" };
  await call("moveWorkspace", { params, body: { to: 2 } });
  await call("readMove", { params });
  await call("stopMove", { params });
}

/** Searching, reading, and what was made of it. */
export async function searching({ call }: Desk): Promise<{ readonly recallId: string }> {
  const query = "when are the keys rotated?";
  const { hits, recallId } = await call("search", {
    body: { query, limit: 2, filters: { glob: "**/*.md" }, session: "s-42" },
  });
  await call("searchByAddress", { query: { q: "signing key", limit: "1", view: "compact" } });
  await call("searchMany", {
    body: {
      searches: [
        { query: "signing key", limit: 1, view: "compact" },
        { query, limit: 1, view: "digest" },
      ],
    },
  });
  await call("ask", { body: { question: query, limit: 3 } });
  await call("explain", { body: { query, id: "notes:on-call.md#L1-L3" } });
  await call("readChunk", { params: { id: hits[0].id } });
  await call("listDocuments", { query: { root: "notes", glob: "guides/**", limit: "10" } });
  await call("listChanges", { query: { since: "2026-11-01T00:00:00Z", limit: "2" } });
  await call("readDocument", { params: { path: "guides/keys.md" }, query: { root: "notes", lines: "3-6" } });
  await call("listProfiles");
  const settings = { "recencyBoost.weight": 0.3 };
  await call("changeProfile", { params: { name: "edge" }, body: { settings } });
  await call("resetProfile", { params: { name: "edge" } });
  return { recallId };
}

/** Votes, and the log of searches. */
export async function judging({ call }: Desk, { recallId }: { readonly recallId: string }): Promise<void> {
  await call("giveFeedback", { body: { recallId, chunk: 1, value: "up", note: "just what I asked" } });
  await call("listFeedback", { query: { limit: "20" } });
  await call("listRecalls", { query: { session: "s-42", limit: "20" } });
  await call("readRecall", { params: { id: recallId } });
  await call("reportRecalls", { query: { kind: "popular", limit: "10" } });
  await call("takeFeedback", { query: { recallId, chunk: "1" } });
  await call("changeRecallLog", { body: { on: true } });
  await call("clearRecalls", { query: { before: "2026-01-01T00:00:00Z" } });
}

/** Memories, from being remembered to being gone. */
export async function remembering({ call }: Desk): Promise<void> {
  const said = { text: "We deploy on Thursdays, never on a Friday", type: "decision", session: "s-42" };
  const more = { tags: ["release"], entities: ["Ana López"], source: "stand-up", importance: 0.9 };
  const { memory } = await call("remember", { body: { ...said, ...more } });
  const params = { id: memory.id };
  const memories = [{ text: "The crane's manual is in the blue folder" }, { text: "hello" }];
  await call("rememberMany", { body: { memories } });
  await call("judgeStatements", { body: { statements: [{ by: "person", text: said.text }] } });
  await call("listMemories", { query: { type: "decision", sort: "newest", limit: "10" } });
  await call("memoryTimeline", { query: { around: memory.id, before: "2", after: "2" } });
  await call("memoryStatistics");
  await call("recent", { query: { session: "s-42", limit: "5" } });
  await call("lane", { query: { after: "30d", limit: "5" } });
  await call("readMemory", { params, query: { history: "true" } });
  await call("changeMemory", { params, body: { importance: 1, expects: memory.version } });
  const rival = await call("remember", { body: { text: "We deploy on Fridays, never on a Thursday" } });
  await call("listContradictions", { query: { limit: "5" } });
  const pair = { ...params, other: rival.memory.id };
  await call("decideContradiction", { params: pair, body: { settled: true } });
  const { memory: other } = await call("remember", { body: { text: "A release waits for stand-up" } });
  await call("mergeMemories", { params, body: { other: other.id } });
  await call("splitMemory", { params, body: { texts: [said.text, "Ana signs off the release"] } });
  await call("forgetMemory", { params });
  await call("undoForget", { params });
  await call("forgetByQuery", { body: { query: "crane manual" } });
  await call("listMemoryTypes");
  await call("changeMemoryTypes", { body: { own: ["recipe"] } });
  await call("pruneMemories", { body: { olderThan: "90d", dryRun: true } });
}

/** Entities and relations. */
export async function relating({ call }: Desk): Promise<void> {
  const params = { slug: "Ana López" };
  await call("saveEntity", { params, body: { type: "person", aliases: ["Ana", "A. López"] } });
  await call("saveEntity", { params: { slug: "Harbour Lab" }, body: { type: "organisation" } });
  const relation = { from: "Ana López", type: "leads", to: "Harbour Lab" };
  await call("relate", { body: relation });
  await call("observe", { params, body: { text: "On call in odd weeks" } });
  await call("graphAround", { query: { query: "Who leads the Harbour Lab?", depth: "1" } });
  await call("graphOverview", { query: { limit: "50" } });
  await call("listEntities", { query: { type: "person", limit: "20" } });
  const { observations } = await call("readEntity", { params, query: { limit: "5" } });
  await call("suggestAliases", { params });
  await call("removeObservation", { params: { ...params, id: String(observations[0].id) } });
  await call("unrelate", { query: relation });
  await call("splitEntity", { params, body: { aliases: ["A. López"] } });
  await call("mergeEntities", { body: { from: "A. López", into: "Ana López" } });
  await call("removeEntity", { params });
  await call("changeMemoryNames", { body: { on: true } });
  await call("switchNames", { body: { on: true } });
}

/** An address that changes are posted to. */
export async function posting({ call }: Desk): Promise<void> {
  const { id } = await call("addWebhook", {
    body: { url: "https://hooks.example.com/recall", kinds: ["file", "memory"] },
  });
  const params = { id };
  await call("listWebhooks");
  await call("changeWebhook", { params, body: { paused: true } });
  await call("testWebhook", { params });
  await call("removeWebhook", { params });
}

/** What the server pulls by itself. */
export async function pulling({ call, as }: Desk, own: string): Promise<void> {
  as("owner");
  const { root } = await call("addSource", {
    params: { slug: "handbook" },
    body: { location: "https://docs.example.com/guide/", root: "guide", everyHours: 24 },
  });
  as(own);
  const params = { root };
  await call("listSources");
  await call("readSource", { params });
  await call("runSource", { params, body: {} });
  await call("changeSource", { params, body: { paused: true } });
  await call("removeSource", { params, query: { keepDocuments: "true" } });
}

/** Upkeep, and the end of it all. */
export async function keeping({ call, as }: Desk): Promise<void> {
  await call("status");
  await call("listRuns", { query: { limit: "5" } });
  await call("audit", { query: { full: "true" } });
  await call("repair", { body: { full: false } });
  await call("reindex", { body: { failed: true } });
  const { header } = await call("exportPage", { query: { vectors: "false" } });
  const document = { type: "document", root: "notes", ...(await textOf("on-call.md", ON_CALL)) };
  await call("importRecords", { body: { identity: header.identity, merge: true, records: [document] } });
  const files = [[document.path, document.hash, document.text.length, document.mtime]];
  const params = { root: "notes" };
  const { push } = await call("compareManifest", { params, body: { origin: ORIGIN, files } });
  await call("pruneDocuments", { params, body: { origin: ORIGIN, push, paths: ["on-call.md"] } });
  await call("deleteDocument", { params: { path: "guides/keys.md" }, query: { root: "notes" } });
  const text = await textOf("guides/keys.md", KEYS);
  await call("indexDocuments", {
    query: { root: "faq" },
    body: { path: "keys/lost.md", text: "# A lost key\n\nAsk the key desk.\n" },
  });
  await call("uploadDocuments", { params: { root: "notes" }, body: { origin: ORIGIN, documents: [text] } });
  await call("describeRoot", {
    params: { root: "notes" },
    body: { description: "Operations of the harbour, since 2021" },
  });
  await call("deleteRoot", { params: { root: "notes" }, query: { prefix: "guides/" } });
  const { id } = await call("signIn");
  await call("createSignInLink");
  await call("listSignIns");
  const { tokens } = await call("listTokens");
  await call("signOut", { params: { id } });
  await call("signOutAll");
  await call("accessLog", { query: { route: "POST", limit: "2" } });
  await call("checkAccessLog");
  await call("revokeToken", { params: { id: tokens[0].id } });
  as("owner");
  await call("changeQuotas", { params: { slug: "handbook" }, body: { bytes: 50_000_000, documents: 5_000 } });
  await call("deleteWorkspace", { params: { slug: "handbook" } });
  await call("startEpoch", { body: { name: "after a restore" } });
}
