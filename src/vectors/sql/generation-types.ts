import type { EmbeddableChunk, EmbeddedTexts } from "./outbox-types.ts";

/** A generation beside a workspace's live one, leased by a run. */
export interface Generation {
  readonly workspace: number;
  readonly num: number;
  readonly identity: string;
  readonly state: "building" | "settling" | "retiring";
  /** Milliseconds; embeddings kept before then do not count. Null: any does. */
  readonly freshSince: number | null;
  /** Chunks are walked by embed_hash and rid: up to and including this one. */
  readonly cursorHash: string;
  readonly cursorRid: number;
  /** Calls to the vector index so far. */
  readonly calls: number;
  readonly attempts: number;
  readonly lease: string;
  /** Milliseconds since 1970: from then on another run may take it over. */
  readonly leaseUntil: number;
  readonly live: LiveGeneration;
}

export interface LiveGeneration {
  readonly num: number;
  readonly identity: string;
  readonly isGone: boolean;
}

/** A chunk as it is brought into a next generation. */
export interface NextChunk extends EmbeddableChunk {
  readonly rid: number;
  /** It has no vector in the live generation. */
  readonly isBareLive: boolean;
}

export interface GenerationWork {
  /** Chunks that are gone, whose vectors must be deleted. */
  readonly gone: readonly string[];
  /** Chunks that were written since the walk began. */
  readonly due: readonly NextChunk[];
  /** The walk's next chunks. */
  readonly page: readonly NextChunk[];
}

/** What becomes of a chunk: its vector was sent, it has none, has one only here, or the model does not take its text. */
export type Settlement = "sent" | "none" | "late" | "refused" | "kept";

export interface BuiltSlice {
  readonly generation: Generation;
  readonly nowMs: number;
  readonly chunks: readonly { readonly id: string; readonly hash: string; readonly state: Settlement }[];
  /** Receipt of the call that sent the vectors; undefined: there was none. */
  readonly receipt:
    | { readonly mutation: string; readonly startedAt: number; readonly sentAt: number; readonly run: string }
    | undefined;
  /** Chunks whose vectors were deleted. */
  readonly removed: readonly string[];
  readonly page: readonly { readonly hash: string; readonly rid: number }[];
  readonly nextAtMs: number;
}

/** A vector that was sent and is not known to be shown. */
export interface UnseenVector {
  readonly chunk: string;
  readonly call: number;
}

/** Generations beside the live ones; every write counts only while the run still holds the lease. */
export interface GenerationStore {
  /**
   * Starts a next generation for each workspace of another identity, and has half-built ones of other identities
   * dropped. Answers how many were started.
   */
  plan(query: { readonly identity: string; readonly nowMs: number }): Promise<number>;
  /** Starts a next generation of the same identity, in which every text is embedded anew. */
  renew(query: {
    readonly workspace: number;
    readonly identity: string;
    readonly nowMs: number;
  }): Promise<void>;
  /** Leases the generation that waits longest. */
  claim(query: {
    readonly lease: string;
    readonly nowMs: number;
    readonly workspace: number | undefined;
  }): Promise<Generation | undefined>;
  work(
    generation: Generation,
    limits: { readonly rows: number; readonly gone: number },
  ): Promise<GenerationWork>;
  /** Keeps embeddings, in place of older ones. */
  keep(texts: EmbeddedTexts): Promise<void>;
  /** Notes what a slice has done, and gives the generation back. */
  built(slice: BuiltSlice): Promise<void>;
  /** Gives it back for a later try. */
  failed(query: {
    readonly generation: Generation;
    readonly error: string;
    readonly nextAtMs: number;
  }): Promise<void>;
  /** Vectors that a processed mutation or a processed time prove visible are no longer waited for; answers how many. */
  confirm(query: {
    readonly generation: Generation;
    readonly mutation: string | undefined;
    readonly beforeMs: number | undefined;
    readonly limit: number;
  }): Promise<number>;
  /** Vectors not known to be shown whose call had ended before. */
  unseen(query: {
    readonly generation: Generation;
    readonly beforeMs: number;
    readonly limit: number;
  }): Promise<readonly UnseenVector[]>;
  /** These are shown, unless they were sent again meanwhile. */
  seen(generation: Generation, vectors: readonly UnseenVector[]): Promise<void>;
  /**
   * Makes it the live one when nothing is left to do in it; the one before is emptied from `retireAtMs` on. False: a
   * write came in between.
   */
  switch(query: {
    readonly generation: Generation;
    readonly nowMs: number;
    readonly retireAtMs: number;
  }): Promise<boolean>;
  /** Applies what the switch left out, a slice of it; answers whether anything is left. */
  settle(query: {
    readonly generation: Generation;
    readonly nowMs: number;
    readonly rows: number;
  }): Promise<boolean>;
  /** A slice of an old generation's vectors: chunks that are gone, and the walk's next chunks. */
  retirement(
    generation: Generation,
    rows: number,
  ): Promise<{
    readonly gone: readonly string[];
    readonly page: readonly { readonly id: string; readonly hash: string; readonly rid: number }[];
  }>;
  /** Notes that these vectors were deleted, and drops a slice of its embeddings; answers whether anything is left. */
  retired(query: {
    readonly generation: Generation;
    readonly gone: readonly string[];
    readonly page: readonly { readonly hash: string; readonly rid: number }[];
    readonly nowMs: number;
    readonly rows: number;
  }): Promise<boolean>;
}
