import { answerOf } from "../../client/client.ts";
import type {
  EntityAnswer,
  EntityList,
  GraphAnswer,
  GraphChange,
  MemoryNames,
  RelationRemoval,
  SuggestionsAnswer,
} from "../../contract/graph.ts";
import { AppError } from "../../errors.ts";
import { asTyped, type Clients, type Parameters } from "./memory-client.ts";

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

function named(slug: string): { readonly slug: string } {
  if (!/[\p{L}\p{N}]/u.test(slug)) throw new AppError("invalid_input", "A name has a letter or a digit");
  return { slug };
}

/** The calls about entities, over a client of reads and one of writes. */
export const graphClient = ({ reads, writes }: Clients): GraphClient => {
  const { entities, graph, relations } = writes.v1;
  const reading = reads.v1.entities;
  return {
    graph: (place) => answerOf(reads.v1.graph.$get({ query: asTyped(place) })),
    entities: (place) => answerOf(reading.$get({ query: asTyped(place) })),
    entity: async (name, place) =>
      answerOf(reading[":slug"].$get({ param: named(name), query: asTyped(place) })),
    suggestAliases: async (name) => answerOf(reading[":slug"].suggestions.$get({ param: named(name) })),
    saveEntity: async (name, json) => answerOf(entities[":slug"].$put({ param: named(name), json })),
    removeEntity: async (name) => answerOf(entities[":slug"].$delete({ param: named(name) })),
    mergeEntities: (json) => answerOf(entities.merge.$post({ json })),
    splitEntity: async (name, aliases) =>
      answerOf(entities[":slug"].split.$post({ param: named(name), json: { aliases: [...aliases] } })),
    observe: async (name, text) =>
      answerOf(entities[":slug"].observations.$post({ param: named(name), json: { text } })),
    removeObservation: async (name, id) =>
      answerOf(entities[":slug"].observations[":id"].$delete({ param: { ...named(name), id } })),
    relate: (json) => answerOf(relations.$post({ json })),
    unrelate: (query) => answerOf(relations.$delete({ query })),
    changeMemoryNames: (json) => answerOf(graph.memories.$put({ json })),
  };
};
