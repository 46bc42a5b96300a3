import type { Env } from "./env.ts";
import { localModels } from "./local-parts.ts";
import { createForeground } from "./models/local/foreground.ts";
import type { Models } from "./models/models.ts";
import { createHandlers } from "./wiring.ts";
import { isWorkerPath } from "./worker-paths.ts";

interface Page {
  /** Files of the page, where there are any. */
  readonly ASSETS?: Fetcher;
}

/** A file of the page, as Cloudflare's own router finds it; undefined: the Worker answers. */
async function pageFile(request: Request, { ASSETS }: Env & Page): Promise<Response | undefined> {
  if (ASSETS === undefined || !["GET", "HEAD"].includes(request.method)) return undefined;
  if (isWorkerPath(new URL(request.url).pathname)) return undefined;
  const file = await ASSETS.fetch(request);
  return file.status === 404 ? undefined : file;
}

const foreground = createForeground();

const noticedModels = (env: Env): Models => {
  const models = localModels(env);
  return { ...models, embedder: foreground.noticing(models.embedder) };
};

const handlers = createHandlers({ local: noticedModels }, Date.now, pageFile);

/** The same Worker on parts that need no account. */
export default handlers;

/** Programs look at these again and again, while passages are embedded most of all. */
const UNHURRIED: ReadonlySet<string> = new Set(["/health", "/health/proof", "/v1/status"]);

/** What `npm start` listens at. Miniflare's front door and its router are Workers of their own, .4 ms of CPU a request. */
export const door = {
  async fetch(request, env, context) {
    const answer = () => handlers.fetch(request, env, context);
    const { FOREGROUND } = env;
    if (FOREGROUND === undefined || UNHURRIED.has(new URL(request.url).pathname)) return answer();
    // A process that is gone has nothing that could wait.
    const tell = () => context.waitUntil(FOREGROUND.fetch("http://foreground/").catch(() => undefined));
    return foreground.during(tell, answer);
  },
} satisfies ExportedHandler<Env & Page>;

/** The same at the Unix socket in the server's home. */
export const homeDoor = door;
