import { auditWorkspace } from "./audit/audit-workspace.ts";
import { pageOfRuns } from "./background/runs.ts";
import { type Background, createBackground } from "./background/scheduled.ts";
import type { TaskName } from "./background/tasks.ts";
import { exportWorkspace } from "./backup/export.ts";
import { importRecords } from "./backup/import.ts";
import { PLAN_LIMITS } from "./config.ts";
import { deleteDocument, deleteRoot, pageOfDocuments, readDocument } from "./documents/documents.ts";
import { readChunk } from "./documents/passages/read-chunk.ts";
import { compareManifest, type PushContext, pruneDocuments, uploadDocuments } from "./documents/push.ts";
import { createDocumentStore } from "./documents/sql/document-store.ts";
import type { Env, IndexMessage } from "./env.ts";
import { AppError } from "./errors.ts";
import { graphServices } from "./graph/graph-services.ts";
import { createApp } from "./http/app.ts";
import { laneOf } from "./lane/lane.ts";
import { countedMemories, pageOfMemories, timelineAround } from "./memories/memory-lists.ts";
import { memoryServices } from "./memories/memory-services.ts";
import { pruneMemories } from "./memories/prune-memories.ts";
import { readRecent } from "./memories/recent.ts";
import { type ModelsFor, servingOf } from "./models/models.ts";
import { embedderName, identityKey, rerankerName } from "./models/ports.ts";
import { withNames } from "./names/with-names.ts";
import { giveFeedback, listFeedback, takeFeedback } from "./recalls/feedback.ts";
import { reportRecalls } from "./recalls/recall-reports.ts";
import { changeRecallLog, deleteRecalls, pageOfRecalls, readRecall } from "./recalls/recalls.ts";
import { ask } from "./search/ask/ask.ts";
import { explainChunk } from "./search/explain/explain-chunk.ts";
import { changeProfile, listProfiles } from "./search/profiles/profile-service.ts";
import { searchService } from "./search/service/search-service.ts";
import { type SearchSweeps, searchSweeps } from "./search/service/search-sweeps.ts";
import type { Services } from "./services.ts";
import { readSettings, type Settings } from "./settings.ts";
import { reindex } from "./vectors/reindex.ts";
import { VERSION } from "./version.ts";
import { addWorkspace, createToken, removeWorkspace } from "./workspaces/access.ts";
import type { WorkspaceContext } from "./workspaces/context.ts";
import { deploymentStatus } from "./workspaces/deployment.ts";
import { workspaceStatus } from "./workspaces/status.ts";

/** Everything the Worker can be asked, built once an isolate. */
interface Wired {
  fetch(request: Request, context: ExecutionContext): Response | Promise<Response>;
  readonly background: Background;
}

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

/** Sets work going that the database already holds as due: a lost message loses nothing. Without a workspace: of all. */
type Wake = (
  context: Pick<WorkspaceContext, "later"> & Partial<Pick<WorkspaceContext, "workspace">>,
  ...tasks: readonly TaskName[]
) => void;

const wakeBy =
  (queue: Env["INDEX_QUEUE"]): Wake =>
  ({ workspace, later }, ...tasks) => {
    for (const task of tasks) later(() => queue.send({ workspace, task }));
  };

function createServices(settings: Settings, sweeps: SearchSweeps): Services {
  const { env, models } = settings;
  const wake = wakeBy(env.INDEX_QUEUE);
  const identity = identityKey(models.embedder.identity);
  const running = {
    embedder: embedderName(models.embedder),
    reranker: rerankerName(models.reranker),
    vectors: env.VECTORIZE === undefined ? "d1" : "vectorize",
  };
  const limits = PLAN_LIMITS[settings.plan];
  const searching = searchService({
    models,
    limits,
    modelBudget: settings.modelBudget,
    logQueries: settings.recallLog.queries,
    speculate: env.SPECULATE !== "off",
    sweeps,
    now: settings.now,
  });
  return {
    search: searching,
    ask: (context, request) => {
      const { modelBudget, now } = settings;
      return ask({ search: searching, generator: models.generator, modelBudget, now }, context, request);
    },
    graph: graphServices(searching, {
      hasGenerator: models.generator !== undefined,
      wake: (context) => wake(context, "names"),
    }),
    explain: (context, request) => explainChunk(context, request, searching),
    profiles: async ({ row }) => listProfiles(row),
    changeProfile,
    ...pushServices(settings, identity, wake),
    ...upkeepServices(settings, identity, wake),
    ...rememberingServices(settings, searching, wake),
    listDocuments: pageOfDocuments,
    readDocument,
    readChunk,
    listRuns: pageOfRuns,
    async reindex(context, request) {
      const answer = await reindex(context, request, identity);
      wake(context, "sweep", "generations", "rechunk");
      return answer;
    },
    ...recallServices(settings),
    status: (context) => workspaceStatus(context, running),
    deployment: (context) =>
      deploymentStatus(context, {
        modelBudget: settings.modelBudget,
        maxDatabaseBytes: limits.maxDatabaseBytes,
      }),
    createToken: (context, request) => createToken(context, env.SIGNING_SECRET, request),
    createWorkspace: (context, request) => addWorkspace(context, { ...request, identity }),
    async deleteWorkspace(context, slug) {
      await removeWorkspace(context, slug);
      wake({ later: context.later }, "deletions");
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

function upkeepServices({ models, plan }: Settings, identity: string, wake: Wake) {
  return {
    async audit(context, query) {
      const { vectors } = servingOf(models)(context.row.identity);
      const audited = { vectors, identity, plan, random: Math.random };
      const answer = await auditWorkspace(context, audited, query);
      if (query.repairs) wake(context, "sweep");
      return answer;
    },
    exportPage: (context, query) => exportWorkspace(context, plan, query),
    async importRecords(context, request) {
      const answer = await importRecords(context, plan, request);
      if (answer.written > 0) wake(context, "sweep");
      return answer;
    },
  } satisfies Partial<Services>;
}

function rememberingServices({ plan, models }: Settings, searching: Services["search"], wake: Wake) {
  return {
    listMemories: pageOfMemories,
    memoryTimeline: timelineAround,
    memoryStatistics: countedMemories,
    async pruneMemories(context, request) {
      const answer = await pruneMemories(context, request);
      if (answer.forgotten > 0) wake(context, "sweep");
      return answer;
    },
    recent: readRecent,
    lane: laneOf,
    ...memoryServices({
      search: searching,
      batch: PLAN_LIMITS[plan].memories,
      knowsMeaning: (live) => servingOf(models)(live).embedder?.kind === "neural",
      wake: (context) => wake(context, "sweep"),
    }),
  } satisfies Partial<Services>;
}

type PushServices = Pick<Services, "compareManifest" | "upload" | "prune" | "deleteDocument" | "deleteRoot">;

function pushServices({ plan, models }: Settings, identity: string, wake: Wake): PushServices {
  const pushing = ({ session, workspace, nowMs }: WorkspaceContext, root: string): PushContext => ({
    store: withNames(createDocumentStore(session)),
    workspace,
    root,
    limits: PLAN_LIMITS[plan],
    generator: models.generator?.model,
    nowMs,
  });
  return {
    async compareManifest(context, root, request) {
      const answer = await compareManifest(pushing(context, root), request);
      const { contextualize, entities, dryRun } = request;
      if (!dryRun && (contextualize === true || entities === true)) wake(context, "sweep");
      return answer;
    },
    async upload(context, root, request) {
      const answer = await uploadDocuments({ ...pushing(context, root), identity }, request);
      if (answer.indexed > 0) wake(context, "sweep");
      return answer;
    },
    async prune(context, root, request) {
      const answer = await pruneDocuments(pushing(context, root), request);
      if (answer.deleted > 0) wake(context, "sweep");
      return answer;
    },
    async deleteRoot(context, query) {
      const answer = await deleteRoot(context, query);
      wake(context, "deletions");
      return answer;
    },
    async deleteDocument(context, query) {
      const answer = await deleteDocument(context, query);
      wake(context, "sweep");
      return answer;
    },
  };
}
