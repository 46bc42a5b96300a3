import { dequantise } from "../../src/text/quantise.ts";
import type { FakeVectorize } from "../support/fakes/fake-vectorize.ts";

// An audit of a whole database from outside: no code of the service but the decoding of a vector.

/** A cache row that nothing needs. */
export const UNUSED_EMBEDDING = "an embedding of no chunk, or of another identity";

/** Each query answers what must not be there, as rows with a column `what`. */
const NOTHING: readonly (readonly [problem: string, sql: string])[] = [
  ["work left in the outbox", "SELECT chunk || ' ' || op || ' ' || state AS what FROM outbox"],
  [
    "a chunk of no document",
    "SELECT id AS what FROM chunks WHERE document NOT IN (SELECT num FROM documents)",
  ],
  [
    "a document of no workspace",
    "SELECT path AS what FROM documents WHERE workspace NOT IN (SELECT num FROM workspaces)",
  ],
  [
    "a document with a wrong count of chunks",
    "SELECT path AS what FROM documents d WHERE chunk_count <> (SELECT count(*) FROM chunks c WHERE c.document = d.num)",
  ],
  [
    "a workspace with wrong totals",
    `SELECT slug AS what FROM workspaces w WHERE documents <> (SELECT count(*) FROM documents d WHERE d.workspace = w.num)
       OR chunks <> (SELECT count(*) FROM chunks c WHERE c.workspace = w.num)
       OR bytes <> (SELECT coalesce(sum(bytes), 0) FROM documents d WHERE d.workspace = w.num)`,
  ],
  [
    "a chunk that is not visible",
    "SELECT id || ' ' || vector_state AS what FROM chunks WHERE vector_state <> 'visible'",
  ],
  [
    "a chunk without embedding",
    `SELECT c.id AS what FROM chunks c JOIN workspaces w ON w.num = c.workspace LEFT JOIN embeddings e
       ON e.workspace = c.workspace AND e.identity = w.identity AND e.hash = c.embed_hash
     WHERE e.vector IS NULL`,
  ],
  [
    UNUSED_EMBEDDING,
    `SELECT e.hash AS what FROM embeddings e WHERE NOT EXISTS (
       SELECT 1 FROM chunks c JOIN workspaces w ON w.num = c.workspace
       WHERE c.workspace = e.workspace AND c.embed_hash = e.hash AND w.identity = e.identity)`,
  ],
  ["a dropped text that nobody swept", "SELECT embed_hash AS what FROM dropped_texts"],
  [
    "a memory that is past and live at once",
    `SELECT p.id AS what FROM past_memories p JOIN documents d ON d.workspace = p.workspace AND d.path = p.id
     WHERE d.kind = 'memory'`,
  ],
  [
    "an older text of no memory",
    `SELECT o.text AS what FROM memory_observations o WHERE NOT EXISTS (
       SELECT 1 FROM documents d WHERE d.workspace = o.workspace AND d.path = o.memory AND d.kind = 'memory')
     AND NOT EXISTS (SELECT 1 FROM past_memories p WHERE p.workspace = o.workspace AND p.id = o.memory)`,
  ],
  [
    "a memory that may contradict what is not there",
    `SELECT x.memory AS what FROM contradictions x WHERE NOT EXISTS (SELECT 1 FROM documents d
       WHERE d.workspace = x.workspace AND d.path = x.other AND d.kind = 'memory')
     OR NOT EXISTS (SELECT 1 FROM contradictions y
       WHERE y.workspace = x.workspace AND y.memory = x.other AND y.other = x.memory)`,
  ],
  ["a memory that is still to be compared", "SELECT path AS what FROM documents WHERE compared = 0"],
  [
    "a mention or relation of what is not there",
    `WITH spots AS (SELECT m.workspace, m.slug, CAST(s.key AS INTEGER) AS document, s.value AS spot
         FROM mentions m, json_each(m.spots) s UNION ALL SELECT workspace, slug, document, spot FROM more_mentions)
     SELECT 'mention ' || slug AS what FROM spots s WHERE NOT EXISTS (SELECT 1 FROM documents d, json_each(d.names) n
       WHERE d.num = s.document AND d.workspace = s.workspace AND n.value = s.slug)
     UNION ALL SELECT 'mention ' || slug FROM spots s, json_each(s.spot, '$.in') p
       WHERE NOT EXISTS (SELECT 1 FROM chunks c WHERE c.rid = CAST(p.key AS INTEGER) AND c.document = s.document)
     UNION ALL SELECT 'name ' || n.value FROM documents d, json_each(d.names) n WHERE NOT EXISTS (SELECT 1 FROM spots s
       WHERE s.document = d.num AND s.workspace = d.workspace AND s.slug = n.value)
     UNION ALL SELECT 'relation ' || type FROM relations
       WHERE (workspace, from_entity) NOT IN (SELECT workspace, slug FROM entities)
         OR (workspace, to_entity) NOT IN (SELECT workspace, slug FROM entities)`,
  ],
  [
    "an entity with wrong counts, or that nothing needs",
    `SELECT slug AS what FROM mentions m WHERE (passages, evidence) <> (SELECT count(*), total(p.value)
         FROM json_each(m.spots) s, json_each(s.value, '$.in') p)
       OR (more_passages, more_evidence) <> (SELECT total(o.passages), total(o.evidence) FROM more_mentions o
         WHERE o.workspace = m.workspace AND o.slug = m.slug)
       OR passages + more_passages = 0`,
  ],
  ["a run's claim", "SELECT chunks AS what FROM claims"],
  ["a call that nobody waits for any more", "SELECT run || seq AS what FROM sent_calls"],
  [
    "a message under way to a webhook",
    "SELECT id AS what FROM webhooks WHERE message IS NOT NULL OR lease IS NOT NULL",
  ],
  ["a guard's row", "SELECT 'guard' AS what FROM write_guards"],
];

interface Chunk {
  readonly id: string;
  readonly rid: number;
  readonly workspace: number;
  readonly generation: number;
  /** Empty: none. */
  readonly vector: string;
}

const CHUNKS = `SELECT c.id, c.rid, c.workspace, w.generation, hex(e.vector) AS vector FROM chunks c
  JOIN workspaces w ON w.num = c.workspace LEFT JOIN embeddings e
    ON e.workspace = c.workspace AND e.identity = w.identity AND e.hash = c.embed_hash`;

/** What is wrong: chunks = FTS rows = embeddings of the live identity = vectors that the index shows, and no orphans. */
export async function checkIndex(database: D1Database, vectorize: FakeVectorize): Promise<string[]> {
  const problems: string[] = [];
  const answers = await database.batch<{ what: string }>(NOTHING.map(([, sql]) => database.prepare(sql)));
  for (const [at, { results }] of answers.entries())
    problems.push(...results.map(({ what }) => `${NOTHING[at]?.[0]}: ${what}`));
  const { results: chunks } = await database.prepare(CHUNKS).all<Chunk>();
  problems.push(...(await keywordProblems(database, chunks)), ...vectorProblems(chunks, vectorize));
  return problems;
}

async function keywordProblems(database: D1Database, chunks: readonly Chunk[]): Promise<string[]> {
  const { results } = await database.prepare("SELECT num FROM workspaces").all<{ num: number }>();
  const problems: string[] = [];
  for (const { num } of results) {
    // A contentless FTS5 table keeps the size of each of its rows beside the index.
    const rows = await database
      .prepare(`SELECT id FROM chunks_fts_${num}_docsize ORDER BY id`)
      .all<{ id: number }>();
    const found = rows.results.map(({ id }) => id);
    const wanted = chunks.filter(({ workspace }) => workspace === num).map(({ rid }) => rid);
    if (found.join() !== wanted.toSorted((a, b) => a - b).join())
      problems.push(`keyword rows ${found.join()} for chunks ${wanted.join()}`);
  }
  return problems;
}

/** Vectors are quantised once: the index holds exactly what the stored embedding stands for. */
function vectorProblems(chunks: readonly Chunk[], vectorize: FakeVectorize): string[] {
  vectorize.settle();
  const problems: string[] = [];
  const left = new Map(vectorize.visible);
  for (const { id, workspace, generation, vector } of chunks) {
    const name = generation === 1 ? id : `${id}.${generation}`;
    const shown = left.get(name);
    left.delete(name);
    if (shown === undefined) problems.push(`no vector of ${name}`);
    else if (shown.namespace !== `w${workspace}g${generation}`)
      problems.push(`vector of ${name} in ${shown.namespace}`);
    else if (vector !== "" && dequantise(vector).join() !== Float32Array.from(shown.values).join())
      problems.push(`vector of ${name} is another text's`);
  }
  return [...problems, ...[...left.keys()].map((id) => `a vector of no chunk: ${id}`)];
}
