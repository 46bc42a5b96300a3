import type { EntityType } from "../contract/entity-types.ts";

export type { EntityType };

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
  readonly names: readonly FoundName[];
  readonly relations: readonly FoundRelation[];
}

export interface NamedDocument {
  readonly path: string;
  readonly title: string | null;
  readonly language: string | null;
  readonly kind: "file" | "memory";
  readonly chunks: readonly NamedChunk[];
  /** Names that somebody gave by hand: found however they are written. @default none */
  readonly given?: readonly string[] | undefined;
}

export interface NamedChunk {
  readonly id: string;
  readonly headings: readonly string[];
  /** The raw slice of the document. */
  readonly text: string;
}

/** One place where a name stands, judged. */
export interface Mention {
  /** As written. */
  readonly name: string;
  readonly type: EntityType;
  /** 0 to 1, of this mention alone. */
  readonly evidence: number;
  /** Offsets into the chunk's text. */
  readonly start: number;
  readonly end: number;
  /** Number of its sentence, from 0; a line of a list and a cell of a table are sentences too. -1 in code. */
  readonly sentence: number;
  /** Mentioned by a link of the document. */
  readonly isLinked?: boolean;
}

/** A mention that nothing but capitals speaks for yet: judged when all of the document's words are known. */
export interface CapitalisedRun {
  readonly words: readonly string[];
  readonly start: number;
  readonly end: number;
  readonly sentence: number;
  /** Begins a sentence, a list item, a cell or a heading: its first capital says nothing. */
  readonly isFirst: boolean;
  readonly isPossessive: boolean;
  /** In a heading whose other long words are capitalised too. */
  readonly isHeading: boolean;
  /** In a German sentence, where every noun is capitalised. */
  readonly isGerman: boolean;
  /** The words around it, lower case; empty when punctuation parts them. */
  readonly before: string;
  readonly after: string;
}
