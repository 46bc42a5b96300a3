import { ModelError } from "../model-error.ts";
import type { VectorFilter, VectorIndex } from "../ports.ts";

/** The part of the binding that is used; the packaged types describe the older index kind. */
export interface VectorizeBinding {
  query(
    vector: number[],
    options: {
      topK: number;
      namespace: string;
      filter?: Record<string, unknown>;
      returnMetadata: "none";
      returnValues: false;
    },
  ): Promise<{ matches: readonly { id: string; score: number }[] }>;
  upsert(
    vectors: { id: string; namespace: string; values: number[]; metadata: Record<string, string> }[],
  ): Promise<{ mutationId: string }>;
  deleteByIds(ids: string[]): Promise<{ mutationId: string }>;
  getByIds(ids: string[]): Promise<readonly { id: string; metadata?: Record<string, unknown> }[]>;
  describe(): Promise<{ processedUpToDatetime?: unknown; processedUpToMutation?: unknown }>;
}

/** Vectors an upsert, ids a delete and ids a look-up may carry (the last two reported, not documented). */
const MAX_UPSERT = 1_000;
const MAX_DELETE = 100;
const MAX_GET = 20;

async function call<Answer>(reply: Promise<Answer>): Promise<Answer> {
  try {
    return await reply;
  } catch (cause) {
    throw outageOf(cause);
  }
}

/** "VECTOR_QUERY_ERROR (code = 40006): …": what follows may repeat what was sent. */
const CODE = /\b([A-Z]+(?:_[A-Z]+)*) \(code = (\d{1,6})\)/;

function outageOf(cause: unknown): ModelError {
  const [, name, code] = CODE.exec(cause instanceof Error ? cause.message : "") ?? [];
  const said = code === undefined ? "did not answer" : `answered ${name} (${code})`;
  const status = code === undefined ? undefined : Number(code);
  return new ModelError("vector_index_unavailable", `The vector index ${said}`, {
    ...{ reason: "error", status, cause },
  });
}

/** VectorIndex over a Vectorize binding. Writes become visible there in up to two minutes, not at once. */
export function vectorizeIndex(binding: VectorizeBinding): VectorIndex {
  return {
    maxUpsert: MAX_UPSERT,
    maxDelete: MAX_DELETE,
    maxGet: MAX_GET,
    async upsert(namespace, entries, stamp) {
      const vectors = entries.map(({ id, values, metadata }) => ({
        id,
        namespace,
        values: [...values],
        metadata: { ...metadata, ...(stamp !== undefined && { stamp }) },
      }));
      return (await call(binding.upsert(vectors))).mutationId;
    },
    async remove(ids) {
      return (await call(binding.deleteByIds([...ids]))).mutationId;
    },
    async nearest(namespace, vector, { limit, filter }) {
      const conditions = vectorizeFilter(filter);
      const { matches } = await call(
        binding.query([...vector], {
          topK: limit,
          namespace,
          ...(conditions && { filter: conditions }),
          returnMetadata: "none",
          returnValues: false,
        }),
      );
      return matches.map(({ id, score }) => ({ id, similarity: score }));
    },
    async visible(ids, stamps) {
      const shown = await call(binding.getByIds([...ids]));
      const isWanted = ({ id, metadata }: (typeof shown)[number]) =>
        stamps === undefined || metadata?.stamp === stamps.get(id);
      return shown.filter(isWanted).map(({ id }) => id);
    },
    async progress() {
      const { processedUpToDatetime, processedUpToMutation } = await call(binding.describe());
      return {
        processedUpToMutation: textOf(processedUpToMutation),
        processedUpToMs: millisecondsOf(processedUpToDatetime),
      };
    },
  };
}

const textOf = (value: unknown): string | undefined =>
  value === undefined || value === null ? undefined : String(value);

/** The types say number, the comment beside them ISO text: both are read. */
function millisecondsOf(value: unknown): number | undefined {
  const parsed = typeof value === "number" ? value : Date.parse(String(value));
  return Number.isFinite(parsed) ? parsed : undefined;
}

/** One value is equality, several are `$in`: https://developers.cloudflare.com/vectorize/reference/metadata-filtering/ */
const condition = (wanted: string | readonly string[]): unknown =>
  typeof wanted === "string" ? wanted : wanted.length === 1 ? wanted[0] : { $in: wanted };

/** Equality on indexed fields and a range for the path prefix; undefined when there is nothing to filter. */
function vectorizeFilter({
  root,
  kind,
  language,
  pathPrefix,
}: VectorFilter): Record<string, unknown> | undefined {
  const end = pathPrefix === undefined ? undefined : prefixEnd(pathPrefix);
  const filter = {
    ...(root !== undefined && { root: condition(root) }),
    ...(kind !== undefined && { kind: condition(kind) }),
    ...(language !== undefined && { language: condition(language) }),
    ...(pathPrefix !== undefined && { path: { $gte: pathPrefix, ...(end !== undefined && { $lt: end }) } }),
  };
  return Object.keys(filter).length === 0 ? undefined : filter;
}

/** The least text greater than every text with this prefix, in code point order. */
function prefixEnd(prefix: string): string | undefined {
  const points = [...prefix];
  while (points.length > 0) {
    const last = (points.pop() as string).codePointAt(0) ?? 0;
    if (last >= 0x10ffff) continue;
    const next = last + 1 >= 0xd800 && last + 1 <= 0xdfff ? 0xe000 : last + 1;
    return points.join("") + String.fromCodePoint(next);
  }
  return undefined;
}
