import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import type { ProcessRequest } from "../../../../src/local-models/model-process.ts";

// Preloaded (`node --import`) into the models' process. Where a file of a job's kind lies in the folder HELD_JOBS, with a
// number in it, so many jobs of the kind go through; the next one is held, which a second file says, until the file is gone.

const POLL_MS = 5;
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
  if (through > 0) return writeFileSync(file, String(through - 1));
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
