import type { StoredDocument } from "../../audit/sql/audit-types.ts";

/** A workspace whose documents are being cut anew, and the next of them. */
export interface RechunkWork {
  readonly workspace: number;
  /** Identity that texts are embedded in. */
  readonly identity: string;
  /** Where the walk stands: the greatest document number of these; undefined: there are no more. */
  readonly upTo: number | undefined;
  readonly documents: readonly StoredDocument[];
}

/** Documents that are cut anew, by an older chunker's or by all. */
export interface RechunkStore {
  /** Begins with the workspaces that have documents of an older chunker, or (all) with all documents of one. */
  start(query: {
    readonly workspace: number | undefined;
    readonly chunker: number;
    readonly all: boolean;
    readonly nowMs: number;
  }): Promise<void>;
  /** The next documents, with text of at most `bytes` but one at least; undefined: nothing is begun. */
  next(query: {
    readonly workspace: number | undefined;
    readonly chunker: number;
    readonly limit: number;
    readonly bytes: number;
  }): Promise<RechunkWork | undefined>;
  /** Notes how far the walk has come. */
  done(
    work: Pick<RechunkWork, "workspace"> & { readonly upTo: number; readonly documents: number },
  ): Promise<void>;
  /** Nothing is left. */
  finish(workspace: number): Promise<void>;
  /** Cannot be cut anew from here: the next push of its root sends it. */
  giveUp(document: Pick<StoredDocument, "num" | "version">, chunker: number): Promise<void>;
}
