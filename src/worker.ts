import type { Env, IndexMessage } from "./env.ts";
import { cloudflareModels } from "./models.ts";
import { wire } from "./wiring.ts";

const MODELS = { cloudflare: cloudflareModels };

/** Everything the deployed Worker can be asked. */
export default {
  fetch: (request, env, context) => wire(env, MODELS).fetch(request, env, context),
  // The outbox holds the work: a message only says that there is some, so any number of them ask for one sweep.
  async queue(batch, env) {
    for (const workspace of new Set(batch.messages.map(({ body }) => body.workspace)))
      await wire(env, MODELS).sweep("queue", workspace);
  },
  scheduled: (_controller, env) => wire(env, MODELS).sweep("cron"),
} satisfies ExportedHandler<Env, IndexMessage>;
