import type { VectorMetadata } from "../../models/ports.ts";

/** What an embedder made of texts. */
export interface EmbeddedTexts {
  readonly identity: string;
  readonly nowMs: number;
  readonly vectors: readonly {
    readonly workspace: number;
    readonly hash: string;
    /** As it is stored; null: there is nothing in the text to embed. */
    readonly vector: string | null;
  }[];
}

/** Work that must still reach the vector index, taken under a lease so that two runs never do it twice. */
export interface OutboxStore {
  /**
   * Leases up to `limit` due rows of workspaces that live by this identity, deletes first, then the oldest; a lease
   * that ran out is taken over.
   */
  claim(query: {
    readonly workspace: number | undefined;
    readonly identity: string;
    readonly lease: string;
    readonly nowMs: number;
    readonly limit: number;
  }): Promise<readonly OutboxRow[]>;
  /** The chunks of leased upserts with the embedding that is cached; the lease is then on the other texts as well. */
  load(query: {
    readonly seqs: readonly number[];
    readonly lease: string;
    readonly identity: string;
    readonly nowMs: number;
  }): Promise<readonly EmbeddableChunk[]>;
  /** Keeps new embeddings, and marks every chunk of these texts as comparable from D1; gives up the lease on them. */
  embedded(query: EmbeddedTexts & { readonly lease: string }): Promise<void>;
  /** Notes a call's receipt. Upserts among it wait until the index shows them; what was deleted meanwhile is due again. */
  sent(call: SentCall): Promise<void>;
  /** Done for good: rows go, chunks of upserts are visible. */
  done(seqs: readonly number[], lease: string): Promise<void>;
  /** Done for chunks in which there is nothing to embed; those whose text changed meanwhile are due again. */
  doneWithoutVector(seqs: readonly number[], lease: string): Promise<void>;
  /** Gives rows back as they were: due, and no failure. */
  release(seqs: readonly number[], lease: string): Promise<void>;
  /** Gives rows back for a later try, with the leases on their texts; parks those that have had their last. */
  failed(query: {
    readonly lease: string;
    readonly seqs: readonly number[];
    readonly error: string;
    readonly nextAtMs: number;
    /** False for a quota stop, which burns no attempt. */
    readonly countsAsAttempt: boolean;
    readonly maxAttempts: number;
  }): Promise<void>;
  /** Confirms what a processed mutation and a processed time prove visible; answers how many rows. */
  confirmProcessed(query: {
    readonly identity: string;
    readonly mutation: string | undefined;
    /** Calls that had ended before this time, milliseconds, are processed. */
    readonly beforeMs: number | undefined;
  }): Promise<number>;
  /** Waiting rows of an identity's workspaces whose call had ended before, oldest first. */
  waiting(query: {
    readonly identity: string;
    readonly beforeMs: number;
    readonly limit: number;
  }): Promise<readonly WaitingRow[]>;
  /** Waiting rows are visible, unless they were sent again meanwhile. */
  confirmed(rows: readonly WaitingRow[]): Promise<void>;
  /** Gives parked rows, of one workspace or of all, new attempts; answers how many. */
  retryParked(query: { readonly workspace: number | undefined; readonly nowMs: number }): Promise<number>;
  /** Adds to today's model use, and notes until when model work stands still. */
  recordUse(query: {
    readonly nowMs: number;
    readonly calls: number;
    readonly texts: number;
    readonly pausedUntil?: number | undefined;
  }): Promise<void>;
  /** Today's model calls and until when model work stands still. */
  models(nowMs: number): Promise<{ readonly calls: number; readonly pausedUntil: number | null }>;
  /** Drops what no chunk, no search and no reader needs any more; bounded. */
  clean(query: { readonly nowMs: number }): Promise<void>;
}

export interface OutboxRow {
  readonly seq: number;
  readonly workspace: number;
  readonly chunk: string;
  readonly op: "upsert" | "delete";
  /** The workspace's live one. */
  readonly generation: number;
  readonly attempts: number;
  /** In a row, of any kind. */
  readonly failures: number;
}

export interface EmbeddableChunk {
  readonly seq: number;
  readonly id: string;
  readonly workspace: number;
  readonly generation: number;
  readonly hash: string;
  readonly headings: readonly string[];
  readonly text: string;
  readonly metadata: VectorMetadata;
  readonly vector: string | null;
  /** False: another run is having this text embedded. */
  readonly isLeased: boolean;
}

/** One call to the vector index. */
export interface SentCall {
  readonly lease: string;
  readonly mutation: string;
  /** Calls of one run follow one another. */
  readonly run: string;
  /** Position of the call in its run. */
  readonly order: number;
  readonly startedAt: number;
  readonly endedAt: number;
  /** Upserts that were handed over; none for a delete. */
  readonly upserts: readonly {
    readonly seq: number;
    readonly id: string;
    readonly workspace: number;
    /** Of the text whose vector was sent. */
    readonly hash: string;
  }[];
}

export interface WaitingRow {
  readonly seq: number;
  readonly chunk: string;
  /** The workspace's live one. */
  readonly generation: number;
  /** The run that sent it, and which of its calls did. */
  readonly run: string;
  readonly order: number;
}
