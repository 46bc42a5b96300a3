import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { expect, onTestFinished } from "vitest";
import { runtimeOf } from "../../../../src/cli/local/runtime-process.ts";
import { type CliRun, spawnCli } from "../../spawn-cli.ts";
import type { Network } from "./empty-network.ts";

const HELD_JOBS = fileURLToPath(new URL("./held-jobs.ts", import.meta.url));
const POLL_MS = 5;

type Kind = "passages" | "query" | "rerank";

/** `recall serve`, greeted. */
export interface Server {
  /** SIGKILL to the server's process and its runtime, at once; ends when the models' process has let go of their output, too. */
  kill(): Promise<void>;
  /** Ctrl-C. */
  stop(): Promise<CliRun>;
}

/** Everything that one user's models and server keep. */
export interface Room {
  readonly models: string;
  readonly home: string;
  recall(...args: readonly string[]): Promise<CliRun>;
  /** The same; `onStart` has the process's id. */
  start(args: readonly string[], onStart: (pid: number) => void): Promise<CliRun>;
  serve(): Promise<Server>;
  /** Lets so many jobs of a kind through and holds the next one. */
  hold(kind: Kind, through?: number): { readonly isHeld: () => Promise<void>; readonly release: () => void };
  /** Processes that belong to it, by what they are. */
  processes(): readonly { readonly pid: number; readonly program: string }[];
  killModels(): void;
}

/** Ids and programs of what was started with this folder in its environment. Linux alone shows that. */
function processesOf(folder: string) {
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .flatMap((pid) => {
      try {
        const environment = readFileSync(`/proc/${pid}/environ`, "utf8");
        const program = readFileSync(`/proc/${pid}/cmdline`, "utf8").replaceAll("\0", " ").trim();
        return environment.includes(folder) && program !== "" ? [{ pid: Number(pid), program }] : [];
      } catch {
        // It has ended meanwhile.
        return [];
      }
    });
}

function killAtOnce(pid: number): void {
  try {
    process.kill(pid, "SIGKILL");
  } catch {
    // It has ended meanwhile.
  }
}

export function makeRoom(folder: string, { through }: Network): Room {
  const [models, home, held] = [join(folder, "models"), join(folder, "home"), join(folder, "held")];
  mkdirSync(held, { recursive: true });
  const env = {
    RECALL_HOME: home,
    RECALL_MODELS: models,
    RECALL_BACKUPS: "0",
    HELD_JOBS: held,
    NODE_OPTIONS: `--import=${HELD_JOBS} --disable-warning=ExperimentalWarning`,
  };
  const start = (
    args: readonly string[],
    onStart: (pid: number) => void,
    onOutput?: (stdout: string) => void,
  ) => spawnCli(args, { cwd: folder, env, through, onStart, ...(onOutput && { onOutput }) });
  const processes = () => processesOf(folder);
  onTestFinished(() => {
    for (const { pid } of processes()) killAtOnce(pid);
  });
  return {
    models,
    home,
    start,
    processes,
    recall: (...args) => start(args, () => undefined),
    async serve() {
      let pid = 0;
      let greeted = (): void => undefined;
      const isGreeted = new Promise<void>((done) => {
        greeted = done;
      });
      const onOutput = (stdout: string) => stdout.includes("Ctrl-C stops") && greeted();
      const ended = start(["serve", "--port", "0"], (started) => (pid = started), onOutput);
      const early = await Promise.race([isGreeted, ended]);
      // Whatever was killed before it: a start serves.
      expect(early).toBeUndefined();
      const runtime = runtimeOf(pid);
      return {
        async kill() {
          if (runtime !== undefined) killAtOnce(runtime.pid);
          killAtOnce(pid);
          await ended;
        },
        stop() {
          process.kill(pid, "SIGINT");
          return ended;
        },
      };
    },
    hold(kind, jobs = 0) {
      const file = join(held, kind);
      rmSync(`${file}.held`, { force: true });
      writeFileSync(file, String(jobs));
      return {
        async isHeld() {
          while (!existsSync(`${file}.held`)) await sleep(POLL_MS);
        },
        release: () => rmSync(file, { force: true }),
      };
    },
    killModels() {
      for (const { pid, program } of processes()) if (program.includes("model-process")) killAtOnce(pid);
    },
  };
}

const databaseFiles = (home: string): readonly string[] => {
  const state = join(home, "state");
  if (!existsSync(state)) return [];
  return readdirSync(state, { recursive: true, encoding: "utf8" })
    .filter((name) => /\bd1\b.*\.sqlite(?:-wal)?$/.test(name))
    .map((name) => join(state, name));
};

/** Bytes of a home's database, its log of writes among them. */
export const databaseBytes = (home: string): number =>
  databaseFiles(home).reduce((sum, file) => sum + (statSync(file, { throwIfNoEntry: false })?.size ?? 0), 0);

/** The time of a lease goes by: what a killed server had taken in hand is free. */
export function letLeasesEnd(home: string): void {
  for (const file of databaseFiles(home).filter((name) => name.endsWith(".sqlite"))) {
    const db = new DatabaseSync(file);
    const hasClaims = db.prepare("SELECT 1 FROM sqlite_master WHERE name = 'claims'").get() !== undefined;
    if (hasClaims) db.exec("UPDATE claims SET lease_until = 0");
    db.close();
  }
}
