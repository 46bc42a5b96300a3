import { type ChildProcess, execFileSync, fork } from "node:child_process";
import { join } from "node:path";
import type { PeerId } from "./table.ts";

/** A tool's places, as its process is given them. */
export interface ChildPlace {
  readonly folder: string;
  readonly home: string;
  /** A module whose `load` imports from where the tool's packages are. */
  readonly loader: string;
}

/** What a tool's process is asked to do. `documents`: a JSON file of them. */
export type Step =
  | { readonly kind: "version" }
  | { readonly kind: "index"; readonly documents: string }
  | { readonly kind: "ask"; readonly queries: readonly string[]; readonly limit: number };

export interface Timed {
  readonly paths: readonly string[];
  readonly ms: number;
}

/** Its answer to each step: the version, milliseconds, ranked paths. */
export interface Replies {
  readonly version: string;
  readonly index: number;
  readonly ask: readonly Timed[];
}

/** A tool in a process of its own. */
export interface PeerProcess {
  /** Throws when the process ends instead, with the last line that it wrote of an error. */
  readonly do: <Kind extends Step["kind"]>(step: Extract<Step, { kind: Kind }>) => Promise<Replies[Kind]>;
  /** Resident memory of it and of all that it started, bytes; undefined where `ps` cannot tell. */
  readonly memory: () => number | undefined;
}

const CHILD = join(import.meta.dirname, "child.ts");
const KIB = 1_024;
/** Characters of an error's message in the table. */
const REASON_CHARS = 200;

/** The message of an error that Node printed, or the last line. */
function reasonOf(stderr: string, code: number | null): string {
  const lines = stderr.split("\n").filter((line) => line.trim() !== "");
  const error = lines.findLast((line) => /^\[?(?:\w*Error|\w+ \[\w+\]|Uncaught)\b.*:/.test(line.trim()));
  return (error ?? lines.at(-1) ?? `ended with exit code ${code}`).trim().slice(0, REASON_CHARS);
}

/** Sums the resident memory of a process and its descendants. */
function memoryBelow(root: number): number | undefined {
  if (process.platform === "win32") return undefined;
  const rows = execFileSync("ps", ["-A", "-o", "pid=,ppid=,rss="], { encoding: "utf8" })
    .split("\n")
    .map((line) => line.trim().split(/\s+/).map(Number));
  const below = new Set([root]);
  let bytes = 0;
  // A child can be listed before its parent where numbers are used again: look until nothing is added.
  for (let size = 0; size < below.size; ) {
    size = below.size;
    for (const [pid = 0, parent = 0] of rows) if (below.has(parent)) below.add(pid);
  }
  for (const [pid = 0, , kib = 0] of rows) if (below.has(pid)) bytes += kib * KIB;
  return bytes;
}

/** Ends the process by closing its channel and waits for it. */
const ended = (child: ChildProcess): Promise<void> =>
  new Promise((done) => {
    if (child.exitCode !== null || child.signalCode !== null) return done();
    child.once("exit", () => done());
    if (child.connected) child.disconnect();
  });

/** Starts a tool's process, works with it and ends it. Throws what `work` throws. */
export async function withPeer<Result>(
  id: PeerId,
  place: ChildPlace,
  work: (peer: PeerProcess) => Promise<Result>,
): Promise<Result> {
  const child = fork(CHILD, [id, JSON.stringify(place)], {
    execArgv: ["--disable-warning=ExperimentalWarning"],
    stdio: ["ignore", "ignore", "pipe", "ipc"],
  });
  let stderr = "";
  child.stderr?.setEncoding("utf8").on("data", (text: string) => {
    stderr += text;
  });
  const failed = new Promise<never>((_, fail) => {
    child.once("error", fail);
    child.once("close", (code) => fail(new Error(reasonOf(stderr, code))));
  });
  // Whoever awaits a step hears of it; after the last step nobody does.
  failed.catch(() => undefined);
  const answered = <Reply>(step: Step): Promise<Reply> =>
    new Promise((done, fail) => {
      child.once("message", (reply) => done(reply as Reply));
      child.send(step, (error) => error && fail(error));
    });
  try {
    return await work({
      do: (step) => Promise.race([answered<never>(step), failed]),
      memory: () => memoryBelow(child.pid ?? 0),
    });
  } finally {
    await ended(child);
  }
}
