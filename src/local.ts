import { localModels } from "./local-models.ts";
import { createHandlers } from "./wiring.ts";

/** The same Worker on parts that need no account. */
export default createHandlers({ local: localModels });
