import type { VectorEntry } from "../../../src/models/ports.ts";
import { quantise } from "../../../src/text/quantise.ts";

/** A database's rows as pushes and sweeps leave them, written straight: what an exact index reads. */
export interface ExactDatabase {
  /** Makes the workspace of a namespace, with its identity live. */
  workspace(namespace: string, identity?: string): Promise<void>;
  /** Documents, chunks and vectors; a chunk that is there gets the new vector. */
  put(namespace: string, entries: readonly VectorEntry[]): Promise<void>;
  remove(ids: readonly string[]): Promise<void>;
}

export const IDENTITY = "m|server|768|0";

const numberOf = (namespace: string): number => Number(/^w(\d+)g/.exec(namespace)?.[1]);
const generationOf = (namespace: string): number => Number(/g(\d+)$/.exec(namespace)?.[1]);

/** Writes only the columns that have no default and no say here. */
export function exactDatabase(database: D1Database): ExactDatabase {
  const run = (sql: string, ...params: unknown[]) =>
    database
      .prepare(sql)
      .bind(...params)
      .run();
  return {
    async workspace(namespace, identity = IDENTITY) {
      await run(
        `INSERT INTO workspaces (num, slug, name, identity, generation, created_at) VALUES (?, ?, '', ?, ?, 0)
         ON CONFLICT (num) DO UPDATE SET identity = excluded.identity, generation = excluded.generation`,
        numberOf(namespace),
        namespace,
        identity,
        generationOf(namespace),
      );
    },
    async put(namespace, entries) {
      const rows = entries.map(({ id, values, metadata }, at) => ({
        ...metadata,
        id,
        hash: `${id}-${values.indexOf(1)}-${at}`,
        vector: quantise(values),
      }));
      const json = JSON.stringify(rows);
      const workspace = numberOf(namespace);
      await run(DOCUMENTS, workspace, json);
      await run(CHUNKS, workspace, json);
      await run(EMBEDDINGS, workspace, IDENTITY, json);
      await run(
        `UPDATE workspaces SET version = version + 1,
           chunks = (SELECT count(*) FROM chunks WHERE workspace = num) WHERE num = ?`,
        workspace,
      );
    },
    async remove(ids) {
      await run("DELETE FROM chunks WHERE id IN (SELECT value FROM json_each(?))", JSON.stringify(ids));
      await run("UPDATE workspaces SET version = version + 1");
    },
  };
}

const field = (name: string) => `value->>'${name}'`;

const DOCUMENTS = `INSERT INTO documents
    (workspace, root, path, kind, language, hash, bytes, lines, final_newline, mtime, chunk_count, chunker, indexed_at)
  SELECT ?1, ${field("root")}, ${field("path")}, ${field("kind")}, ${field("language")}, '', 0, 1, 1, 0, 1, 1, 0
  FROM json_each(?2) WHERE true ON CONFLICT DO NOTHING`;

const CHUNKS = `INSERT INTO chunks
    (id, workspace, document, ordinal, start_line, end_line, headings, text, text_hash, embed_hash, sent_hash, tokens,
     vector_state)
  SELECT ${field("id")}, ?1, d.num, 0, 1, 1, '[]', '', '', ${field("hash")}, '', 1, 'visible'
  FROM json_each(?2) j CROSS JOIN documents d
    ON d.workspace = ?1 AND d.root = j.${field("root")} AND d.path = j.${field("path")} WHERE true
  ON CONFLICT (id) DO UPDATE SET embed_hash = excluded.embed_hash`;

const EMBEDDINGS = `INSERT INTO embeddings (workspace, identity, hash, vector, used_at)
  SELECT ?1, ?2, ${field("hash")}, unhex(${field("vector")}), 0 FROM json_each(?3) WHERE true ON CONFLICT DO NOTHING`;
