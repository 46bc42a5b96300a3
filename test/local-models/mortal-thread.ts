import { parentPort } from "node:worker_threads";
import "../../src/local-models/thread.ts";
import type { ThreadRequest } from "../../src/local-models/thread.ts";

/** The models' thread, which dies of one text. */
parentPort?.on("message", (request: ThreadRequest) => {
  if ("job" in request && request.job.texts.some((text) => text.includes("DIE"))) throw new Error("it died");
});
