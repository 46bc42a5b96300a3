import { type Background, createBackground } from "./background/scheduled.ts";
import type { Env, IndexMessage } from "./env.ts";
import { AppError } from "./errors.ts";
import { createApp } from "./http/app.ts";
import { searchSweeps } from "./search/service/search-sweeps.ts";
import { createServices } from "./services.ts";
import { type ModelsFor, readSettings, type Settings } from "./settings.ts";
import { VERSION } from "./version.ts";

/** Everything the Worker can be asked, built once an isolate. */
interface Wired {
  fetch(request: Request, context: ExecutionContext): Response | Promise<Response>;
  readonly background: Background;
}

/** The handlers of an entry file, for the platforms that it can run on. */
export function createHandlers(modelsFor: ModelsFor, now: () => number = Date.now) {
  const wired = new WeakMap<Env, Wired>();
  const wire = (env: Env): Wired => {
    const made = wired.get(env) ?? build(readSettings(env, modelsFor, now));
    wired.set(env, made);
    return made;
  };
  return {
    async fetch(request, env, context) {
      try {
        return await wire(env).fetch(request, context);
      } catch (error) {
        return misconfigured(error);
      }
    },
    // The database holds the work: a message only says that there is some, so any number of them ask for one sweep.
    async queue(batch, env) {
      await wire(env).background.queue(batch.messages.map(({ body }) => body));
    },
    async scheduled({ scheduledTime }, env) {
      await wire(env).background.cron(scheduledTime);
    },
  } satisfies ExportedHandler<Env, IndexMessage>;
}

/** What is wrong before there is an application to say so. */
function misconfigured(error: unknown): Response {
  if (!(error instanceof AppError)) throw error;
  console.error(error.message);
  const { code, message, status } = error;
  return Response.json({ error: { code, message } }, { status });
}

function build(settings: Settings): Wired {
  const { env, secrets, corsOrigins, allowedHosts, now } = settings;
  const background = createBackground(settings, { database: env.DB, queue: env.INDEX_QUEUE });
  const app = createApp({
    services: createServices(settings, searchSweeps(background.afterSearch, now)),
    database: env.DB,
    secrets,
    limiters: { token: env.RATE_LIMIT, address: env.ADDRESS_LIMIT },
    corsOrigins,
    allowedHosts,
    version: VERSION,
    now,
  });
  return {
    fetch: (request, context) => app.fetch(request, env, context),
    background,
  };
}
