/** From this sum of evidence over its mentions, hundredths, an entity is shown, walked and offered to search. */
export const SHOWN_EVIDENCE = 100;
/** An entity as it is stored. */
export interface EntityRow {
  readonly num: number;
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
  readonly from: number;
  readonly to: number;
  readonly type: string;
  /** Null: by hand. */
  readonly chunk: CitedChunk | null;
}

export interface ObservationRow {
  readonly id: number;
  readonly text: string;
  /** Milliseconds. */
  readonly at: number;
}

/** A chunk that names an entity of the query. */
export interface EntityMention {
  readonly id: string;
  /** Milliseconds; 0: of no date. */
  readonly at: number;
}

/** An entity that the query may name, with the chunks that name it, newest first. */
export interface NamedEntity {
  readonly num: number;
  readonly slug: string;
  readonly name: string;
  readonly type: string;
  readonly aliases: readonly string[];
  /** Chunks that name it, all of them. */
  readonly count: number;
  readonly mentions: readonly EntityMention[];
}

/** Names to look up, and what the chunks' documents must pass. */
export interface EntityQuery<Filters> {
  /** Slugs, the most telling first. */
  readonly slugs: readonly string[];
  readonly filters: Filters;
  /** What more chunks name is left out. */
  readonly limit: number;
}
