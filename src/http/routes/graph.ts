import { z } from "@hono/zod-openapi";
import type { ErrorCode } from "../../errors.ts";
import { suggestions } from "../../graph/alias-suggestions.ts";
import * as graph from "../../graph/contract.ts";
import {
  addRemark,
  merge,
  removeEntity,
  removeRelation,
  removeRemark,
  saveEntity,
  saveRelation,
  split,
} from "../../graph/entities.ts";
import { pageOfEntities, readEntity } from "../../graph/graph.ts";
import { overview } from "../../graph/overview.ts";
import { switchNames } from "../../graph/switch-names.ts";
import type { AppParts } from "../app-parts.ts";
import {
  accessTo,
  answered,
  answers,
  body,
  fromBody,
  fromBodyOf,
  fromQuery,
  route,
  router,
} from "../routing.ts";

const { administers, reads, writes } = accessTo("Graph");

const params = z.object({ slug: graph.EntityName });
const changed = (...codes: readonly ErrorCode[]) => answers(graph.GraphChange, "Done", ...codes);

const AROUND = route("get", "/graph", "graphAround", {
  ...reads,
  summary: "Entities and relations around what a query names",
  description:
    "Begins at `entity`, or at the entities that the query names, or that its best hits name, and follows relations up to `depth` steps.",
  request: { query: graph.AroundParameters },
  responses: answers(graph.GraphAnswer, "Each with who says so", "not_found"),
});

const OVERVIEW = route("get", "/graph/overview", "graphOverview", {
  ...reads,
  summary: "What a workspace speaks of most",
  description: "The most mentioned entities, and which of them the same passages name.",
  request: { query: graph.OverviewParameters },
  responses: answers(graph.OverviewAnswer, "Entities, most mentioned first, and links between them"),
});

const MEMORIES = route("put", "/graph/memories", "changeMemoryNames", {
  ...administers,
  summary: "Switch a text model's names for memories on or off",
  description: "Off by default: the memories' texts are sent to the text model.",
  request: { body: body(graph.MemoryNames) },
  responses: answers(graph.MemoryNames, "As it is now"),
});

const NAMES = route("put", "/graph/names", "switchNames", {
  ...administers,
  summary: "Switch reading texts for names on or off",
  description:
    "On by default. Off, what is pushed or remembered writes no names. What was found before stays until its document is written again: pushed with another text, or cut anew.",
  request: { body: body(graph.NamesSwitch) },
  responses: answers(graph.NamesSwitch, "As it is now"),
});

const LIST = route("get", "/entities", "listEntities", {
  ...reads,
  summary: "List entities",
  description: "In pages: `nextCursor` of one is `cursor` of the next.",
  request: { query: graph.EntityListParameters },
  responses: answers(graph.EntityList, "Entities by slug"),
});

const READ = route("get", "/entities/{slug}", "readEntity", {
  ...reads,
  summary: "Read an entity by its slug, name or alias",
  description: "With its aliases, relations, remarks, and mentions in pages.",
  request: { params, query: graph.EntityParameters },
  responses: answers(graph.EntityAnswer, "The entity with its mentions, relations and remarks", "not_found"),
});

const SUGGESTIONS = route("get", "/entities/{slug}/suggestions", "suggestAliases", {
  ...reads,
  summary: "Entities that may be the same one",
  description: "By how names are written and what is said beside them; nothing is merged by itself.",
  request: { params },
  responses: answers(graph.SuggestionsAnswer, "Candidates for a merge", "not_found"),
});

const SAVE = route("put", "/entities/{slug}", "saveEntity", {
  ...writes,
  summary: "Create or change an entity, add aliases",
  description:
    "Created if it is missing. Aliases are added to its own; an entity that texts name by an alias is merged into it.",
  request: { params, body: body(graph.EntityRequest) },
  responses: changed("conflict", "limit_reached"),
});

const REMOVE = route("delete", "/entities/{slug}", "removeEntity", {
  ...writes,
  summary: "Hide an entity",
  description:
    "Texts that name it do not bring it back; saving it again does. Its remarks and relations made by hand go for good.",
  request: { params },
  responses: changed("not_found", "conflict"),
});

const MERGE = route("post", "/entities/merge", "mergeEntities", {
  ...writes,
  summary: "Merge two entities",
  description: "The entity `into` keeps everything of both; the name of `from` becomes its alias.",
  request: { body: body(graph.MergeRequest) },
  responses: changed("not_found", "conflict", "limit_reached"),
});

const SPLIT = route("post", "/entities/{slug}/split", "splitEntity", {
  ...writes,
  summary: "Split aliases off as a new entity",
  description: "The first alias names the new entity, which has the mentions by these aliases.",
  request: { params, body: body(graph.SplitRequest) },
  responses: changed("not_found", "conflict", "limit_reached"),
});

const OBSERVE = route("post", "/entities/{slug}/observations", "observe", {
  ...writes,
  summary: "Add a remark to an entity",
  description: "A remark in words; the same one is kept once.",
  request: { params, body: body(graph.ObservationRequest) },
  responses: changed("not_found", "conflict", "limit_reached"),
});

const UNOBSERVE = route("delete", "/entities/{slug}/observations/{id}", "removeObservation", {
  ...writes,
  summary: "Delete a remark",
  description: "By the `id` that the entity shows beside it.",
  request: { params: params.extend({ id: z.coerce.number().int().min(1) }) },
  responses: changed("not_found", "conflict"),
});

const RELATE = route("post", "/relations", "relate", {
  ...writes,
  summary: "Add a relation between two entities",
  description: "A relation added by hand is kept beside those that texts state.",
  request: { body: body(graph.RelationRequest) },
  responses: changed("not_found", "conflict", "limit_reached"),
});

const UNRELATE = route("delete", "/relations", "unrelate", {
  ...writes,
  summary: "Delete a relation that was added by hand",
  description: "Relations that texts state stay: `texts` counts those texts.",
  request: { query: graph.RelationRequest },
  responses: answers(
    graph.RelationRemoval,
    "Whether it was deleted, and how many texts state it",
    "not_found",
    "conflict",
  ),
});

/** /v1/graph, /v1/entities, /v1/relations */
export const graphRoutes = ({ services }: AppParts) =>
  router()
    .openapi(AROUND, fromQuery(services.graphAround))
    .openapi(OVERVIEW, fromQuery(overview))
    .openapi(MEMORIES, fromBody(services.changeMemoryNames))
    .openapi(NAMES, fromBody(switchNames))
    .openapi(LIST, fromQuery(pageOfEntities))
    .openapi(MERGE, fromBody(merge))
    .openapi(READ, (c) => {
      const { slug } = c.req.valid("param");
      return answered(c, readEntity(c.var.workspace, { name: slug, ...c.req.valid("query") }));
    })
    .openapi(SUGGESTIONS, (c) => answered(c, suggestions(c.var.workspace, c.req.valid("param").slug)))
    .openapi(SAVE, fromBodyOf("slug", saveEntity))
    .openapi(REMOVE, (c) => answered(c, removeEntity(c.var.workspace, c.req.valid("param").slug)))
    .openapi(SPLIT, fromBodyOf("slug", split))
    .openapi(OBSERVE, (c) =>
      answered(c, addRemark(c.var.workspace, c.req.valid("param").slug, c.req.valid("json").text)),
    )
    .openapi(UNOBSERVE, (c) => {
      const { slug, id } = c.req.valid("param");
      return answered(c, removeRemark(c.var.workspace, slug, id));
    })
    .openapi(RELATE, fromBody(saveRelation))
    .openapi(UNRELATE, fromQuery(removeRelation));
