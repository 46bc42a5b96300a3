import type { VectorMetadata } from "../../models/ports.ts";

/** A workspace's live generation, as far as its vectors are concerned. */
export interface ExactState {
  /** What has been read of the vectors holds as long as this stands. */
  readonly version: number;
  readonly identity: string;
  /** How many chunks the workspace has. */
  readonly chunks: number;
}

/** A chunk, and the hash that names its vector. */
export interface ExactChunk extends VectorMetadata {
  readonly rid: number;
  readonly id: string;
  readonly hash: string;
}

export interface HashedVector {
  readonly hash: string;
  readonly vector: string;
}

/** Reads of all the vectors that the database holds of a workspace; each method is one round trip. */
export interface ExactVectorStore {
  /** Undefined: the workspace is gone, or another generation is live. */
  state(query: { readonly workspace: number; readonly generation: number }): Promise<ExactState | undefined>;
  /** Chunks in the order of their row ids, from after one on; with or without a vector. */
  chunks(query: {
    readonly workspace: number;
    readonly afterRid: number;
    readonly limit: number;
  }): Promise<readonly ExactChunk[]>;
  /** Those of the texts that have a vector. */
  vectors(query: {
    readonly workspace: number;
    readonly identity: string;
    readonly hashes: readonly string[];
  }): Promise<readonly HashedVector[]>;
  /** Those of the vectors, by id, whose chunk has one in its generation's identity. */
  present(ids: readonly string[]): Promise<readonly string[]>;
}
