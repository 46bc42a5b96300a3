/** A file of a judged set as libraries are given it that take documents and not files. */
export interface PeerDocument {
  /** Relative to the set's folder; also its id. */
  readonly path: string;
  /** Its first heading; "": it has none. */
  readonly title: string;
  /** The file whole. */
  readonly text: string;
}

/** Where a tool works. */
export interface Place {
  /** The set's files. */
  readonly folder: string;
  /** A folder of its own, for what it keeps between its processes. */
  readonly home: string;
  /** Loads a package that was installed for it. The caller names what it uses of it. */
  readonly load: <Module>(name: string) => Promise<Module>;
}

/** An index that was opened in another process than the one that made it. */
export interface Opened {
  /** Paths of documents, best first, at most `limit`; none: it found nothing. */
  readonly search: (query: string, limit: number) => Promise<readonly string[]>;
  readonly close: () => Promise<void>;
}

/** A search tool beside which this one is measured, set up as its own documentation recommends. */
export interface Peer {
  readonly name: string;
  /** What npm installs for it, each with its exact version. */
  readonly packages: readonly string[];
  /** Flags of npm beyond the usual ones. */
  readonly npmFlags?: readonly string[];
  /** How it is set up, for the reader of the table. */
  readonly settings: string;
  /** Version of what is in no package, or that it uses. */
  readonly version?: (place: Pick<Place, "load">) => Promise<string>;
  /** Indexes the documents and keeps the index in the home. */
  readonly index: (place: Place, documents: readonly PeerDocument[]) => Promise<void>;
  readonly open: (place: Place) => Promise<Opened>;
}

/** Words of a query as most programs take them: runs of letters and digits. */
export const plainWords = (query: string): readonly string[] => query.match(/[\p{L}\p{N}]+/gu) ?? [];
