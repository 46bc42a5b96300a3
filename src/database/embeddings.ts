import type { Session } from "./session.ts";
import { type Bound, statement } from "./statement.ts";

/**
 * SQL: the vector of the embedding `e`, null where an outer join found none. As digits, because D1 answers a BLOB as a list
 * of numbers, at three times the CPU and twice the bytes.
 */
export const VECTOR = "nullif(hex(e.vector), '')";

/** SQL: the chunk's text has no vector. */
export const isWithoutVector = (chunk: string): string => `${chunk}.vector_state IN ('pending', 'failed')`;

/** What an embedder made of texts. */
export interface EmbeddedTexts {
  readonly identity: string;
  readonly nowMs: number;
  readonly vectors: readonly {
    readonly workspace: number;
    readonly hash: string;
    /** As it is stored (text/quantise.ts); null: there is nothing in the text to embed. */
    readonly vector: string | null;
  }[];
}

/** Not of a text that was deleted meanwhile: its copies are gone by now. */
const keep = (more: string) =>
  statement(`INSERT INTO embeddings (workspace, identity, hash, vector, used_at)
    SELECT value->>'workspace', :identity, value->>'hash', unhex(value->>'vector'), :now FROM json_each(:vectors)
    WHERE EXISTS (SELECT 1 FROM chunks c WHERE c.workspace = value->>'workspace' AND c.embed_hash = value->>'hash')
    ON CONFLICT DO UPDATE SET ${more}used_at = excluded.used_at`);

const KEEP = keep("");
const REPLACE = keep("vector = excluded.vector, ");

/** Keeps the vectors of texts; one that is kept already stays, or gives way where `replaces`. */
export const embeddingsStatement = (
  db: Session,
  { identity, nowMs, vectors }: EmbeddedTexts,
  { replaces }: { readonly replaces: boolean },
): Bound =>
  db.bind(replaces ? REPLACE : KEEP, {
    identity,
    now: nowMs,
    vectors: JSON.stringify(vectors.filter(({ vector }) => vector !== null)),
  });
