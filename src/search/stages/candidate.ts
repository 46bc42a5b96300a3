import type { Scored } from "../fusion/lists.ts";

/** A chunk while it is ranked: all that a stage may look at. Its score is 0 to 1, higher is better. */
export interface Candidate extends Scored {
  /** What an earlier stage had to cut off above 1: it breaks ties, so that the best of the best keep their order. */
  readonly excess: number;
  readonly kind: "file" | "memory";
  readonly documentId: string;
  /** Path of headings that it stands under. */
  readonly headings: readonly string[];
  readonly text: string;
  /** Milliseconds; undefined: evergreen or undated, no time stage touches it. */
  readonly datedAt: number | undefined;
  /** Undefined: of no session. */
  readonly session: string | undefined;
  /** Only of memories. */
  readonly memory: MemoryTraits | undefined;
  readonly votes: readonly Vote[];
  /** Stored embedding as int8 levels of a unit vector, when it was read. */
  readonly vector: Int8Array | undefined;
  /** The keyword arm's score, 0 to 1; undefined: that arm did not list it. */
  readonly keywordScore: number | undefined;
}

export interface MemoryTraits {
  readonly type: string;
  /** 0 to 1. */
  readonly importance: number;
  /** 1 (most important) to 5. */
  readonly priority: number;
  /** 0 to 1. */
  readonly confidence: number;
  readonly timesObserved: number;
  /** 0 to 1, what its votes say; undefined: it has none, which counts as 0.5. */
  readonly quality?: number | undefined;
}

export interface Vote {
  /** 1 or -1; or the sum of several, each weighed by its age at `at`. */
  readonly value: number;
  /** Milliseconds. */
  readonly at: number;
}
