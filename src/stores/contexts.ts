import type { StoredDocument } from "./audit.ts";

/** A chunk whose context is to be written, under a lease. */
export interface ContextWork {
  readonly chunk: string;
  readonly workspace: number;
  readonly document: number;
  /** Failures in a row. */
  readonly attempts: number;
}

/** A chunk's context with all that changes with it. */
export interface ContextWrite {
  readonly id: string;
  readonly textHash: string;
  /** The context is only true of this text of the document. */
  readonly documentHash: string;
  readonly prefix: string;
  readonly embedHash: string;
  /** The keyword index's row. */
  readonly keyword: {
    readonly title: string;
    readonly text: string;
    readonly context: string;
    readonly ident: string;
  };
}

/** Contexts still to be written, taken under a lease so that two runs never pay for one twice. */
export interface ContextStore {
  /** Leases up to `limit` due chunks of one workspace; a lease that ran out is taken over. */
  claim(query: {
    readonly workspace: number | undefined;
    readonly lease: string;
    readonly nowMs: number;
    readonly limit: number;
  }): Promise<readonly ContextWork[]>;
  /** Documents whole, at most as many as have `maxBytes` of text together, the first one always. */
  documents(query: {
    readonly workspace: number;
    readonly nums: readonly number[];
    readonly maxBytes: number;
  }): Promise<readonly StoredDocument[]>;
  /** Kept contexts by their key. */
  kept(workspace: number, keys: readonly string[]): Promise<ReadonlyMap<string, string>>;
  /**
   * Puts contexts beside their chunks, in the keyword index, and up for embedding anew, in one transaction; a chunk that
   * was written again or deleted meanwhile is left out.
   */
  written(query: {
    readonly workspace: number;
    readonly lease: string;
    readonly nowMs: number;
    readonly contexts: readonly ContextWrite[];
    /** Those of them that a generator has just written, to be kept. */
    readonly fresh: readonly { readonly key: string; readonly id: string; readonly text: string }[];
  }): Promise<void>;
  /** Gives chunks back for a later try. */
  failed(query: {
    readonly lease: string;
    readonly chunks: readonly string[];
    readonly error: string;
    readonly nextAtMs: number;
  }): Promise<void>;
  /** Gives back whatever the lease still holds, as it was. */
  release(lease: string): Promise<void>;
}
