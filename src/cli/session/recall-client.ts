import { answerOf } from "../../client/client.ts";
import { type TypedClient, typedClient } from "../../client/typed-client.ts";
import type {
  DeploymentAnswer,
  StatusAnswer,
  TokenAnswer,
  TokenList,
  TokenRequest,
  WorkspaceList,
  WorkspaceSummary,
} from "../../contract/admin.ts";
import type { AskAnswer, AskRequest } from "../../contract/ask.ts";
import type { AuditAnswer, RepairRequest } from "../../contract/audit.ts";
import type { ChunkAnswer } from "../../contract/chunks.ts";
import type {
  DeletionAnswer,
  DocumentAnswer,
  DocumentList,
  ManifestAnswer,
  ManifestRequest,
  PruneRequest,
  UploadAnswer,
  UploadRequest,
} from "../../contract/documents.ts";
import type { ExplainAnswer } from "../../contract/explain.ts";
import type { ExportAnswer, ImportAnswer, ImportRequest } from "../../contract/export.ts";
import type { HitOf, ViewName } from "../../contract/hits.ts";
import type { ProfileAnswer, ProfileList } from "../../contract/profiles.ts";
import type { ReindexAnswer, ReindexRequest } from "../../contract/reindex.ts";
import type { SearchAnswer, SearchRequest } from "../../contract/search.ts";
import { AppError } from "../../errors.ts";
import { type GraphClient, graphClient } from "./graph-client.ts";
import { type Connection, sendWith, type Worth } from "./http-call.ts";
import { asTyped, type Clients, type MemoryClient, memoryClient } from "./memory-client.ts";
import { type RecallLogClient, recallLogClient } from "./recall-log-client.ts";

/** A search with everything but the query left to the server's defaults. */
export type SearchWish = Pick<SearchRequest, "query"> & Partial<SearchRequest>;

/** A question with everything else left to the server's defaults. */
export type AskWish = Pick<AskRequest, "question"> & {
  readonly [Name in keyof AskRequest]?: AskRequest[Name] | undefined;
};

export type AuditPlace = Omit<RepairRequest, "cursor"> & { readonly cursor?: string };

/** What a push needs of a server. */
export interface PushClient {
  readonly manifest: (root: string, request: ManifestRequest) => Promise<ManifestAnswer>;
  readonly upload: (root: string, request: UploadRequest) => Promise<UploadAnswer>;
  readonly prune: (root: string, request: PruneRequest) => Promise<DeletionAnswer>;
}

/** The whole of /v1 that the CLI asks for. Every call throws AppError when it fails for good. */
export interface RecallClient extends PushClient, MemoryClient, RecallLogClient, GraphClient {
  readonly search: <View extends ViewName = "snippet">(
    wish: Omit<SearchWish, "view"> & { readonly view?: View },
  ) => Promise<SearchAnswer<HitOf[View]>>;
  readonly ask: (wish: AskWish) => Promise<AskAnswer>;
  readonly explain: (wish: SearchWish & { readonly id: string }) => Promise<ExplainAnswer>;
  readonly profiles: () => Promise<ProfileList>;
  readonly changeProfile: (name: string, settings: object) => Promise<ProfileAnswer>;
  readonly resetProfile: (name: string) => Promise<ProfileAnswer>;
  readonly documents: (place: {
    root?: string;
    prefix?: string;
    glob?: string;
    limit?: number;
    after?: string;
  }) => Promise<DocumentList>;
  readonly chunk: (id: string) => Promise<ChunkAnswer>;
  readonly document: (path: string, place: { root?: string; lines?: string }) => Promise<DocumentAnswer>;
  readonly status: () => Promise<StatusAnswer>;
  readonly deployment: () => Promise<DeploymentAnswer>;
  readonly audit: (place: AuditPlace) => Promise<AuditAnswer>;
  readonly repair: (place: AuditPlace) => Promise<AuditAnswer>;
  readonly exportPage: (place: { vectors: boolean; cursor?: string }) => Promise<ExportAnswer>;
  readonly importRecords: (request: ImportRequest) => Promise<ImportAnswer>;
  readonly reindex: (request: ReindexRequest) => Promise<ReindexAnswer>;
  readonly deleteRoot: (root: string, prefix: string | undefined) => Promise<DeletionAnswer>;
  readonly createToken: (request: TokenRequest) => Promise<TokenAnswer>;
  readonly tokens: () => Promise<TokenList>;
  readonly revokeToken: (id: string) => Promise<unknown>;
  readonly createWorkspace: (request: { slug: string; name?: string }) => Promise<WorkspaceSummary>;
  readonly workspaces: () => Promise<WorkspaceList>;
  readonly deleteWorkspace: (slug: string) => Promise<unknown>;
}

/** A person waits: about three seconds of waiting at most. */
const READ = { retries: 3, timeoutMs: 30_000, isWrite: false } as const;
const WRITE = { ...READ, isWrite: true } as const;
/** Each attempt makes a text model read and write; the server has tried again itself. */
const ASK = { retries: 0, timeoutMs: 90_000, isWrite: false } as const;
/** A push sits through a restart: about half a minute of waiting. */
const PUSH = { retries: 6, timeoutMs: 120_000, isWrite: true } as const;
/** Reads up to some thousand rows and texts a page. */
const AUDIT = { ...READ, timeoutMs: 120_000 } as const;

/** An outage is an answer too (503, `outcome: unavailable`): what was found in spite of it is shown. */
function answerInFailure(error: unknown): SearchAnswer<never> {
  const body = error instanceof AppError ? (error.cause as Partial<SearchAnswer> | undefined) : undefined;
  if (body?.outcome === "unavailable" && Array.isArray(body.hits)) return body as SearchAnswer<never>;
  throw error;
}

/** Client of one server, with one token. */
export function createClient(connection: Connection): RecallClient {
  const worth = (what: Worth) => typedClient(connection.url, sendWith(connection, what));
  const clients = { reads: worth(READ), writes: worth(WRITE) };
  return {
    ...searchClient(clients.reads, worth(ASK)),
    ...pushClient(worth(PUSH)),
    ...upkeepClient(worth(AUDIT), worth(PUSH)),
    ...accessClient(clients),
    ...memoryClient(clients),
    ...graphClient(clients),
    ...recallLogClient(clients),
  };
}

type Part<Name extends keyof RecallClient> = Pick<RecallClient, Name>;

function searchClient(
  { v1 }: TypedClient,
  asking: TypedClient,
): Part<"search" | "ask" | "explain" | "profiles" | "documents" | "chunk" | "document"> {
  return {
    // Which hits there are, the view says.
    search: (json) =>
      answerOf(v1.search.$post({ json })).then(
        (answer) => answer as unknown as SearchAnswer<never>,
        answerInFailure,
      ),
    ask: (json) => answerOf(asking.v1.ask.$post({ json: json as AskRequest })),
    explain: (json) => answerOf(v1.explain.$post({ json })),
    profiles: () => answerOf(v1.profiles.$get()),
    documents: (query) => answerOf(v1.documents.$get({ query })),
    chunk: (id) => answerOf(v1.chunks[":id"].$get({ param: { id } })),
    document: async (path, query) => answerOf(v1.documents[":path"].$get({ param: { path }, query })),
  };
}

function pushClient({ v1 }: TypedClient): PushClient {
  const root = v1.roots[":root"];
  return {
    manifest: (name, json) => answerOf(root.manifest.$post({ param: { root: name }, json })),
    upload: (name, json) => answerOf(root.documents.$post({ param: { root: name }, json })),
    prune: (name, json) => answerOf(root.prune.$post({ param: { root: name }, json })),
  };
}

function upkeepClient(
  { v1 }: TypedClient,
  writing: TypedClient,
): Part<"audit" | "repair" | "exportPage" | "importRecords"> {
  return {
    audit: ({ full, cursor }) => answerOf(v1.audit.$get({ query: asTyped({ full: `${full}`, cursor }) })),
    repair: (json) => answerOf(writing.v1.audit.repair.$post({ json })),
    exportPage: ({ vectors, cursor }) =>
      answerOf(v1.export.$get({ query: asTyped({ vectors: `${vectors}`, cursor }) })),
    importRecords: (json) => answerOf(writing.v1.import.$post({ json })),
  };
}

function accessClient({
  reads,
  writes,
}: Clients): Omit<
  RecallClient,
  | keyof (MemoryClient & GraphClient & RecallLogClient & PushClient)
  | keyof ReturnType<typeof searchClient>
  | keyof ReturnType<typeof upkeepClient>
> {
  const { profiles, roots, tokens, workspaces, reindex } = writes.v1;
  return {
    changeProfile: (name, settings) =>
      answerOf(
        profiles[":name"].$put({
          param: { name: name as "edge" },
          json: { settings: settings as Record<string, never> },
        }),
      ),
    resetProfile: (name) => answerOf(profiles[":name"].$delete({ param: { name: name as "edge" } })),
    status: () => answerOf(reads.v1.status.$get()),
    deployment: () => answerOf(reads.v1.deployment.$get()),
    reindex: (json) => answerOf(reindex.$post({ json })),
    deleteRoot: (root, prefix) =>
      answerOf(roots[":root"].$delete({ param: { root }, query: asTyped({ prefix }) })),
    createToken: (json) => answerOf(tokens.$post({ json })),
    tokens: () => answerOf(reads.v1.tokens.$get()),
    revokeToken: (id) => answerOf(tokens[":id"].$delete({ param: { id } })),
    createWorkspace: (json) => answerOf(workspaces.$post({ json })),
    workspaces: () => answerOf(reads.v1.workspaces.$get()),
    deleteWorkspace: (slug) => answerOf(workspaces[":slug"].$delete({ param: { slug } })),
  };
}
