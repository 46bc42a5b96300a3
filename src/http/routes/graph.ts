import { createRoute, OpenAPIHono, z } from "@hono/zod-openapi";
import type { ErrorCode } from "../../errors.ts";
import {
  EntityAnswer,
  EntityList,
  EntityListParameters,
  EntityName,
  EntityParameters,
  EntityRequest,
  GraphAnswer,
  GraphChange,
  GraphParameters,
  MemoryNames,
  MergeRequest,
  ObservationRequest,
  RelationRemoval,
  RelationRequest,
  SplitRequest,
  SuggestionsAnswer,
} from "../../graph/contract.ts";
import { needs } from "../access.ts";
import { answers, body } from "../answers.ts";
import type { AppEnv, AppParts } from "../app-parts.ts";
import { refuseInvalid } from "../errors.ts";

const tags = ["Graph"];

const params = z.object({ slug: EntityName });
const changed = (...codes: readonly ErrorCode[]) => answers(GraphChange, "Done", ...codes);

const AROUND = createRoute({
  ...needs("read"),
  method: "get",
  path: "/graph",
  operationId: "graphAround",
  tags,
  summary: "Entities and relations around what a query names",
  description:
    "Begins at the entities that the query names, or that its best hits name, and follows relations up to `depth` steps.",
  request: { query: GraphParameters },
  responses: answers(GraphAnswer, "Each with who says so"),
});

const MEMORIES = createRoute({
  ...needs("admin"),
  method: "put",
  path: "/graph/memories",
  operationId: "changeMemoryNames",
  tags,
  summary: "Ask a text model what memories name and relate, or no more",
  description: "Off by default: the memories' texts are sent to the text model.",
  request: { body: body(MemoryNames) },
  responses: answers(MemoryNames, "As it is now"),
});

const LIST = createRoute({
  ...needs("read"),
  method: "get",
  path: "/entities",
  operationId: "listEntities",
  tags,
  summary: "List entities",
  description: "In pages: `next` of one is `after` of the next.",
  request: { query: EntityListParameters },
  responses: answers(EntityList, "Entities by slug"),
});

const READ = createRoute({
  ...needs("read"),
  method: "get",
  path: "/entities/{slug}",
  operationId: "readEntity",
  tags,
  summary: "Read an entity by its slug, name or alias",
  description: "With its aliases, relations, remarks, and mentions in pages.",
  request: { params, query: EntityParameters },
  responses: answers(EntityAnswer, "The entity with its mentions, relations and remarks", "not_found"),
});

const SUGGESTIONS = createRoute({
  ...needs("read"),
  method: "get",
  path: "/entities/{slug}/suggestions",
  operationId: "suggestAliases",
  tags,
  summary: "Entities that may be the same one",
  description: "By how names are written and what is said beside them; nothing is merged by itself.",
  request: { params },
  responses: answers(SuggestionsAnswer, "Candidates for a merge", "not_found"),
});

const SAVE = createRoute({
  ...needs("write"),
  method: "put",
  path: "/entities/{slug}",
  operationId: "saveEntity",
  tags,
  summary: "Make or change an entity, add aliases",
  description:
    "Made if there is none. Aliases are added to those it has; one that texts name by itself is merged into it.",
  request: { params, body: body(EntityRequest) },
  responses: changed("conflict", "limit_reached"),
});

const REMOVE = createRoute({
  ...needs("write"),
  method: "delete",
  path: "/entities/{slug}",
  operationId: "removeEntity",
  tags,
  summary: "Take an entity out of sight",
  description: "It stays out of sight whatever names it, until somebody makes it again.",
  request: { params },
  responses: changed("not_found", "conflict"),
});

const MERGE = createRoute({
  ...needs("write"),
  method: "post",
  path: "/entities/merge",
  operationId: "mergeEntities",
  tags,
  summary: "Make two entities one",
  description: "Everything of `from` is `into`'s from then on, and its name an alias.",
  request: { body: body(MergeRequest) },
  responses: changed("not_found", "conflict", "limit_reached"),
});

const SPLIT = createRoute({
  ...needs("write"),
  method: "post",
  path: "/entities/{slug}/split",
  operationId: "splitEntity",
  tags,
  summary: "Make aliases of an entity one of its own",
  description: "The first alias names the new entity, which has the mentions by these aliases.",
  request: { params, body: body(SplitRequest) },
  responses: changed("not_found", "conflict", "limit_reached"),
});

const OBSERVE = createRoute({
  ...needs("write"),
  method: "post",
  path: "/entities/{slug}/observations",
  operationId: "observe",
  tags,
  summary: "Add a remark to an entity",
  description: "A remark in words; the same one stands once.",
  request: { params, body: body(ObservationRequest) },
  responses: changed("not_found", "conflict", "limit_reached"),
});

const UNOBSERVE = createRoute({
  ...needs("write"),
  method: "delete",
  path: "/entities/{slug}/observations/{id}",
  operationId: "removeObservation",
  tags,
  summary: "Delete a remark",
  description: "By the `id` that the entity shows beside it.",
  request: { params: params.extend({ id: z.coerce.number().int().min(1) }) },
  responses: changed("not_found", "conflict"),
});

const RELATE = createRoute({
  ...needs("write"),
  method: "post",
  path: "/relations",
  operationId: "relate",
  tags,
  summary: "Say how two entities are related",
  description: "A relation that is said by hand stands beside what texts say.",
  request: { body: body(RelationRequest) },
  responses: changed("not_found", "conflict", "limit_reached"),
});

const UNRELATE = createRoute({
  ...needs("write"),
  method: "delete",
  path: "/relations",
  operationId: "unrelate",
  tags,
  summary: "Take back what was said by hand",
  description: "What texts say stays: `texts` counts them.",
  request: { query: RelationRequest },
  responses: answers(
    RelationRemoval,
    "Whether it had been said, and how many texts say it",
    "not_found",
    "conflict",
  ),
});

/** /v1/graph, /v1/entities, /v1/relations */
export const graphRoutes = ({ services }: AppParts) =>
  new OpenAPIHono<AppEnv>({ defaultHook: refuseInvalid })
    .openapi(AROUND, async (c) =>
      c.json(await services.graph.around(c.get("workspace"), c.req.valid("query")), 200),
    )
    .openapi(MEMORIES, async (c) =>
      c.json(await services.graph.changeMemoryNames(c.get("workspace"), c.req.valid("json")), 200),
    )
    .openapi(LIST, async (c) =>
      c.json(await services.graph.list(c.get("workspace"), c.req.valid("query")), 200),
    )
    .openapi(MERGE, async (c) =>
      c.json(await services.graph.merge(c.get("workspace"), c.req.valid("json")), 200),
    )
    .openapi(READ, async (c) => {
      const { slug } = c.req.valid("param");
      return c.json(
        await services.graph.read(c.get("workspace"), { name: slug, ...c.req.valid("query") }),
        200,
      );
    })
    .openapi(SUGGESTIONS, async (c) =>
      c.json(await services.graph.suggestions(c.get("workspace"), c.req.valid("param").slug), 200),
    )
    .openapi(SAVE, async (c) =>
      c.json(
        await services.graph.save(c.get("workspace"), c.req.valid("param").slug, c.req.valid("json")),
        200,
      ),
    )
    .openapi(REMOVE, async (c) =>
      c.json(await services.graph.remove(c.get("workspace"), c.req.valid("param").slug), 200),
    )
    .openapi(SPLIT, async (c) =>
      c.json(
        await services.graph.split(c.get("workspace"), c.req.valid("param").slug, c.req.valid("json")),
        200,
      ),
    )
    .openapi(OBSERVE, async (c) => {
      const { text } = c.req.valid("json");
      return c.json(await services.graph.observe(c.get("workspace"), c.req.valid("param").slug, text), 200);
    })
    .openapi(UNOBSERVE, async (c) => {
      const { slug, id } = c.req.valid("param");
      return c.json(await services.graph.removeObservation(c.get("workspace"), slug, id), 200);
    })
    .openapi(RELATE, async (c) =>
      c.json(await services.graph.relate(c.get("workspace"), c.req.valid("json")), 200),
    )
    .openapi(UNRELATE, async (c) =>
      c.json(await services.graph.unrelate(c.get("workspace"), c.req.valid("query")), 200),
    );
