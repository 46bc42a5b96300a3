import type { Env } from "./env.ts";
import { localModels } from "./local-parts.ts";
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

const handlers = createHandlers({ local: localModels }, Date.now, pageFile);

/** The same Worker on parts that need no account. */
export default handlers;

/** What `npm start` listens at. Miniflare's front door and its router are Workers of their own, .4 ms of CPU a request. */
export const door = { fetch: handlers.fetch } satisfies ExportedHandler<Env & Page>;

/** The same at the Unix socket in the server's home. */
export const homeDoor = door;
