import type { EntityType } from "../contract/entity-types.ts";

export { ENTITY_TYPES, type EntityType } from "../contract/entity-types.ts";

/** At most, best evidence first. */
export const MAX_NAMES_A_CHUNK = 12;
export const MAX_RELATIONS_A_CHUNK = 8;

/** A name that a chunk mentions, once a chunk however often it stands there. */
export interface FoundName {
  /** As written, with single spaces. */
  readonly name: string;
  /** `slugOf(name)`, never empty. */
  readonly slug: string;
  readonly type: EntityType;
  /** 0 to 1, of all its mentions in the chunk together. */
  readonly evidence: number;
}

/** What a chunk says about two of the names of its document, directed. */
export interface FoundRelation {
  /** Slugs. Each is a name of this chunk, or the document's title, which is a name of the document's first chunk. */
  readonly from: string;
  readonly to: string;
  /** Lower case with underscores: `works_at`, `owner`, `links_to`. */
  readonly type: string;
}

export interface ChunkNames {
  readonly chunkId: string;
  /** At most `MAX_NAMES_A_CHUNK`, best evidence first. */
  readonly names: readonly FoundName[];
  /** At most `MAX_RELATIONS_A_CHUNK`. */
  readonly relations: readonly FoundRelation[];
}

/** What extraction reads of a document. */
export interface NamedDocument {
  readonly path: string;
  readonly title: string | null;
  readonly language: string | null;
  readonly kind: "file" | "memory";
  readonly chunks: readonly NamedChunk[];
}

export interface NamedChunk {
  readonly id: string;
  readonly headings: readonly string[];
  /** The raw slice of the document. */
  readonly text: string;
}
