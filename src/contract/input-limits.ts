import { DEFAULTS } from "../config.ts";
import type { JsonBounds } from "../text/json-watch.ts";

/** What a request's body may be before anybody asks what it means. */
export interface InputLimit extends JsonBounds {
  readonly bytes: number;
}

/** JSON may write a byte of a text in six: `\u0001`, and a letter that UTF-8 writes in two bytes. */
const ESCAPED = 6;
/** Beside the texts: names, dates, tags, metadata. */
const BESIDE = 500_000;

const most = (texts: number): number => texts * ESCAPED + BESIDE;

/** Characters of a memory, and bytes of the texts of a batch. */
const MEMORY_CHARS = 100_000;
const BATCH_BYTES = 1_000_000;

/** Votes, switches, names: everything that is not listed. */
const SMALL: InputLimit = { bytes: 16_000, depth: 8, keys: 100, items: 1_000, values: 2_000 };
/** A question with its filters, four groups in one another with lists in them, or every setting of a profile. */
const QUESTION: InputLimit = { bytes: 64_000, depth: 16, keys: 500, items: 1_000, values: 2_000 };
/** Twenty of them. */
const QUESTIONS: InputLimit = {
  ...QUESTION,
  bytes: 400_000,
  depth: QUESTION.depth + 2,
  values: 20 * QUESTION.values,
};
/** A memory with its metadata, which may be 32 deep and has 8 KB. */
const MEMORY: InputLimit = {
  bytes: most(MEMORY_CHARS),
  depth: 36,
  keys: 2_000,
  items: 4_000,
  values: 10_000,
};
const MEMORIES: InputLimit = { ...MEMORY, bytes: most(BATCH_BYTES) + BESIDE, values: 50_000 };
/** Each file is a list of four. */
const PATHS: InputLimit = {
  bytes: 16_000_000,
  depth: 8,
  keys: 100,
  items: DEFAULTS.maxManifestFiles,
  values: 6 * DEFAULTS.maxManifestFiles,
};
/** One file of the largest size, or many small ones; with metadata, and boundaries of its own, each with headings. */
const TEXTS: InputLimit = {
  bytes: most(DEFAULTS.maxFileBytes),
  depth: 8,
  keys: 1_000,
  items: 10_000,
  values: 60_000,
};
const RECORDS: InputLimit = { ...TEXTS, bytes: 16_000_000, depth: 40, keys: 2_000, values: 100_000 };

/** By method and route, as OpenAPI writes it. Whatever is not here is small. */
const ROUTES: Readonly<Record<string, InputLimit>> = {
  "POST /v1/search": QUESTION,
  "POST /v1/searches": QUESTIONS,
  "POST /v1/ask": QUESTION,
  "POST /v1/explain": QUESTION,
  "PUT /v1/profiles/{name}": QUESTION,
  "POST /v1/memories": MEMORY,
  "PATCH /v1/memories/{id}": MEMORY,
  "POST /v1/memories/{id}/split": MEMORIES,
  "POST /v1/memories/{id}/merge": MEMORY,
  "POST /v1/memories/batch": MEMORIES,
  "POST /v1/roots/{root}/manifest": PATHS,
  "POST /v1/roots/{root}/prune": PATHS,
  "POST /v1/roots/{root}/documents": TEXTS,
  "POST /v1/documents": TEXTS,
  "POST /v1/import": RECORDS,
  // The largest that any of its tools takes.
  "POST /mcp": { ...MEMORIES, depth: 20 },
};

/** The limit of a route, whose parameters may be written `{name}` or `:name`. */
export const limitOfRoute = (method: string, route: string): InputLimit =>
  ROUTES[`${method} ${route.replace(/:(\w+)/g, "{$1}")}`] ?? SMALL;

/** The limit of one message of /mcp, by the tool that it calls: what its route of HTTP has. */
export const limitOfTool = (tool: unknown): InputLimit => (tool === "remember" ? MEMORIES : QUESTION);

const WORDS: Readonly<Record<keyof InputLimit, string>> = {
  bytes: "bytes",
  depth: "lists and objects in one another",
  keys: "keys in an object",
  items: "items in a list",
  values: "values in all",
};

const NUMBER = new Intl.NumberFormat("en");

/** One of a limit's bounds in words: `64,000 bytes`. */
export const boundWords = (limit: InputLimit, bound: keyof InputLimit): string =>
  `${NUMBER.format(limit[bound])} ${WORDS[bound]}`;

/** All of them. */
export const limitWords = (limit: InputLimit): string =>
  (["bytes", "depth", "keys", "items", "values"] as const)
    .map((bound) => boundWords(limit, bound))
    .join(", ");
