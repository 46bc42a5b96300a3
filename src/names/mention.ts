import type { EntityType } from "./types.ts";

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
  readonly isBold: boolean;
  readonly isPossessive: boolean;
  /** Followed by its initials in brackets: Model Context Protocol (MCP). */
  readonly isAbbreviated: boolean;
  /** In a heading whose other long words are capitalised too. */
  readonly isHeading: boolean;
  /** In a German sentence, where every noun is capitalised. */
  readonly isGerman: boolean;
  /** The words around it, lower case; empty when punctuation parts them. */
  readonly before: string;
  readonly after: string;
}
