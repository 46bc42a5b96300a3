import { byScore, type Scored } from "../fusion/lists.ts";
import type { AnalysedQuery, WeighedTerm } from "../query/analyse.ts";
import type { SettingTable, SettingValue, ValuesOf } from "../setting.ts";

/** A chunk while it is ranked: all that a stage may look at. Its score is 0 to 1, higher is better. */
export interface Candidate extends Scored {
  /** Its score before any stage: fused, and re-ranked where that was. */
  readonly unadjusted: number;
  /** What an earlier stage had to cut off above 1: it breaks ties, so that the best of the best keep their order. */
  readonly excess: number;
  readonly kind: "file" | "memory";
  readonly documentNum: number;
  readonly root: string;
  /** Of its document; a memory's is its id. */
  readonly path: string;
  /** Of its document, by its lower-case name. */
  readonly language: string;
  /** Path of headings that it stands under; in code the names declared there, in tables the columns. */
  readonly headings: readonly string[];
  readonly text: string;
  /** Of the whole document. */
  readonly documentBytes: number;
  /** Passages of the whole document. */
  readonly documentChunks: number;
  /** Milliseconds; undefined: evergreen or undated, no time stage touches it. */
  readonly datedAt: number | undefined;
  /** Nobody wrote that day down: it is when the file was last changed. */
  readonly isFileTime: boolean;
  /** When its file was last changed, milliseconds; undefined: nobody said. */
  readonly changedAt: number | undefined;
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
  /** Id of the memory that it replaced; undefined or null: none. */
  readonly supersedes?: string | null | undefined;
}

interface Vote {
  /** 1 or -1; or the sum of several, each weighed by its age at `at`. */
  readonly value: number;
  /** Milliseconds. */
  readonly at: number;
}

export interface StageContext {
  /** As it was typed, unrepaired. */
  readonly query: AnalysedQuery;
  /**
   * The query's content words, repaired, as stems with their rarity in the workspace; none for a query of signs alone.
   * `findTerm` of the keyword arm finds one in a text.
   */
  readonly terms: readonly WeighedTerm[];
  /** The search's clock, milliseconds, cut to the second. */
  readonly asOfMs: number;
  readonly session: string | undefined;
  /** What roots hold, as somebody says, by their names. */
  readonly descriptions: Readonly<Record<string, string>>;
  /** The probability, 0 to 1, that a candidate answers the query: looked at where a stage needs it, for it takes time. */
  readonly relevanceOf: (candidate: Candidate) => number;
  /** Whether that probability was measured on judged questions, with the models that judge this candidate. */
  readonly isMeasured: (candidate: Candidate) => boolean;
}

/** One step of ranking: pure; never invents a candidate. Those it leaves out are dropped. */
export type Stage = (candidates: readonly Candidate[], context: StageContext) => readonly Candidate[];

/** A stage of a profile, with its settings. */
export interface NamedStage {
  readonly name: string;
  readonly drops: string | undefined;
  readonly run: Stage;
}

export interface StageDefinition {
  readonly name: string;
  readonly meaning: string;
  /** Why it drops what it drops; undefined: it drops nothing. */
  readonly drops: string | undefined;
  readonly settings: SettingTable;
  /** The setting that turns it off when 0 or false. */
  readonly strength: string;
  /** Settings that turn it off at 0 as well. */
  readonly offAtZero?: readonly string[];
  readonly create: (values: Readonly<Record<string, SettingValue>>) => Stage;
}

interface StageSpec<Table extends SettingTable> {
  readonly name: string;
  readonly meaning: string;
  readonly drops?: string;
  readonly settings: Table;
  readonly strength: keyof Table & string;
  readonly offAtZero?: readonly (keyof Table & string)[];
  readonly create: (values: ValuesOf<Table>) => Stage;
}

/** Declares a stage; its settings are typed inside `create` and checked before they get there. */
export const defineStage = <const Table extends SettingTable>({
  drops,
  create,
  ...spec
}: StageSpec<Table>): StageDefinition => ({
  ...spec,
  drops,
  create: (values) => create(values as ValuesOf<Table>),
});

/** The order of candidates: best first, ties by what was cut off, then by id. */
export const bestFirst = (a: Candidate, b: Candidate): number =>
  b.score - a.score || b.excess - a.excess || byScore(a, b);

/** A stage that gives each candidate another score, cut to 0..1; best first. */
export const scoring =
  (score: (candidate: Candidate, context: StageContext) => number): Stage =>
  (candidates, context) =>
    candidates
      .map((candidate) => {
        const whole = score(candidate, context);
        const excess = Math.max(candidate.excess, whole - 1);
        const own = Math.min(1, Math.max(0, whole));
        const isSame = own === candidate.score && excess === candidate.excess;
        return isSame ? candidate : { ...candidate, score: own, excess };
      })
      .sort(bestFirst);
