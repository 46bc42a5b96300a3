/** An entity as it is known. */
export interface EntityRow {
  readonly slug: string;
  readonly name: string;
  readonly type: string;
  /** 1: made or changed by hand; 0: found in texts; -1: deleted by hand. */
  readonly state: -1 | 0 | 1;
  readonly mentions: number;
  readonly aliases: readonly string[];
}

/** Where a text says something. */
export interface CitedChunk {
  readonly id: string;
  readonly root: string;
  readonly path: string;
  readonly startLine: number;
  readonly endLine: number;
  readonly startColumn: number | null;
  readonly endColumn: number | null;
}

/** What one chunk, or somebody, says of two entities. */
export interface RelationRow {
  /** Slugs. */
  readonly from: string;
  readonly to: string;
  readonly type: string;
  /** Null: by hand. */
  readonly chunk: CitedChunk | null;
}

export interface RemarkRow {
  readonly id: number;
  readonly text: string;
  /** Milliseconds. */
  readonly at: number;
}
