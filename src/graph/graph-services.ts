import type { AnyHit } from "../search/contract/hits.ts";
import type { SearchAnswer, SearchRequest } from "../search/contract/search.ts";
import type { WorkspaceContext } from "../workspaces/context.ts";
import type { OpenWorkspace } from "../workspaces/open-workspace.ts";
import { suggestions } from "./alias-suggestions.ts";
import type { MemoryNames } from "./contract.ts";
import {
  merge,
  observe,
  removeEntity,
  removeObservation,
  removeRelation,
  saveEntity,
  saveRelation,
  split,
} from "./entities.ts";
import { type GraphQuery, graphAround, pageOfEntities, readEntity } from "./graph.ts";
import { changeMemoryNames, type NameAsking } from "./memory-names.ts";

/** What can be asked of a workspace's entities. Each is called by its slug, its name or an alias; a query that names none is searched for. */
export const graphServices = (
  search: (context: WorkspaceContext, request: SearchRequest) => Promise<SearchAnswer<AnyHit>>,
  asking: NameAsking,
) => ({
  around: (context: OpenWorkspace, query: GraphQuery) => graphAround(context, query, search),
  list: pageOfEntities,
  read: readEntity,
  suggestions,
  save: saveEntity,
  remove: removeEntity,
  merge,
  split,
  observe,
  removeObservation,
  relate: saveRelation,
  unrelate: removeRelation,
  changeMemoryNames: (context: OpenWorkspace, change: MemoryNames) =>
    changeMemoryNames(context, change, asking),
});
