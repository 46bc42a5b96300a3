import type { StoredDocument } from "../audit/sql/audit-types.ts";

/** A chunk that a text model is to be asked about, under a lease. */
export interface DueChunk {
  readonly chunk: string;
  readonly workspace: number;
  readonly document: number;
  /** Failures in a row. */
  readonly attempts: number;
}

/** An answer that is worth keeping: of the chunk `id`, and gone with it. */
export interface FreshAnswer {
  readonly key: string;
  readonly id: string;
  readonly text: string;
}

/** Chunks still to be asked about, taken under a lease so that two runs never pay for one answer twice. */
export interface QuestionStore {
  /** Leases up to `limit` due chunks of one workspace; a lease that ran out is taken over. */
  claim(query: {
    readonly workspace: number | undefined;
    readonly lease: string;
    readonly nowMs: number;
    readonly limit: number;
  }): Promise<readonly DueChunk[]>;
  /** Documents whole, at most as many as have `maxBytes` of text together, the first one always. */
  documents(query: {
    readonly workspace: number;
    readonly nums: readonly number[];
    readonly maxBytes: number;
  }): Promise<readonly StoredDocument[]>;
  /** Kept answers by their key. */
  kept(workspace: number, keys: readonly string[]): Promise<ReadonlyMap<string, string>>;
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
