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
  readonly chunks: readonly ChunkWrite[];
}

export interface ChunkWrite {
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
  readonly tokens: number;
  /** What the keyword index holds of it. */
  readonly keyword: {
    readonly title: string;
    readonly text: string;
    readonly context: string;
    readonly ident: string;
  };
}

export interface WriteReceipt {
  readonly version: number;
  /** Chunks that now wait for an embedding, and those among them whose text no cached embedding covers. */
  readonly queued: number;
  readonly toEmbed: number;
}

/** Changes to the documents of one workspace; each method is one transaction. */
export interface DocumentStore {
  /** Content hashes and chunker versions of the documents of a root in a range of paths. */
  known(query: {
    readonly workspace: number;
    readonly root: string;
    readonly after: string;
    readonly upTo: string | null;
  }): Promise<readonly { readonly path: string; readonly hash: string; readonly chunker: number }[]>;
  knownAt(
    workspace: number,
    root: string,
    paths: readonly string[],
  ): Promise<ReadonlyMap<string, { readonly hash: string; readonly chunker: number }>>;
  /** Joins the root, or answers "refused" when other origins hold it and `join` is false. */
  join(query: {
    readonly workspace: number;
    readonly root: string;
    readonly origin: string;
    readonly join: boolean;
    /** Only look: nothing is written. */
    readonly dryRun: boolean;
    readonly nowMs: number;
  }): Promise<"joined" | "refused" | "member">;
  /** All or nothing. Throws `too_large` when the batch would take too many statements. */
  write(query: {
    readonly workspace: number;
    readonly root: string;
    readonly identity: string;
    readonly nowMs: number;
    readonly documents: readonly DocumentWrite[];
  }): Promise<WriteReceipt>;
  remove(query: {
    readonly workspace: number;
    readonly root: string;
    readonly paths: readonly string[];
    readonly nowMs: number;
  }): Promise<{ readonly deleted: number; readonly version: number }>;
  countInRoot(workspace: number, root: string): Promise<number>;
}
