import type { Session } from "../../database/session.ts";
import type { EmbeddedTexts } from "./outbox-types.ts";

/** Keeps the vectors of texts; one that is kept already stays, or gives way where `replaces`. */
export function embeddingsStatement(
  session: Session,
  { identity, nowMs, vectors }: EmbeddedTexts,
  { replaces }: { readonly replaces: boolean },
): D1PreparedStatement {
  const found = JSON.stringify(vectors.filter(({ vector }) => vector !== null));
  return session
    .prepare(
      // Not of a text that was deleted meanwhile: its copies are gone by now.
      `INSERT INTO embeddings (workspace, identity, kind, hash, vector, used_at)
       SELECT value->>'workspace', ?1, 'chunk', value->>'hash', value->>'vector', ?2 FROM json_each(?3)
       WHERE EXISTS (SELECT 1 FROM chunks c WHERE c.workspace = value->>'workspace' AND c.embed_hash = value->>'hash')
       ON CONFLICT DO UPDATE SET ${replaces ? "vector = excluded.vector, " : ""}used_at = excluded.used_at`,
    )
    .bind(identity, nowMs, found);
}
