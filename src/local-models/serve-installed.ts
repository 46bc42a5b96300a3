import { type ModelHost, startHost } from "./host.ts";
import { readCalibration, type Speed } from "./speed/calibration.ts";
import { RUNTIME_VERSION } from "./install/install-runtime.ts";
import { type InstalledModel, installedModels } from "./installed.ts";
import { startModelServer } from "./model-server.ts";
import { modelsFolder, modelThreads, runtimePlaces } from "./models-folder.ts";
import { findBackend } from "./onnx-runtime.ts";
import { LEAST_TEXTS, planRerank, RERANK_MS, type RerankPlan } from "./speed/score-in-time.ts";

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
  /** Somebody is being answered: passages stand still a moment. */
  holdBack(): void;
  /** Id of the process that holds them; undefined: none runs. */
  pid(): number | undefined;
  stop(): Promise<void>;
}

const TOO_SLOW = `reads fewer than ${LEAST_TEXTS} passages in ${RERANK_MS} ms on this processor: re-ranking is off`;
/** Memory is given back after so long without a search or a push, milliseconds. */
const IDLE_MS = 5 * 60_000;
/** A call with passages that is not answered by then fails, within the lease on its work. */
const EMBEDDINGS_TIMEOUT_MS = 90_000;
/**
 * Of it one takes so much by the measured speed: other programs may make it thirty times as slow. Less would cost speed: texts are
 * put together by length within a call, 6 of mixed lengths take a tenth more time than 32.
 */
const CALL_MS = 3_000;
/** The longest passage, 512 tokens, takes so many times as long as the measured one of 200 (bge-base: 2.9, bge-small: 3.2). */
const LONGEST = 3;
const CALL_TEXTS = { least: 1, unmeasured: 4, most: 32 } as const;

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

/** Passages of a call: as many as take three seconds if all are of the longest. 100 ms a usual one → 10. */
export function callTexts(speed: Speed | undefined): number {
  if (speed?.kind !== "embedder") return CALL_TEXTS.unmeasured;
  const fitting = Math.floor(CALL_MS / (LONGEST * speed.passageMs));
  return Math.min(CALL_TEXTS.most, Math.max(CALL_TEXTS.least, fitting));
}

type Chosen = ReturnType<typeof chooseInstalled>;

interface Measured {
  /** What the re-ranker is sent. */
  readonly plan?: RerankPlan | undefined;
  readonly embedderSpeed?: Speed | undefined;
}

/** The settings by which the Worker asks them. */
export function settingsFor(
  { embedder, reranker }: Chosen,
  server: { url: string; secret: string },
  { plan, embedderSpeed }: Measured = {},
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
      EMBEDDINGS_BATCH: String(callTexts(embedderSpeed)),
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

/** How fast a model was measured on this machine; undefined: it was not. */
function speedOf({ folder, manifest }: InstalledModel, places: readonly string[]): Speed | undefined {
  const backend = findBackend(places);
  const { revision } = manifest;
  const machine = { runtimeVersion: RUNTIME_VERSION, threads: modelThreads(), revision };
  return backend && readCalibration(folder, { ...machine, backend });
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
  const places = runtimePlaces(root, models);
  const { embedder, reranker: found } = chooseInstalled(env, installedModels(models, tell));
  const plan = found && planRerank(speedOf(found, places));
  if (found !== undefined && plan === undefined) tell(`${found.manifest.name} ${TOO_SLOW}`);
  // As if it were not installed: a search that asks it would only be told so again.
  const reranker = plan && found;
  const used = [embedder, reranker].filter((one) => one !== undefined);
  if (used.length === 0) return undefined;
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
  const server = await startModelServer({ host });
  for (const { manifest } of used) warm(host, manifest.name);
  return {
    settings: {
      ...env,
      ...settingsFor({ embedder, reranker }, server, {
        plan,
        embedderSpeed: embedder && speedOf(embedder, places),
      }),
    },
    names: used.map(({ manifest }) => manifest.name).join(" and "),
    embedder: embedder?.manifest.name,
    holdBack: host.holdBack,
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
