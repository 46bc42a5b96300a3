import type { AppError } from "../../errors.ts";
import type { Vector } from "../../models/ports.ts";
import type { ArmList } from "../fusion/lists.ts";
import type { Answers, DatabaseRead, Reads } from "../hops/reads.ts";
import type { WorkspaceState } from "../hops/workspace-state.ts";
import type { SearchPlan } from "../plan.ts";
import type { RepairedQuery } from "../query/repair.ts";
import type { NumberSetting, SettingTable } from "../setting.ts";
import type { ChunkRow } from "../sql/chunk-rows.ts";
import type { Expansion } from "./expansion/generated-expansion.ts";

/** What a search knows after its first hop, and what it has read and listed since. */
export interface SearchState {
  readonly plan: SearchPlan;
  readonly workspace: WorkspaceState;
  /** The query, with words repaired that no chunk has as far as that is possible by now. */
  readonly repaired: RepairedQuery;
  /** The query's embedding; undefined: the vector arm has nothing to compare. */
  readonly vector: Vector | undefined;
  readonly expansion: ExpandedQuery;
  /** Vectors not yet visible in the index that one search compares, at most. */
  readonly maxPendingScan: number;
  readonly answers: Answers;
  /** Lists of the arms before this one, and what this one listed before hop 3. */
  readonly lists: readonly ArmList[];
  /** Of a further pool: what the pools before it held, as far as other arms than the keyword arm brought it. */
  readonly shown?: ReadonlySet<string>;
  /** Rows of all candidates that exist and pass; undefined before hop 3, where an arm may know ids alone. */
  readonly rows: ReadonlyMap<string, ChunkRow> | undefined;
  /** Why the vector index did not answer, at least once. */
  readonly indexOutage: AppError | undefined;
}

/** The query's other forms, and the vectors of those that the vector arm compares, by the names of their lists. */
export interface ExpandedQuery {
  readonly expansion?: Expansion | undefined;
  readonly vectors: readonly { readonly list: string; readonly vector: Vector }[];
}

/** A way of finding candidates: what it reads in which hop, and the lists it makes of that. */
export interface Arm {
  readonly name: string;
  /** What turns it on, under `arms`. */
  readonly settings: SettingTable;
  /** Its weight where lists are added, under `fusion`; without one it takes no part in sums. */
  readonly weight?: NumberSetting;
  isOn(plan: SearchPlan): boolean;
  readonly reads: {
    /** Beside the workspace's state. */
    hop1?(plan: SearchPlan): readonly DatabaseRead[];
    /** With the query's vector and the words' frequencies known. */
    hop2?(state: SearchState): Reads;
    /** What could not be asked sooner, or stands in for what did not answer. */
    hop3?(state: SearchState): readonly DatabaseRead[];
  };
  /** Rows that its reads brought along. */
  rows?(state: SearchState): readonly ChunkRow[];
  /** Chunks that it knows by id alone and wants the rows of. */
  unread?(state: SearchState): readonly string[];
  /** Its ranked lists: after hop 2, and again after hop 3 with all rows known. */
  lists(state: SearchState): readonly ArmList[];
  /** It only has a say, by `lists` and `rows`, where no other arm brought anything. */
  readonly isFallback?: true;
}

/** An arm's own list; undefined: it has none yet, did not run, or failed. */
export const listOf = (lists: readonly ArmList[], name: string): ArmList["entries"] | undefined =>
  lists.find((list) => list.name === name)?.entries;
