import type { MemoryFields } from "../contract/memory-fields.ts";

interface MemoryVotes {
  readonly up: number;
  readonly down: number;
}

/** A memory whole, wherever it is. Times are milliseconds. */
export interface MemoryRecord extends MemoryFields {
  readonly id: string;
  readonly state: "live" | "superseded" | "forgotten";
  readonly text: string;
  /** Of the text's bytes. */
  readonly hash: string;
  readonly normalHash: string;
  readonly timesObserved: number;
  readonly firstObserved: number;
  readonly lastObserved: number;
  readonly supersedes: string | null;
  readonly supersededBy: string | null;
  /** False: its embedding is still to be compared with the others'. */
  readonly isCompared: boolean;
  /** The document's version; 0 when it is not live. */
  readonly version: number;
  /** Votes for and against it, whenever they were given; undefined: not read. They are rows of their own. */
  readonly votes?: MemoryVotes;
  /** What they say as they fade, 0 to 1; undefined: not read, or it has none. */
  readonly quality?: number;
  /** When it left the index; null while it is live. */
  readonly leftAt: number | null;
}

/** An older text of a memory. */
export interface ObservationRecord
  extends Pick<MemoryRecord, "text" | "type" | "confidence" | "session" | "source"> {
  readonly memory: string;
  /** Id of the memory that was merged then. */
  readonly merged: string | null;
  /** Milliseconds. */
  readonly at: number;
}

/** A memory that an id, or the start of one, names. */
export interface NamedMemory {
  readonly memory: MemoryRecord;
  /** The id asked for, where it was merged into this memory; null: it is the memory's own. */
  readonly merged: string | null;
}

/** A memory that leaves the index, or its state among the past ones. */
export interface Retirement {
  readonly memory: MemoryRecord;
  readonly state: "superseded" | "forgotten";
  /** Id of the memory that takes its place. */
  readonly supersededBy: string | null;
}
