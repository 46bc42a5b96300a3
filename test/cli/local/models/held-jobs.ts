import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import type { ProcessRequest } from "../../../../src/local-models/model-process.ts";

// Preloaded (`node --import`) into what `recall` starts. In the models' process: where a file of a job's kind lies in the folder HELD_JOBS, with a
// number in it, so many jobs of the kind go through; the next one is held, which a second file says, until the file is gone.
// In the server: its clock of a re-ranking goes slowly, so that a machine that others keep busy reads as much as a quiet one.

const POLL_MS = 5;
const SLOWER = 100;
const folder = process.env.HELD_JOBS;
const clock = new Int32Array(new SharedArrayBuffer(4));

function kindOf({ query, isUrgent }: { readonly query?: string | undefined; readonly isUrgent: boolean }) {
  if (query !== undefined) return "rerank";
  return isUrgent ? "query" : "passages";
}

function hold(request: ProcessRequest): void {
  if (folder === undefined || "cancel" in request) return;
  const file = join(folder, kindOf(request.job));
  if (!existsSync(file)) return;
  const through = Number(readFileSync(file, "utf8"));
  if (through > 0) {
    writeFileSync(file, String(through - 1));
    return;
  }
  writeFileSync(`${file}.held`, "");
  // Blocks the process, as a batch does.
  while (existsSync(file)) Atomics.wait(clock, 0, 0, POLL_MS);
}

function onListener(name: string | symbol): void {
  if (name !== "message") return;
  process.off("newListener", onListener);
  // Not earlier: the first listener has what waits handed over.
  process.prependListener("message", hold as NodeJS.MessageListener);
}

if (basename(process.argv[1] ?? "").startsWith("model-process")) process.on("newListener", onListener);

if (process.argv[2] === "serve") {
  const now = performance.now.bind(performance);
  performance.now = () => now() / SLOWER;
}
