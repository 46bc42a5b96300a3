import type { SourceOptions } from "./contract.ts";
import type { Http } from "./fetching/http.ts";

/** Something that a source has. */
export interface Thing {
  /** What the source calls it; the same in each run. */
  readonly key: string;
  /** Of its document: unique in the source. */
  readonly path: string;
  /** Names the state that it is in; undefined: only asking for it tells. */
  readonly version?: string | undefined;
  /** How far from the start it is: what is nearer is asked for first. @default 0 */
  readonly depth?: number | undefined;
}

/** A thing as the last run that had it left it. */
export interface KnownThing {
  readonly key: string;
  readonly path: string;
  readonly depth: number;
  readonly etag: string | null;
  readonly lastModified: string | null;
}

export interface SourceText {
  readonly text: string;
  readonly title?: string | undefined;
  /** Where a reader finds it. */
  readonly source: string;
  /** Milliseconds since 1970; undefined: the source does not say. */
  readonly mtime?: number | undefined;
}

/** What came of asking for a thing. */
export type Outcome = { readonly key: string } & (
  | {
      readonly did: "read";
      readonly text: SourceText;
      readonly version?: string | undefined;
      readonly etag?: string | null;
      readonly lastModified?: string | null;
      /** What it leads to. */
      readonly found?: readonly Thing[];
    }
  | { readonly did: "unchanged" }
  /** It is not there, or not to be kept; a redirect leads to another thing. */
  | { readonly did: "gone"; readonly why: string; readonly found?: readonly Thing[] }
  /** It may be there: what is kept of it stays. */
  | { readonly did: "failed"; readonly why: string }
);

export interface Listing {
  readonly things: readonly Thing[];
  /** Where the next page begins; undefined: that was all. */
  readonly next?: string | undefined;
  /** What earlier runs have seen is asked for too: nobody lists it. @default false */
  readonly asksKnown?: boolean;
  /** What later slices of the run, and the next run, want to know. */
  readonly notes?: Notes;
}

export type Notes = Readonly<Record<string, string>>;

/** What an adapter works with in one slice of a run. */
export interface Pull {
  readonly location: string;
  readonly options: SourceOptions;
  readonly http: Http;
  readonly buckets: Readonly<Record<string, SourceBucket>>;
  /** Of this run so far. */
  readonly notes: Notes;
  /** Of the last run that was complete. */
  readonly memo: Notes;
  readonly nowMs: number;
}

/** What is used of R2: https://developers.cloudflare.com/r2/api/workers/workers-api-reference/ */
export interface SourceBucket {
  list(options: { prefix: string; cursor?: string; limit?: number }): Promise<{
    readonly objects: readonly { readonly key: string; readonly etag: string; readonly size: number }[];
    readonly truncated: boolean;
    readonly cursor?: string;
  }>;
  get(key: string): Promise<{
    readonly etag: string;
    readonly size: number;
    readonly uploaded: Date;
    readonly httpMetadata?: { readonly contentType?: string } | undefined;
    readonly body: ReadableStream;
    arrayBuffer(): Promise<ArrayBuffer>;
  } | null>;
}

/** One way of having things: a site, a repository, a bucket, a feed. It keeps nothing itself. */
export interface SourceAdapter {
  /** False: what is no longer listed may be there all the same, and stays. */
  readonly listsAll: boolean;
  /** One request brings many things: they are asked for together. @default false */
  readonly asksTogether?: boolean;
  /** A page of what there is; "unchanged": all of it is as the last complete run left it. Throws SourceError. */
  list(pull: Pull, cursor: string | undefined): Promise<Listing | "unchanged">;
  /**
   * Asks for things and answers each as soon as it knows, in any order; whoever asks may stop at any time. A thing that
   * it says nothing of stays to be asked for. Throws SourceError where none can be had.
   */
  fetch(pull: Pull, things: readonly KnownThing[]): AsyncIterable<Outcome>;
}
