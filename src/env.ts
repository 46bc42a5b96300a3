import type { WorkMessage } from "./background/work-message.ts";
import type { BackupBucket } from "./backup/kept/bucket.ts";
import type { Plan } from "./config.ts";
import type { VectorizeBinding } from "./models/cloudflare/vectorize.ts";
import type { AiBinding } from "./models/cloudflare/workers-ai.ts";

/** Messages of the queue. */
export type IndexMessage = WorkMessage;

interface RateLimiter {
  limit(options: { key: string }): Promise<{ success: boolean }>;
}

/**
 * Bindings and variables. `npm run docs` makes docs/reference/settings.md of the names in capitals and their comments: one
 * comment a name, `@default` last.
 */
export interface Env {
  /** The D1 database: documents, passages, keyword index, memories, everything that must last. */
  readonly DB: D1Database;
  /** The second D1 database, for more workspaces; `DB_3` is the third, and so on without a gap. @default the first one alone */
  readonly DB_2?: D1Database;
  /** The queue that starts background work. */
  readonly INDEX_QUEUE: Pick<Queue<IndexMessage>, "send">;
  /** Workers AI. */
  readonly AI?: AiBinding;
  /** The Vectorize index that holds the vectors of passages. */
  readonly VECTORIZE?: VectorizeBinding;
  /** A second Vectorize index, for a model whose vectors have other dimensions than those of the first. */
  readonly VECTORIZE_NEXT?: VectorizeBinding;
  /** The R2 bucket that a daily backup of all workspaces is written to. @default none is made */
  readonly BACKUPS?: BackupBucket;
  /** A coarse net by token, beside the limits by cost. */
  readonly RATE_LIMIT?: RateLimiter;
  /** Asks the web for sources of a local server, by names that lead to public addresses only. */
  readonly WEB?: { fetch(url: string, init: RequestInit): Promise<Response> };
  /** Tells a local server whether its disk is nearly full. */
  readonly DISK?: { fetch(url: string): Promise<Pick<Response, "json">> };
  /** Is told by a local server that somebody is being answered, so that installed models embed passages a moment later. */
  readonly FOREGROUND?: { fetch(url: string): Promise<unknown> };
  /** A coarse net by address. */
  readonly ADDRESS_LIMIT?: RateLimiter;

  /** `cloudflare`: Workers AI and Vectorize. `local`: the embedded lexical parts. The Worker never guesses; a missing binding is an error. */
  readonly PLATFORM: string;
  /** Signs tokens; at least 32 characters. A secret. */
  readonly SIGNING_SECRET: string;
  /** The secret before this one: tokens that it signed stay valid while you replace them. A secret. */
  readonly SIGNING_SECRET_PREVIOUS?: string;
  /** `free` makes uploads, sweeps and scans of pending vectors small enough for the Workers free plan. @default paid */
  readonly PLAN?: Plan | string;
  /** Model calls a day for all workspaces together; beyond them search goes on by keyword. @default no limit */
  readonly MODEL_BUDGET_PER_DAY?: string;
  /** Units that one token may spend in a minute (a search is 1, an answer of `ask` 20); 0: no limit. @default 600; locally 6000 */
  readonly TOKEN_UNITS_PER_MINUTE?: string;
  /** Units that all tokens of one workspace may spend in a minute together; 0: no limit. @default 3000; locally 12000 */
  readonly WORKSPACE_UNITS_PER_MINUTE?: string;
  /** Bytes of text that a workspace may hold which has no quotas of its own; 0: no limit. @default 1000000000; locally 0 */
  readonly MAX_BYTES?: string;
  /** Documents that such a workspace may hold, memories among them; 0: no limit. @default 200000; locally 0 */
  readonly MAX_DOCUMENTS?: string;
  /** Memories that such a workspace may hold; 0: no limit. @default 100000; locally 0 */
  readonly MAX_MEMORIES?: string;
  /** Tokens that such a workspace may have which have not ended; 0: no limit. @default 1000; locally 0 */
  readonly MAX_TOKENS?: string;
  /** Model calls that such a workspace may make in a UTC day; beyond them its searches go on by keyword; 0: no limit. @default 0 */
  readonly MAX_MODEL_CALLS?: string;
  /** Hosts with ports that sources of a local server may be pulled from wherever they are, `wiki.lan:8080`, separated by commas. @default none: public servers on port 80 and 443 */
  readonly SOURCE_HOSTS?: string;
  /** Names of bindings of R2 buckets that sources may be pulled from, separated by commas. @default none */
  readonly SOURCE_BUCKETS?: string;
  /** Base URL of an OTLP/HTTP receiver that traces of requests are sent to, `http://localhost:4318`. @default nowhere */
  readonly OTLP_URL?: string;
  /** Headers for that receiver, `name=value`, separated by commas, values percent-encoded. A secret. @default none */
  readonly OTLP_HEADERS?: string;
  /** Share of the requests that are traced, 0 to 1, where the caller does not decide by `traceparent`. @default 1 */
  readonly OTLP_SAMPLE?: string;
  /** Web origins that may call the API, separated by commas. @default none */
  readonly CORS_ORIGINS?: string;
  /** Host names that `/mcp`, and a local server as a whole, answer to, separated by commas; a local server always answers to `localhost`. @default what Cloudflare routes to the Worker */
  readonly ALLOWED_HOSTS?: string;
  /** Where a local server listens, `127.0.0.1:8787`: set by `recall serve` and `npm start`, and what the server proves to a client on this machine. @default none */
  readonly LISTENS_AT?: string;
  /** `off`: the Worker asks its caches before it calls the embedding model; that saves model calls and costs a hop. @default on */
  readonly SPECULATE?: string;
  /** `off`: no text of any workspace is read for names, and no text model is asked about them. @default on */
  readonly NAMES?: string;
  /** What the recall log keeps of queries: `text`, `hash` (a SHA-256 of each), or `off` for no log. @default text */
  readonly LOG_QUERIES?: string;
  /** Daily backups that stay in the bucket of backups, 1 to 1000. @default 7 */
  readonly BACKUPS_KEPT?: string;
  /** Days that a search stays in the recall log, 1 to 3650. @default 90 */
  readonly LOG_DAYS?: string;
  /** The embedding model of Workers AI: `@cf/baai/bge-m3` for many languages (1024 dimensions), or `bge-small-`, `bge-base-` or `bge-large-en-v1.5` for English (384, 768, 1024). @default @cf/baai/bge-base-en-v1.5 */
  readonly EMBEDDING_MODEL?: string;
  /** `cls` or `mean`; vectors of the two cannot be compared. Not for `@cf/baai/bge-m3`, which has its own. @default cls */
  readonly EMBEDDING_POOLING?: string;
  /** The re-ranking model: its name on Workers AI or on the re-ranking server. @default @cf/baai/bge-reranker-base */
  readonly RERANK_MODEL?: string;
  /** The text model: its name on Workers AI, or with `GENERATE_URL` on that server, where it is required. @default @cf/zai-org/glm-4.7-flash */
  readonly GENERATE_MODEL?: string;
  /** Base URL of an embedding server with OpenAI's API (Ollama, llama.cpp, TEI, OpenAI), instead of Workers AI. */
  readonly EMBEDDINGS_URL?: string;
  /** The embedding server's model; required with the URL. */
  readonly EMBEDDINGS_MODEL?: string;
  /** The embedding server's key. A secret. */
  readonly EMBEDDINGS_KEY?: string;
  /** Length of the embedding server's vectors. @default known for known models */
  readonly EMBEDDINGS_DIMENSIONS?: string;
  /** Text that the embedding server's model wants before a query; may be empty. @default known for known models */
  readonly EMBEDDINGS_QUERY_PREFIX?: string;
  /** Text that the embedding server's model wants before a passage; may be empty. @default known for known models */
  readonly EMBEDDINGS_DOCUMENT_PREFIX?: string;
  /** Milliseconds that a call of indexing may take; a search waits 4 seconds at most. @default 15000 */
  readonly EMBEDDINGS_TIMEOUT_MS?: string;
  /** Passages that a call of indexing sends to the embedding server at most, 1 to 200: fewer for a slow one. @default 32; of an installed model as many as take it 3 seconds */
  readonly EMBEDDINGS_BATCH?: string;
  /** Base URL of the re-ranking server. @default the provider's public one */
  readonly RERANK_URL?: string;
  /** `workers-ai`, `llama.cpp`, `jina`, `siliconflow`, `voyage`, `pinecone`, `tei` or `none`. @default workers-ai; with a URL llama.cpp */
  readonly RERANK_PROVIDER?: string;
  /** The re-ranking server's key. A secret. */
  readonly RERANK_KEY?: string;
  /** Milliseconds that a search waits for the re-ranking server. @default 5000 */
  readonly RERANK_TIMEOUT_MS?: string;
  /** Passages that a search sends to the re-ranking server at most, the best first. @default as many as the profile says, 30 */
  readonly RERANK_PASSAGES?: string;
  /** Tokens of a passage that the re-ranking server is sent at most, 64 to 352: longer ones are cut to lines that match. @default 352 */
  readonly RERANK_PASSAGE_TOKENS?: string;
  /** Base URL of a text server with OpenAI's chat API, instead of Workers AI. */
  readonly GENERATE_URL?: string;
  /** The text server's key. A secret. */
  readonly GENERATE_KEY?: string;
  /** Milliseconds that a call of the text model may take, unless the caller has less time. @default 30000 */
  readonly GENERATE_TIMEOUT_MS?: string;
  /** Dimensions of the index that `VECTORIZE` binds. @default those of the embedding model; beside `VECTORIZE_NEXT` 768 */
  readonly VECTORIZE_DIMENSIONS?: string;
  /** Dimensions of the index that `VECTORIZE_NEXT` binds. @default those of the embedding model */
  readonly VECTORIZE_NEXT_DIMENSIONS?: string;
}
