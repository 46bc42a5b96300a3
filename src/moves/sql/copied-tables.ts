import { getTableColumns, getTableName } from "drizzle-orm";
import type { SQLiteTable } from "drizzle-orm/sqlite-core";
import { accessAnchors, accessLog } from "../../database/schema/access-log.ts";
import { embeddings, generated, queryResults } from "../../database/schema/caches.ts";
import { changes } from "../../database/schema/changes.ts";
import {
  deletions,
  droppedTexts,
  rechunks,
  rootOrigins,
  rootPushes,
} from "../../database/schema/documents.ts";
import {
  entities,
  entityNames,
  mentions,
  moreMentions,
  observations,
  relations,
} from "../../database/schema/graph.ts";
import { contradictions, memoryObservations, pastMemories } from "../../database/schema/memories.ts";
import { contexts, contextualRoots, namedRoots, nameRequests } from "../../database/schema/model-jobs.ts";
import { droppedDocuments, feedback, recalls } from "../../database/schema/recalls.ts";
import { sourceItems, sources } from "../../database/schema/sources.ts";
import { outbox } from "../../database/schema/vectors.ts";
import { webhooks } from "../../database/schema/webhooks.ts";
import { idempotency, runs, searchDays, tokens } from "../../database/schema/workspaces.ts";

/** A table whose rows of a workspace are copied as they are. */
export interface CopiedTable {
  readonly name: string;
  /** Columns that name a row within a workspace, in the order in which the rows are walked. */
  readonly key: readonly string[];
  readonly columns: readonly string[];
  /** Those that hold bytes, which travel as digits. */
  readonly blobs: readonly string[];
  /** Those that hold numbers: a walk begins below 0. */
  readonly numbers: readonly string[];
  /** Another key, where rows have one; `where` it holds. */
  readonly alsoUnique?: { readonly key: readonly string[]; readonly where?: string };
  /** Rows read at once. */
  readonly rows: number;
  /** Goes on being written while a workspace is shut, until another database has taken over. */
  readonly isLog: boolean;
}

interface Description {
  readonly table: SQLiteTable;
  readonly key: readonly string[];
  /** Columns that the other database numbers by itself. */
  readonly without?: readonly string[];
  readonly alsoUnique?: CopiedTable["alsoUnique"];
  readonly rows?: number;
  readonly isLog?: boolean;
}

function describe({
  table,
  key,
  without = [],
  alsoUnique,
  rows = 500,
  isLog = false,
}: Description): CopiedTable {
  const columns = Object.values(getTableColumns(table)).filter(({ name }) => !without.includes(name));
  const named = (type: string): string[] =>
    columns.filter(({ dataType }) => dataType === type).map(({ name }) => name);
  return {
    ...{ name: getTableName(table), key, rows, isLog },
    columns: columns.map(({ name }) => name),
    ...{ blobs: named("buffer"), numbers: named("number") },
    ...(alsoUnique && { alsoUnique }),
  };
}

/**
 * What is copied while the workspace is in use, then as it is written: nothing here does anything in the other database
 * while the workspace is not to be seen there. In the order in which a slice writes them: what triggers count in another
 * table comes before that one.
 */
export const COPIED: readonly CopiedTable[] = [
  { table: moreMentions, key: ["slug", "at", "document"] },
  { table: mentions, key: ["slug"], rows: 200 },
  { table: entities, key: ["slug"] },
  {
    table: entityNames,
    key: ["name", "kind", "entity"],
    alsoUnique: { key: ["name"], where: "kind = 'alias'" },
  },
  { table: relations, key: ["from_entity", "type", "to_entity"] },
  { table: observations, key: ["num"], alsoUnique: { key: ["entity", "text"] } },
  { table: pastMemories, key: ["id"], rows: 100 },
  { table: memoryObservations, key: ["num"] },
  { table: contradictions, key: ["memory", "other"] },
  { table: rootOrigins, key: ["root", "origin"] },
  { table: rootPushes, key: ["root", "origin"] },
  { table: contexts, key: ["chunk"] },
  { table: nameRequests, key: ["chunk"] },
  { table: generated, key: ["kind", "key"], isLog: true },
  { table: embeddings, key: ["identity", "hash"] },
  { table: queryResults, key: ["query_hash"], without: ["num"], isLog: true },
  { table: searchDays, key: ["day"], isLog: true },
  { table: recalls, key: ["id"], rows: 200, isLog: true },
  { table: feedback, key: ["recall", "hit", "token"] },
  { table: accessLog, key: ["seq"], isLog: true },
  { table: accessAnchors, key: [], isLog: true },
  { table: changes, key: ["root", "path"] },
  { table: sourceItems, key: ["source", "key"], alsoUnique: { key: ["source", "path"] } },
  { table: idempotency, key: ["token", "key"], rows: 20, isLog: true },
  { table: runs, key: ["num"], isLog: true },
  { table: tokens, key: ["id"], isLog: true },
].map(describe);

/**
 * What the background of the other database would begin to work on: it comes in the transaction in which that database
 * takes over, and is waited for to be little.
 */
export const WORK: readonly CopiedTable[] = [
  { table: contextualRoots, key: ["root"] },
  { table: namedRoots, key: ["root"] },
  { table: droppedTexts, key: ["embed_hash", "sent_hash"] },
  { table: droppedDocuments, key: ["root", "path"] },
  { table: deletions, key: ["num"] },
  { table: rechunks, key: [] },
  { table: outbox, key: ["chunk"], without: ["seq"] },
  { table: webhooks, key: ["id"] },
  { table: sources, key: ["id"] },
].map(describe);

/** Documents with their chunks are copied as one thing, by the document's number. */
export const DOCUMENTS = "documents";

/**
 * Not copied: whole answers, which are kept for minutes; calls whose vectors the index may not show yet, which are sent
 * once more; another generation, which is waited for. Sign-ins lie in the first database.
 */
export const NOT_COPIED: readonly string[] = [
  "answers",
  "sent_calls",
  "generations",
  "generation_chunks",
  "sign_ins",
];

/** A table by its name. Throws for one that is not copied. */
export function copiedTable(name: string): CopiedTable {
  const table = COPIED.find((one) => one.name === name);
  if (table === undefined) throw new Error(`${name} is not copied row by row`);
  return table;
}
