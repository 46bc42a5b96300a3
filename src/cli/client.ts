import type {
  DeploymentAnswer,
  StatusAnswer,
  TokenAnswer,
  TokenList,
  TokenRequest,
  WorkspaceList,
  WorkspaceSummary,
} from "../contract/admin.ts";
import type { AskAnswer, AskRequest } from "../contract/ask.ts";
import type { AuditAnswer, RepairRequest } from "../contract/audit.ts";
import type { ChunkAnswer } from "../contract/chunks.ts";
import type {
  DeletionAnswer,
  DocumentAnswer,
  DocumentList,
  ManifestAnswer,
  ManifestRequest,
  PruneRequest,
  UploadAnswer,
  UploadRequest,
} from "../contract/documents.ts";
import type { ExportAnswer, ImportAnswer, ImportRequest } from "../contract/export.ts";
import type { ExplainAnswer } from "../contract/explain.ts";
import type { ProfileAnswer, ProfileList } from "../contract/profiles.ts";
import type { HitOf, ViewName } from "../contract/hits.ts";
import type { SearchAnswer, SearchRequest } from "../contract/search.ts";
import type { ReindexAnswer, ReindexRequest } from "../contract/reindex.ts";
import { AppError } from "../errors.ts";
import { type GraphClient, graphClient } from "./graph-client.ts";
import { type Call, type Connection, callServer } from "./http-call.ts";
import { type MemoryClient, memoryClient } from "./memory-client.ts";
import { queryOf } from "./query-of.ts";
import { type RecallLogClient, recallLogClient } from "./recall-client.ts";

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
/** Each attempt makes a text model read and write; the server has tried again itself. */
const ASK = { retries: 0, timeoutMs: 90_000, isWrite: false } as const;
/** A push sits through a restart: about half a minute of waiting. */
const PUSH = { retries: 6, timeoutMs: 120_000, isWrite: true } as const;
/** Reads up to some thousand rows and texts a page. */
const AUDIT = { ...READ, method: "GET", timeoutMs: 120_000 } as const;

const encodePath = (path: string): string => path.split("/").map(encodeURIComponent).join("/");

const profilePath = (name: string): string => `/v1/profiles/${encodeURIComponent(name)}`;

/** An outage is an answer too (503, `outcome: unavailable`): what was found in spite of it is shown. */
function answerInFailure(error: unknown): SearchAnswer<never> {
  const body = error instanceof AppError ? (error.cause as Partial<SearchAnswer> | undefined) : undefined;
  if (body?.outcome === "unavailable" && Array.isArray(body.hits)) return body as SearchAnswer<never>;
  throw error;
}

/** Client of one server, with one token. */
export function createClient(connection: Connection): RecallClient {
  const call = <T>(wanted: Call): Promise<T> => callServer(connection, wanted) as Promise<T>;
  const get = <T>(path: string): Promise<T> => call({ ...READ, method: "GET", path });
  const remove = <T>(path: string): Promise<T> => call({ ...READ, isWrite: true, method: "DELETE", path });
  const push = <T>(root: string, action: string, body: unknown): Promise<T> =>
    call({ ...PUSH, method: "POST", path: `/v1/roots/${encodeURIComponent(root)}/${action}`, body });
  const create = <T>(path: string, body: unknown): Promise<T> =>
    call({ ...READ, isWrite: true, method: "POST", path, body });
  const put = <T>(path: string, body: unknown): Promise<T> =>
    call({ ...READ, isWrite: true, method: "PUT", path, body });
  return {
    search: (wish) =>
      call<SearchAnswer<never>>({ ...READ, method: "POST", path: "/v1/search", body: wish }).catch(
        answerInFailure,
      ),
    manifest: (root, request) => push(root, "manifest", request),
    upload: (root, request) => push(root, "documents", request),
    prune: (root, request) => push(root, "prune", request),
    ask: (wish) => call({ ...ASK, method: "POST", path: "/v1/ask", body: wish }),
    explain: (wish) => call({ ...READ, method: "POST", path: "/v1/explain", body: wish }),
    profiles: () => get("/v1/profiles"),
    changeProfile: (name, settings) => put(profilePath(name), { settings }),
    resetProfile: (name) => remove(profilePath(name)),
    documents: (place) => get(`/v1/documents${queryOf(place)}`),
    chunk: (id) => get(`/v1/chunks/${id}`),
    document: (path, place) => get(`/v1/documents/${encodePath(path)}${queryOf(place)}`),
    status: () => get("/v1/status"),
    deployment: () => get("/v1/deployment"),
    audit: ({ full, cursor }) => call({ ...AUDIT, path: `/v1/audit${queryOf({ full: `${full}`, cursor })}` }),
    repair: (body) => call({ ...PUSH, method: "POST", path: "/v1/audit/repair", body }),
    exportPage: ({ vectors, cursor }) =>
      call({ ...AUDIT, path: `/v1/export${queryOf({ vectors: `${vectors}`, cursor })}` }),
    importRecords: (body) => call({ ...PUSH, method: "POST", path: "/v1/import", body }),
    reindex: (body) => call({ ...READ, isWrite: true, method: "POST", path: "/v1/reindex", body }),
    deleteRoot: (root, prefix) => remove(`/v1/roots/${encodeURIComponent(root)}${queryOf({ prefix })}`),
    createToken: (request) => create("/v1/tokens", request),
    tokens: () => get("/v1/tokens"),
    revokeToken: (id) => remove(`/v1/tokens/${encodeURIComponent(id)}`),
    createWorkspace: (request) => create("/v1/workspaces", request),
    workspaces: () => get("/v1/workspaces"),
    ...memoryClient({ get, remove, create }),
    ...graphClient({ get, remove, create, put }),
    ...recallLogClient({ get, remove, create, put }),
    deleteWorkspace: (slug) => remove(`/v1/workspaces/${encodeURIComponent(slug)}`),
  };
}
