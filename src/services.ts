import type { SearchesRequest } from "./search/contract/searches.ts";
import { searchMany } from "./search/service/many-searches.ts";
import { type AuditQuery, auditWorkspace } from "./audit/audit-workspace.ts";
import type { ImportRequest } from "./backup/contract.ts";
import { type ExportQuery, exportWorkspace } from "./backup/export.ts";
import { importRecords } from "./backup/import.ts";
import { listBackups, readBackup, readBackupPiece } from "./backup/kept/read-backups.ts";
import { backupAge } from "./backup/kept/state.ts";
import { listChanges } from "./changes/changes.ts";
import type { ChangeParameters } from "./changes/contract.ts";
import { PLAN_LIMITS, writeBytes } from "./config.ts";
import type { IndexRequest, ManifestRequest, PruneRequest, UploadRequest } from "./documents/contract.ts";
import { deleteDocument, deleteRoot } from "./documents/documents.ts";
import { indexTexts } from "./documents/index-texts.ts";
import { compareManifest, type PushContext, pruneDocuments, uploadDocuments } from "./documents/push.ts";
import { changeMemoryNames } from "./graph/ask-for-names.ts";
import type { MemoryNames } from "./graph/contract.ts";
import { type GraphQuery, graphAround } from "./graph/around.ts";
import { mergeMemories, splitMemory } from "./memories/by-hand.ts";
import type { MemoryChange } from "./memories/contract/memories.ts";
import { forgetMemory, undoForget } from "./memories/forget.ts";
import { type ForgetParts, forgetByQuery } from "./memories/forget-by-query.ts";
import { changeMemory } from "./memories/memories.ts";
import { pruneMemories } from "./memories/memory-lists.ts";
import { remember } from "./memories/remember.ts";
import { rememberMany } from "./memories/remember-many.ts";
import { worthRemembering } from "./memories/worth-remembering.ts";
import type { WorthRequest } from "./memories/contract/worth.ts";
import { type Breakers, createBreakers } from "./models/breaker.ts";
import { servingOf } from "./models/models.ts";
import { embedderName, rerankerName, spaceKey } from "./models/ports.ts";
import { createIsolateCalls } from "./models/workspace-calls.ts";
import type { MoveAnswer, MoveRequest } from "./moves/contract.ts";
import { moveWorkspace, stopMoving } from "./moves/moving.ts";
import type { RecallParameters } from "./recalls/contract/recalls.ts";
import { pageOfRecalls } from "./recalls/recalls.ts";
import { ask } from "./search/ask/ask.ts";
import type { AskRequest, OnAskEvent } from "./search/contract/ask.ts";
import type { ExplainRequest } from "./search/contract/explain.ts";
import { explainChunk } from "./search/explain/explain-chunk.ts";
import { type SearchService, searchService } from "./search/service/search-service.ts";
import type { SearchSweeps } from "./search/service/search-sweeps.ts";
import type { Settings } from "./settings.ts";
import type { SourceRemoval, SourceRequest, SourceRunRequest } from "./sources/contract.ts";
import { addSource, removeSource, startSource } from "./sources/sources.ts";
import type { WebhookChange, WebhookRequest } from "./webhooks/contract.ts";
import { addWebhook, changeWebhook, testWebhook } from "./webhooks/webhooks.ts";
import { sweeping, type Wake, wakeBy } from "./wake.ts";
import type { ReindexRequest } from "./vectors/contract.ts";
import { reindex, reindexWork } from "./vectors/reindex.ts";
import type { AccessCheckParameters } from "./workspaces/access-log/contract.ts";
import { checkAccessLog } from "./workspaces/access-log/read-log.ts";
import { addWorkspace, removeWorkspace } from "./workspaces/access.ts";
import type { RequestContext, WorkspaceContext } from "./workspaces/context.ts";
import type { TokenRequest } from "./workspaces/contract.ts";
import { deploymentStatus } from "./workspaces/deployment.ts";
import type { OpenWorkspace } from "./workspaces/open-workspace.ts";
import type { WorkspaceRow } from "./workspaces/sql/workspace-store.ts";
import { createRootMemory } from "./workspaces/sql/status-reads.ts";
import { workspaceStatus } from "./workspaces/status.ts";
import { beginEpoch, createToken } from "./workspaces/tokens.ts";

/** What a door asks for and what depends on settings; the rest it asks of the rooms themselves. */
export type Services = ReturnType<typeof createServices>;

/** The services of an isolate; each write that leaves work for later starts it. */
export function createServices(settings: Settings, sweeps: SearchSweeps) {
  const { env, models, modelBudget, now, recallLog } = settings;
  const wake = wakeBy(env.INDEX_QUEUE);
  const identity = spaceKey(models.embedder.space);
  const limits = PLAN_LIMITS[settings.plan];
  const breakers = createBreakers(now);
  const calls = createIsolateCalls(now);
  const { search, explained } = searchService({
    models,
    breakers,
    limits,
    modelBudget,
    calls,
    logQueries: recallLog.queries,
    speculate: env.SPECULATE !== "off",
    areRowsFree: settings.isLocal,
    sweeps,
    secrets: settings.secrets,
    now,
  });
  return {
    search,
    searchMany: (context: WorkspaceContext, request: SearchesRequest) => searchMany(search, context, request),
    ask: (context: WorkspaceContext, request: AskRequest, onEvent?: OnAskEvent) =>
      ask({ search, generator: models.generator, modelBudget, calls, now }, context, request, onEvent),
    worthRemembering: (context: OpenWorkspace, request: WorthRequest) =>
      worthRemembering({ generator: models.generator, modelBudget, calls, now }, context, request),
    graphAround: (context: OpenWorkspace, query: GraphQuery) => graphAround(context, query, search),
    changeMemoryNames: (context: OpenWorkspace, change: MemoryNames) =>
      changeMemoryNames(context, change, {
        hasGenerator: models.generator !== undefined,
        wake: () => wake(context, "names"),
      }),
    listRecalls: (context: OpenWorkspace, query: RecallParameters) =>
      pageOfRecalls(context, recallLog, query),
    explain: (context: WorkspaceContext, request: ExplainRequest) =>
      explainChunk(context, request, explained),
    ...documentServices(settings, identity, wake),
    ...memoryServices(settings, search, wake),
    ...upkeepServices(settings, identity, wake),
    ...webhookServices(settings, wake),
    ...sourceServices(settings, wake),
    ...workspaceServices(settings, { identity, breakers }, wake),
  };
}

function documentServices({ plan, models, isLocal }: Settings, identity: string, wake: Wake) {
  const pushing = ({ session, workspace, nowMs }: WorkspaceContext, root: string): PushContext => ({
    db: session,
    workspace,
    root,
    limits: PLAN_LIMITS[plan],
    batchBytes: writeBytes(plan, isLocal),
    generator: models.generator?.model,
    nowMs,
  });
  const swept = sweeping(wake);
  return {
    async compareManifest(context: WorkspaceContext, root: string, request: ManifestRequest) {
      const answer = await compareManifest(pushing(context, root), request);
      const { contextualize, entities, dryRun } = request;
      if (!dryRun && (contextualize === true || entities === true)) wake(context, "sweep");
      return answer;
    },
    upload: swept(
      (context: WorkspaceContext, root: string, request: UploadRequest) =>
        uploadDocuments({ ...pushing(context, root), identity }, request),
      ({ indexed }) => indexed > 0,
    ),
    indexTexts: swept(
      (context: WorkspaceContext, root: string, request: IndexRequest) =>
        indexTexts({ ...pushing(context, root), identity }, request),
      ({ indexed }) => indexed > 0,
    ),
    prune: swept(
      (context: WorkspaceContext, root: string, request: PruneRequest) =>
        pruneDocuments(pushing(context, root), request),
      ({ deleted }) => deleted > 0,
    ),
    deleteDocument: swept(deleteDocument),
    async deleteRoot(context: WorkspaceContext, query: Parameters<typeof deleteRoot>[1]) {
      const answer = await deleteRoot(context, query);
      wake(context, "deletions");
      return answer;
    },
  };
}

function memoryServices({ plan, models }: Settings, search: SearchService["search"], wake: Wake) {
  const deps: ForgetParts = {
    search,
    batch: PLAN_LIMITS[plan].memories,
    knowsMeaning: (live) => servingOf(models)(live).embedder?.kind === "neural",
  };
  const swept = sweeping(wake);
  const given = <Args extends readonly unknown[], Answer>(
    serve: (context: OpenWorkspace, given: ForgetParts, ...args: Args) => Promise<Answer>,
  ) => swept((context: OpenWorkspace, ...args: Args) => serve(context, deps, ...args));
  return {
    pruneMemories: swept(pruneMemories, ({ forgotten }) => forgotten > 0),
    remember: given(remember),
    rememberMany: given(rememberMany),
    changeMemory: swept((context: OpenWorkspace, id: string, change: MemoryChange) =>
      changeMemory(context, deps, { id, change }),
    ),
    mergeMemories: swept(mergeMemories),
    splitMemory: swept(splitMemory),
    forgetMemory: swept(forgetMemory),
    forgetByQuery: given(forgetByQuery),
    undoForget: swept(undoForget),
  };
}

function upkeepServices({ env, models, plan, secrets, backups }: Settings, identity: string, wake: Wake) {
  return {
    async reindex(context: OpenWorkspace, request: ReindexRequest) {
      const answer = await reindex(context, request, identity);
      wake(context, "sweep", "generations", "rechunk");
      return answer;
    },
    async audit(context: OpenWorkspace, query: AuditQuery) {
      const { vectors } = servingOf(models)(context.row.identity);
      const isOwnFile = env.PLATFORM === "local";
      const running = { vectors, identity, plan, secrets, random: Math.random, isOwnFile };
      const answer = await auditWorkspace(context, running, query);
      if (query.repairs) wake(context, "sweep");
      return answer;
    },
    listBackups: () => listBackups(backups),
    readBackup: (name: string) => readBackup(backups, name),
    readBackupPiece: (piece: Parameters<typeof readBackupPiece>[1]) => readBackupPiece(backups, piece),
    listChanges: (context: OpenWorkspace, query: ChangeParameters, signal: AbortSignal) =>
      listChanges({ secrets, signal }, context, query),
    exportPage: (context: OpenWorkspace, query: ExportQuery) => exportWorkspace(context, plan, query),
    importRecords: sweeping(wake)(
      (context: OpenWorkspace, request: ImportRequest) => importRecords(context, plan, request),
      ({ written }) => written > 0,
    ),
  };
}

function webhookServices({ secrets, isLocal }: Settings, wake: Wake) {
  const parts = { secrets, allowsLoopback: isLocal };
  return {
    async addWebhook(context: OpenWorkspace, request: WebhookRequest) {
      const answer = await addWebhook(parts, context, request);
      if (request.since !== undefined) wake(context, "webhooks");
      return answer;
    },
    async changeWebhook(context: OpenWorkspace, id: string, change: WebhookChange) {
      const answer = await changeWebhook(context, id, change);
      if (!change.paused) wake(context, "webhooks");
      return answer;
    },
    testWebhook: (context: OpenWorkspace, id: string) => testWebhook(parts, context, id),
  };
}

function sourceServices({ sources }: Settings, wake: Wake) {
  return {
    async addSource(context: RequestContext, slug: string, request: SourceRequest) {
      const { session, workspace, ...answer } = await addSource(context, sources, slug, request);
      wake({ session, workspace, later: context.later }, "sources");
      return answer;
    },
    async runSource(context: OpenWorkspace, root: string, request: SourceRunRequest) {
      const answer = await startSource(context, root, request);
      wake(context, "sources");
      return answer;
    },
    async removeSource(context: OpenWorkspace, root: string, removal: SourceRemoval) {
      const answer = await removeSource(context, root, removal);
      if (answer.documents > 0) wake(context, "deletions");
      return answer;
    },
  };
}

function workspaceServices(
  { env, models, modelBudget, plan, secrets, backups }: Settings,
  { identity, breakers }: { readonly identity: string; readonly breakers: Breakers },
  wake: Wake,
) {
  const billed = env.PLATFORM === "cloudflare" ? plan : undefined;
  const { dimensions } = models.embedder.space;
  const limits = {
    ...{ modelBudget, maxDatabaseBytes: PLAN_LIMITS[plan].maxDatabaseBytes, plan: billed },
    dimensions: env.VECTORIZE === undefined ? 0 : dimensions,
  };
  const running = {
    plan: billed,
    embedder: embedderName(models.embedder),
    reranker: rerankerName(models.reranker),
    vectors: env.VECTORIZE === undefined ? "d1" : "vectorize",
    rootMemory: createRootMemory(),
    reindexWork,
    outages: breakers.outages,
    backup:
      backups &&
      ((row: WorkspaceRow, nowMs: number) => backupAge(backups.bucket, { createdAt: row.createdAt, nowMs })),
  };
  return {
    status: (context: OpenWorkspace) => workspaceStatus(context, running),
    deployment: (context: RequestContext) => deploymentStatus(context, limits),
    checkAccessLog: (context: RequestContext, asked: AccessCheckParameters) =>
      checkAccessLog(context, secrets, asked),
    createToken: (context: RequestContext, request: TokenRequest) =>
      createToken(context, env.SIGNING_SECRET, request),
    startEpoch: (context: RequestContext, request: Pick<TokenRequest, "name">) =>
      beginEpoch(context, env.SIGNING_SECRET, request),
    createWorkspace: (context: RequestContext, request: { slug: string; name?: string | undefined }) =>
      addWorkspace(context, { ...request, identity, maxDatabaseBytes: limits.maxDatabaseBytes }),
    ...moveServices(plan, wake),
    async removeWorkspace(context: RequestContext, slug: string) {
      const database = await removeWorkspace(context, slug);
      wake({ session: { database }, later: context.later }, "deletions");
    },
  };
}

function moveServices(plan: Settings["plan"], wake: Wake) {
  const { maxDatabaseBytes } = PLAN_LIMITS[plan];
  // Work of no workspace, so that its runs are not logged in the one that leaves.
  const begun = async ({ later }: RequestContext, asked: Promise<MoveAnswer>): Promise<MoveAnswer> => {
    const answer = await asked;
    if (answer.move !== null) wake({ session: { database: answer.move.from }, later }, "moves");
    return answer;
  };
  return {
    moveWorkspace: (context: RequestContext, slug: string, { to }: MoveRequest) =>
      begun(context, moveWorkspace(context, slug, { to, maxDatabaseBytes })),
    stopMoving: (context: RequestContext, slug: string) => begun(context, stopMoving(context, slug)),
  };
}
