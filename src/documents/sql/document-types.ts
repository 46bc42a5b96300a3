import type { MemoryFields } from "../../contract/memory-fields.ts";
import type { NamesWrite } from "../../database/name-writes.ts";
import type { chunks } from "../../database/schema/documents.ts";
import type { Chunk } from "../chunkers/chunk.ts";
import type { KeywordRow } from "../keyword-row.ts";

export interface DocumentWrite {
  readonly path: string;
  readonly kind: "file" | "memory";
  readonly hash: string;
  readonly bytes: number;
  readonly lines: number;
  readonly finalNewline: boolean;
  readonly mtime: number;
  readonly datedAt: number | null;
  readonly language: string;
  readonly title: string | null;
  readonly source: string | null;
  readonly metadata: Readonly<Record<string, unknown>>;
  /** Of a file: what was given beside its text. */
  readonly givenMetadata: Readonly<Record<string, unknown>>;
  readonly chunker: number;
  readonly hasOwnChunks: boolean;
  readonly chunks: readonly ChunkWrite[];
  readonly memory?: MemoryWrite | undefined;
  readonly names: readonly NamesWrite[];
}

/** What a memory says of itself, beside what every document has. */
export interface MemoryWrite extends Omit<MemoryFields, "source" | "metadata"> {
  readonly timesObserved: number;
  /** Milliseconds. */
  readonly lastObserved: number;
  /** Id of the memory that it took the place of. */
  readonly supersedes: string | null;
  /** Of the normalised text: a workspace has each once. */
  readonly normalHash: string;
  /** 1: nothing is left to compare with its embedding. */
  readonly compared: 0 | 1;
}

export type MemoryPart = MemoryWrite & Pick<MemoryFields, "metadata">;

type ChunkRow = typeof chunks.$inferSelect;

/** A chunk: its place, its text, and the hashes of what is shown, embedded and sent of it. */
export interface StoredChunk
  extends Readonly<
    Pick<
      ChunkRow,
      Exclude<keyof Chunk, "headings"> | "id" | "ordinal" | "textHash" | "embedHash" | "sentHash"
    >
  > {
  readonly headings: readonly string[];
}

export interface ChunkWrite extends StoredChunk {
  readonly tokens: number;
  readonly keyword: KeywordRow;
}

/** The documents of one upload request, to be written all or none. */
export interface UploadWrite {
  readonly workspace: number;
  readonly root: string;
  readonly identity: string;
  readonly nowMs: number;
  readonly documents: readonly DocumentWrite[];
  /** By path, the version that was read, 0 for none: another one by now is a conflict. Paths left out are not checked. */
  readonly expects?: ReadonlyMap<string, number>;
  /** The push that writes, 0 for none; undefined: what is written stays as new as it was. */
  readonly push?: number | undefined;
}

export interface WriteReceipt {
  readonly version: number;
  /** Chunks that wait for an embedding which no cache has. */
  readonly toEmbed: number;
}
