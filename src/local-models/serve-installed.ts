import { type ModelHost, startHost } from "./host.ts";
import { readCalibration } from "./calibration.ts";
import { RUNTIME_VERSION } from "./install/install-runtime.ts";
import { type InstalledModel, installedModels } from "./installed.ts";
import { startModelServer } from "./model-server.ts";
import { modelsFolder, modelThreads, runtimePlaces } from "./models-folder.ts";
import { findBackend } from "./onnx-runtime.ts";
import { LEAST_TEXTS, planRerank, RERANK_MS, type RerankPlan } from "./score-in-time.ts";

type Settings = Readonly<Record<string, string | undefined>>;

interface InstalledOptions {
  readonly env: Settings;
  /** The program of the models' process. */
  readonly program: string;
  /** The package's own folder, beside whose node_modules ONNX Runtime lies in a clone. */
  readonly root: string;
  /** Is told each problem once. */
  readonly tell: (problem: string) => void;
}

export interface ServedModels {
  /** The environment, with the installed models as its model servers. */
  readonly settings: Settings;
  /** What is used: "bge-small-en-v1.5 and bge-reranker-base". */
  readonly names: string;
  /** Name of the model that reads what is pushed; undefined: another server does. */
  readonly embedder: string | undefined;
  /** Id of the process that holds them; undefined: none runs. */
  pid(): number | undefined;
  stop(): Promise<void>;
}

const TOO_SLOW = `reads fewer than ${LEAST_TEXTS} passages in ${RERANK_MS} ms on this processor: re-ranking is off`;
/** Memory is given back after so long without a search or a push, milliseconds. */
const IDLE_MS = 5 * 60_000;
/** A batch of passages on a slow processor; within the lease on its work. */
const EMBEDDINGS_TIMEOUT_MS = 90_000;

const isSet = (env: Settings, ...names: readonly string[]): boolean =>
  names.some((name) => Boolean(env[name]));

/** The one that a setting names, else the one installed last. */
function chosen(
  models: readonly InstalledModel[],
  kind: InstalledModel["manifest"]["kind"],
  name: string | undefined,
): InstalledModel | undefined {
  return models.find(({ manifest }) => manifest.kind === kind && (!name || manifest.name === name));
}

/** Which installed models stand in for servers that the environment does not name. */
export function chooseInstalled(env: Settings, models: readonly InstalledModel[]) {
  const hasRerank = isSet(env, "RERANK_URL", "RERANK_PROVIDER");
  return {
    embedder: isSet(env, "EMBEDDINGS_URL") ? undefined : chosen(models, "embedder", env.EMBEDDINGS_MODEL),
    reranker: hasRerank ? undefined : chosen(models, "reranker", env.RERANK_MODEL),
  };
}

type Chosen = ReturnType<typeof chooseInstalled>;

/** The settings by which the Worker asks them. `plan`: what the re-ranker is sent. */
export function settingsFor(
  { embedder, reranker }: Chosen,
  server: { url: string; secret: string },
  plan?: RerankPlan,
): Settings {
  return {
    ...(embedder !== undefined && {
      EMBEDDINGS_URL: server.url,
      EMBEDDINGS_MODEL: embedder.manifest.name,
      EMBEDDINGS_KEY: server.secret,
      EMBEDDINGS_DIMENSIONS: String(embedder.manifest.dimensions ?? ""),
      EMBEDDINGS_QUERY_PREFIX: embedder.manifest.queryPrefix ?? "",
      EMBEDDINGS_DOCUMENT_PREFIX: "",
      EMBEDDINGS_TIMEOUT_MS: String(EMBEDDINGS_TIMEOUT_MS),
    }),
    ...(reranker !== undefined && {
      RERANK_URL: server.url,
      RERANK_PROVIDER: "llama.cpp",
      RERANK_MODEL: reranker.manifest.name,
      RERANK_KEY: server.secret,
      ...(plan !== undefined && {
        RERANK_PASSAGES: String(plan.passages),
        RERANK_PASSAGE_TOKENS: String(plan.tokens),
      }),
    }),
  };
}

/** What a re-ranker is sent by its measured speed; undefined: it is too slow here. */
function planFor({ folder, manifest }: InstalledModel, places: readonly string[]): RerankPlan | undefined {
  const backend = findBackend(places);
  const { revision } = manifest;
  const machine = { runtimeVersion: RUNTIME_VERSION, threads: modelThreads(), revision };
  return planRerank(backend && readCalibration(folder, { ...machine, backend }));
}

/**
 * Starts the installed models that the environment leaves room for; undefined: there are none, or servers are named for all.
 * They are read meanwhile: the answer does not wait for it, and what is wrong with them is told.
 */
export async function serveInstalled({
  env,
  program,
  root,
  tell,
}: InstalledOptions): Promise<ServedModels | undefined> {
  const models = modelsFolder(env);
  const chosenModels = chooseInstalled(env, installedModels(models, tell));
  const { embedder, reranker } = chosenModels;
  if (embedder === undefined && reranker === undefined) return undefined;
  const places = runtimePlaces(root, models);
  const plan = reranker && planFor(reranker, places);
  const rerankIsOff = reranker && plan === undefined ? `${reranker.manifest.name} ${TOO_SLOW}` : undefined;
  if (rerankIsOff !== undefined) tell(rerankIsOff);
  const used = [embedder, rerankIsOff === undefined ? reranker : undefined].filter(
    (one) => one !== undefined,
  );
  const host = startHost({
    program,
    tell,
    idleMs: IDLE_MS,
    data: {
      models,
      // A clone has it among its own packages; with an installed package the models bring it along.
      places,
      // One is left for the server itself.
      threads: modelThreads(),
    },
  });
  const server = await startModelServer({ host, rerankIsOff });
  for (const { manifest } of used) warm(host, manifest.name);
  return {
    settings: { ...env, ...settingsFor(chosenModels, server, plan) },
    names: used.map(({ manifest }) => manifest.name).join(" and "),
    embedder: embedder?.manifest.name,
    pid: host.pid,
    async stop() {
      await server.stop();
      await host.stop();
    },
  };
}

/** Reads a model, so that the first search does not wait for it; the host tells what is wrong with it. */
function warm(host: ModelHost, model: string): void {
  host.ask({ model, texts: ["a"], isUrgent: false }).catch(() => undefined);
}
