import { DEFAULTS, PLAN_LIMITS } from "./config.ts";
import type { SearchRequest } from "./contract/search.ts";
import type { Env, IndexMessage } from "./env.ts";
import { AppError } from "./errors.ts";
import { createApp } from "./http/app.ts";
import { compareManifest, type PushContext, pruneDocuments, uploadDocuments } from "./indexing/push.ts";
import { type SweepParts, sweep } from "./indexing/sweep.ts";
import type { ModelsFor } from "./models.ts";
import { createMeter, embedderName, identityKey, rerankerName } from "./ports.ts";
import { createIsolateMemory } from "./retrieval/isolate-memory.ts";
import { search } from "./retrieval/search.ts";
import type { Trace } from "./retrieval/trace.ts";
import { addWorkspace, createToken, removeWorkspace } from "./services/access.ts";
import { auditWorkspace } from "./services/audit.ts";
import type { WorkspaceContext } from "./services/context.ts";
import { deleteDocument, pageOfDocuments, readDocument } from "./services/documents.ts";
import { explainChunk, type TracedSearch, withoutKeptAnswers } from "./services/explain.ts";
import { changeProfile, listProfiles } from "./services/profiles.ts";
import type { Services } from "./services/services.ts";
import { workspaceStatus } from "./services/status.ts";
import { readSettings, type Settings } from "./settings.ts";
import { createDocumentStore } from "./storage/document-store.ts";
import { createOutboxStore } from "./storage/outbox-store.ts";
import { createSearchStore } from "./storage/search-store.ts";
import { openSession } from "./storage/session.ts";
import { VERSION } from "./version.ts";

/** Everything the Worker can be asked, built once an isolate. */
interface Wired {
  fetch(request: Request, context: ExecutionContext): Response | Promise<Response>;
  /** Finishes due outbox work, of one workspace or of all; answers when it is done or its bounds are reached. */
  sweep(kind: string, workspace?: number): Promise<void>;
  /** Puts work that went stale (another identity, parked failures) back into the outbox. */
  refresh(options: { readonly isDaily: boolean }): Promise<void>;
  /** Drops what nothing needs any more. */
  clean(options: { readonly isDaily: boolean }): Promise<void>;
}

/** The cron that also tries again what was parked, and drops what was not used for long. */
const DAILY_CRON = "43 3 * * *";

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
      const [first, ...others] = new Set(batch.messages.map(({ body }) => body.workspace));
      await wire(env).sweep("queue", others.length === 0 ? first : undefined);
    },
    async scheduled({ cron }, env) {
      await wire(env).refresh({ isDaily: cron === DAILY_CRON });
      await wire(env).sweep("cron");
      await wire(env).clean({ isDaily: cron === DAILY_CRON });
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
  const { env, secrets, corsOrigins, now } = settings;
  const app = createApp({
    services: createServices(settings),
    database: env.DB,
    secrets,
    limiters: { token: env.RATE_LIMIT, address: env.ADDRESS_LIMIT },
    corsOrigins,
    version: VERSION,
    now,
  });
  return {
    fetch: (request, context) => app.fetch(request, env, context),
    sweep: (kind, workspace) => runSweep(settings, kind, workspace),
    refresh: ({ isDaily }) =>
      outboxOf(settings).refresh({
        identity: identityKey(settings.models.embedder.identity),
        nowMs: now(),
        retryParked: isDaily,
      }),
    clean: ({ isDaily }) => outboxOf(settings).clean({ nowMs: now(), isDaily }),
  };
}

function createServices(settings: Settings): Services {
  const { env, models } = settings;
  const identity = identityKey(models.embedder.identity);
  const running = {
    embedder: embedderName(models.embedder),
    reranker: rerankerName(models.reranker),
    vectors: models.vectors === undefined ? "d1" : "vectorize",
    modelBudget: settings.modelBudget,
    maxDatabaseBytes: PLAN_LIMITS[settings.plan].maxDatabaseBytes,
  };
  const searching = searchService(settings);
  return {
    search: searching,
    explain: (context, request) => explainChunk(context, request, searching),
    profiles: async ({ row }) => listProfiles(row),
    changeProfile,
    ...pushServices(settings, identity),
    async audit(context, query) {
      const { vectors } = models;
      const audited = { vectors, identity, plan: settings.plan, random: Math.random };
      const answer = await auditWorkspace(context, audited, query);
      if (query.repairs) context.later(() => env.INDEX_QUEUE.send({ workspace: context.workspace }));
      return answer;
    },
    listDocuments: pageOfDocuments,
    readDocument,
    status: (context) => workspaceStatus(context, running),
    createToken: (context, request) => createToken(context, env.SIGNING_SECRET, request),
    createWorkspace: (context, request) => addWorkspace(context, { ...request, identity }),
    deleteWorkspace: removeWorkspace,
  };
}

function searchService(settings: Settings): Services["search"] & TracedSearch {
  const { env, models, plan, modelBudget, now } = settings;
  const memory = createIsolateMemory(DEFAULTS.queryEmbeddingsInMemory);
  const fixed = { ...models, memory, limits: PLAN_LIMITS[plan], modelBudget, build: VERSION, now };
  return async (context: WorkspaceContext, request: SearchRequest, trace?: Trace) => {
    const { workspace, claims, admitted, later, meter } = context;
    const session = request.consistency === "strong" ? context.strongSession() : context.session;
    const store = createSearchStore(session, { namesakes: request.view === "compact" });
    const speculate = env.SPECULATE !== "off";
    const traced = trace && { trace, store: withoutKeptAnswers(store) };
    const parts = { ...fixed, store, meter, speculate, newId: () => crypto.randomUUID(), ...traced };
    const caller = { workspace, tokenId: claims.id, scope: claims.scope, admitted, later };
    try {
      const answer = await search(parts, caller, request);
      const { outcome, degraded, profile } = answer;
      Object.assign(context.notes, { outcome, degraded, profile, cached: answer.use.cached });
      return answer;
    } catch (error) {
      // A refused token may not make the models work for it again, and what it used is counted all the same.
      memory.distrust(claims.id, now() + DISTRUST_MS);
      const { modelCalls: calls, textsEmbedded: texts, passagesReranked: passages } = meter;
      if (calls > 0) later(() => store.keep({ workspace, nowMs: now(), models: { calls, texts, passages } }));
      throw error;
    }
  };
}

type PushServices = Pick<Services, "compareManifest" | "upload" | "prune" | "deleteDocument">;

function pushServices({ env, plan }: Settings, identity: string): PushServices {
  const pushing = ({ session, workspace, nowMs }: WorkspaceContext, root: string): PushContext => ({
    store: createDocumentStore(session),
    workspace,
    root,
    limits: PLAN_LIMITS[plan],
    nowMs,
  });
  /** The queue only hastens what the outbox already holds: losing the message loses nothing. */
  const wake = ({ workspace, later }: WorkspaceContext) => later(() => env.INDEX_QUEUE.send({ workspace }));
  return {
    compareManifest: (context, root, request) => compareManifest(pushing(context, root), request),
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
    async deleteDocument(context, query) {
      const answer = await deleteDocument(context, query);
      wake(context);
      return answer;
    },
  };
}

const outboxOf = ({ env }: Settings) =>
  createOutboxStore(openSession(env.DB, { from: "primary", meter: createMeter() }));

/** One bounded, logged run over the outbox. */
async function runSweep(settings: Settings, kind: string, workspace: number | undefined): Promise<void> {
  const { models, plan, modelBudget, now } = settings;
  const store = outboxOf(settings);
  const parts: SweepParts = {
    store,
    embedder: models.embedder,
    vectors: models.vectors,
    now,
    random: Math.random,
    newLease: () => crypto.randomUUID(),
    modelBudget,
    callTimeoutMs: DEFAULTS.sweepCallTimeoutMs,
  };
  const startedAt = now();
  const { sweepRows: rows, sweepSlices: slices } = PLAN_LIMITS[plan];
  const record = (work: Readonly<Record<string, number>>, error?: unknown) =>
    store.recordRun({
      kind,
      startedAt,
      endedAt: now(),
      work,
      error: error === undefined ? undefined : error instanceof Error ? error.message : String(error),
    });
  try {
    const report = await sweep(parts, { workspace, rows, slices });
    if (Object.values(report).some((count) => count > 0)) await record({ ...report });
  } catch (error) {
    await record({}, error);
    throw error;
  }
}
