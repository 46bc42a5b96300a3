import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { setTimeout as sleep } from "node:timers/promises";
import { connectionTo } from "../../src/client/send.ts";
import { ifErrno, tryOr } from "../../src/cli/failures.ts";
import { localConfig } from "../../src/cli/local/local-access.ts";
import { packageRoot } from "../../src/cli/local/load-runtime.ts";
import { runtimeOf } from "../../src/cli/local/runtime-process.ts";
import { reach } from "../../src/cli/session/reach.ts";
import { type RecallClient, recallClient } from "../../src/cli/session/recall-client.ts";

/** A start or a stop that takes longer is a failure, milliseconds; an answer has the time that its client gives it. */
const PATIENCE_MS = 60_000;
const POLL_MS = 25;
const LAUNCHER = join(packageRoot(), "bin", "recall.js");

/** Processes of a server. */
export const VICTIMS = ["node", "workerd", "both"] as const;
export type Victim = (typeof VICTIMS)[number];

/** `recall serve` in a process of its own, as somebody starts it. */
export interface Server {
  readonly home: string;
  /** Asks once, with the token in the home. */
  readonly client: () => Promise<RecallClient>;
  /** SIGKILL; afterwards something serves again. */
  readonly kill: (victim: Victim) => Promise<Server>;
  readonly stop: () => Promise<void>;
}

/** A start that was refused, with what it said. */
export interface Refused {
  readonly refused: string;
}

const children = new Set<ChildProcess>();

/** Ends what is left of this script's servers, for a script that fails. */
export function endServers(): void {
  for (const child of children) {
    const runtime = child.pid === undefined ? undefined : runtimeOf(child.pid);
    child.kill("SIGKILL");
    if (runtime !== undefined) killed(runtime.pid);
  }
}

/** A process that has ended meanwhile is as good. */
const killed = (pid: number): boolean => tryOr(() => process.kill(pid, "SIGKILL"), ifErrno(false, "ESRCH"));

/** Nothing of this user's own configuration, and no backups but those that are asked for. */
const environment = (home: string): NodeJS.ProcessEnv => ({
  PATH: process.env.PATH,
  HOME: home,
  XDG_CONFIG_HOME: join(home, "user-config"),
  RECALL_HOME: home,
  RECALL_BACKUPS: "0",
  TOKEN_UNITS_PER_MINUTE: "0",
  WORKSPACE_UNITS_PER_MINUTE: "0",
});

async function newClient(home: string): Promise<RecallClient> {
  const config = await localConfig(home);
  if (config === undefined) throw new Error(`${home} has no settings`);
  const { url, token } = config;
  return recallClient({ ...connectionTo(url, token, reach({ url, home })), maxRetries: 0 });
}

async function untilServing(home: string): Promise<void> {
  const untilMs = Date.now() + PATIENCE_MS;
  for (;;) {
    const client = await newClient(home);
    const isServing = await client.status().then(
      () => true,
      () => false,
    );
    if (isServing) return;
    if (Date.now() > untilMs) throw new Error(`Nothing serves ${home} again`);
    await sleep(POLL_MS);
  }
}

/** Starts it in a home; answers what it said where it could not. */
export async function startIn(home: string): Promise<Server | Refused> {
  mkdirSync(home, { recursive: true });
  const child = spawn(process.execPath, [LAUNCHER, "serve", "--port", "0"], {
    cwd: home,
    env: environment(home),
    stdio: ["ignore", "pipe", "pipe"],
  });
  children.add(child);
  let [said, complained] = ["", ""];
  child.stderr.setEncoding("utf8").on("data", (more: string) => (complained += more));
  const isUp = new Promise<boolean>((done) => {
    child.stdout.setEncoding("utf8").on("data", (more: string) => {
      said += more;
      if (said.includes("Ctrl-C stops")) done(true);
    });
    child.once("close", () => {
      children.delete(child);
      done(false);
    });
  });
  return (await isUp) ? running(child, home) : { refused: complained };
}

/** Starts it where it must start. */
export async function serving(home: string): Promise<Server> {
  const server = await startIn(home);
  if ("refused" in server) throw new Error(`recall serve was refused: ${server.refused}`);
  return server;
}

function running(child: ChildProcess, home: string): Server {
  const pid = child.pid ?? 0;
  const ended = once(child, "close");
  return {
    home,
    client: () => newClient(home),
    async kill(victim) {
      const runtime = runtimeOf(pid);
      if (victim !== "workerd") child.kill("SIGKILL");
      if (victim !== "node" && runtime !== undefined) killed(runtime.pid);
      if (victim === "workerd") {
        await untilServing(home);
        return this;
      }
      await ended;
      return serving(home);
    },
    async stop() {
      child.kill("SIGINT");
      await ended;
    },
  };
}

/** One command of the real command line in a home. */
export async function recall(home: string, ...parameters: readonly string[]) {
  const child = spawn(process.execPath, [LAUNCHER, ...parameters], {
    cwd: home,
    env: environment(home),
    stdio: ["ignore", "pipe", "pipe"],
    timeout: 2 * PATIENCE_MS,
  });
  const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr)]);
  const code = child.exitCode ?? (await once(child, "close"))[0];
  return { code: Number(code), stdout, stderr };
}
