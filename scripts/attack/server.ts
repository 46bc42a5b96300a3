import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { ifErrno, tryOr } from "../../src/cli/failures.ts";
import { packageRoot } from "../../src/cli/local/load-runtime.ts";
import { runtimeOf } from "../../src/cli/local/runtime-process.ts";
import { readIfThere, waitedSince } from "../bench/waiting.ts";

/** A server builds itself and its page first. */
const START_MS = 120_000;
/** It gets so long to end by itself. */
const STOP_MS = 20_000;
const SAMPLE_MS = 1_000;
const BYTES_PER_KB = 1_024;

/** A `recall serve` of its own, and its runtime. */
export interface AttackedServer {
  readonly url: string;
  /** Its owner's token, which it made at its start. */
  readonly ownerToken: string;
  readonly secret: string;
  /** Resident memory of the runtime, bytes, once a second so far. Linux only; elsewhere empty. */
  readonly resident: readonly number[];
  /**
   * Begins to measure; what it answers says which share of the time that the runtime wanted to compute since then it had to
   * wait for a core. Linux only; elsewhere 0.
   */
  readonly waiting: () => () => number;
  /** The runtime that was there first is there still. */
  readonly isSame: () => boolean;
  readonly stop: () => Promise<void>;
}

const living = new Set<ChildProcess>();
// However this process ends, what it started ends with it.
process.on("exit", () => {
  for (const child of living) killAll(child);
});

function killAll(child: ChildProcess): void {
  const runtime = child.pid === undefined ? undefined : runtimeOf(child.pid);
  child.kill("SIGKILL");
  if (runtime !== undefined) tryOr(() => process.kill(runtime.pid, "SIGKILL"), ifErrno(false, "ESRCH"));
}

/** Starts the real command in a home of its own: nothing of this user's settings is read or written. */
export async function serveAttacked(
  work: string,
  settings: Readonly<Record<string, string>>,
): Promise<AttackedServer> {
  const home = join(work, "home");
  const { PATH = "" } = process.env;
  const env = { PATH, HOME: work, RECALL_HOME: home, RECALL_BACKUPS: "0", NO_COLOR: "1", ...settings };
  const main = join(packageRoot(), "src", "cli", "main.ts");
  const child = spawn(process.execPath, [main, "serve", "--port", "0"], {
    ...{ cwd: work, env, stdio: ["ignore", "pipe", "pipe"] },
    // Ctrl-C in a terminal ends this process first, which then ends the server.
    detached: true,
  });
  living.add(child);
  child.once("exit", () => living.delete(child));
  const url = await addressOf(child);
  const config = JSON.parse(readFileSync(join(home, "config.json"), "utf8")) as { ownerToken: string };
  const secret = readFileSync(join(home, "signing-secret"), "utf8").trim();
  const { resident, waiting, isSame, end } = watchRuntime(child);
  const stop = async (): Promise<void> => {
    end();
    await stopServer(child);
  };
  return { url, ownerToken: config.ownerToken, secret, resident, waiting, isSame, stop };
}

/** Where it says that it listens. Throws when it ends before, or says nothing for two minutes. */
async function addressOf(child: ChildProcess): Promise<string> {
  let said = "";
  for (const stream of [child.stdout, child.stderr])
    stream?.setEncoding("utf8").on("data", (text: string) => {
      said = (said + text).slice(-10_000);
    });
  const deadline = Date.now() + START_MS;
  while (Date.now() < deadline && child.exitCode === null) {
    const url = /edge-recall on (http:\S+?),/.exec(said)?.[1];
    if (url !== undefined) return url;
    await delay(50);
  }
  throw new Error(`the server did not start:\n${said}`);
}

function watchRuntime(child: ChildProcess) {
  const runtimeNow = () => (child.pid === undefined ? undefined : runtimeOf(child.pid));
  const first = runtimeNow();
  const resident: number[] = [];
  const sample = (): void => {
    if (first === undefined || process.platform !== "linux") return;
    const bytes = residentOf(first.pid);
    if (bytes !== undefined) resident.push(bytes);
  };
  sample();
  const timer = setInterval(sample, SAMPLE_MS);
  const isSame = (): boolean => {
    const now = runtimeNow();
    return first !== undefined && now?.pid === first.pid && now.started === first.started;
  };
  const waiting = (): (() => number) => waitedSince(first?.pid);
  return { resident, waiting, isSame, end: () => clearInterval(timer) };
}

function residentOf(pid: number): number | undefined {
  const [, kilobytes] = /^VmRSS:\s+(\d+) kB$/m.exec(readIfThere(`/proc/${pid}/status`)) ?? [];
  return kilobytes === undefined ? undefined : Number(kilobytes) * BYTES_PER_KB;
}

async function stopServer(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, "exit");
  child.kill("SIGTERM");
  const late = setTimeout(() => killAll(child), STOP_MS);
  await ended;
  clearTimeout(late);
}
