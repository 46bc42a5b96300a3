import type { Env, IndexMessage } from "./env.ts";
import type { Models } from "./models.ts";
import { embeddedEmbedder } from "./platform/local/embedded-embedder.ts";
import { wire } from "./wiring.ts";

/** Embedded lexical parts: no model, no vector index; the vector arm scores the keyword arm's pool. */
const localModels = (): Models => ({ embedder: embeddedEmbedder(), reranker: undefined, vectors: undefined });

const MODELS = { local: localModels };

/** The same Worker on parts that need no account. */
export default {
  fetch: (request, env, context) => wire(env, MODELS).fetch(request, env, context),
  async queue(batch, env) {
    for (const workspace of new Set(batch.messages.map(({ body }) => body.workspace)))
      await wire(env, MODELS).sweep("queue", workspace);
  },
  scheduled: (_controller, env) => wire(env, MODELS).sweep("cron"),
} satisfies ExportedHandler<Env, IndexMessage>;
