import type { RequestListener } from "node:http";
import type { MiniflareOptions } from "miniflare";
import { CRON } from "../../background/crons.ts";
import { WORKER_PATHS } from "../../worker-paths.ts";
import { WORKER_WASM } from "./load-runtime.ts";

/** Behaviour of the runtime; wrangler.toml says the same, and a test compares the two. */
export const COMPATIBILITY_DATE = "2026-11-01";
/** A client that goes away ends its request's signal. */
const COMPATIBILITY_FLAGS: readonly string[] = ["enable_request_signal", "global_fetch_strictly_public"];
/** Names the file of the local database: another id would start an empty one. */
const DATABASE_ID = "recall";
const QUEUE = {
  name: "edge-recall-index",
  deadLetterQueue: "edge-recall-index-dead",
  maxBatchSize: 10,
  /** Seconds; short, so that a small push is embedded at once. */
  maxBatchTimeout: 1,
  maxRetries: 3,
} as const;
/** As wrangler.toml has it. */
export const WORKER_NAME = "edge-recall";
/** Export of src/local.ts that is listened at. */
export const DOOR = "door";
/** The same for the home's Unix socket: one export has one address. */
const HOME_DOOR = "homeDoor";
/** Settings the local Worker takes from the environment of the command that starts it. */
export const PASSED_SETTINGS: readonly string[] = `
  PLAN MODEL_BUDGET_PER_DAY TOKEN_UNITS_PER_MINUTE WORKSPACE_UNITS_PER_MINUTE
  MAX_BYTES MAX_DOCUMENTS MAX_MEMORIES MAX_TOKENS MAX_MODEL_CALLS LOG_QUERIES LOG_DAYS OTLP_URL OTLP_HEADERS OTLP_SAMPLE SOURCE_HOSTS CORS_ORIGINS ALLOWED_HOSTS SPECULATE
  EMBEDDINGS_URL EMBEDDINGS_MODEL EMBEDDINGS_KEY EMBEDDINGS_DIMENSIONS
  EMBEDDINGS_QUERY_PREFIX EMBEDDINGS_DOCUMENT_PREFIX EMBEDDINGS_TIMEOUT_MS EMBEDDINGS_BATCH
  RERANK_URL RERANK_PROVIDER RERANK_MODEL RERANK_KEY RERANK_TIMEOUT_MS
  RERANK_PASSAGES RERANK_PASSAGE_TOKENS
  GENERATE_URL GENERATE_MODEL GENERATE_KEY GENERATE_TIMEOUT_MS
`
  .trim()
  .split(/\s+/);

interface LocalWorker {
  readonly root: string;
  readonly script: string;
  /** The module of WebAssembly that the script imports, where it does. */
  readonly wasm?: Uint8Array<ArrayBuffer>;
  readonly secret: string;
  /** The one before: what it signed stays valid. */
  readonly previousSecret?: string | undefined;
  /** Folder of the built page; without it the Worker answers everything. */
  readonly page?: string;
  /** Where the worker is listened at without anything of Miniflare's in between. */
  readonly address?: { readonly host: string; readonly port: number };
  /** Path of a Unix socket where it is listened at too. The runtime adds `:0`. */
  readonly socket?: string | undefined;
  /** Answers whether the home's disk is nearly full. @default the Worker does not ask */
  readonly disk?: RequestListener;
  /** Asks the web for sources. @default the Worker does that itself */
  readonly web?: RequestListener;
  /** Is asked when somebody is being answered while passages are embedded. @default nobody is */
  readonly foreground?: RequestListener;
  readonly settings: Readonly<Record<string, string | undefined>>;
}

type WorkerOptions = NonNullable<MiniflareOptions["workers"]>[number];

/** Bindings of the local Worker. No rate limits: on one's own machine a brake only slows the own push. */
export function workerOptions({
  root,
  script,
  wasm,
  secret,
  previousSecret,
  page,
  address,
  socket,
  disk,
  web,
  foreground,
  settings,
}: LocalWorker): WorkerOptions {
  const text = (value: string) => ({ type: "text" as const, value });
  const passed = PASSED_SETTINGS.flatMap((name) => {
    const value = settings[name];
    return value === undefined ? [] : [[name, text(value)] as const];
  });
  const { name, ...consumer } = QUEUE;
  return {
    dev: {
      rootPath: root,
      ...(address !== undefined && {
        unsafeDirectSockets: [
          { ...address, entrypoint: DOOR },
          ...(socket === undefined ? [] : [{ host: `unix:${socket}`, entrypoint: HOME_DOOR }]),
        ],
      }),
    },
    config: {
      name: WORKER_NAME,
      compatibilityDate: COMPATIBILITY_DATE,
      compatibilityFlags: [...COMPATIBILITY_FLAGS],
      manifest: {
        mainModule: "worker.js",
        modules: {
          "worker.js": { type: "esm", contents: script },
          ...(wasm !== undefined && { [WORKER_WASM]: { type: "wasm" as const, contents: wasm } }),
        },
      },
      triggers: [
        { type: "queue", name, ...consumer },
        { type: "scheduled", schedule: CRON },
      ],
      ...(page !== undefined && {
        assets: { directory: page, hasUserWorker: true, runWorkerFirst: [...WORKER_PATHS] },
      }),
      env: {
        DB: { type: "d1", id: DATABASE_ID },
        INDEX_QUEUE: { type: "queue", name },
        PLATFORM: text("local"),
        SIGNING_SECRET: text(secret),
        ...(previousSecret !== undefined && { SIGNING_SECRET_PREVIOUS: text(previousSecret) }),
        ...(disk !== undefined && { DISK: { type: "node-handler" as const, handler: disk } }),
        ...(web !== undefined && { WEB: { type: "node-handler" as const, handler: web } }),
        ...(foreground !== undefined && {
          FOREGROUND: { type: "node-handler" as const, handler: foreground },
        }),
        ...(address !== undefined && { LISTENS_AT: text(`${address.host}:${address.port}`) }),
        ...(page !== undefined && { ASSETS: { type: "assets" as const } }),
        ...Object.fromEntries(passed),
      },
    },
  };
}
