import "../../src/local-models/model-process.ts";
import type { ProcessRequest } from "../../src/local-models/model-process.ts";

/** The models' process, which dies of one text as for lack of memory. */
process.on("message", (request: ProcessRequest) => {
  if ("job" in request && request.job.texts.some((text) => text.includes("DIE")))
    process.kill(process.pid, "SIGKILL");
});
