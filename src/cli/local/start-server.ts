import type { RequestListener } from "node:http";
import { type AddressInfo, createServer } from "node:net";
import { join } from "node:path";
import type { Miniflare, MiniflareOptions } from "miniflare";
import { AppError } from "../../errors.ts";
import { reach } from "../session/reach.ts";
import { placeSocket, prepareSocket, removeSocket } from "../settings/home-socket.ts";
import { diskDesk, openLog } from "./disk.ts";
import { loadMiniflare, loadPage, loadWorker } from "./load-runtime.ts";
import { migrateLocal } from "./migrate.ts";
import { markRuntimes } from "./runtime-process.ts";
import { scheduleWork } from "./scheduled-work.ts";
import { DOOR, WORKER_NAME, workerOptions } from "./server-options.ts";
import { webDesk } from "./web-desk.ts";

const NO_CONTENT = 204;
/** Only this machine reaches it. */
const HOST = "127.0.0.1";
/** What asks the server to stop: Ctrl-C, kill, and the terminal going away. */
export const STOP_SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP"] as const;
export interface LocalServer {
  readonly url: string;
  /** The way to it, by which a token reaches nothing else. */
  readonly fetch: typeof fetch;
  readonly migrated: readonly string[];
  readonly stop: () => Promise<void>;
}

interface ServerOptions {
  readonly root: string;
  readonly home: string;
  /** 0 takes a free one. */
  readonly port: number;
  readonly secret: string;
  readonly previousSecret?: string | undefined;
  /** What the Worker is configured by. @default the environment */
  readonly settings?: Readonly<Record<string, string | undefined>>;
  /** Is called when somebody is being answered while passages are embedded. @default nobody is told */
  readonly onForeground?: (() => void) | undefined;
  /** Is told what goes wrong beside serving. @default console.error */
  readonly tell?: (problem: string) => void;
}

/**
 * Builds something that ends the process by itself at a signal, and takes that habit from it: Miniflare exits at once, in
 * the middle of what the server's own stop still has to do. Its hook on the process's exit stays.
 */
function withoutSignalHandlers<Built>(build: () => Built): Built {
  const before = STOP_SIGNALS.map((name) => process.listeners(name));
  const built = build();
  STOP_SIGNALS.forEach((name, at) => {
    for (const listener of process.listeners(name))
      if (!before[at]?.includes(listener)) process.off(name, listener);
  });
  return built;
}

/** The port, or for 0 one that is free: the server is told where it listens, to prove it. Undefined: it is taken. */
function freePort(wanted: number): Promise<number | undefined> {
  return new Promise((done) => {
    const probe = createServer();
    probe.once("error", () => done(undefined));
    probe.listen(wanted, HOST, () => {
      const { port } = probe.address() as AddressInfo;
      probe.close(() => done(port));
    });
  });
}

/**
 * workerd collects a whole heap at one stop (it has no incremental marking), and a stop lasts as long as there is garbage
 * and wrapped objects to visit: with V8's own growth 100 to 165 ms every few seconds under load, all requests stand still,
 * and two isolates in a row reached 260. Little growth makes that stops of 40 to 60 ms (`npm run attack -- --requests 25000`).
 * A young space that holds what a request makes keeps it out of the old one: of 4 MB it let 14 such stops come where 16 MB let 5,
 * and a search took 15 ms of CPU rather than 12.5; its own stops grew from .6 to 1.1 ms (`--trace-gc`, 6,000 passages).
 */
const SHORT_STOPS = "--heap-growing-percent=15 --max-semi-space-size=16 --min-semi-space-size=8";

const foregroundDesk =
  (onForeground: () => void): RequestListener =>
  (_, response) => {
    onForeground();
    response.writeHead(NO_CONTENT).end();
  };

const portTaken = (port: number): AppError =>
  new AppError(
    "unavailable",
    `Port ${port} is taken by another program. Run the same with PORT=${port + 1} before it`,
  );

/** As often a free port is looked for: another program can take one between its probe and its use. */
const PORT_TRIES = 5;

const isTaken = (error: unknown): boolean =>
  error instanceof Error && "code" in error && error.code === "ERR_ADDRESS_IN_USE";

/** A runtime that listens at the port, for 0 at a free one. Throws AppError `unavailable` when the port is taken. */
export async function listen(wanted: number, build: (port: number) => Miniflare): Promise<Miniflare> {
  for (let tries = wanted === 0 ? PORT_TRIES : 1; ; tries--) {
    const port = await freePort(wanted);
    if (port === undefined) throw portTaken(wanted);
    const runtime = withoutSignalHandlers(() => build(port));
    try {
      await runtime.ready;
      return runtime;
    } catch (error) {
      // It cleans up, and fails as the start did.
      await runtime.dispose().catch(() => undefined);
      if (!isTaken(error)) throw error;
      if (tries <= 1) throw portTaken(port);
    }
  }
}

/** Starts the Worker, its database and its scheduled work. Throws AppError when the port is taken or the runtime is missing. */
export async function startServer({
  root,
  home,
  port: wanted,
  tell = console.error,
  settings = process.env,
  onForeground,
  ...secrets
}: ServerOptions): Promise<LocalServer> {
  const { Log, LogLevel, Miniflare } = loadMiniflare(root);
  const modules = await loadWorker(root);
  const page = await loadPage(root, home);
  const log = openLog(home, tell);
  let socket: string | undefined;
  const takeSocket = (): void => void (socket !== undefined && placeSocket(home));
  let work: ReturnType<typeof scheduleWork> | undefined;
  const options = (port: number): MiniflareOptions => ({
    // Miniflare's own door, which nothing but its tools asks.
    host: HOST,
    port: 0,
    cf: false,
    log: new Log(LogLevel.NONE),
    telemetry: { enabled: false },
    enableDevRegistry: false,
    resourcePersistencePath: join(home, "state"),
    handleStructuredLogs: ({ timestamp, level, message }) =>
      log(`${new Date(timestamp).toISOString()} ${level} ${message}`),
    handleUncaughtError: (error) => log(error.stack ?? error.message),
    unsafeHandleRuntimeRestart() {
      takeSocket();
      tell("The server's runtime ended by itself; it was started again.");
      work?.takeUp();
    },
    workers: [
      workerOptions({
        ...{ root, ...modules, ...secrets, page, socket, disk: diskDesk(home), web: webDesk(settings) },
        ...{ address: { host: HOST, port }, settings },
        ...(onForeground && { foreground: foregroundDesk(onForeground) }),
      }),
    ],
  });
  process.env.MINIFLARE_WORKERD_V8_FLAGS ??= SHORT_STOPS;
  markRuntimes(home);
  const runtime = await listen(wanted, (port) => {
    // Each try's anew: one that failed may have made it already.
    socket = prepareSocket(home);
    return new Miniflare(options(port));
  });
  try {
    takeSocket();
    const { origin: url } = await runtime.unsafeGetDirectURL(WORKER_NAME, DOOR);
    const api = { url, fetch: reach({ url, home }) };
    const migrated = await migrateLocal(api, secrets.secret);
    work = scheduleWork(runtime, log);
    const stop = async (): Promise<void> => {
      work?.stop();
      await runtime.dispose();
      removeSocket(home);
    };
    return { ...api, migrated, stop };
  } catch (error) {
    await runtime.dispose();
    throw error;
  }
}
