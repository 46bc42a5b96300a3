import { type Background, createBackground } from "./background/scheduled.ts";
import { boundDatabases, type Databases } from "./database/several/databases.ts";
import { createDayCounter, type DayCounter } from "./database/day-counter.ts";
import { namingDamage } from "./database/failures/file-damage.ts";
import { openSession } from "./database/session.ts";
import type { Env, IndexMessage } from "./env.ts";
import { AppError } from "./errors.ts";
import { createApp } from "./http/app.ts";
import { otlpExporter } from "./http/observability/otlp-export.ts";
import { GUARDS } from "./http/guarded-answers.ts";
import { countedModels } from "./models/counted.ts";
import { createMeter } from "./models/ports.ts";
import { OPERATIONS_A_MESSAGE } from "./prices.ts";
import { searchSweeps } from "./search/service/search-sweeps.ts";
import { createServices } from "./services.ts";
import { type ModelsFor, readSettings, type Settings } from "./settings.ts";
import { VERSION } from "./version.ts";
import { accessRecorder } from "./workspaces/access-log/record-access.ts";
import { createUnitLimits } from "./workspaces/limits/unit-limits.ts";

/** Everything the Worker can be asked, built once an isolate. */
interface Wired {
  fetch(request: Request, context: ExecutionContext): Response | Promise<Response>;
  readonly background: Background;
  readonly day: DayCounter;
}

/** Finds a file of the page for a request. */
type Files = (request: Request, env: Env) => Promise<Response | undefined>;

/** The handlers of an entry file, for the platforms that it can run on, and with the files that it serves itself. */
export function createHandlers(modelsFor: ModelsFor, now: () => number = Date.now, files?: Files) {
  const wired = new WeakMap<Env, Wired>();
  const wire = (env: Env): Wired => {
    const made = wired.get(env) ?? build(readSettings(onItsDisk(env), modelsFor, now), files);
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
      const { background, day } = wire(env);
      day.add({ queueOperations: batch.messages.length * OPERATIONS_A_MESSAGE.received });
      await background.queue(batch.messages.map(({ body }) => body));
    },
    async scheduled({ scheduledTime }, env) {
      await wire(env).background.cron(scheduledTime);
    },
  } satisfies ExportedHandler<Env, IndexMessage>;
}

/** A local database is a file of this machine, which may be damaged; Cloudflare keeps those of an account whole. */
const onItsDisk = (env: Env): Env => (env.PLATFORM === "local" ? { ...env, DB: namingDamage(env.DB) } : env);

/** What is wrong before there is an application to say so. */
function misconfigured(error: unknown): Response {
  if (!(error instanceof AppError)) throw error;
  console.error(error.message);
  const { code, message, status } = error;
  return Response.json({ error: { code, message } }, { status, headers: GUARDS });
}

/** The settings with parts that count what they use. */
function counted(settings: Settings, day: DayCounter): Settings {
  const { env, models } = settings;
  const queue: Env["INDEX_QUEUE"] = {
    send(...message) {
      day.add({ queueOperations: OPERATIONS_A_MESSAGE.sent });
      return env.INDEX_QUEUE.send(...message);
    },
  };
  return { ...settings, env: { ...env, INDEX_QUEUE: queue }, models: countedModels(models, day.add) };
}

/** Asks the process that started a local server, which sees its disk. */
function diskOf({ DISK }: Env): (() => Promise<boolean>) | undefined {
  if (DISK === undefined) return undefined;
  return async () => {
    const answer = await DISK.fetch("http://disk/");
    return ((await answer.json()) as { isFull: boolean }).isFull;
  };
}

/** Each database counts the calls for its own workspaces: together they stay within the budget. */
const shareOf = (budget: number | undefined, { count }: Databases): number | undefined =>
  budget && Math.floor(budget / count);

function build(read: Settings, files?: Files): Wired {
  const day = createDayCounter();
  const databases = boundDatabases(read.env);
  const settings = counted({ ...read, modelBudget: shareOf(read.modelBudget, databases) }, day);
  const { env, secrets, corsOrigins, allowedHosts, listensAt, readsNames, unitsPerMinute, quotas, now } =
    settings;
  const background = createBackground(settings, {
    databases,
    queue: env.INDEX_QUEUE,
    day,
    readsNames,
  });
  const open = (database: number) =>
    openSession(databases, { database, from: "primary", meter: createMeter(), day });
  const access = accessRecorder({ secret: env.SIGNING_SECRET, open });
  const units = createUnitLimits({
    perMinute: unitsPerMinute,
    open: (place) => open(databases.of(place)),
    now,
  });
  const app = createApp({
    ...{ access, units },
    services: createServices(settings, searchSweeps(background.afterSearch, now)),
    databases,
    secrets,
    limiters: { token: env.RATE_LIMIT, address: env.ADDRESS_LIMIT },
    corsOrigins,
    allowedHosts,
    diskIsFull: diskOf(env),
    isLocal: env.PLATFORM === "local",
    files: files && ((request) => files(request, env)),
    listensAt,
    day,
    ...{ readsNames, quotas },
    traces: settings.traces && otlpExporter(settings.traces, VERSION, now),
    version: VERSION,
    now,
  });
  return {
    fetch: (request, context) => app.fetch(request, env, context),
    background,
    day,
  };
}
