import { cloudflareModels } from "./models/models.ts";
import { createHandlers } from "./wiring.ts";

/** The deployed Worker: HTTP, the queue's messages and cron. */
export default createHandlers({ cloudflare: cloudflareModels });
