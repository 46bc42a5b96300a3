import type { BucketBackups } from "./backup/kept/make-backup.ts";
import { DEFAULTS, type Plan } from "./config.ts";
import type { Quotas } from "./contract/quotas.ts";
import type { Env } from "./env.ts";
import { AppError } from "./errors.ts";
import type { TraceSettings } from "./http/observability/otlp-export.ts";
import { traceSettings } from "./http/observability/trace-settings.ts";
import type { Models } from "./models/models.ts";
import type { LogQueries } from "./search/sql/search-writes.ts";
import { WEB_URL_HEADER } from "./sources/address/web-desk.ts";
import type { SourceBucket } from "./sources/adapter.ts";
import type { SourceRules } from "./sources/new-source.ts";
import type { UnitsPerMinute } from "./workspaces/limits/unit-limits.ts";
import { MIN_SECRET_CHARS } from "./workspaces/token.ts";

/** The recall log's settings. */
interface RecallLogSettings {
  readonly queries: LogQueries;
  /** Days that a search is kept. */
  readonly days: number;
}

/** How an environment's PLATFORM becomes models; each entry file brings those it can be asked for. */
export type ModelsFor = Readonly<Record<string, (env: Env) => Models>>;

/** An environment, read and checked once an isolate. */
export interface Settings {
  readonly env: Env;
  readonly models: Models;
  readonly plan: Plan;
  /** The server of one machine, for who uses that. */
  readonly isLocal: boolean;
  /** Model calls a day; undefined: no limit but the platform's. */
  readonly modelBudget: number | undefined;
  /** The present signing secret, then the one before it while tokens are being replaced. */
  readonly secrets: readonly string[];
  readonly corsOrigins: readonly string[];
  /** Where a local server listens, for a client that asks for a proof. */
  readonly listensAt: string | undefined;
  /** Host names that the server answers to; empty: those that the platform routes here. */
  readonly allowedHosts: readonly string[];
  /** False: no text of any workspace is read for names. */
  readonly readsNames: boolean;
  readonly recallLog: RecallLogSettings;
  /** What a token and a workspace may spend. */
  readonly unitsPerMinute: UnitsPerMinute;
  /** What a workspace may hold that has no quotas of its own. */
  readonly quotas: Quotas;
  /** Undefined: no bucket is bound, and the Worker makes no backups. */
  readonly backups?: BucketBackups | undefined;
  /** What sources may be pulled from, and how they are asked. */
  readonly sources: SourceSettings;
  /** Where traces of requests are sent; undefined: nowhere. */
  readonly traces: TraceSettings | undefined;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

/** What sources may be pulled from. */
interface SourceSettings extends SourceRules {
  /** Asks one address, and follows nothing. */
  readonly fetch: (url: string, init: RequestInit) => Promise<Response>;
}

/** Throws AppError `misconfigured` that names the variable and what it may be. */
export function readSettings(env: Env, modelsFor: ModelsFor, now: () => number): Settings {
  const models = modelsFor[env.PLATFORM];
  if (models === undefined)
    throw new AppError("misconfigured", `PLATFORM is one of: ${Object.keys(modelsFor).join(", ")}`);
  return {
    env,
    models: models(env),
    plan: planOf(env),
    isLocal: env.PLATFORM === "local",
    modelBudget: budgetOf(env),
    secrets: secretsOf(env),
    corsOrigins: listed(env.CORS_ORIGINS),
    listensAt: listensAtOf(env),
    allowedHosts: allowedHostsOf(env),
    readsNames: readsNamesOf(env),
    recallLog: { queries: logQueriesOf(env), days: logDaysOf(env) },
    unitsPerMinute: unitsOf(env),
    quotas: quotasIn(env),
    backups: backupsOf(env),
    sources: sourcesOf(env),
    traces: traceSettings(env),
    now,
  };
}

const listed = (text = ""): string[] =>
  text
    .split(",")
    .map((part) => part.trim())
    .filter((part) => part !== "");

/** A server on one's own machine answers to these, whatever a name on the web is made to point at. */
const LOOPBACK_HOSTS: readonly string[] = ["localhost", "127.0.0.1", "[::1]"];

function listensAtOf({ LISTENS_AT: address = "" }: Env): string | undefined {
  if (address === "") return undefined;
  if (/^(?:127(?:\.\d{1,3}){3}|\[::1\]):\d{1,5}$/.test(address)) return address;
  throw new AppError("misconfigured", "LISTENS_AT is a loopback address and a port, 127.0.0.1:8787");
}

function allowedHostsOf({ ALLOWED_HOSTS, PLATFORM }: Env): readonly string[] {
  const named = listed(ALLOWED_HOSTS);
  if (named.some((host) => !/^(?:[a-z0-9.-]+|\[[0-9a-f:.]+\])$/.test(host)))
    throw new AppError(
      "misconfigured",
      "ALLOWED_HOSTS are lower-case host names without scheme and port, separated by commas",
    );
  return PLATFORM === "local" ? [...LOOPBACK_HOSTS, ...named] : named;
}

function planOf({ PLAN: plan = "paid" }: Env): Plan {
  if (plan === "paid" || plan === "free") return plan;
  throw new AppError("misconfigured", "PLAN is paid or free");
}

function secretsOf({ SIGNING_SECRET = "", SIGNING_SECRET_PREVIOUS = "" }: Env): string[] {
  const secrets = [SIGNING_SECRET, ...(SIGNING_SECRET_PREVIOUS === "" ? [] : [SIGNING_SECRET_PREVIOUS])];
  if (secrets.every((secret) => secret.length >= MIN_SECRET_CHARS)) return secrets;
  throw new AppError("misconfigured", `SIGNING_SECRET has at least ${MIN_SECRET_CHARS} characters`);
}

function readsNamesOf({ NAMES: names = "on" }: Env): boolean {
  if (names === "on" || names === "off") return names === "on";
  throw new AppError("misconfigured", "NAMES is one of: on, off");
}

function logQueriesOf({ LOG_QUERIES: kept = "text" }: Env): LogQueries {
  if (kept === "text" || kept === "hash" || kept === "off") return kept;
  throw new AppError("misconfigured", "LOG_QUERIES is text, hash or off");
}

const DEFAULT_BACKUPS_KEPT = "7";
const MAX_BACKUPS_KEPT = 1_000;

function backupsOf({ BACKUPS: bucket, BACKUPS_KEPT: text = "" }: Env): BucketBackups | undefined {
  const kept = text || DEFAULT_BACKUPS_KEPT;
  const keep = /^\d{1,4}$/.test(kept) ? Number(kept) : 0;
  if (keep >= 1 && keep <= MAX_BACKUPS_KEPT) return bucket && { bucket, keep };
  throw new AppError("misconfigured", `BACKUPS_KEPT is a number of backups from 1 to ${MAX_BACKUPS_KEPT}`);
}

function sourcesOf(env: Env): SourceSettings {
  const { WEB } = env;
  const allowedHosts = new Set(listed(env.SOURCE_HOSTS).map((host) => host.toLowerCase()));
  if ([...allowedHosts].some((host) => !/^(?:[a-z0-9.-]+|\[[0-9a-f:.]+\]):\d{1,5}$/.test(host)))
    throw new AppError(
      "misconfigured",
      "SOURCE_HOSTS are hosts with ports, wiki.lan:8080, separated by commas",
    );
  if (allowedHosts.size > 0 && env.PLATFORM !== "local")
    throw new AppError("misconfigured", "SOURCE_HOSTS is for a server on one's own machine");
  const buckets = listed(env.SOURCE_BUCKETS).map((name) => [name, bucketOf(env, name)] as const);
  return {
    ...{ allowedHosts, buckets: Object.fromEntries(buckets) },
    // The runtime of a local server cannot see where a name leads: the process that started it asks for it.
    fetch: (url, init) =>
      WEB === undefined
        ? fetch(url, init)
        : WEB.fetch("http://web/", { ...init, headers: { ...init.headers, [WEB_URL_HEADER]: url } }),
  };
}

function bucketOf(env: Env, name: string): SourceBucket {
  const bound: unknown = (env as unknown as Readonly<Record<string, unknown>>)[name];
  if (typeof bound === "object" && bound !== null && "list" in bound && "get" in bound)
    return bound as SourceBucket;
  throw new AppError("misconfigured", `SOURCE_BUCKETS names ${name}, and no bucket of R2 is bound so`);
}

/** Ten years: more is a mistake in the unit. */
const MAX_LOG_DAYS = 3_650;

function logDaysOf({ LOG_DAYS: text = "" }: Env): number {
  if (text === "") return DEFAULTS.recallDays;
  const days = /^\d{1,4}$/.test(text) ? Number(text) : 0;
  if (days >= 1 && days <= MAX_LOG_DAYS) return days;
  throw new AppError("misconfigured", `LOG_DAYS is a number of days from 1 to ${MAX_LOG_DAYS}`);
}

/** On one's own machine they stop a program that has run wild: a minute's units may be spent at once. */
const UNITS: Readonly<Record<"cloudflare" | "local", UnitsPerMinute>> = {
  cloudflare: { token: 600, workspace: 3_000 },
  local: { token: 6_000, workspace: 12_000 },
};

function unitsOf({ PLATFORM, TOKEN_UNITS_PER_MINUTE, WORKSPACE_UNITS_PER_MINUTE }: Env): UnitsPerMinute {
  const usual = UNITS[PLATFORM === "local" ? "local" : "cloudflare"];
  return {
    token: amountOf("TOKEN_UNITS_PER_MINUTE", TOKEN_UNITS_PER_MINUTE) ?? usual.token,
    workspace: amountOf("WORKSPACE_UNITS_PER_MINUTE", WORKSPACE_UNITS_PER_MINUTE) ?? usual.workspace,
  };
}

/** None on one's own machine: its disk is one's own. */
const MAX: Readonly<Record<"cloudflare" | "local", Quotas>> = {
  cloudflare: { bytes: 1_000_000_000, documents: 200_000, memories: 100_000, tokens: 1_000, modelCalls: 0 },
  local: { bytes: 0, documents: 0, memories: 0, tokens: 0, modelCalls: 0 },
};

function quotasIn(env: Env): Quotas {
  const usual = MAX[env.PLATFORM === "local" ? "local" : "cloudflare"];
  const { MAX_BYTES, MAX_DOCUMENTS, MAX_MEMORIES, MAX_TOKENS, MAX_MODEL_CALLS } = env;
  return {
    bytes: amountOf("MAX_BYTES", MAX_BYTES) ?? usual.bytes,
    documents: amountOf("MAX_DOCUMENTS", MAX_DOCUMENTS) ?? usual.documents,
    memories: amountOf("MAX_MEMORIES", MAX_MEMORIES) ?? usual.memories,
    tokens: amountOf("MAX_TOKENS", MAX_TOKENS) ?? usual.tokens,
    modelCalls: amountOf("MAX_MODEL_CALLS", MAX_MODEL_CALLS) ?? usual.modelCalls,
  };
}

/** A whole number, 0 for no limit; undefined: it is not set. */
function amountOf(name: string, text = ""): number | undefined {
  if (text === "") return undefined;
  if (/^\d{1,12}$/.test(text)) return Number(text);
  throw new AppError("misconfigured", `${name} is a whole number of at most 12 digits; 0 is no limit`);
}

function budgetOf({ MODEL_BUDGET_PER_DAY: text = "" }: Env): number | undefined {
  if (text === "") return undefined;
  if (/^\d{1,12}$/.test(text)) return Number(text);
  throw new AppError(
    "misconfigured",
    "MODEL_BUDGET_PER_DAY is a whole number of model calls, of at most 12 digits",
  );
}
