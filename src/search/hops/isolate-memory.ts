import type { Vector } from "../../models/ports.ts";
import type { Language } from "../../text/languages/language.ts";
import type { VocabularyTerm } from "../query/repair.ts";
import type { WaitingSearch } from "../sql/search-writes.ts";
import { recentlyUsed } from "../../text/recently-used.ts";

export interface SeenWorkspace {
  /** JSON: the workspace's own settings. */
  readonly settings: string;
  /** Key of the embedding space that its vectors are in; undefined: the configured one. */
  readonly space: string | undefined;
  /** Its languages beside English. Undefined: nobody has asked. */
  readonly languages?: readonly Language[] | undefined;
  /** Its passages. Undefined: nobody who sees all of them has asked. */
  readonly passages?: number | undefined;
}

const NEVER_SEEN: SeenWorkspace = { settings: "{}", space: undefined };

/** Entries of each kind that are kept, those used last. */
const LIMITS = {
  distrusted: 1_000,
  workspaces: 1_000,
  /** Some 2 KB each. */
  generated: 200,
  /** Some 2,700 terms each. */
  vocabularies: 64,
} as const;

/** What one isolate remembers between searches; losing it costs time, never an answer. */
export type IsolateMemory = ReturnType<typeof createIsolateMemory>;

export function createIsolateMemory(maxVectors: number) {
  const vectors = recentlyUsed<string, Vector>(maxVectors);
  const distrusted = recentlyUsed<string, number>(LIMITS.distrusted);
  const workspaces = recentlyUsed<number, SeenWorkspace>(LIMITS.workspaces);
  const generated = recentlyUsed<string, string>(LIMITS.generated);
  const vocabularies = recentlyUsed<string, readonly VocabularyTerm[]>(LIMITS.vocabularies);
  const searches = new Map<number, readonly WaitingSearch[]>();
  /** Workspaces whose waiting searches somebody is about to take. */
  const expected = new Set<number>();
  const returned = new WeakSet<WaitingSearch>();
  const vocabularyKey = (workspace: number, version: number, letter: string) =>
    `${workspace} ${version} ${letter}`;
  return {
    /** Of queries and their other forms. */
    vectors,
    /** Texts that a generator wrote, as they passed. */
    generated,
    vocabulary: (workspace: number, version: number, letter: string) =>
      vocabularies.get(vocabularyKey(workspace, version, letter)),
    keepVocabulary: (
      workspace: number,
      version: number,
      letter: string,
      terms: readonly VocabularyTerm[],
    ): void => vocabularies.set(vocabularyKey(workspace, version, letter), terms),
    /** What a search is planned with before it has asked. */
    lastSeen: (workspace: number) => workspaces.get(workspace) ?? NEVER_SEEN,
    see: workspaces.set,
    /** Adds a search that is not noted in the database yet; answers whether somebody is about to take those that wait. */
    addSearch(workspace: number, search: WaitingSearch): boolean {
      searches.set(workspace, [...(searches.get(workspace) ?? []), search]);
      const isExpected = expected.has(workspace);
      expected.add(workspace);
      return isExpected;
    },
    /** Puts searches back that could not be noted, each once: whoever comes next takes them along. */
    returnSearches(workspace: number, taken: readonly WaitingSearch[]): void {
      const again = taken.filter((search) => !returned.has(search));
      for (const search of again) returned.add(search);
      if (again.length > 0) searches.set(workspace, [...again, ...(searches.get(workspace) ?? [])]);
    },
    waitingSearches: (workspace: number) => searches.get(workspace)?.length ?? 0,
    takeSearches(workspace: number): readonly WaitingSearch[] {
      const waiting = searches.get(workspace) ?? [];
      searches.delete(workspace);
      expected.delete(workspace);
      return waiting;
    },
    /** Nothing is spent on a refused token ahead of its check until then. */
    distrust: distrusted.set,
    isDistrusted: (tokenId: string, nowMs: number) => (distrusted.get(tokenId) ?? 0) > nowMs,
  };
}
