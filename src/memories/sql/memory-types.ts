import type { DocumentWrite } from "../../documents/sql/document-types.ts";

/** What the service needs from the database to remember and to forget. storage/ implements it. */

/** A memory whole, wherever it is. */
export interface MemoryRecord {
  readonly id: string;
  readonly state: "live" | "superseded" | "forgotten";
  readonly text: string;
  /** Of the text's bytes. */
  readonly hash: string;
  readonly normalHash: string;
  readonly type: string;
  readonly importance: number;
  readonly priority: number;
  readonly confidence: number;
  readonly timesObserved: number;
  /** Milliseconds. */
  readonly firstObserved: number;
  readonly lastObserved: number;
  readonly session: string | null;
  readonly source: string | null;
  readonly tags: readonly string[];
  readonly entities: readonly string[];
  readonly metadata: Readonly<Record<string, unknown>>;
  readonly supersedes: string | null;
  readonly supersededBy: string | null;
  /** False: its embedding is still to be compared with the others'. */
  readonly isCompared: boolean;
  /** The document's version; 0 when it is not live. */
  readonly version: number;
  /** Milliseconds; when it left the index, null while it is live. */
  readonly leftAt: number | null;
}

export interface ObservationRecord {
  /** The memory that tells it. */
  readonly memory: string;
  /** Id of the memory that was merged then. */
  readonly merged: string | null;
  readonly text: string;
  readonly type: string;
  readonly confidence: number;
  readonly session: string | null;
  readonly source: string | null;
  /** Milliseconds. */
  readonly at: number;
}

/** What is found of a start of an id: memories, or the one that a merged memory became. */
export interface Named {
  readonly memory: MemoryRecord;
  /** The id that was merged into it; null: it is named itself. */
  readonly merged: string | null;
}

/** A memory that leaves the index, or its place among the past ones. */
export interface Leaving {
  readonly memory: MemoryRecord;
  readonly state: "superseded" | "forgotten";
  /** What takes its place. */
  readonly supersededBy: string | null;
}

export interface MemoryWriteQuery {
  readonly workspace: number;
  readonly identity: string;
  readonly nowMs: number;
  readonly documents: readonly DocumentWrite[];
  /** By id: the version that must still stand, 0 for none. */
  readonly expects: ReadonlyMap<string, number>;
  /** Leave in the same transaction. */
  readonly leaving?: readonly Leaving[];
  /** Past memories that come back with this write: nobody else may have brought them back. */
  readonly returning?: readonly MemoryRecord[];
  /** What is written takes the place of past memories of the same id, where there are any. */
  readonly replacesPast?: boolean;
  readonly observations?: readonly ObservationRecord[];
  /** Live ones that become another: whatever names the first leads to the second from then on. */
  readonly merged?: { readonly memory: MemoryRecord; readonly into: string } | undefined;
}

/** Memories of one workspace; each method is one transaction. Writes throw `conflict` when what they rest on has changed. */
export interface MemoryStore {
  /** Live memories by the hash of their normalised text. */
  byText(workspace: number, normalHashes: readonly string[]): Promise<ReadonlyMap<string, MemoryRecord>>;
  /** Live memories by their whole ids. */
  live(workspace: number, ids: readonly string[]): Promise<readonly MemoryRecord[]>;
  /** At most some memories by a start of their id, also merged and past ones. */
  named(query: { workspace: number; idStart: string; nowMs: number }): Promise<readonly Named[]>;
  /** Older texts, newest first. */
  observations(workspace: number, id: string, limit: number): Promise<readonly ObservationRecord[]>;
  /** What a memory superseded and what superseded it, itself included, oldest first. */
  chain(workspace: number, id: string): Promise<readonly MemoryRecord[]>;
  /** More observations of the same texts. Answers the memories as they are then, without those that say something else by now. */
  observe(query: {
    readonly workspace: number;
    readonly nowMs: number;
    /** Each id once. */
    readonly observed: readonly {
      readonly id: string;
      readonly hash: string;
      readonly confidence: number;
      readonly times: number;
    }[];
  }): Promise<{ readonly memories: readonly MemoryRecord[]; readonly version: number }>;
  /** Answers the workspace's version. */
  write(query: MemoryWriteQuery): Promise<number>;
  /** Answers the workspace's version. */
  leave(query: {
    readonly workspace: number;
    readonly nowMs: number;
    readonly leaving: Leaving;
  }): Promise<number>;
  /** For good, wherever it is. Answers the workspace's version. */
  destroy(query: {
    readonly workspace: number;
    readonly nowMs: number;
    readonly memory: MemoryRecord;
  }): Promise<number>;
}
