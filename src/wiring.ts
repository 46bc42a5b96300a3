import { DEFAULTS, PLAN_LIMITS } from "./config.ts";
import type { SearchRequest } from "./contract/search.ts";
import type { Env, IndexMessage } from "./env.ts";
import { AppError } from "./errors.ts";
import { createApp } from "./http/app.ts";
import { compareManifest, type PushContext, pruneDocuments, uploadDocuments } from "./indexing/push.ts";
import { byChunk } from "./indexing/vector-ids.ts";
import { withNames } from "./memory/entities/with-names.ts";
import { type ModelsFor, servingOf } from "./models.ts";
import { embedderName, identityKey, rerankerName, type VectorIndex } from "./ports.ts";
import { createIsolateMemory } from "./retrieval/isolate-memory.ts";
import { search } from "./retrieval/search.ts";
import type { Trace } from "./retrieval/trace.ts";
import { type Background, createBackground } from "./scheduled.ts";
import { addWorkspace, createToken, removeWorkspace } from "./services/access.ts";
import { ask } from "./services/ask.ts";
import { auditWorkspace } from "./services/audit.ts";
import { readChunk } from "./services/chunks.ts";
import type { WorkspaceContext } from "./services/context.ts";
import { deleteDocument, deleteRoot, pageOfDocuments, readDocument } from "./services/documents.ts";
import { explainChunk, type TracedSearch, withoutKeptAnswers } from "./services/explain.ts";
import { exportWorkspace } from "./services/export.ts";
import { graphServices } from "./services/graph-services.ts";
import { giveFeedback, listFeedback, takeFeedback } from "./services/feedback.ts";
import { importRecords } from "./services/import.ts";
import { laneOf } from "./services/lane.ts";
import { liveSearch } from "./services/live-search.ts";
import { countedMemories, pageOfMemories, timelineAround } from "./services/memory-lists.ts";
import { pruneMemories } from "./services/prune-memories.ts";
import { readRecent } from "./services/recent.ts";
import { memoryServices } from "./services/memory-services.ts";
import { changeProfile, listProfiles } from "./services/profiles.ts";
import { reportRecalls } from "./services/recall-reports.ts";
import { changeRecallLog, deleteRecalls, pageOfRecalls, readRecall } from "./services/recalls.ts";
import { reindex } from "./services/reindex.ts";
import { pageOfRuns } from "./services/runs.ts";
import { type SearchSweeps, searchSweeps } from "./services/search-sweeps.ts";
import type { Services } from "./services/services.ts";
import { deploymentStatus } from "./services/deployment.ts";
import { workspaceStatus } from "./services/status.ts";
import { readSettings, type Settings } from "./settings.ts";
import { createDocumentStore } from "./storage/document-store.ts";
import { createSearchStore } from "./storage/search-store.ts";
import type { TaskName } from "./tasks.ts";
import { timeOrderedId } from "./text/time-ordered-id.ts";
import { VERSION } from "./version.ts";

/** Everything the Worker can be asked, built once an isolate. */
interface Wired {
  fetch(request: Request, context: ExecutionContext): Response | Promise<Response>;
  readonly background: Background;
}

/** How long a search that ended in an error keeps its token from speculative model calls, milliseconds. */
const DISTRUST_MS = 60_000;

/** The handlers of an entry file, for the platforms that it can run on. */
export function createHandlers(modelsFor: ModelsFor, now: () => number = Date.now) {
  const wired = new WeakMap<Env, Wired>();
  const wire = (env: Env): Wired => {
    const made = wired.get(env) ?? build(readSettings(env, modelsFor, now));
    wired.set(env, made);
    return made;
  };
  return {
    async fetch(request, env, context) {
      try {
        return await wire(env).fetch(request, context);
      } catch (error) {
        return misconfigured(error);
      }
    },
    // The outbox holds the work: a message only says that there is some, so any number of them ask for one sweep.
    async queue(batch, env) {
      await wire(env).background.queue(batch.messages.map(({ body }) => body));
    },
    async scheduled({ cron }, env) {
      await wire(env).background.cron(cron);
    },
  } satisfies ExportedHandler<Env, IndexMessage>;
}

/** What is wrong before there is an application to say so. */
function misconfigured(error: unknown): Response {
  if (!(error instanceof AppError)) throw error;
  console.error(error.message);
  const { code, message, status } = error;
  return Response.json({ error: { code, message } }, { status });
}

function build(settings: Settings): Wired {
  const { env, secrets, corsOrigins, allowedHosts, now } = settings;
  const background = createBackground(settings);
  const app = createApp({
    services: createServices(settings, searchSweeps(background.afterSearch, now)),
    database: env.DB,
    secrets,
    limiters: { token: env.RATE_LIMIT, address: env.ADDRESS_LIMIT },
    corsOrigins,
    allowedHosts,
    version: VERSION,
    now,
  });
  return {
    fetch: (request, context) => app.fetch(request, env, context),
    background,
  };
}

function createServices(settings: Settings, sweeps: SearchSweeps): Services {
  const { env, models } = settings;
  const identity = identityKey(models.embedder.identity);
  const running = {
    embedder: embedderName(models.embedder),
    reranker: rerankerName(models.reranker),
    vectors: env.VECTORIZE === undefined ? "d1" : "vectorize",
  };
  const { maxDatabaseBytes } = PLAN_LIMITS[settings.plan];
  const searching = searchService(settings, sweeps);
  return {
    search: searching,
    ask: (context, request) => {
      const { modelBudget, now } = settings;
      return ask({ search: searching, generator: models.generator, modelBudget, now }, context, request);
    },
    graph: graphServices(searching, {
      hasGenerator: models.generator !== undefined,
      wake: ({ workspace, later }) => later(() => env.INDEX_QUEUE.send({ workspace, task: "names" })),
    }),
    explain: (context, request) => explainChunk(context, request, searching),
    profiles: async ({ row }) => listProfiles(row),
    changeProfile,
    ...pushServices(settings, identity),
    ...upkeepServices(settings, identity),
    ...rememberingServices(settings, searching),
    listDocuments: pageOfDocuments,
    readDocument,
    readChunk,
    listRuns: pageOfRuns,
    async reindex(context, request) {
      const answer = await reindex(context, request, identity);
      const { workspace } = context;
      for (const task of ["sweep", "generations", "rechunk"])
        context.later(() => env.INDEX_QUEUE.send({ workspace, task }));
      return answer;
    },
    ...recallServices(settings),
    status: (context) => workspaceStatus(context, running),
    deployment: (context) =>
      deploymentStatus(context, { modelBudget: settings.modelBudget, maxDatabaseBytes }),
    createToken: (context, request) => createToken(context, env.SIGNING_SECRET, request),
    createWorkspace: (context, request) => addWorkspace(context, { ...request, identity }),
    async deleteWorkspace(context, slug) {
      await removeWorkspace(context, slug);
      context.later(() => env.INDEX_QUEUE.send({ task: "deletions" }));
    },
  };
}

function recallServices({ recallLog }: Settings) {
  return {
    listRecalls: (context, query) => pageOfRecalls(context, recallLog, query),
    readRecall,
    reportRecalls,
    deleteRecalls,
    changeRecallLog,
    giveFeedback,
    takeFeedback,
    listFeedback,
  } satisfies Partial<Services>;
}

function upkeepServices({ env, models, plan }: Settings, identity: string) {
  return {
    async audit(context, query) {
      const { vectors } = servingOf(models)(context.row.identity);
      const audited = { vectors, identity, plan: plan, random: Math.random };
      const answer = await auditWorkspace(context, audited, query);
      if (query.repairs) context.later(() => env.INDEX_QUEUE.send({ workspace: context.workspace }));
      return answer;
    },
    exportPage: (context, query) => exportWorkspace(context, plan, query),
    async importRecords(context, request) {
      const answer = await importRecords(context, plan, request);
      if (answer.written > 0) context.later(() => env.INDEX_QUEUE.send({ workspace: context.workspace }));
      return answer;
    },
  } satisfies Partial<Services>;
}

function rememberingServices({ env, plan, models }: Settings, searching: Services["search"]) {
  const wake = ({ workspace, later }: WorkspaceContext) =>
    later(() => env.INDEX_QUEUE.send({ workspace, task: "sweep" }));
  return {
    listMemories: pageOfMemories,
    memoryTimeline: timelineAround,
    memoryStatistics: countedMemories,
    async pruneMemories(context, request) {
      const answer = await pruneMemories(context, request);
      if (answer.forgotten > 0) wake(context);
      return answer;
    },
    recent: readRecent,
    lane: laneOf,
    ...memoryServices({
      search: searching,
      batch: PLAN_LIMITS[plan].memories,
      knowsMeaning: (live) => servingOf(models)(live).embedder?.kind === "neural",
      wake,
    }),
  } satisfies Partial<Services>;
}

function searchService(settings: Settings, sweeps: SearchSweeps): Services["search"] & TracedSearch {
  const { env, models, plan, modelBudget, now } = settings;
  const memory = createIsolateMemory(DEFAULTS.queryEmbeddingsInMemory);
  const searchable = (vectors: VectorIndex | undefined) => vectors && byChunk(vectors);
  const servingFor = servingOf(models);
  const live = liveSearch({ ...models, vectors: searchable(models.vectors) }, (identity) => {
    const { embedder, vectors } = servingFor(identity);
    return { embedder, vectors: searchable(vectors) };
  });
  const { queries: logQueries } = settings.recallLog;
  const fixed = {
    ...models,
    memory,
    limits: PLAN_LIMITS[plan],
    modelBudget,
    logQueries,
    build: VERSION,
    now,
  };
  return async (context: WorkspaceContext, request: SearchRequest, trace?: Trace) => {
    const { workspace, claims, admitted, later, meter, signal } = context;
    const session = request.consistency === "strong" ? context.strongSession() : context.session;
    const store = createSearchStore(session, { namesakes: request.view === "compact" });
    const speculate = env.SPECULATE !== "off";
    const place = { workspace, store: trace === undefined ? store : withoutKeptAnswers(store) };
    const parts = { ...fixed, meter, speculate, newId: () => timeOrderedId(now()), ...(trace && { trace }) };
    const caller = { workspace, tokenId: claims.id, scope: claims.scope, admitted, later, signal };
    try {
      const answer = await live(place, (serving) => search({ ...parts, ...serving }, caller, request));
      const { outcome, degraded, profile } = answer;
      Object.assign(context.notes, { outcome, degraded, profile, cached: answer.use.cached });
      sweeps.after({ workspace, index: answer.index, later });
      return answer;
    } catch (error) {
      // A refused token may not make the models work for it again, and what it used is counted all the same.
      if (signal?.aborted !== true) memory.distrust(claims.id, now() + DISTRUST_MS);
      const { modelCalls: calls, textsEmbedded: texts, passagesReranked: passages } = meter;
      if (calls > 0) later(() => store.keep({ workspace, nowMs: now(), models: { calls, texts, passages } }));
      throw error;
    }
  };
}

type PushServices = Pick<Services, "compareManifest" | "upload" | "prune" | "deleteDocument" | "deleteRoot">;

function pushServices({ env, plan, models }: Settings, identity: string): PushServices {
  const pushing = ({ session, workspace, nowMs }: WorkspaceContext, root: string): PushContext => ({
    store: withNames(createDocumentStore(session)),
    workspace,
    root,
    limits: PLAN_LIMITS[plan],
    generator: models.generator?.model,
    nowMs,
  });
  /** The queue only hastens what the outbox already holds: losing the message loses nothing. */
  const wake = ({ workspace, later }: WorkspaceContext, task: TaskName = "sweep") =>
    later(() => env.INDEX_QUEUE.send({ workspace, task }));
  return {
    async compareManifest(context, root, request) {
      const answer = await compareManifest(pushing(context, root), request);
      const { contextualize, entities, dryRun } = request;
      if (!dryRun && (contextualize === true || entities === true)) wake(context);
      return answer;
    },
    async upload(context, root, request) {
      const answer = await uploadDocuments({ ...pushing(context, root), identity }, request);
      if (answer.indexed > 0) wake(context);
      return answer;
    },
    async prune(context, root, request) {
      const answer = await pruneDocuments(pushing(context, root), request);
      if (answer.deleted > 0) wake(context);
      return answer;
    },
    async deleteRoot(context, query) {
      const answer = await deleteRoot(context, query);
      wake(context, "deletions");
      return answer;
    },
    async deleteDocument(context, query) {
      const answer = await deleteDocument(context, query);
      wake(context);
      return answer;
    },
  };
}
