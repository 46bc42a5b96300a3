import type { RepairRequest } from "../../audit/contract.ts";
import { answerOf } from "../../client/client.ts";
import { askInParts, type Question } from "../../client/ask-in-parts.ts";
import { type FollowOptions, followChanges } from "../../client/follow-changes.ts";
import { isLoopback } from "../../client/loopback.ts";
import { type Connection, type Patience, type Send, sender } from "../../client/send.ts";
import { type TypedClient, typedClient } from "../../client/typed-client.ts";
import { DOOR_HEADER } from "../../contract/headers.ts";
import type { ManifestRequest, PruneRequest, UploadRequest } from "../../documents/contract.ts";
import type { AskRequest } from "../../search/contract/ask.ts";
import type { HitOf, ViewName } from "../../search/contract/hits.ts";
import type { SearchAnswer, SearchRequest } from "../../search/contract/search.ts";
import { VERSION } from "../../version.ts";
import type { QuotasRequest } from "../../workspaces/limits/contract.ts";
import { invalid } from "../failures.ts";

/** A search with everything but the query left to the server's defaults. */
export type SearchWish = Pick<SearchRequest, "query"> & Partial<SearchRequest>;

/** Parameters of an address; the server says what is wrong with one, and what it would take. */
export type Parameters = Readonly<Record<string, string | number | boolean | undefined>>;

const sent = <Query>(parameters: Parameters): Query =>
  Object.fromEntries(
    Object.entries(parameters).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, String(value)]],
    ),
  ) as Query;

/** A person waits: about three seconds of waiting at most. */
const USUAL: Patience = { retries: 3, timeoutMs: 30_000 };
/** Each attempt makes a text model read and write; the server has retried it. */
const ASK: Patience = { retries: 0, timeoutMs: 90_000 };
/** A push sits through a restart: about half a minute of waiting. */
const PUSH: Patience = { retries: 6, timeoutMs: 120_000 };
/** The server reads up to some thousand rows and texts a page. */
const AUDIT: Patience = { retries: 3, timeoutMs: 120_000 };

/** All of /v1 that the command line calls, with one token. Every call throws AppError when it fails for good. */
export type RecallClient = ReturnType<typeof recallClient>;

export type PushClient = Pick<RecallClient, "manifest" | "upload" | "prune">;

/** A client of the server and the token of a connection. */
export function recallClient(connection: Connection) {
  const { url } = connection;
  const headers = {
    "user-agent": `edge-recall/${VERSION}`,
    [DOOR_HEADER]: "cli",
    ...connection.headers,
    // Compression costs time and saves nothing on this machine.
    ...(isLoopback(url) && { "accept-encoding": "identity" }),
  };
  const sending = (patience: Patience): Send => sender({ ...connection, headers }, patience);
  const patient = (patience: Patience): TypedClient => typedClient(url, sending(patience));
  const { v1 } = patient(USUAL);
  return {
    ...searchCalls(v1, patient(ASK).v1),
    /** The view decides which hits there are. Sent without the typed client, which makes objects of fetch (see `Fetch`). */
    search: <View extends ViewName = "snippet">(
      wish: Omit<SearchWish, "view"> & { readonly view?: View },
    ): Promise<SearchAnswer<HitOf[View]>> =>
      sending(USUAL)(`${url}/v1/search`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify(wish),
      }).then((answer) => answer.json() as Promise<SearchAnswer<HitOf[View]>>),
    ...pushCalls(patient(PUSH).v1),
    ...backupCalls(patient(AUDIT).v1, patient(PUSH).v1),
    ...memoryCalls(v1, patient(ASK).v1),
    ...graphCalls(v1),
    ...logCalls(v1),
    askInParts: (question: Question, signal: AbortSignal) => askInParts(patient(ASK), question, signal),
    followChanges: (options: FollowOptions) => followChanges(patient(USUAL), options),
    ...adminCalls(v1),
  };
}

type V1 = TypedClient["v1"];

const searchCalls = (v1: V1, asking: V1) => ({
  /** Up to 20 at once, each answered or failed by itself. */
  searchMany: (searches: readonly SearchWish[]) =>
    answerOf(v1.searches.$post({ json: { searches: [...searches] } })),
  ask: (wish: Question) => answerOf(asking.ask.$post({ json: wish as AskRequest })),
  explain: (json: SearchWish & { readonly id: string }) => answerOf(v1.explain.$post({ json })),
  documents: (place: Parameters) => answerOf(v1.documents.$get({ query: sent(place) })),
  document: (path: string, place: { root?: string; lines?: string; anchor?: string }) =>
    answerOf(v1.documents[":path"].$get({ param: { path }, query: place })),
  chunk: (id: string) => answerOf(v1.chunks[":id"].$get({ param: { id } })),
  status: () => answerOf(v1.status.$get()),
});

const pushCalls = ({ roots }: V1) => ({
  manifest: (root: string, json: ManifestRequest) =>
    answerOf(roots[":root"].manifest.$post({ param: { root }, json })),
  upload: (root: string, json: UploadRequest) =>
    answerOf(roots[":root"].documents.$post({ param: { root }, json })),
  prune: (root: string, json: PruneRequest) =>
    answerOf(roots[":root"].prune.$post({ param: { root }, json })),
});

type AuditPlace = Omit<RepairRequest, "cursor"> & { readonly cursor?: string };

const backupCalls = (reading: V1, writing: V1) => ({
  audit: (place: AuditPlace) => answerOf(reading.audit.$get({ query: sent(place) })),
  repair: (json: AuditPlace) => answerOf(writing.audit.repair.$post({ json })),
  exportPage: (place: { vectors: boolean; cursor?: string }) =>
    answerOf(reading.export.$get({ query: sent(place) })),
  backups: () => answerOf(reading.backups.$get()),
  backup: (backup: string) => answerOf(reading.backups[":backup"].$get({ param: { backup } })),
  backupPiece: (backup: string, slug: string, piece: number) =>
    answerOf(
      reading.backups[":backup"][":slug"][":piece"].$get({ param: { backup, slug, piece: String(piece) } }),
    ),
  importRecords: (json: Body<V1["import"]["$post"]>) => answerOf(writing.import.$post({ json })),
});

/** The JSON body that a route takes. */
type Body<Post> = Post extends (request: infer Request, ...others: never[]) => unknown
  ? Request extends { json: infer Json }
    ? Json
    : never
  : never;

const memoryCalls = ({ memories, recent }: V1, asking: V1) => ({
  remember: (json: Body<V1["memories"]["$post"]>) => answerOf(memories.$post({ json })),
  rememberMany: (json: Body<V1["memories"]["batch"]["$post"]>) => answerOf(memories.batch.$post({ json })),
  memory: (id: string, place: { history: boolean; limit?: number; cursor?: string }) =>
    answerOf(memories[":id"].$get({ param: { id }, query: sent(place) })),
  changeMemory: (id: string, json: Body<V1["memories"][":id"]["$patch"]>) =>
    answerOf(memories[":id"].$patch({ param: { id }, json })),
  mergeMemories: (id: string, json: Body<V1["memories"][":id"]["merge"]["$post"]>) =>
    answerOf(memories[":id"].merge.$post({ param: { id }, json })),
  splitMemory: (id: string, json: Body<V1["memories"][":id"]["split"]["$post"]>) =>
    answerOf(memories[":id"].split.$post({ param: { id }, json })),
  forget: (id: string, place: { now: boolean }) =>
    answerOf(memories[":id"].$delete({ param: { id }, query: sent(place) })),
  forgetByQuery: (json: Body<V1["memories"]["forget"]["$post"]>) => answerOf(memories.forget.$post({ json })),
  undoForget: (id: string) => answerOf(memories[":id"].undo.$post({ param: { id } })),
  memories: (place: Parameters) => answerOf(memories.$get({ query: sent(place) })),
  timeline: (place: Parameters) => answerOf(memories.timeline.$get({ query: sent(place) })),
  memoryTypes: () => answerOf(memories.types.$get()),
  memoryStatistics: () => answerOf(memories.statistics.$get()),
  recent: (place: Parameters) => answerOf(recent.$get({ query: sent(place) })),
  /** A text model reads them. */
  worthRemembering: (json: Body<V1["memories"]["worth"]["$post"]>) =>
    answerOf(asking.memories.worth.$post({ json })),
  pruneMemories: (json: Body<V1["memories"]["prune"]["$post"]>) => answerOf(memories.prune.$post({ json })),
});

function named(slug: string): { readonly slug: string } {
  if (!/[\p{L}\p{N}]/u.test(slug)) throw invalid("A name has a letter or a digit");
  return { slug };
}

const graphCalls = ({ entities, graph, relations }: V1) => ({
  graph: (place: Parameters) => answerOf(graph.$get({ query: sent(place) })),
  graphOverview: (place: Parameters) => answerOf(graph.overview.$get({ query: sent(place) })),
  entities: (place: Parameters) => answerOf(entities.$get({ query: sent(place) })),
  entity: async (name: string, place: Parameters) =>
    answerOf(entities[":slug"].$get({ param: named(name), query: sent(place) })),
  suggestAliases: async (name: string) =>
    answerOf(entities[":slug"].suggestions.$get({ param: named(name) })),
  saveEntity: async (name: string, json: object) =>
    answerOf(entities[":slug"].$put({ param: named(name), json })),
  removeEntity: async (name: string) => answerOf(entities[":slug"].$delete({ param: named(name) })),
  mergeEntities: (json: { from: string; into: string }) => answerOf(entities.merge.$post({ json })),
  splitEntity: async (name: string, aliases: readonly string[]) =>
    answerOf(entities[":slug"].split.$post({ param: named(name), json: { aliases: [...aliases] } })),
  observe: async (name: string, text: string) =>
    answerOf(entities[":slug"].observations.$post({ param: named(name), json: { text } })),
  removeObservation: async (name: string, id: string) =>
    answerOf(entities[":slug"].observations[":id"].$delete({ param: { ...named(name), id } })),
  relate: (json: Relation) => answerOf(relations.$post({ json })),
  unrelate: (query: Relation) => answerOf(relations.$delete({ query })),
  changeMemoryNames: (json: { on: boolean }) => answerOf(graph.memories.$put({ json })),
  switchNames: (json: { on: boolean; root?: string }) => answerOf(graph.names.$put({ json })),
});

export interface Relation {
  readonly from: string;
  readonly type: string;
  readonly to: string;
}

const logCalls = ({ recalls, feedback }: V1) => ({
  recalls: (place: Parameters) => answerOf(recalls.$get({ query: sent(place) })),
  recall: (id: string) => answerOf(recalls[":id"].$get({ param: { id } })),
  recallReport: (place: Parameters) => answerOf(recalls.reports.$get({ query: sent(place) })),
  clearRecalls: (place: Parameters) => answerOf(recalls.$delete({ query: sent(place) })),
  changeRecallLog: (json: { on: boolean }) => answerOf(recalls.log.$put({ json })),
  giveFeedback: (json: Body<V1["feedback"]["$post"]>) => answerOf(feedback.$post({ json })),
  takeFeedback: (place: Parameters) => answerOf(feedback.$delete({ query: sent(place) })),
  feedback: (place: Parameters) => answerOf(feedback.$get({ query: sent(place) })),
});

const adminCalls = ({
  "access-log": access,
  deployment,
  migrations,
  profiles,
  reindex,
  roots,
  sources,
  tokens,
  webhooks,
  workspaces,
}: V1) => ({
  deployment: () => answerOf(deployment.$get()),
  schema: () => answerOf(migrations.$get({ query: {} })),
  profiles: () => answerOf(profiles.$get()),
  changeProfile: (name: string, settings: object) =>
    answerOf(
      profiles[":name"].$put({
        param: { name: name as "edge" },
        json: { settings: settings as Record<string, never> },
      }),
    ),
  resetProfile: (name: string) => answerOf(profiles[":name"].$delete({ param: { name: name as "edge" } })),
  reindex: (json: Body<V1["reindex"]["$post"]>) => answerOf(reindex.$post({ json })),
  describeRoot: (root: string, description: string | null) =>
    answerOf(roots[":root"].description.$put({ param: { root }, json: { description } })),
  deleteRoot: (root: string, prefix: string | undefined) =>
    answerOf(roots[":root"].$delete({ param: { root }, query: sent({ prefix }) })),
  createToken: (json: Body<V1["tokens"]["$post"]>) => answerOf(tokens.$post({ json })),
  tokens: () => answerOf(tokens.$get()),
  accessLog: (place: Parameters) => answerOf(access.$get({ query: sent(place) })),
  checkAccessLog: (place: Parameters) => answerOf(access.check.$get({ query: sent(place) })),
  startEpoch: (json: Body<V1["tokens"]["epoch"]["$post"]>) => answerOf(tokens.epoch.$post({ json })),
  addWebhook: (json: Body<V1["webhooks"]["$post"]>) => answerOf(webhooks.$post({ json })),
  webhooks: () => answerOf(webhooks.$get()),
  pauseWebhook: (id: string, paused: boolean) =>
    answerOf(webhooks[":id"].$patch({ param: { id }, json: { paused } })),
  removeWebhook: (id: string) => answerOf(webhooks[":id"].$delete({ param: { id } })),
  testWebhook: (id: string) => answerOf(webhooks[":id"].test.$post({ param: { id } })),
  addSource: (slug: string, json: Body<V1["workspaces"][":slug"]["sources"]["$post"]>) =>
    answerOf(workspaces[":slug"].sources.$post({ param: { slug }, json })),
  sources: () => answerOf(sources.$get()),
  source: (root: string) => answerOf(sources[":root"].$get({ param: { root } })),
  pauseSource: (root: string, paused: boolean) =>
    answerOf(sources[":root"].$patch({ param: { root }, json: { paused } })),
  runSource: (root: string, confirm: boolean) =>
    answerOf(sources[":root"].run.$post({ param: { root }, json: { confirm } })),
  removeSource: (root: string, keepDocuments: boolean) =>
    answerOf(sources[":root"].$delete({ param: { root }, query: { keepDocuments } })),
  revokeToken: (id: string) => answerOf(tokens[":id"].$delete({ param: { id } })),
  createWorkspace: (json: { slug: string; name?: string }) => answerOf(workspaces.$post({ json })),
  workspaces: () => answerOf(workspaces.$get()),
  changeQuotas: (slug: string, json: QuotasRequest) =>
    answerOf(workspaces[":slug"].quotas.$patch({ param: { slug }, json })),
  move: (slug: string) => answerOf(workspaces[":slug"].move.$get({ param: { slug } })),
  moveWorkspace: (slug: string, to: number) =>
    answerOf(workspaces[":slug"].move.$post({ param: { slug }, json: { to } })),
  stopMove: (slug: string) => answerOf(workspaces[":slug"].move.$delete({ param: { slug } })),
  deleteWorkspace: (slug: string) => answerOf(workspaces[":slug"].$delete({ param: { slug } })),
});
