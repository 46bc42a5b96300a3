import { type Embedder, identityKey, type VectorIndex } from "../../models/ports.ts";
import type { SearchStore } from "../sql/search-types.ts";

/** The parts of a search that belong to one identity. */
export interface LiveParts {
  readonly embedder: Embedder;
  readonly vectors: VectorIndex | undefined;
}

/** What is to be had of an identity, by its key. */
export type ServingFor = (identity: string) => {
  readonly [Part in keyof LiveParts]: LiveParts[Part] | undefined;
};

/** The first hop said that the workspace lives by another identity than the one it was asked for. */
class IdentityMoved extends Error {}

/** Workspaces whose identity an isolate remembers. */
const MAX_REMEMBERED = 1_000;

/**
 * Runs a search with the embedder and the vector index of the identity that its workspace lives by: while a next
 * generation is built, and after it took over, until the isolate has noticed. A search that finds out in its first hop
 * begins anew, which costs that hop once. An identity that nothing here embeds as is left to the search to report.
 */
export function liveSearch(configured: LiveParts, servingFor: ServingFor) {
  const remembered = new Map<number, LiveParts>();
  const partsOf = (identity: string): LiveParts | undefined => {
    const { embedder, vectors } = servingFor(identity);
    // A model without the index that its vectors are in finds nothing by meaning, and would not say so.
    const isWhole = embedder?.kind === "embedded" || vectors !== undefined;
    return embedder !== undefined && isWhole ? { embedder, vectors } : undefined;
  };
  const watched = (store: SearchStore, workspace: number, parts: LiveParts): SearchStore => ({
    ...store,
    async first(query) {
      const answer = await store.first(query);
      const identity = answer.workspace?.identity;
      if (identity === undefined || identity === identityKey(parts.embedder.identity)) return answer;
      const live = partsOf(identity);
      if (live === undefined) return answer;
      if (remembered.size >= MAX_REMEMBERED) remembered.clear();
      remembered.set(workspace, live);
      throw new IdentityMoved();
    },
  });
  return async <Answer>(
    { workspace, store }: { readonly workspace: number; readonly store: SearchStore },
    run: (parts: LiveParts & { readonly store: SearchStore }) => Promise<Answer>,
  ): Promise<Answer> => {
    const attempt = (): Promise<Answer> => {
      const { embedder, vectors } = remembered.get(workspace) ?? configured;
      const parts = { embedder, vectors };
      return run({ ...parts, store: watched(store, workspace, parts) });
    };
    try {
      return await attempt();
    } catch (error) {
      if (!(error instanceof IdentityMoved)) throw error;
      return attempt();
    }
  };
}
