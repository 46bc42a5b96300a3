import type { Plan } from "./config.ts";
import type { VectorizeBinding } from "./models/cloudflare/vectorize.ts";
import type { AiBinding } from "./models/cloudflare/workers-ai.ts";

/** What a queue message says; the work itself lies in the outbox. */
export interface IndexMessage {
  /** Undefined: of all of them. */
  readonly workspace?: number | undefined;
  /** Which kind of work (tasks.ts). @default sweep */
  readonly task?: string;
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
  /** A second index, for vectors of other dimensions than those of the first. */
  readonly VECTORIZE_NEXT?: VectorizeBinding;
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
  /** Host names that /mcp answers to, separated by commas. */
  readonly ALLOWED_HOSTS?: string;
  /** off: no embedding call before the caches were asked; one hop more when they have nothing. */
  readonly SPECULATE?: string;
  /** text: the recall log keeps queries as typed; hash: only a hash of each; off: nothing is logged. */
  readonly LOG_QUERIES?: string;
  /** Days that a search stays in the recall log. */
  readonly LOG_DAYS?: string;
  /** Ids of the Workers AI models, and the pooling of the embedding. */
  readonly EMBEDDING_MODEL?: string;
  readonly EMBEDDING_POOLING?: string;
  readonly RERANK_MODEL?: string;
  /** Id of the Workers AI text model, or with GENERATE_URL the server's. */
  readonly GENERATE_MODEL?: string;
  /** A server for embeddings in the platform's place: OpenAI's API, as Ollama, llama.cpp and TEI speak it too. */
  readonly EMBEDDINGS_URL?: string;
  readonly EMBEDDINGS_MODEL?: string;
  /** Keys are secrets. */
  readonly EMBEDDINGS_KEY?: string;
  readonly EMBEDDINGS_DIMENSIONS?: string;
  readonly EMBEDDINGS_QUERY_PREFIX?: string;
  readonly EMBEDDINGS_DOCUMENT_PREFIX?: string;
  readonly EMBEDDINGS_TIMEOUT_MS?: string;
  /** A server for re-ranking, and whose shapes it speaks. */
  readonly RERANK_URL?: string;
  readonly RERANK_PROVIDER?: string;
  readonly RERANK_KEY?: string;
  readonly RERANK_TIMEOUT_MS?: string;
  /** A server for text, of OpenAI's chat API. */
  readonly GENERATE_URL?: string;
  readonly GENERATE_KEY?: string;
  readonly GENERATE_TIMEOUT_MS?: string;
  /** Dimensions of the two vector indexes; a changed model may need the second. */
  readonly VECTORIZE_DIMENSIONS?: string;
  readonly VECTORIZE_NEXT_DIMENSIONS?: string;
}
