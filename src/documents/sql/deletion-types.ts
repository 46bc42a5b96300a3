/** What is out of reach already and waits to be emptied; each method is one transaction or two. */
export interface DeletionStore {
  /**
   * Puts a root, or what lies below a prefix of it, out of reach in one small write. Answers how many documents that
   * were and the workspace's version; pushes that began before it are superseded.
   */
  markRoot(query: {
    readonly workspace: number;
    readonly root: string;
    /** Of the path; "" means the whole root. */
    readonly prefix: string;
  }): Promise<{ readonly deleted: number; readonly version: number }>;
  /** Puts a workspace out of reach: its name is free, its tokens are dead. False: there is none. */
  markWorkspace(query: { readonly slug: string; readonly nowMs: number }): Promise<boolean>;
  /** Empties a slice of what is marked, at most `rows` chunks; undefined: nothing is, or what is left must wait. */
  empty(query: {
    readonly workspace: number | undefined;
    readonly rows: number;
  }): Promise<EmptiedSlice | undefined>;
}

/** Rows that went. */
export interface EmptiedSlice {
  readonly chunks: number;
  readonly documents: number;
  readonly others: number;
}
