import type { MemoryFields } from "../../contract/memory-fields.ts";

/** What indexing needs from the database. storage/ implements it. */

/** A document ready to be written: cut, hashed and analysed. */
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
  readonly chunker: number;
  /** Cut where the client said. */
  readonly hasOwnChunks: boolean;
  readonly chunks: readonly ChunkWrite[];
  /** What only a memory has. */
  readonly memory?: MemoryWrite | undefined;
  /** What its chunks name; undefined: nothing was looked for, and nothing is known of them any more. */
  readonly names?: readonly NamesWrite[] | undefined;
}

/** The names that a chunk mentions, and what it says of two of them. */
export interface NamesWrite {
  readonly chunkId: string;
  readonly names: readonly NameWrite[];
  /** Between slugs of names of the same document. */
  readonly relations: readonly { readonly from: string; readonly to: string; readonly type: string }[];
}

export interface NameWrite {
  readonly slug: string;
  readonly name: string;
  readonly type: string;
  /** Hundredths. */
  readonly evidence: number;
  /** Slugs of words that may stand for it. */
  readonly parts: readonly string[];
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

/** What a document needs to be written as a memory. */
export type MemoryPart = MemoryWrite & Pick<MemoryFields, "metadata">;

/** A chunk: its place, its text, and the hashes of what is shown, embedded and sent of it. */
export interface StoredChunk {
  readonly id: string;
  readonly ordinal: number;
  readonly startLine: number;
  readonly endLine: number;
  readonly startColumn: number | null;
  readonly endColumn: number | null;
  readonly headings: readonly string[];
  readonly text: string;
  readonly textHash: string;
  readonly embedHash: string;
  readonly sentHash: string;
}

export interface ChunkWrite extends StoredChunk {
  readonly tokens: number;
  /** What the keyword index holds of it. */
  readonly keyword: {
    readonly title: string;
    readonly text: string;
    readonly context: string;
    readonly ident: string;
  };
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
  /** The push that writes: a later one of the root is a conflict. */
  readonly push?: number | undefined;
}

export interface WriteReceipt {
  readonly version: number;
  /** Chunks that wait for an embedding which no cache has. */
  readonly toEmbed: number;
}

export interface OpenRootQuery {
  readonly workspace: number;
  readonly root: string;
  readonly origin: string;
  /** Share a root that another origin holds. */
  readonly join: boolean;
  /** Only look: nothing is written. */
  readonly dryRun: boolean;
  /** A manifest begins a push: older ones of the root are refused from then on. */
  readonly beginsPush: boolean;
  /** Switches written contexts on or off; undefined leaves them as they are. */
  readonly contextualize?: boolean | undefined;
  /** The same for names that a text model finds. */
  readonly entities?: boolean | undefined;
  readonly nowMs: number;
  /** Documents asked for: a range of paths by UTF-8 bytes, or these paths. */
  readonly documents:
    | { readonly after: string; readonly upTo: string | null }
    | { readonly paths: readonly string[] };
}

export interface KnownDocument {
  readonly path: string;
  readonly hash: string;
  /** Version of the chunker that cut it. */
  readonly chunker: number;
  readonly source: string | null;
  /** Rises with every write, also over a deletion: the workspace's version that the write made. */
  readonly version: number;
}

export interface OpenedRoot {
  /** False: other origins hold the root, and this one did not ask to join. */
  readonly isMember: boolean;
  readonly known: readonly KnownDocument[];
  /** Documents in the whole root. */
  readonly total: number;
  /** The workspace's version as it stands. */
  readonly version: number;
  /** The root's last push; 0: none yet. */
  readonly push: number;
  /** Its chunks got a written context, before this call may have switched that. */
  readonly isContextualized: boolean;
  /** A text model is asked what the root's chunks name. */
  readonly isNamed: boolean;
}

/** Changes to the documents of one workspace; each method is one transaction. */
export interface DocumentStore {
  /** One round trip before a push touches a root: may this origin push there, and what is known of the documents. */
  openRoot(query: OpenRootQuery): Promise<OpenedRoot>;
  /** All or nothing. Throws `conflict`, and `too_large` when the batch would take too many statements. */
  write(upload: UploadWrite): Promise<WriteReceipt>;
  /** Throws `conflict`. */
  remove(query: {
    readonly workspace: number;
    readonly root: string;
    readonly push?: number | undefined;
    readonly paths: readonly string[];
    readonly nowMs: number;
  }): Promise<{ readonly deleted: number; readonly version: number }>;
}
