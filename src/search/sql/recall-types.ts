import type { SearchTally } from "../../workspaces/search-days.ts";
import type { AnyHit } from "../contract/hits.ts";

/** A hit as the log keeps it: where it was, never what it said. */
export interface LoggedHit {
  /** Whole id. */
  readonly chunk: string;
  readonly root: string;
  readonly path: string;
  readonly startLine: number;
  readonly endLine: number;
  readonly score: number;
  /** Arms that found it, with its rank there. */
  readonly arms: Readonly<Record<string, number>>;
}

/** A search as it is handed to the log, before anything of it is computed: that waits until the answer is out. */
export interface RecallDraft {
  readonly id: string;
  readonly token: string;
  readonly session: string | undefined;
  readonly query: string;
  readonly profile: string;
  /** All settings of the profile as resolved; undefined: nothing was ranked. */
  readonly settings: object | undefined;
  readonly filters: object | undefined;
  readonly logged: readonly LoggedHit[];
  /** As they were answered. */
  readonly hits: readonly AnyHit[];
  readonly outcome: string;
  readonly degraded: readonly string[];
  readonly isCached: boolean;
  readonly totalMs: number;
}

/** A search that is not noted in the database yet. */
export interface WaitingSearch {
  /** Undefined: it was none. */
  readonly tally?: SearchTally | undefined;
  /** Undefined: it is not logged. */
  readonly recall?: RecallDraft | undefined;
}

/** One search of the log, as its row is written. Hits, filters and degraded are JSON. */
export interface RecallWrite {
  readonly id: string;
  /** Milliseconds: the time in its id. */
  readonly at: number;
  readonly token: string;
  readonly session: string | null;
  readonly query: string | null;
  readonly queryHash: string | null;
  readonly profile: string;
  readonly settingsHash: string | null;
  readonly filters: string | null;
  readonly hits: string;
  readonly outcome: string;
  readonly degraded: string;
  readonly cached: 0 | 1;
  readonly totalMs: number;
  readonly tokens: number;
}

/** What the log keeps of queries: their text, only a hash of it, or no searches at all. */
export type LogQueries = "text" | "hash" | "off";
