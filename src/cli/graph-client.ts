import type {
  EntityAnswer,
  EntityList,
  GraphAnswer,
  GraphChange,
  MemoryNames,
  RelationRemoval,
  SuggestionsAnswer,
} from "../contract/graph.ts";
import { AppError } from "../errors.ts";
import { queryOf } from "./query-of.ts";

type Parameters = Readonly<Record<string, string | undefined>>;

export interface RelationWish {
  readonly from: string;
  readonly type: string;
  readonly to: string;
}

/** The calls about entities. */
export interface GraphClient {
  readonly graph: (place: Parameters) => Promise<GraphAnswer>;
  readonly entities: (place: Parameters) => Promise<EntityList>;
  readonly entity: (name: string, place: Parameters) => Promise<EntityAnswer>;
  readonly suggestAliases: (name: string) => Promise<SuggestionsAnswer>;
  readonly saveEntity: (name: string, entity: object) => Promise<GraphChange>;
  readonly removeEntity: (name: string) => Promise<GraphChange>;
  readonly mergeEntities: (request: { from: string; into: string }) => Promise<GraphChange>;
  readonly splitEntity: (name: string, aliases: readonly string[]) => Promise<GraphChange>;
  readonly observe: (name: string, text: string) => Promise<GraphChange>;
  readonly removeObservation: (name: string, id: string) => Promise<GraphChange>;
  readonly relate: (relation: RelationWish) => Promise<GraphChange>;
  readonly unrelate: (relation: RelationWish) => Promise<RelationRemoval>;
  readonly changeMemoryNames: (change: MemoryNames) => Promise<MemoryNames>;
}

interface GraphCalls {
  readonly get: <T>(path: string) => Promise<T>;
  readonly remove: <T>(path: string) => Promise<T>;
  readonly create: <T>(path: string, body: unknown) => Promise<T>;
  readonly put: <T>(path: string, body: unknown) => Promise<T>;
}

function at(name: string): string {
  if (!/[\p{L}\p{N}]/u.test(name)) throw new AppError("invalid_input", "A name has a letter or a digit");
  return `/v1/entities/${encodeURIComponent(name)}`;
}

/** The calls about entities, over a client's own. */
export const graphClient = ({ get, remove, create, put }: GraphCalls): GraphClient => ({
  graph: (place) => get(`/v1/graph${queryOf(place)}`),
  entities: (place) => get(`/v1/entities${queryOf(place)}`),
  entity: (name, place) => get(`${at(name)}${queryOf(place)}`),
  suggestAliases: (name) => get(`${at(name)}/suggestions`),
  saveEntity: (name, entity) => put(at(name), entity),
  removeEntity: (name) => remove(at(name)),
  mergeEntities: (request) => create("/v1/entities/merge", request),
  splitEntity: (name, aliases) => create(`${at(name)}/split`, { aliases }),
  observe: (name, text) => create(`${at(name)}/observations`, { text }),
  removeObservation: (name, id) => remove(`${at(name)}/observations/${encodeURIComponent(id)}`),
  relate: (relation) => create("/v1/relations", relation),
  unrelate: ({ from, to, type }) => remove(`/v1/relations${queryOf({ from, to, type })}`),
  changeMemoryNames: (change) => put("/v1/graph/memories", change),
});
