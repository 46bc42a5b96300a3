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

/** Number of the database with the directory. */
export const FIRST = 1;
