import type { MemoryPart, StoredChunk } from "../../documents/sql/document-types.ts";

/** What the audit needs from the database. storage/ implements it; each method sees one state of the database. */

/** Checks that one statement decides. Each has its SQL in `TABLE_AUDITS` and an entry of `CHECKS`. */
export const TABLE_CHECKS = [
  "chunk_without_document",
  "missing_keyword_row",
  "orphan_keyword_row",
  "missing_embedding",
  "invalid_vector",
  "missing_work",
  "orphan_work",
  "stuck_work",
  "failed_work",
  "document_counts",
  "workspace_totals",
  "observation_without_memory",
  "memory_twice",
  "entity_counts",
  "mention_without_entity",
  "question_without_chunk",
  "wrong_votes",
  "rows_without_workspace",
] as const;
export type TableCheck = (typeof TABLE_CHECKS)[number];

/** What is wrong with one thing. */
export interface Finding {
  /** Names it for people: a chunk's id, `root:path`, a table. */
  readonly id: string;
  /** Names it for the repair: a row's number, a hash. */
  readonly key: string;
  /** What is wrong, where the check's name does not say it all. */
  readonly note?: string | undefined;
  /** Only a push of this root brings back what is stored no more; "": nothing says which root it was. */
  readonly needsPush?: string | undefined;
}

/** One bounded part of a check. */
export interface Scan {
  readonly checked: number;
  readonly found: readonly Finding[];
  /** Where the next part begins; undefined: this was the last. */
  readonly next: string | undefined;
}

export interface ScanPlace {
  readonly workspace: number;
  /** `next` of the part before, "" for the first. */
  readonly after: string;
  /** Rows looked at, at most. */
  readonly limit: number;
  readonly nowMs: number;
}

/** A document with the chunks it consists of, in order. */
export interface StoredDocument {
  readonly num: number;
  readonly root: string;
  readonly path: string;
  readonly hash: string;
  readonly bytes: number;
  readonly lines: number;
  readonly finalNewline: number;
  readonly mtime: number;
  readonly title: string | null;
  readonly source: string | null;
  readonly chunkCount: number;
  /** 1: cut where the client said. */
  readonly ownChunks: number;
  readonly version: number;
  readonly chunks: readonly StoredChunkRow[];
  /** Null for a file. */
  readonly memory?: MemoryPart | null;
}

export interface StoredChunkRow extends StoredChunk {
  /** The written context. */
  readonly prefix?: string | null;
}

/** A chunk whose vector the vector index must show. */
export interface ShownChunk {
  readonly id: string;
  readonly hash: string;
  /** Its place in the walk. */
  readonly place: string;
  readonly vector: string | null;
}

/** Documents in order of root and path, from after a place; `seeds`: those of the chunks next to these text hashes. */
export type DocumentChoice =
  | { readonly after: readonly [root: string, path: string]; readonly limit: number }
  | { readonly seeds: readonly string[] }
  | { readonly nums: readonly number[] };

export interface DocumentPage {
  readonly documents: readonly StoredDocument[];
  /** Root and path after which the next page begins; undefined: this was the last. */
  readonly next: readonly [root: string, path: string] | undefined;
}

export interface AuditStore {
  /** The workspace as it stands. */
  scope(workspace: number): Promise<{
    readonly identity: string;
    readonly generation: number;
    readonly version: number;
    readonly chunks: number;
  }>;
  scan(check: TableCheck, place: ScanPlace): Promise<Scan>;
  /** Repairs what a scan found and what is still so. */
  mend(
    check: TableCheck,
    keys: readonly string[],
    place: Pick<ScanPlace, "workspace" | "nowMs">,
  ): Promise<void>;
  /** Documents whole, at most as many as have `maxBytes` of text together, the first one always. */
  documents(workspace: number, choice: DocumentChoice, maxBytes: number): Promise<DocumentPage>;
  /** The document's stored hash no longer names any text, so that the next push of its root sends it again. */
  askForPush(document: Pick<StoredDocument, "num" | "version">): Promise<void>;
  /** Chunks marked visible with no work under way, in order of their texts, at most `limit`. */
  shownChunks(workspace: number, after: string, limit: number): Promise<readonly ShownChunk[]>;
  /** Those of the ids that are chunks marked visible with no work under way. */
  stillShown(ids: readonly string[]): Promise<readonly string[]>;
  /** Those of the ids that no chunk has, and whose vectors nothing is about to delete. */
  unknown(ids: readonly string[]): Promise<readonly string[]>;
  /** Vectors that the index lost are sent again, from the cache. */
  sendAgain(workspace: number, ids: readonly string[], nowMs: number): Promise<void>;
  /** Vectors that no chunk has are deleted from the index. */
  forget(workspace: number, ids: readonly string[], nowMs: number): Promise<void>;
}
