import { DEFAULTS, PLAN_LIMITS, type Plan } from "./config.ts";
import type { Env, IndexMessage } from "./env.ts";
import { AppError } from "./errors.ts";
import { createApp } from "./http/app.ts";
import { MIN_SECRET_CHARS } from "./http/token.ts";
import { compareManifest, type PushContext, pruneDocuments, uploadDocuments } from "./indexing/push.ts";
import { type SweepParts, sweep } from "./indexing/sweep.ts";
import type { Models, ModelsFor } from "./models.ts";
import { createMeter, identityKey } from "./ports.ts";
import { createIsolateMemory } from "./retrieval/isolate-memory.ts";
import { search } from "./retrieval/search.ts";
import { addWorkspace, createToken, removeWorkspace } from "./services/access.ts";
import type { WorkspaceContext } from "./services/context.ts";
import { deleteDocument, pageOfDocuments, readDocument } from "./services/documents.ts";
import type { Services } from "./services/services.ts";
import { workspaceStatus } from "./services/status.ts";
import { createDocumentStore } from "./storage/document-store.ts";
import { createOutboxStore } from "./storage/outbox-store.ts";
import { createSearchStore } from "./storage/search-store.ts";
import { openSession } from "./storage/session.ts";
import { VERSION } from "./version.ts";

/** Everything the Worker can be asked, built once an isolate. */
export interface Wired {
  fetch(request: Request, env: Env, context: ExecutionContext): Response | Promise<Response>;
  /** Finishes due outbox work, of one workspace or of all; answers when it is done or its bounds are reached. */
  sweep(kind: string, workspace?: number): Promise<void>;
}

interface Settings {
  readonly env: Env;
  readonly models: Models;
  readonly plan: Plan;
  readonly modelBudget: number | undefined;
  readonly secrets: readonly string[];
  readonly now: () => number;
}

const wired = new WeakMap<Env, Wired>();

/** The services of an environment; the same object for every request of an isolate. */
export function wire(env: Env, modelsFor: ModelsFor, now: () => number = Date.now): Wired {
  const known = wired.get(env);
  if (known !== undefined) return known;
  const made = build(readSettings(env, modelsFor, now));
  wired.set(env, made);
  return made;
}

function readSettings(env: Env, modelsFor: ModelsFor, now: () => number): Settings {
  const models = modelsFor[env.PLATFORM];
  if (models === undefined)
    throw new AppError("misconfigured", `PLATFORM is one of ${Object.keys(modelsFor).join(", ")}`);
  const plan = env.PLAN ?? "paid";
  if (plan !== "paid" && plan !== "free") throw new AppError("misconfigured", "PLAN is paid or free");
  const secrets = [env.SIGNING_SECRET, env.SIGNING_SECRET_PREVIOUS].filter(
    (secret) => secret !== undefined && secret !== "",
  );
  if (!env.SIGNING_SECRET || secrets.some((secret) => (secret?.length ?? 0) < MIN_SECRET_CHARS))
    throw new AppError("misconfigured", `SIGNING_SECRET has at least ${MIN_SECRET_CHARS} characters`);
  return { env, models: models(env), plan, modelBudget: budgetOf(env), secrets: secrets as string[], now };
}

function budgetOf({ MODEL_BUDGET_PER_DAY: text }: Env): number | undefined {
  if (text === undefined || text === "") return undefined;
  if (!/^\d{1,12}$/.test(text))
    throw new AppError("misconfigured", "MODEL_BUDGET_PER_DAY is a whole number of model calls");
  return Number(text);
}

function build(settings: Settings): Wired {
  const { env, secrets, plan, now } = settings;
  const app = createApp({
    services: createServices(settings),
    database: env.DB,
    secrets,
    limiters: { token: env.RATE_LIMIT, address: env.ADDRESS_LIMIT },
    corsOrigins: (env.CORS_ORIGINS ?? "")
      .split(",")
      .map((origin) => origin.trim())
      .filter((origin) => origin !== ""),
    plan: PLAN_LIMITS[plan],
    version: VERSION,
    now,
  });
  return {
    fetch: (request, bindings, context) => app.fetch(request, bindings, context),
    sweep: (kind, workspace) => runSweep(settings, kind, workspace),
  };
}

function createServices(settings: Settings): Services {
  const { env, models, plan, now } = settings;
  const limits = PLAN_LIMITS[plan];
  const identity = identityKey(models.embedder.identity);
  const memory = createIsolateMemory(DEFAULTS.queryEmbeddingsInMemory);
  const pushing = ({ session, workspace, nowMs }: WorkspaceContext, root: string): PushContext => ({
    store: createDocumentStore(session),
    workspace,
    root,
    limits,
    nowMs,
  });
  const running = {
    embedder: `${models.embedder.kind === "embedded" ? "embedded:" : ""}${models.embedder.identity.model}`,
    reranker: models.reranker?.model ?? "embedded:re-scoring",
    vectors: models.vectors === undefined ? "d1" : "vectorize",
    modelBudget: settings.modelBudget,
  };
  /** The queue only hastens what the outbox already holds: losing the message loses nothing. */
  const wake = (context: WorkspaceContext) => {
    const message: IndexMessage = { workspace: context.workspace };
    context.later(() => env.INDEX_QUEUE.send(message));
  };
  return {
    async search(context, request) {
      const { workspace, claims, admitted, later, meter } = context;
      const isStrong = request.consistency === "strong";
      const session = isStrong ? openSession(env.DB, { from: "primary", meter }) : context.session;
      const parts = {
        ...models,
        store: createSearchStore(session),
        memory,
        meter,
        limits,
        speculate: env.SPECULATE !== "off",
        modelBudget: settings.modelBudget,
        build: VERSION,
        now,
        newId: () => crypto.randomUUID(),
      };
      return search(parts, { workspace, tokenId: claims.id, scope: claims.scope, admitted, later }, request);
    },
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
    listDocuments: pageOfDocuments,
    readDocument,
    async deleteDocument(context, query) {
      const answer = await deleteDocument(context, query);
      wake(context);
      return answer;
    },
    status: (context) => workspaceStatus(context, running),
    createToken: (context, request) => createToken(context, env.SIGNING_SECRET, request),
    createWorkspace: (context, request) => addWorkspace(context, { ...request, identity }),
    deleteWorkspace: removeWorkspace,
  };
}

/** One bounded, logged run over the outbox. */
async function runSweep(settings: Settings, kind: string, workspace: number | undefined): Promise<void> {
  const { env, models, plan, modelBudget, now } = settings;
  const store = createOutboxStore(openSession(env.DB, { from: "primary", meter: createMeter() }));
  const parts: SweepParts = {
    store,
    embedder: models.embedder,
    vectors: models.vectors,
    now,
    random: Math.random,
    newLease: () => crypto.randomUUID(),
    modelBudget,
  };
  const startedAt = now();
  const { sweepRows: rows, sweepSlices: slices } = PLAN_LIMITS[plan];
  const report = await sweep(parts, { workspace, rows, slices });
  if (Object.values(report).some((count) => count > 0))
    await store.recordRun({ kind, startedAt, endedAt: now(), work: { ...report }, error: undefined });
}
