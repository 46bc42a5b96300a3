import type { Plan } from "./config.ts";
import type { VectorizeBinding } from "./platform/cloudflare/vectorize.ts";
import type { AiBinding } from "./platform/cloudflare/workers-ai.ts";

/** What a queue message says; the work itself lies in the outbox. */
export interface IndexMessage {
  readonly workspace: number;
}

interface RateLimiter {
  limit(options: { key: string }): Promise<{ success: boolean }>;
}

/** Bindings and variables. README's table of settings is checked against the names in capitals. */
export interface Env {
  readonly DB: D1Database;
  readonly INDEX_QUEUE: Pick<Queue<IndexMessage>, "send">;
  readonly AI?: AiBinding;
  readonly VECTORIZE?: VectorizeBinding;
  /** Requests by token, and by address. */
  readonly RATE_LIMIT?: RateLimiter;
  readonly ADDRESS_LIMIT?: RateLimiter;

  /** cloudflare: Workers AI and Vectorize. local: the embedded lexical parts. Never guessed. */
  readonly PLATFORM: string;
  /** Signs tokens; at least 32 characters. */
  readonly SIGNING_SECRET: string;
  /** Still accepted while tokens are being replaced. */
  readonly SIGNING_SECRET_PREVIOUS?: string;
  /** paid or free: sizes of uploads, sweeps and pending scans. */
  readonly PLAN?: Plan | string;
  /** Model calls a day for all workspaces together. */
  readonly MODEL_BUDGET_PER_DAY?: string;
  /** Web origins that may call the API, separated by commas. */
  readonly CORS_ORIGINS?: string;
  /** off: no embedding call before the caches were asked; one hop more when they have nothing. */
  readonly SPECULATE?: string;
  /** Ids of the Workers AI models, and the pooling of the embedding. */
  readonly EMBEDDING_MODEL?: string;
  readonly EMBEDDING_POOLING?: string;
  readonly RERANK_MODEL?: string;
}
