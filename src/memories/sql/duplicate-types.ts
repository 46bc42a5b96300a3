/** What comparing memories needs from the database. storage/ implements it. */

/** A memory whose embedding is to be compared with the others'. */
export interface ComparedMemory {
  readonly workspace: number;
  readonly id: string;
  readonly version: number;
  readonly type: string;
  readonly chunk: string;
  readonly identity: string;
  readonly generation: number;
  /** Null: it has none, and never will. */
  readonly vector: string | null;
}

/** A memory that may say the same. */
export interface NearMemory {
  readonly id: string;
  readonly type: string;
  readonly vector: string;
}

export interface DuplicateStore {
  /** Memories of one chunk that have their embedding by now, oldest first. */
  next(query: {
    readonly workspace: number | undefined;
    readonly limit: number;
  }): Promise<readonly ComparedMemory[]>;
  /**
   * Memories of one chunk that these chunks belong to, and those that the vector index does not show yet, at most
   * `maxUnseen` of them, newest first.
   */
  near(query: {
    readonly memory: ComparedMemory;
    readonly chunks: readonly string[];
    readonly maxUnseen: number;
  }): Promise<readonly NearMemory[]>;
  /** Nothing of it is left to compare, unless it has changed since. */
  compared(memories: readonly Pick<ComparedMemory, "workspace" | "id" | "version">[]): Promise<void>;
}
