import { createRequire } from "node:module";
import { join } from "node:path";
import { CRON, NO_ROUND_MS } from "../../src/background/crons.ts";
import { loadMiniflare } from "../../src/cli/local/load-runtime.ts";
import { migrateLocal } from "../../src/cli/local/migrate.ts";
import { WORKER_NAME, workerOptions } from "../../src/cli/local/server-options.ts";

type Esbuild = typeof import("esbuild");

export interface ModelsServer {
  readonly url: string;
  /** Runs the cron's sweep once. */
  readonly sweep: () => Promise<unknown>;
  readonly stop: () => Promise<void>;
}

const HOST = "127.0.0.1";
/** Name of the Worker that stands for the models. */
const MODELS = "models";

async function bundle(root: string, entries: readonly string[]): Promise<readonly string[]> {
  const { build, stop } = createRequire(join(root, "package.json"))("esbuild") as Esbuild;
  try {
    const built = entries.map(async (entry) => {
      const { outputFiles } = await build({
        entryPoints: [join(root, entry)],
        bundle: true,
        format: "esm",
        target: "es2024",
        conditions: ["workerd", "worker", "browser"],
        external: ["node:*", "cloudflare:*"],
        loader: { ".sql": "text" },
        write: false,
        logLevel: "error",
      });
      return outputFiles[0]?.text ?? "";
    });
    return await Promise.all(built);
  } finally {
    stop();
  }
}

/** Twenty searches at once are twenty units. */
const UNLIMITED = { TOKEN_UNITS_PER_MINUTE: "0", WORKSPACE_UNITS_PER_MINUTE: "0" };

/** The deployed Worker, unchanged, on workerd, with stand-ins for Workers AI and Vectorize that answer late. */
export async function startModelsServer(root: string, home: string, secret: string): Promise<ModelsServer> {
  const { Log, LogLevel, Miniflare } = loadMiniflare(root);
  const [script = "", models = ""] = await bundle(root, ["src/worker.ts", "scripts/bench/models-worker.ts"]);
  const { dev, config } = workerOptions({ root, script, secret, settings: UNLIMITED });
  const standIn = (exportName: string) => ({ type: "worker" as const, worker: MODELS, exportName });
  const runtime = new Miniflare({
    host: HOST,
    port: 0,
    cf: false,
    log: new Log(LogLevel.NONE),
    handleStructuredLogs: () => undefined,
    telemetry: { enabled: false },
    enableDevRegistry: false,
    resourcePersistencePath: join(home, "state"),
    workers: [
      {
        // Asked as the local server is: Miniflare's own door would compress answers on the core that is measured.
        dev: { ...dev, unsafeDirectSockets: [{ host: HOST, port: 0 }] },
        config: {
          ...config,
          env: {
            ...config.env,
            PLATFORM: { type: "text", value: "cloudflare" },
            AI: standIn("DelayedAi"),
            VECTORIZE: standIn("DelayedVectorize"),
          },
        },
      },
      {
        config: {
          name: MODELS,
          compatibilityDate: config.compatibilityDate,
          manifest: {
            mainModule: "models.js",
            modules: { "models.js": { type: "esm", contents: models } },
          },
        },
      },
    ],
  });
  const { origin: url } = await runtime.unsafeGetDirectURL(WORKER_NAME);
  await migrateLocal({ url, fetch }, secret);
  const worker = await runtime.getWorker();
  return {
    url,
    sweep: () => worker.scheduled({ cron: CRON, scheduledTime: new Date(NO_ROUND_MS) }),
    stop: () => runtime.dispose(),
  };
}
