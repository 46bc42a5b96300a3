import { DEFAULTS } from "../config.ts";
import { AppError } from "../errors.ts";
import { embeddingModel } from "./http/embedding-models.ts";
import type { ServerOptions } from "./http/http-call.ts";
import type { HttpRerankerOptions } from "./http/http-reranker.ts";
import type { OpenAiEmbedderOptions } from "./http/openai-embedder.ts";
import { RERANK_SHAPES, type RerankProvider } from "./http/rerank-shapes.ts";

// Variables that put a model server in a part's place. Every mistake is AppError `misconfigured` with the variable's name
// and what it may be; none is guessed away.

/** Least and most milliseconds of a time limit: an embedding call ends within the lease on its work (120 s). */
const TIMEOUT_MS = { least: 50, most: 100_000 } as const;

/** As many as a profile may have re-ranked. */
const RERANK_PASSAGES = { least: 1, most: 100 } as const;
/** Less is hardly a sentence, and more is not sent. */
const RERANK_PASSAGE_TOKENS = { least: 64, most: DEFAULTS.rerankPassageTokens } as const;

/** Texts of a call; more than a few hundred are in no server's limits. */
const EMBEDDINGS_BATCH = { least: 1, most: 200 } as const;

/** More is in no model's card; the vector index of an account takes fewer still. */
const MAX_DIMENSIONS = 4_096;

type Variable =
  | `EMBEDDINGS_${"URL" | "MODEL" | "KEY" | "DIMENSIONS" | "QUERY_PREFIX" | "DOCUMENT_PREFIX" | "TIMEOUT_MS" | "BATCH"}`
  | `RERANK_${"URL" | "PROVIDER" | "MODEL" | "KEY" | "TIMEOUT_MS" | "PASSAGES" | "PASSAGE_TOKENS"}`
  | `GENERATE_${"URL" | "MODEL" | "KEY" | "TIMEOUT_MS"}`;

export type ModelVariables = { readonly [Name in Variable]?: string | undefined };

const misconfigured = (why: string): AppError => new AppError("misconfigured", why);

/** Empty is unset, as in a shell's `NAME= npm start`. */
const textOf = (env: ModelVariables, name: Variable): string | undefined => env[name] || undefined;

/** Which embedding server to ask; undefined: none. */
export function readEmbeddings(env: ModelVariables): OpenAiEmbedderOptions | undefined {
  const server = serverOf(env, "EMBEDDINGS", DEFAULTS.sweepCallTimeoutMs);
  if (server === undefined) return without(env, "EMBEDDINGS_URL", EMBEDDINGS_NEEDS_URL);
  const known = embeddingModel(server.model);
  const dimensions = numberOf(env, "EMBEDDINGS_DIMENSIONS", { least: 1, most: MAX_DIMENSIONS });
  if (dimensions === undefined && known.dimensions === undefined)
    throw misconfigured(
      `EMBEDDINGS_DIMENSIONS is not known of ${server.model}: set it to the length of its vectors`,
    );
  const isShortened = dimensions !== undefined && known.canShorten && dimensions !== known.dimensions;
  return {
    ...server,
    dimensions: dimensions ?? known.dimensions ?? 0,
    asksDimensions: isShortened,
    maxBatch: numberOf(env, "EMBEDDINGS_BATCH", EMBEDDINGS_BATCH),
    spansLanguages: known.spansLanguages,
    // Here empty is a value: no prefix.
    queryPrefix: env.EMBEDDINGS_QUERY_PREFIX ?? known.queryPrefix,
    documentPrefix: env.EMBEDDINGS_DOCUMENT_PREFIX ?? known.documentPrefix,
  };
}

const EMBEDDINGS_NEEDS_URL: readonly Variable[] = [
  "EMBEDDINGS_MODEL",
  "EMBEDDINGS_KEY",
  "EMBEDDINGS_DIMENSIONS",
  "EMBEDDINGS_QUERY_PREFIX",
  "EMBEDDINGS_DOCUMENT_PREFIX",
  "EMBEDDINGS_TIMEOUT_MS",
  "EMBEDDINGS_BATCH",
];

/** A server, the account's own re-ranker, or none. */
type RerankChoice = HttpRerankerOptions | "workers-ai" | "none";

/** What a URL without a provider means: the shape that most self-hosted servers speak. */
const USUAL_PROVIDER: RerankProvider = "llama.cpp";

/** Which re-ranker to ask; `usual` is the platform's own choice when nothing is said. */
export function readRerank(env: ModelVariables, usual: "workers-ai" | "none"): RerankChoice {
  const url = urlOf(env, "RERANK_URL");
  const name = textOf(env, "RERANK_PROVIDER") ?? (url === undefined ? usual : USUAL_PROVIDER);
  const own = usual === "none" ? ["none"] : [usual, "none"];
  if (own.includes(name)) {
    without(env, `RERANK_PROVIDER as a server, not ${name}`, [
      "RERANK_URL",
      "RERANK_KEY",
      "RERANK_TIMEOUT_MS",
      "RERANK_PASSAGES",
      "RERANK_PASSAGE_TOKENS",
      ...(usual === "none" ? (["RERANK_MODEL"] as const) : []),
    ]);
    return name as "workers-ai" | "none";
  }
  if (!isProvider(name))
    throw misconfigured(`RERANK_PROVIDER is one of: ${[...Object.keys(RERANK_SHAPES), ...own].join(", ")}`);
  const { publicUrl, needsModel } = RERANK_SHAPES[name];
  const model = textOf(env, "RERANK_MODEL");
  if (url === undefined && publicUrl === undefined)
    throw misconfigured(`RERANK_PROVIDER ${name} needs RERANK_URL: where the server is`);
  if (needsModel && model === undefined)
    throw misconfigured(`RERANK_PROVIDER ${name} needs RERANK_MODEL: the name of the re-ranking model`);
  const passages = numberOf(env, "RERANK_PASSAGES", RERANK_PASSAGES);
  const tokens = numberOf(env, "RERANK_PASSAGE_TOKENS", RERANK_PASSAGE_TOKENS);
  return {
    provider: name,
    url,
    model,
    key: textOf(env, "RERANK_KEY"),
    timeoutMs: timeoutOf(env, "RERANK_TIMEOUT_MS", DEFAULTS.rerankTimeoutMs),
    ...(passages !== undefined || tokens !== undefined ? { reads: { passages, tokens } } : {}),
  };
}

const isProvider = (name: string): name is RerankProvider => Object.hasOwn(RERANK_SHAPES, name);

/** Which text model's server to ask; undefined: the platform's own, whose name is GENERATE_MODEL, or none. */
export function readGenerate(env: ModelVariables, usual: "workers-ai" | "none"): ServerOptions | undefined {
  const server = serverOf(env, "GENERATE", DEFAULTS.generateTimeoutMs);
  if (server !== undefined) return server;
  const needsUrl: readonly Variable[] = ["GENERATE_KEY", "GENERATE_TIMEOUT_MS"];
  return without(env, "GENERATE_URL", usual === "none" ? ["GENERATE_MODEL", ...needsUrl] : needsUrl);
}

const MODEL_KINDS = { EMBEDDINGS: "embedding", GENERATE: "text" } as const;

/** The server of a part; undefined: its URL is not set. */
function serverOf(
  env: ModelVariables,
  part: keyof typeof MODEL_KINDS,
  usualMs: number,
): ServerOptions | undefined {
  const url = urlOf(env, `${part}_URL`);
  if (url === undefined) return undefined;
  const model = textOf(env, `${part}_MODEL`);
  if (model === undefined)
    throw misconfigured(`${part}_URL needs ${part}_MODEL: the name of the ${MODEL_KINDS[part]} model`);
  const timeoutMs = timeoutOf(env, `${part}_TIMEOUT_MS`, usualMs);
  return { url, model, key: textOf(env, `${part}_KEY`), timeoutMs };
}

/** Throws `misconfigured` where a server without an account could not start its models. */
export function assertLocalModels(variables: ModelVariables): void {
  readEmbeddings(variables);
  readRerank(variables, "none");
  readGenerate(variables, "none");
}

/** Settings of a server that is not asked are a mistake. */
function without(env: ModelVariables, needed: string, names: readonly Variable[]): undefined {
  const [set] = names.filter((name) => textOf(env, name) !== undefined);
  if (set !== undefined) throw misconfigured(`${set} is set; it needs ${needed}`);
  return undefined;
}

function urlOf(env: ModelVariables, name: Variable): string | undefined {
  const text = textOf(env, name);
  if (text === undefined) return undefined;
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const isHttp = url?.protocol === "http:" || url?.protocol === "https:";
  if (!isHttp || url.username !== "" || url.password !== "")
    throw misconfigured(`${name} is an http:// or https:// address without a user in it`);
  return text;
}

function numberOf(
  env: ModelVariables,
  name: Variable,
  { least, most }: Readonly<Record<"least" | "most", number>>,
): number | undefined {
  const text = textOf(env, name);
  if (text === undefined) return undefined;
  const value = /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN;
  if (value >= least && value <= most) return value;
  throw misconfigured(`${name} is a whole number from ${least} to ${most}`);
}

const timeoutOf = (env: ModelVariables, name: Variable, usual: number): number =>
  numberOf(env, name, TIMEOUT_MS) ?? usual;
