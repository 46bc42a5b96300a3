import { statement } from "./statement.ts";

interface Raise {
  /** Which workspaces. @default the one of `:workspace` */
  readonly where?: string;
  /** What else of the workspace changes with it. */
  readonly set?: string;
  /** Rows that `set` and `where` read. */
  readonly from?: string;
  /** Columns to answer. */
  readonly returning?: string;
}

/**
 * SQL that raises the version of workspaces and answers it. A version that rises drops the workspace's kept answers and the
 * names that nothing mentions (a trigger), so that it comes after what it changes.
 */
export const raiseVersion = ({
  where = "workspaces.num = :workspace",
  set,
  from,
  returning = "num, version",
}: Raise = {}): string =>
  `UPDATE workspaces SET version = workspaces.version + 1${set === undefined ? "" : `, ${set}`}
  ${from === undefined ? "" : `FROM ${from} `}WHERE ${where} RETURNING ${returning}`;

/** Raises the version of `:workspace`. */
export const RAISE_VERSION = statement<{ readonly num: number; readonly version: number }>(raiseVersion());
