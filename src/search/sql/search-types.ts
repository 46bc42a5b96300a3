import type { SearchTally } from "../../workspaces/search-days.ts";
import type { HitMemory } from "../contract/hits.ts";
import type { EntityQuery, NamedEntity } from "./graph-types.ts";
import type { RecallWrite } from "./recall-types.ts";

/** What the middle needs from the database. storage/ implements these; nothing here knows SQL. */

/** Filters with dates resolved and the glob taken apart. */
export interface ResolvedFilters {
  readonly root?: string;
  readonly prefix?: string;
  readonly glob?: GlobFilter;
  readonly kind?: string;
  readonly language?: string;
  /** Only memories have these three: of this type, with this tag, written in this session. */
  readonly type?: string;
  readonly tag?: string;
  readonly session?: string;
  /** Milliseconds, inclusive. A document without a date passes no date filter. */
  readonly afterMs?: number;
  /** Milliseconds, exclusive. */
  readonly beforeMs?: number;
}

/**
 * A glob as conditions that SQL can check without GLOB (whose pattern may have 50 bytes only).
 * All hold for every path that `matches`; `matches` decides.
 */
export interface GlobFilter {
  readonly startsWith: string;
  readonly endsWith: string;
  readonly contains: readonly string[];
  /** Number of "/" in the path; undefined when `**` leaves it open. */
  readonly slashes: number | undefined;
  /** Patterns of SQLite's GLOB (at most 50 bytes), one of which matches; none: the pattern is too long for it. */
  readonly sqlGlobs: readonly string[];
  /** The conditions above hold for no other path. */
  readonly isExact: boolean;
  matches(path: string): boolean;
}

/** A chunk with what a hit says of its document. */
export interface ChunkRow {
  readonly id: string;
  readonly documentNum: number;
  readonly root: string;
  readonly path: string;
  readonly kind: "file" | "memory";
  readonly language: string;
  readonly source: string | null;
  readonly documentHash: string;
  readonly documentChunks: number;
  readonly datedAt: number | null;
  readonly indexedAt: number;
  readonly startLine: number;
  readonly endLine: number;
  readonly startColumn: number | null;
  readonly endColumn: number | null;
  readonly headings: readonly string[];
  readonly text: string;
  readonly sentHash: string;
  /** 1: its text has no embedding yet; what the vector index shows under its id is an older text's. */
  readonly isStale?: 0 | 1;
  /** Ids of the workspace's other chunks with the same first 8 characters; undefined when not asked for. */
  readonly namesakes?: readonly string[] | undefined;
  /** Undefined or null: of no session. */
  readonly session?: string | null;
  /** Only of memories. */
  readonly memory?: MemoryRow | undefined;
  /** Undefined: none. */
  readonly votes?: readonly { readonly value: number; readonly at: number }[];
}

/** What a memory says of itself. */
export interface MemoryRow extends HitMemory {
  /** Undefined: it has no votes. */
  readonly quality?: number | undefined;
}

export interface KeywordMatch extends ChunkRow {
  /** Higher is better: FTS5's value with its sign turned. */
  readonly bm25: number;
  /** The chunk's stored embedding, when asked for. */
  readonly vector: string | null;
}

/** Everything that hop 1 asks in one round trip. */
export interface FirstHopQuery {
  readonly workspace: number;
  readonly tokenId: string;
  readonly requestKey: string;
  readonly nowMs: number;
  readonly keyword: KeywordQuery | undefined;
  readonly stems: readonly string[];
  /** Identity and hash of the query's embedding, when one is wanted. */
  readonly queryVector: { readonly identity: string; readonly hash: string } | undefined;
  /** Key of the query's expansion, when one is wanted. */
  readonly expansion?: string | undefined;
  /** Newest chunks that pass these filters, when they are wanted. */
  readonly recent: ResolvedFilters | undefined;
  /** Whose chunks come first among the newest. */
  readonly recentSession?: string | undefined;
  /** What the query may name, when the entity arm runs. */
  readonly entities?: EntityQuery<ResolvedFilters> | undefined;
  /** Count the chunks that pass these filters, up to `exactFilterChunks` and one. */
  readonly count: ResolvedFilters | undefined;
}

export interface KeywordQuery {
  readonly match: string;
  /** Every hit matches each of these too; they do not count in the rank. */
  readonly required: readonly string[];
  readonly filters: ResolvedFilters;
  readonly limit: number;
  /** Identity whose stored chunk embeddings come along. */
  readonly vectorsOf: string | undefined;
}

export interface WorkspaceState {
  readonly num: number;
  readonly slug: string;
  readonly name: string;
  readonly version: number;
  readonly generation: number;
  readonly identity: string;
  /** JSON: the workspace's own settings. */
  readonly settings: string;
  readonly documents: number;
  readonly chunks: number;
  readonly bytes: number;
  readonly indexedAt: number | null;
  /** 1: it has documents in more than one root. */
  readonly severalRoots: number;
}

export interface FirstHopAnswer {
  /** Undefined: deleted. */
  readonly workspace: WorkspaceState | undefined;
  readonly token: { readonly isRevoked: boolean; readonly lastUsedAt: number | null };
  readonly answer: string | undefined;
  readonly keyword: readonly KeywordMatch[];
  /** Newest first; before them, the asking session's. */
  readonly recent: readonly ChunkRow[];
  /** Entities that the query may name. */
  readonly entities?: readonly NamedEntity[] | undefined;
  readonly documentFrequency: ReadonlyMap<string, number>;
  readonly queryVector: string | undefined;
  /** The query's expansion as it was kept. */
  readonly generated?: string | undefined;
  readonly pendingChunks: number;
  readonly embeddedChunks: number;
  readonly failedDocuments: number;
  readonly filteredChunks: number | undefined;
  readonly models: ModelUse;
}

export interface ModelUse {
  readonly calls: number;
  readonly texts: number;
  readonly passages: number;
  /** Milliseconds; model work stands still until then. */
  readonly pausedUntil: number | null;
}

export interface StoredVector {
  readonly id: string;
  readonly vector: string;
}

export interface RerankKey {
  readonly workspace: number;
  readonly model: string;
  readonly queryHash: string;
}

/** The reads of one search; each method is one round trip. */
export interface SearchStore {
  first(query: FirstHopQuery): Promise<FirstHopAnswer>;
  /** Beside the vector search: whatever of these is wanted. */
  second(query: {
    readonly workspace: number;
    readonly identity: string;
    /** Newest embedded but not yet visible chunks that pass the filters, at most `limit`. */
    readonly notYetVisible: { readonly filters: ResolvedFilters; readonly limit: number } | undefined;
    /** All embedded chunks that pass the filters. */
    readonly exact: ResolvedFilters | undefined;
    readonly keyword: KeywordQuery | undefined;
    /** First letters whose vocabulary is wanted. */
    readonly vocabulary: readonly string[];
    /** Other forms of the query, and the stems of their words. */
    readonly rewrites?: RewriteQuery | undefined;
  }): Promise<{
    readonly vectors: readonly StoredVector[];
    readonly keyword: readonly KeywordMatch[] | undefined;
    readonly vocabulary: ReadonlyMap<string, readonly VocabularyTerm[]>;
    /** Matches of each rewrite, in their order. */
    readonly rewrites?: readonly (readonly KeywordMatch[])[] | undefined;
    /** Chunks by stem of the rewrites. */
    readonly documentFrequency?: ReadonlyMap<string, number> | undefined;
  }>;
  third(query: {
    readonly workspace: number;
    readonly rows: readonly string[];
    readonly scores: { readonly key: RerankKey; readonly ids: readonly string[] } | undefined;
    /** Chunks whose stored embeddings of this identity are wanted. */
    readonly vectors: { readonly identity: string; readonly ids: readonly string[] } | undefined;
    readonly keyword: KeywordQuery | undefined;
  }): Promise<{
    readonly rows: readonly ChunkRow[];
    /** Raw rerank score by chunk id. */
    readonly scores: ReadonlyMap<string, number>;
    readonly vectors: readonly StoredVector[];
    readonly keyword: readonly KeywordMatch[] | undefined;
  }>;
  /** After the answer: caches and marks. */
  keep(writes: SearchWrites): Promise<void>;
}

export interface RewriteQuery {
  readonly questions: readonly KeywordQuery[];
  readonly stems: readonly string[];
}

export interface VocabularyTerm {
  readonly term: string;
  /** Chunks that have it. */
  readonly doc: number;
}

export interface SearchWrites {
  readonly workspace: number;
  readonly nowMs: number;
  readonly answer?:
    | { readonly requestKey: string; readonly version: number; readonly body: string }
    | undefined;
  readonly queryVector?:
    | { readonly identity: string; readonly hash: string; readonly vector: string }
    | undefined;
  /** An expansion that a generator has just written. */
  readonly expansion?: { readonly key: string; readonly text: string } | undefined;
  readonly scores?:
    | {
        readonly key: RerankKey;
        readonly scores: readonly { readonly sentHash: string; readonly score: number }[];
      }
    | undefined;
  readonly usedToken?: string | undefined;
  readonly models?: { readonly calls: number; readonly texts: number; readonly passages: number } | undefined;
  readonly pausedUntil?: number | undefined;
  /** Searches that were answered, this one and others that have waited for it. */
  readonly tallies?: readonly SearchTally[] | undefined;
  /** The same ones as the log keeps them, as far as it does. */
  readonly recalls?: readonly RecallWrite[] | undefined;
}
