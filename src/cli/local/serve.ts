import { once } from "node:events";
import { existsSync, statSync } from "node:fs";
import { basename, join, resolve } from "node:path";
import { AppError } from "../../errors.ts";
import { type ServedModels, serveInstalled } from "../../local-models/serve-installed.ts";
import { assertLocalModels } from "../../models/model-settings.ts";
import { EXIT, exitCodeOf } from "../command.ts";
import { isErrno } from "../failures.ts";
import { noteServed } from "../settings/served-homes.ts";
import { HOME_FOLDER, trustHome } from "../settings/trusted-homes.ts";
import { wrapText } from "../terminal/columns.ts";
import { count } from "../terminal/numbers.ts";
import { columnsFor } from "../terminal/terminal.ts";
import { safeText } from "../terminal/terminal-safe.ts";
import { claimHome, closeHome } from "./home/claim-home.ts";
import { storageProblem } from "./disk.ts";
import { type Greeting, greet, sayNext } from "./greeting/greet.ts";
import { modelOffers, noticeServers } from "./greeting/notice-servers.ts";
import { reportReading } from "./greeting/report-reading.ts";
import { backupsKept, keepBackups } from "./keep-backups.ts";
import { isClone, modelProcess, packageRoot } from "./load-runtime.ts";
import { ensureAccess, localConfig, previousSecret, signInLink, signingSecret } from "./local-access.ts";
import { assertOwnHome, type HomeWish } from "./home/own-home.ts";
import { type LocalServer, STOP_SIGNALS, startServer } from "./start-server.ts";

export interface ServeOptions {
  /** Pushed and searched at the start. @default nothing is pushed */
  readonly folder?: string;
  /** 0 takes any free one. @default PORT of the environment, else 8787 */
  readonly port?: number;
  /** Holds database, log and settings. @default `.recall` in the clone; of an installed package, in the current folder */
  readonly home?: string;
  /** Take over a home that this machine does not know, with a new signing secret. @default false */
  readonly adopt?: boolean;
}

const DEFAULT_PORT = 8787;
const MAX_PORT = 65_535;

const show = (line: string): void => void process.stdout.write(`${safeText(line)}\n`);
const say = (line: string): void => show(wrapText(line, columnsFor(process.env.COLUMNS, process.stdout)));
const complain = (line: string): void =>
  void process.stderr.write(`${wrapText(safeText(line), columnsFor(process.env.COLUMNS, process.stderr))}\n`);

/** A reader that went away (`npm start | head`) ends the output, not the server. */
function outliveReaders(): void {
  for (const stream of [process.stdout, process.stderr])
    stream.on("error", (error) => {
      if (!isErrno(error, "EPIPE")) throw error;
    });
}

/** Fires at the first Ctrl-C or request to end; later ones find the stop under way. */
function stopOnSignal(): AbortSignal {
  const controller = new AbortController();
  for (const name of STOP_SIGNALS) process.on(name, () => controller.abort());
  return controller.signal;
}

/** What a part of the first minute gives; undefined where it failed, which is reported. */
const orComplain = <Given>(given: Promise<Given>): Promise<Given | undefined> =>
  given.catch((error: unknown) => {
    if (!(error instanceof AppError)) throw error;
    complain(error.message);
    return undefined;
  });

/** The first minute; whatever fails in it, the server stays up, and how it is reached is said. */
async function welcome(greeting: Greeting): Promise<void> {
  const { api, config, signal } = greeting;
  const sample = await orComplain(greet(greeting));
  if (signal.aborted) return;
  // As late as can be: it counts for minutes.
  const link = await orComplain(signInLink(api, config.token));
  if (!signal.aborted) sayNext(greeting, sample, link);
}

/** Notes a folder's own home as the user's, so that `recall` finds it; says so and answers false when it cannot. */
async function isNoted(home: string): Promise<boolean> {
  if (basename(home) !== HOME_FOLDER) return false;
  try {
    await trustHome(process.env, home);
    return true;
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    complain(error.message);
    return false;
  }
}

/** Notes the home with its secret, so that the next start knows it; says so where it cannot. */
const noteHome = (home: string, secret: string): Promise<void> =>
  noteServed(process.env, home, secret).catch((error: unknown) => {
    if (!(error instanceof AppError)) throw error;
    complain(`${error.message}; the next start there will ask for --adopt`);
  });

function closeToOthers(home: string): void {
  for (const path of closeHome(home)) complain(`Other users of this machine may be able to read ${path}`);
}

/** The started server. Throws at a signal: a runtime that got the same one may never answer; one that does is stopped. */
async function unlessStopped(start: Promise<LocalServer>, signal: AbortSignal): Promise<LocalServer> {
  const started = new AbortController();
  const stopped = once(signal, "abort", started).then(() => {
    start.then((late) => late.stop()).catch(() => undefined);
    throw signal.reason;
  });
  try {
    return await Promise.race([start, stopped]);
  } finally {
    started.abort();
    stopped.catch(() => undefined);
  }
}

const startCommand = (root: string): string => (isClone(root) ? "npm start" : "recall serve");

interface UsedModels {
  /** Undefined: none is installed that the environment leaves room for. */
  readonly models: ServedModels | undefined;
}

async function run(
  root: string,
  folder: string | undefined,
  {
    home,
    port,
    models,
    ...wish
  }: Required<Pick<ServeOptions, "home" | "port">> & UsedModels & Omit<HomeWish, "env">,
) {
  outliveReaders();
  const signal = stopOnSignal();
  const startedMs = Date.now();
  await assertOwnHome(home, { env: process.env, ...wish });
  await localConfig(home);
  closeToOthers(home);
  const claim = await claimHome(home);
  let server: LocalServer | undefined;
  try {
    const secret = await signingSecret(home, (made) => noteHome(home, made));
    const secrets = { secret, previousSecret: await previousSecret(home) };
    const settings = models?.settings ?? process.env;
    const hasEmbedder = Boolean(settings.EMBEDDINGS_URL);
    const offers = hasEmbedder ? [] : noticeServers().then((found) => modelOffers(found, startCommand(root)));
    server = await unlessStopped(
      startServer({
        ...{ root, home, port, settings, ...secrets, tell: complain },
        onForeground: models?.holdBack,
      }),
      signal,
    );
    claim.note(server.url);
    const api = { url: server.url, fetch: server.fetch };
    const config = await ensureAccess(api, home, secret);
    say(`edge-recall on ${server.url}, started in ${((Date.now() - startedMs) / 1_000).toFixed(1)} s`);
    const applied = server.migrated.length;
    say(`  database and log in ${home}${applied > 0 ? `, ${count(applied, "migration")} applied` : ""}`);
    if (models?.names) say(`  ${models.names} on this processor, installed`);
    for (const line of await offers) show(line);
    const usual = join(isClone(root) ? root : process.cwd(), HOME_FOLDER);
    const isUsualHome = (await isNoted(home)) && home === usual;
    const model = models?.embedder;
    const isReadLater = model !== undefined;
    await welcome({ root, home, isUsualHome, folder, isReadLater, api, config, signal, say, show });
    if (isReadLater) void reportReading({ api, config, model, signal, say });
    keepBackups({ root, home, signal, keep: backupsKept(process.env), complain });
    if (!signal.aborted) await once(signal, "abort");
  } catch (error) {
    // The bundler and the runtime get Ctrl-C too, and may be gone in the middle of their work.
    if (!signal.aborted) throw error;
  } finally {
    await server?.stop();
    claim.release();
  }
  say("\nStopped.");
}

/** What the disk says of a home that is no folder, cannot be made or is not ours; undefined for other failures. */
function problemOf(home: string, error: unknown): string | undefined {
  if (!(error instanceof Error && "syscall" in error && "path" in error)) return undefined;
  const path = String(error.path);
  const isAbout = path.startsWith(home) || home.startsWith(path);
  return isAbout ? `${home} cannot be a server's home: ${error.message}` : undefined;
}

/** Where a server of this machine keeps what is its own: as asked, RECALL_HOME, or `.recall` in the clone or this folder. */
export function homeOf(home?: string): string {
  const root = packageRoot();
  return resolve(
    home ?? (process.env.RECALL_HOME || join(isClone(root) ? root : process.cwd(), HOME_FOLDER)),
  );
}

/**
 * Serves on this machine until Ctrl-C: starts the Worker, pushes the folder when there is one, shows one search of it,
 * stays up.
 * Returns the exit code: 0 after a stop that was asked for, 2 for a wrong request, 3 when it cannot run here.
 */
export async function serve({ folder, home, adopt = false, ...options }: ServeOptions): Promise<number> {
  const port = options.port ?? Number(process.env.PORT || DEFAULT_PORT);
  const root = packageRoot();
  const from = folder === undefined ? undefined : resolve(folder);
  if (!Number.isInteger(port) || port < 0 || port > MAX_PORT) {
    complain(`PORT is a number from 0 to ${MAX_PORT}, 0 for any free one`);
    return EXIT.usage;
  }
  if (from !== undefined && !statSync(from, { throwIfNoEntry: false })?.isDirectory()) {
    complain(
      existsSync(from) ? `${from} is no folder: name the one that it is in` : `There is no folder ${from}`,
    );
    return EXIT.usage;
  }
  const named = home ?? (process.env.RECALL_HOME || undefined);
  const place = homeOf(home);
  const adoptCommand = `${startCommand(root)}${isClone(root) ? " --" : ""} --adopt`;
  let models: ServedModels | undefined;
  try {
    models = await serveInstalled({ env: process.env, program: modelProcess(root), root, tell: complain });
    assertLocalModels(models?.settings ?? process.env);
    backupsKept(process.env);
    await run(root, from, { port, home: place, isNamed: named !== undefined, adopt, adoptCommand, models });
    return EXIT.ok;
  } catch (thrown) {
    const error = storageProblem(place, thrown) ?? thrown;
    const problem = problemOf(place, error);
    if (problem === undefined && !(error instanceof AppError)) throw error;
    complain(problem ?? (error as AppError).message);
    // Of this machine's own server a wrong setting is the asker's.
    const isSetting = error instanceof AppError && error.code === "misconfigured";
    return isSetting ? EXIT.usage : (exitCodeOf(error) ?? EXIT.usage);
  } finally {
    await models?.stop();
  }
}
