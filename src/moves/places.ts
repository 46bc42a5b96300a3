import type { Session } from "../database/session.ts";

/** The databases between which a workspace moves, each with a session on its primary. */
export interface MovePlaces {
  readonly source: Session;
  readonly target: Session;
  /** The deployment's first database, which has the directory: one of both, or a third. */
  readonly first: Session;
  readonly from: number;
  readonly to: number;
}

/** What one slice does at most: an invocation may send so many statements, and compute so long. */
export interface MoveLimits {
  /** Text of the documents of a slice, bytes; the first always comes. */
  readonly bytes: number;
  /** Rows of another table, read or emptied at once. */
  readonly rows: number;
  /** Notes that are caught up with at once, and tables that they may be of. */
  readonly notes: number;
  readonly tables: number;
  /** Steps of the handover: all at once keep writers waiting for some round trips only. */
  readonly steps: number;
}
