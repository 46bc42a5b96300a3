import { changeMemoryNames, type NameAsking } from "../memories/memory-names.ts";
import type { AnyHit } from "../search/contract/hits.ts";
import type { SearchAnswer, SearchRequest } from "../search/contract/search.ts";
import type { WorkspaceContext } from "../workspaces/context.ts";
import type { WorkspaceRow } from "../workspaces/sql/workspace-store.ts";
import { suggestions } from "./alias-suggestions.ts";
import type {
  EntityAnswer,
  EntityList,
  EntityListParameters,
  EntityRequest,
  GraphAnswer,
  GraphChange,
  MemoryNames,
  MergeRequest,
  RelationRemoval,
  RelationRequest,
  SplitRequest,
  SuggestionsAnswer,
} from "./contract.ts";
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

type Context = WorkspaceContext & { readonly row: WorkspaceRow };
type Changes = Promise<GraphChange>;

/** What can be asked of a workspace's entities. An entity is called by its slug, its name or an alias. */
export interface GraphServices {
  around(context: Context, query: GraphQuery): Promise<GraphAnswer>;
  list(context: Context, query: ReturnType<typeof EntityListParameters.parse>): Promise<EntityList>;
  read(
    context: Context,
    query: { readonly name: string; readonly after?: string | undefined; readonly limit: number },
  ): Promise<EntityAnswer>;
  suggestions(context: Context, called: string): Promise<SuggestionsAnswer>;
  save(context: Context, called: string, request: EntityRequest): Changes;
  remove(context: Context, called: string): Changes;
  merge(context: Context, request: MergeRequest): Changes;
  split(context: Context, called: string, request: SplitRequest): Changes;
  observe(context: Context, called: string, text: string): Changes;
  removeObservation(context: Context, called: string, id: number): Changes;
  relate(context: Context, request: RelationRequest): Changes;
  unrelate(context: Context, request: RelationRequest): Promise<RelationRemoval>;
  changeMemoryNames(context: Context, change: MemoryNames): Promise<MemoryNames>;
}

/** The entities' services; a query that names none is searched for. */
export const graphServices = (
  search: (context: WorkspaceContext, request: SearchRequest) => Promise<SearchAnswer<AnyHit>>,
  asking: NameAsking,
): GraphServices => ({
  around: (context, query) => graphAround(context, query, search),
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
  changeMemoryNames: (context, change) => changeMemoryNames(context, change, asking),
});
