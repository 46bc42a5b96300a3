import {
  chmodSync,
  existsSync,
  linkSync,
  lstatSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { AppError } from "../../../errors.ts";
import { parseJson } from "../../../text/parse-json.ts";
import { ifErrno, isErrno, tryOr } from "../../failures.ts";
import {
  makePrivateFolderSync,
  PRIVATE_FILE_MODE,
  PRIVATE_FOLDER_MODE,
} from "../../settings/private-file.ts";
import { RUN_FILE, removeAbandoned } from "./abandoned.ts";
import { endRuntime, listProcesses, type ProcessMark, runtimesOf, watchRuntime } from "../runtime-process.ts";

/** What a server keeps in its home; other files there are the user's business. */
const OWN = [
  ...["state", "backups", "server.log", "server.log.1", "socket", "run.json", "config.json"],
  ...["signing-secret", "signing-secret-previous"],
] as const;
/** Read, write and search for group and others. */
const OTHERS = 0o077;

/** Answers the paths that stay open to others. Symbolic links are left alone: they may lead out of the home. */
function tighten(path: string): readonly string[] {
  const stats = tryOr(() => lstatSync(path), ifErrno(undefined, "ENOENT"));
  const isFolder = stats?.isDirectory() === true;
  if (stats === undefined || !(isFolder || stats.isFile())) return [];
  const close = (): readonly string[] => {
    if ((stats.mode & OTHERS) !== 0) chmodSync(path, isFolder ? PRIVATE_FOLDER_MODE : PRIVATE_FILE_MODE);
    return isFolder ? readdirSync(path).flatMap((name) => tighten(join(path, name))) : [];
  };
  // Of another user, or on a disk that keeps no modes.
  return tryOr(close, ifErrno([path], "EPERM", "EACCES", "ENOTSUP", "EROFS"));
}

/**
 * Closes a home to other users before a server starts in it: a new home has mode 700, in one that was there only the
 * server's own files and folders are closed, and whatever this process and its children make from now on is private.
 * Returns what could not be closed. Does nothing on Windows, which has no modes.
 */
export function closeHome(home: string): readonly string[] {
  makePrivateFolderSync(home);
  if (process.platform === "win32") return [];
  process.umask(OTHERS);
  return OWN.flatMap((name) => tighten(join(home, name)));
}

/** What `run.json` in a home says: who serves it, and the runtime that a killed server would leave behind. */
export interface RunFile {
  readonly pid: number;
  readonly started: string;
  readonly url?: string;
  readonly runtime?: ProcessMark;
}

interface HomeClaim {
  /** Notes the address and the runtime process once both are known, and again whenever there is a new runtime. */
  readonly note: (url: string) => void;
  readonly release: () => void;
}

const startOf = (pid: number): string =>
  listProcesses().find((running) => running.pid === pid)?.started ?? "";

const isSame = ({ pid, started }: ProcessMark): boolean =>
  started === ""
    ? tryOr(
        () => process.kill(pid, 0),
        (error) => isErrno(error, "EPERM"),
      )
    : startOf(pid) === started;

/** Whether a home's claim says only which process began: so a server leaves it that is killed before it serves. */
export function isBareClaim(home: string): boolean {
  const run = readRun(join(home, RUN_FILE));
  return run?.pid !== undefined && run.url === undefined && run.runtime === undefined;
}

const readRun = (file: string): RunFile | undefined =>
  parseJson(tryOr(() => readFileSync(file, "utf8"), ifErrno("", "ENOENT"))) as RunFile | undefined;

function writeDraft(file: string, run: RunFile): string {
  const draft = `${file}.${process.pid}.draft`;
  writeFileSync(draft, JSON.stringify(run), { mode: PRIVATE_FILE_MODE });
  return draft;
}

/** Writes what is known by now; where that fails the next start finds the runtime by what it has open. */
const replaceRun = (file: string, run: RunFile): void =>
  tryOr(
    () => renameSync(writeDraft(file, run), file),
    ifErrno(undefined, "ENOENT", "ENOSPC", "EDQUOT", "EACCES", "EROFS"),
  );

/** A link appears whole or not at all, and only where nothing was: of two servers, one gets the home. */
function tryClaim(file: string, run: RunFile): boolean {
  const draft = writeDraft(file, run);
  try {
    linkSync(draft, file);
    return true;
  } catch (error) {
    return ifErrno(false, "EEXIST")(error);
  } finally {
    rmSync(draft, { force: true });
  }
}

/** Moves a dead server's file away; of two that try, the one that finds another's file in its hands puts it back. */
function removeDead(file: string, dead: RunFile | undefined): void {
  const taken = `${file}.dead.${process.pid}`;
  try {
    renameSync(file, taken);
    if (readRun(taken)?.pid !== dead?.pid && !existsSync(file)) linkSync(taken, file);
  } catch (error) {
    if (!isErrno(error, "ENOENT")) throw error;
  } finally {
    rmSync(taken, { force: true });
  }
}

const taken = (home: string, where: string, pid: number): AppError =>
  new AppError(
    "unavailable",
    `A server of ${home} ${where} (process ${pid}). Use it, end it with Ctrl-C or \`kill ${pid}\`, ` +
      "or give this one its own place: RECALL_HOME=/another/folder PORT=8788",
  );

/** Ends what no file names any more; throws when it belongs to a server that lives. */
async function endLeftovers(home: string): Promise<void> {
  for (const runtime of runtimesOf(home)) {
    if (runtime.server !== undefined) throw taken(home, "has its database open", runtime.server);
    await endRuntime(runtime);
  }
}

async function takeOver(home: string, file: string, self: ProcessMark): Promise<void> {
  makePrivateFolderSync(home);
  removeAbandoned(home);
  while (!tryClaim(file, self)) {
    const other = readRun(file);
    if (other && isSame(other))
      throw taken(home, other.url === undefined ? "is starting" : `runs at ${other.url}`, other.pid);
    if (other?.runtime) await endRuntime(other.runtime);
    removeDead(file, other);
  }
  try {
    await endLeftovers(home);
  } catch (error) {
    rmSync(file, { force: true });
    throw error;
  }
}

/** Makes this process the one server of a home, ending what a killed one left behind. Throws AppError when a living server has it. */
export async function claimHome(home: string): Promise<HomeClaim> {
  const file = join(home, RUN_FILE);
  const self = { pid: process.pid, started: startOf(process.pid) };
  await takeOver(home, file, self);
  let stopWatch = (): void => undefined;
  return {
    note: (url) => {
      const write = (runtime: ProcessMark | undefined): void =>
        replaceRun(file, { ...self, url, ...(runtime && { runtime }) });
      const { runtime, stop } = watchRuntime(write);
      stopWatch = stop;
      write(runtime);
    },
    release: () => {
      stopWatch();
      rmSync(file, { force: true });
    },
  };
}
