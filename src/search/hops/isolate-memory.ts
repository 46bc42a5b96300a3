import type { Vector } from "../../models/ports.ts";
import type { WaitingSearch } from "../sql/recall-types.ts";
import type { VocabularyTerm } from "../sql/search-types.ts";

/** What one isolate remembers between searches; losing it costs time, never an answer. */
export interface IsolateMemory {
  queryVector(key: string): Vector | undefined;
  keepQueryVector(key: string, vector: Vector): void;
  /** Texts that a generator wrote, as they passed. */
  generated(key: string): string | undefined;
  keepGenerated(key: string, text: string): void;
  vocabulary(workspace: number, version: number, letter: string): readonly VocabularyTerm[] | undefined;
  keepVocabulary(workspace: number, version: number, letter: string, terms: readonly VocabularyTerm[]): void;
  /** JSON of a workspace's own settings, as last read: what a search is planned with before it has asked. */
  settings(workspace: number): string;
  keepSettings(workspace: number, settings: string): void;
  /** Searches that are not noted in the database yet: adds one and answers how many wait. */
  addSearch(workspace: number, search: WaitingSearch): number;
  waitingSearches(workspace: number): number;
  /** All that wait; none waits any more. */
  takeSearches(workspace: number): readonly WaitingSearch[];
  /** Why and until when (milliseconds) no model may be called. */
  stop: ModelStop | undefined;
  /** A token that was refused: nothing is spent on it ahead of its check until then. */
  distrust(tokenId: string, untilMs: number): void;
  isDistrusted(tokenId: string, nowMs: number): boolean;
}

export interface ModelStop {
  readonly code: "quota" | "model_budget";
  readonly untilMs: number;
}

/** Refused tokens remembered. */
const MAX_DISTRUSTED = 1_000;

/** Workspaces whose settings are remembered. */
const MAX_SETTINGS = 1_000;

/** Generated texts remembered; some 2 KB each. */
const MAX_GENERATED = 200;

/** First letters of vocabularies kept; some 2,700 terms each. */
const MAX_VOCABULARIES = 64;

/** Remembers nothing yet; of each kind it keeps a bounded number, of query vectors `maxQueryVectors`, used last. */
export function createIsolateMemory(maxQueryVectors: number): IsolateMemory {
  const vectors = new Map<string, Vector>();
  const distrusted = new Map<string, number>();
  const settings = new Map<number, string>();
  const searches = new Map<number, WaitingSearch[]>();
  const generated = new Map<string, string>();
  const vocabularies = new Map<string, readonly VocabularyTerm[]>();
  const vocabularyKey = (workspace: number, version: number, letter: string) =>
    `${workspace} ${version} ${letter}`;
  return {
    stop: undefined,
    settings: (workspace) => touch(settings, workspace) ?? "{}",
    keepSettings: (workspace, text) => keep(settings, workspace, text, MAX_SETTINGS),
    addSearch(workspace, search) {
      const waiting = searches.get(workspace) ?? [];
      searches.set(workspace, waiting);
      return waiting.push(search);
    },
    waitingSearches: (workspace) => searches.get(workspace)?.length ?? 0,
    takeSearches(workspace) {
      const waiting = searches.get(workspace) ?? [];
      searches.delete(workspace);
      return waiting;
    },
    distrust: (tokenId, untilMs) => keep(distrusted, tokenId, untilMs, MAX_DISTRUSTED),
    isDistrusted: (tokenId, nowMs) => (distrusted.get(tokenId) ?? 0) > nowMs,
    queryVector: (key) => touch(vectors, key),
    keepQueryVector: (key, vector) => keep(vectors, key, vector, maxQueryVectors),
    generated: (key) => touch(generated, key),
    keepGenerated: (key, text) => keep(generated, key, text, MAX_GENERATED),
    vocabulary: (...place) => touch(vocabularies, vocabularyKey(...place)),
    keepVocabulary: (workspace, version, letter, terms) =>
      keep(vocabularies, vocabularyKey(workspace, version, letter), terms, MAX_VOCABULARIES),
  };
}

/** Reads an entry and makes it the youngest: a Map keeps the order of insertion. */
function touch<Key, Value>(map: Map<Key, Value>, key: Key): Value | undefined {
  const value = map.get(key);
  if (value !== undefined) {
    map.delete(key);
    map.set(key, value);
  }
  return value;
}

function keep<Key, Value>(map: Map<Key, Value>, key: Key, value: Value, limit: number): void {
  map.set(key, value);
  const oldest = map.keys().next();
  if (map.size > limit && !oldest.done) map.delete(oldest.value);
}
