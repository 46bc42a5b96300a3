import { VECTOR } from "../../database/embeddings.ts";
import type { VectorMetadata } from "../../models/ports.ts";

/** A chunk on its way to the vector index. */
export interface EmbeddableChunk {
  readonly id: string;
  readonly workspace: number;
  readonly generation: number;
  /** Of the text that is embedded. */
  readonly hash: string;
  readonly headings: readonly string[];
  readonly text: string;
  readonly metadata: VectorMetadata;
  /** As it is kept; null: no cache has it. */
  readonly vector: string | null;
}

/** SQL: what is embedded of chunk `c` under its headings. A written context goes before the text. */
const EMBEDDED_TEXT = "coalesce(c.prefix || char(10), '') || c.text";

/** SQL: columns of chunk `c`, its document `d` and its embedding `e`, for `embeddable`. */
export const EMBEDDABLE = `c.id, c.workspace, c.embed_hash AS hash, c.headings, ${EMBEDDED_TEXT} AS text, d.root, d.path,
    d.kind, d.language, ${VECTOR} AS vector`;

export type EmbeddableRow = Omit<EmbeddableChunk, "headings" | "metadata" | "generation"> &
  VectorMetadata & { readonly headings: string };

/** A row of `EMBEDDABLE` as a chunk of a generation. */
export function embeddable(row: EmbeddableRow, generation: number): EmbeddableChunk {
  const { headings, root, path, kind, language, ...chunk } = row;
  const metadata = { root, path, kind, language };
  return { ...chunk, generation, metadata, headings: JSON.parse(headings) as string[] };
}
