import type { Plan } from "../../../src/config.ts";
import type { VectorizeBinding } from "../../../src/models/cloudflare/vectorize.ts";

/** What the platform takes at most; sources are in test/account/facts.ts. */
const LIMITS = {
  upsert: 1_000,
  VECTOR_DELETE: 100,
  VECTOR_GET: 20,
  topK: 100,
  /** With values or whole metadata. */
  topKDetailed: 50,
  idBytes: 64,
  /** Of a filter as compact JSON: fewer than this. */
  filterBytes: 2_048,
  filterKeyChars: 512,
  metadataBytes: 10_240,
  namespaces: { free: 1_000, paid: 50_000 },
} as const;

/** What a metadata index keeps of a string. */
export const INDEXED_BYTES = 64;

export const MAX_METADATA_INDEXES = 10;

/** The binding's options as a caller could also set them. */
export interface FakeQueryOptions
  extends Omit<Parameters<VectorizeBinding["query"]>[1], "returnMetadata" | "returnValues"> {
  readonly returnMetadata?: "none" | "indexed" | "all";
  readonly returnValues?: boolean;
}

const bytes = (text: string): number => new TextEncoder().encode(text).length;

/** Throws as the binding does. */
export const refuse = (operation: string, text: string): never => {
  throw new Error(`${operation}_ERROR (code = 40007): ${text}`);
};

export function checkIds(operation: "VECTOR_DELETE" | "VECTOR_GET", ids: readonly string[]): void {
  const limit = LIMITS[operation];
  if (ids.length > limit)
    refuse(operation, `too many ids in payload; max id count is ${limit}, got ${ids.length}`);
  if (ids.some((id) => bytes(id) > LIMITS.idBytes)) refuse(operation, "an id is over 64 bytes");
}

export function checkUpsert(vectors: Parameters<VectorizeBinding["upsert"]>[0], dimensions: number): void {
  if (vectors.length > LIMITS.upsert) refuse("VECTOR_UPSERT", `too many vectors: ${vectors.length}`);
  for (const { id, namespace, values, metadata } of vectors) {
    if (bytes(id) > LIMITS.idBytes) refuse("VECTOR_UPSERT", "an id is over 64 bytes");
    if (bytes(namespace) > LIMITS.idBytes) refuse("VECTOR_UPSERT", "a namespace is over 64 bytes");
    if (bytes(JSON.stringify(metadata)) > LIMITS.metadataBytes)
      refuse("VECTOR_UPSERT", `the metadata of ${id} is over ${LIMITS.metadataBytes} bytes`);
    if (Object.keys(metadata).some((key) => !isKey(key) || key.includes(".")))
      refuse("VECTOR_UPSERT", "a metadata key is empty, holds a dot or a quote, or begins with a dollar");
    checkValues("VECTOR_UPSERT", values, dimensions);
  }
}

/** Every namespace that vectors were ever sent to. */
export function checkNamespaces(namespaces: ReadonlySet<string>, plan: Plan = "paid"): void {
  if (namespaces.size > LIMITS.namespaces[plan])
    refuse("VECTOR_UPSERT", `an index has at most ${LIMITS.namespaces[plan]} namespaces`);
}

/** What is not finite goes as `null` over the wire, which is no number. */
function checkValues(operation: string, values: readonly number[], dimensions: number): void {
  if (values.length !== dimensions)
    refuse(operation, `expected ${dimensions} dimensions, got ${values.length}`);
  if (!values.every(Number.isFinite)) refuse(operation, "a value is no number");
}

export function checkQuery(vector: readonly number[], options: FakeQueryOptions, dimensions: number): void {
  const { topK, namespace, filter, returnMetadata, returnValues } = options;
  const isDetailed = returnValues === true || returnMetadata === "all";
  const limit = isDetailed ? LIMITS.topKDetailed : LIMITS.topK;
  if (topK > limit) refuse("VECTOR_QUERY", `topK is at most ${limit}, got ${topK}`);
  if (bytes(namespace) > LIMITS.idBytes) refuse("VECTOR_QUERY", "a namespace is over 64 bytes");
  checkValues("VECTOR_QUERY", vector, dimensions);
  if (filter !== undefined) checkFilter(filter);
}

function checkFilter(filter: Readonly<Record<string, unknown>>): void {
  const keys = Object.keys(filter);
  if (keys.length === 0) refuse("VECTOR_QUERY", "a filter is not empty");
  if (!keys.every(isKey)) refuse("VECTOR_QUERY", "a key of the filter is not valid");
  if (bytes(JSON.stringify(filter)) >= LIMITS.filterBytes) refuse("VECTOR_QUERY", "filter is too large");
}

const isKey = (key: string): boolean =>
  key !== "" && key.length <= LIMITS.filterKeyChars && !key.includes('"') && !key.startsWith("$");
