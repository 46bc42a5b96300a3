import { accessLines } from "./access-lines.ts";
import type { AuditCheck, AuditDeps } from "./check.ts";
import { documentsOf, findingOf, lineRanges, rewriteDocuments, textHashes } from "./citations.ts";
import { readableTables } from "./file.ts";
import { mendTable, scanTable } from "./sql/audit.ts";
import type { Finding } from "./sql/table-audit.ts";
import { TABLE_AUDITS, type TableCheck } from "./sql/tables.ts";
import { missingVector, orphanVector } from "./vectors.ts";

/** Of a check that counts what belongs to each row: so many times fewer rows a part, because other requests wait meanwhile. */
const COUNTING = 5;

/** A check that the database decides and repairs alone. */
const inTables = (name: TableCheck, promise: string, cost = 1): AuditCheck => ({
  name,
  promise,
  scan: ({ db, workspace, limits, nowMs }, after) =>
    scanTable(db, TABLE_AUDITS[name], {
      workspace,
      after,
      limit: Math.ceil(limits.rows / cost),
      counted: limits.counted,
      nowMs,
    }),
  repair: ({ db, workspace, nowMs }, found) =>
    mendTable(db, TABLE_AUDITS[name], { workspace, nowMs, keys: found.map(({ key }) => key) }),
});

/** A check of tables that is repaired by writing the documents again; a finding's key is the document's number. */
const inDocuments = (name: TableCheck, promise: string): AuditCheck => ({
  ...inTables(name, promise),
  rewrites: true,
  scan: async (parts, after) => {
    const scan = await inTables(name, promise).scan(parts, after);
    return { ...scan, found: await withRemedy(parts, scan.found) };
  },
  repair: rewriteDocuments,
});

/** Whether the texts can be rebuilt, for as many documents as one part may read; the repair finds out the others. */
async function withRemedy(parts: AuditDeps, found: readonly Finding[]): Promise<readonly Finding[]> {
  if (found.length === 0) return found;
  const nums = [...new Set(found.map(({ key }) => Number(key)))];
  const { documents } = await documentsOf(parts, { nums });
  const judged = await Promise.all(documents.map((document) => findingOf(document, "")));
  const roots = new Map(judged.map(({ key, needsPush }) => [key, needsPush]));
  return found.map((finding) => ({ ...finding, needsPush: roots.get(finding.key) }));
}

/** A passage without its document goes: nothing tells its path, and so only a push brings the document back. */
const passagesWithoutDocument: AuditCheck = {
  ...inTables("chunk_without_document", "each passage belongs to a document"),
  scan: async (parts, after) => {
    const scan = await inTables("chunk_without_document", "").scan(parts, after);
    return { ...scan, found: scan.found.map((finding) => ({ ...finding, needsPush: "" })) };
  },
};

/** Every check, in the order that they are made and told. What the database decides is in `TABLE_AUDITS`. */
export const CHECKS: readonly AuditCheck[] = [
  passagesWithoutDocument,
  inDocuments("document_counts", "each document has as many passages as it says"),
  inTables("workspace_totals", "the workspace's totals are those of its documents"),
  inDocuments("missing_keyword_row", "each passage is in the keyword index"),
  inTables("orphan_keyword_row", "the keyword index has no row without a chunk"),
  inTables("invalid_vector", "no kept vector is without direction"),
  inTables("missing_embedding", "each passage that is said to be embedded has its vector"),
  inTables("missing_work", "each passage without a visible vector has work waiting for it"),
  inTables("orphan_work", "no work waits for a passage that is gone"),
  inTables("stuck_work", "no work waits for a time that does not come"),
  inTables("failed_work", "no work was given up"),
  missingVector,
  orphanVector,
  lineRanges,
  textHashes,
  inTables("observation_without_memory", "each older text belongs to a memory"),
  inTables("contradiction_without_memory", "memories that may contradict each other are both there"),
  inTables("memory_twice", "no memory is there and forgotten or superseded at once"),
  inTables("wrong_votes", "votes on each passage are summed up as they were given"),
  inTables("entity_counts", "each name is mentioned by as many passages as it says", COUNTING),
  inDocuments("mention_without_entity", "what each document names is known of it"),
  inTables("question_without_chunk", "no question to a text model is left of a passage that is gone"),
  inTables("source_item_without_source", "what is known of a source's things belongs to a source"),
  inTables("source_item_without_document", "each thing that a source has pulled has its document"),
  inTables("document_without_source_item", "each document of a source's own root is a thing of the source"),
  inTables("stuck_source", "no source waits for a time that does not come"),
  readableTables,
  accessLines,
  inTables("rows_without_workspace", "no row belongs to a workspace that is gone"),
];
