import { type ChildProcess, fork } from "node:child_process";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import pLimit from "p-limit";
import type { ConversionReason } from "../../text/markup/conversion-error.ts";
import type { ConvertAnswer, ConvertRequest } from "./convert-process.ts";

/** A file may take so long, the start of the process included, milliseconds. */
const MAX_MS = 10_000;
/** Killed above this, so that it stays below 500 MB until the next look. */
const MAX_MEMORY_BYTES = 430_000_000;
const LOOK_MS = 20;
/** JavaScript's own memory ends here also where the system does not tell what a process has, MB. */
const MAX_HEAP_MB = 300;
const PAGE_BYTES = 4_096;

/** Memory of a process as Linux counts it, bytes; 0 elsewhere. */
async function memoryOf(pid: number | undefined): Promise<number> {
  const text = await readFile(`/proc/${pid}/statm`, "utf8").catch(() => "");
  return Number(text.split(" ")[1] ?? 0) * PAGE_BYTES;
}

/** The converters' program: a source in a clone, shipped ready in a package. */
async function programOf(): Promise<string> {
  const { isClone, packageRoot } = await import("../local/load-runtime.ts");
  const root = packageRoot();
  return isClone(root)
    ? join(root, "src", "cli", "formats", "convert-process.ts")
    : join(root, "dist", "convert-process.js");
}

async function start(): Promise<ChildProcess> {
  const { SystemRoot } = process.env;
  const child = fork(await programOf(), [], {
    // Nothing of the environment: it may hold tokens.
    env: { ...(SystemRoot !== undefined && { SystemRoot }) },
    execArgv: [`--max-old-space-size=${MAX_HEAP_MB}`, "--no-warnings"],
    serialization: "advanced",
    stdio: ["ignore", "ignore", "ignore", "ipc"],
  });
  // It ends with this process, which does not wait for it.
  child.unref();
  child.channel?.unref();
  process.once("exit", () => child.kill("SIGKILL"));
  return child;
}

/** Resolves with why the process was killed, when it takes too long or too much. */
function guard(child: ChildProcess): {
  readonly killed: Promise<ConvertAnswer>;
  readonly end: () => void;
} {
  const { promise: killed, resolve } = Promise.withResolvers<ConvertAnswer>();
  const kill = (reason: ConversionReason): void => {
    resolve({ reason });
    child.kill("SIGKILL");
  };
  const timer = setTimeout(() => kill("too_slow"), MAX_MS);
  const look = setInterval(() => {
    void memoryOf(child.pid).then((bytes) => bytes > MAX_MEMORY_BYTES && kill("too_heavy"));
  }, LOOK_MS);
  const end = (): void => {
    clearTimeout(timer);
    clearInterval(look);
  };
  return { killed, end };
}

let running: ChildProcess | undefined;

/** The answer to the one request that is under way; a process that ends before was stopped by its heap's own limit. */
function answerOf(child: ChildProcess): Promise<ConvertAnswer> {
  const { promise, resolve } = Promise.withResolvers<ConvertAnswer>();
  const onExit = (): void => resolve({ reason: "too_heavy" });
  child.once("exit", onExit);
  child.once("message", (answer) => {
    child.off("exit", onExit);
    resolve(answer as ConvertAnswer);
  });
  return promise;
}

async function ask(request: ConvertRequest): Promise<ConvertAnswer> {
  const child = running?.connected === true ? running : await start();
  running = child;
  const { killed, end } = guard(child);
  const answered = answerOf(child);
  child.send(request);
  const answer = await Promise.race([answered, killed]);
  end();
  if (answer.reason === "too_slow" || answer.reason === "too_heavy") running = undefined;
  return answer;
}

/** One after another: two would need twice the memory. */
const limit = pLimit(1);

/** Converts a file in a process of its own, which is killed when that takes more than 10 seconds or 500 MB. */
export const convertApart = (request: ConvertRequest): Promise<ConvertAnswer> => limit(ask, request);
