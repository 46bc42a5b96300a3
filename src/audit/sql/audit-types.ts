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
