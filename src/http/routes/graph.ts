import { createRoute, OpenAPIHono, z } from "@hono/zod-openapi";
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
} from "../../contract/graph.ts";
import { answers, body } from "../answers.ts";
import type { AppEnv, AppParts } from "../app-parts.ts";
import { forWorkspace } from "../authenticate.ts";
import { refuseInvalid } from "../errors.ts";

const params = z.object({ slug: EntityName });
const changed = answers(GraphChange, "Done");

const AROUND = createRoute({
  middleware: forWorkspace("read"),
  method: "get",
  path: "/graph",
  summary: "Entities and relations around what a query names",
  request: { query: GraphParameters },
  responses: answers(GraphAnswer, "Each with who says so"),
});

const MEMORIES = createRoute({
  middleware: forWorkspace("admin"),
  method: "put",
  path: "/graph/memories",
  summary: "Ask a text model what memories name and relate, or no more",
  request: { body: body(MemoryNames) },
  responses: answers(MemoryNames, "As it is now"),
});

const LIST = createRoute({
  middleware: forWorkspace("read"),
  method: "get",
  path: "/entities",
  summary: "List entities",
  request: { query: EntityListParameters },
  responses: answers(EntityList, "Entities by slug"),
});

const READ = createRoute({
  middleware: forWorkspace("read"),
  method: "get",
  path: "/entities/{slug}",
  summary: "Read an entity by its slug, name or alias",
  request: { params, query: EntityParameters },
  responses: answers(EntityAnswer, "The entity with its mentions, relations and remarks"),
});

const SUGGESTIONS = createRoute({
  middleware: forWorkspace("read"),
  method: "get",
  path: "/entities/{slug}/suggestions",
  summary: "Entities that may be the same one",
  request: { params },
  responses: answers(SuggestionsAnswer, "Candidates for a merge"),
});

const SAVE = createRoute({
  middleware: forWorkspace("write"),
  method: "put",
  path: "/entities/{slug}",
  summary: "Make or change an entity, add aliases",
  request: { params, body: body(EntityRequest) },
  responses: changed,
});

const REMOVE = createRoute({
  middleware: forWorkspace("write"),
  method: "delete",
  path: "/entities/{slug}",
  summary: "Take an entity out of sight",
  request: { params },
  responses: changed,
});

const MERGE = createRoute({
  middleware: forWorkspace("write"),
  method: "post",
  path: "/entities/merge",
  summary: "Make two entities one",
  request: { body: body(MergeRequest) },
  responses: changed,
});

const SPLIT = createRoute({
  middleware: forWorkspace("write"),
  method: "post",
  path: "/entities/{slug}/split",
  summary: "Make aliases of an entity one of its own",
  request: { params, body: body(SplitRequest) },
  responses: changed,
});

const OBSERVE = createRoute({
  middleware: forWorkspace("write"),
  method: "post",
  path: "/entities/{slug}/observations",
  summary: "Add a remark to an entity",
  request: { params, body: body(ObservationRequest) },
  responses: changed,
});

const UNOBSERVE = createRoute({
  middleware: forWorkspace("write"),
  method: "delete",
  path: "/entities/{slug}/observations/{id}",
  summary: "Delete a remark",
  request: { params: params.extend({ id: z.coerce.number().int().min(1) }) },
  responses: changed,
});

const RELATE = createRoute({
  middleware: forWorkspace("write"),
  method: "post",
  path: "/relations",
  summary: "Say how two entities are related",
  request: { body: body(RelationRequest) },
  responses: changed,
});

const UNRELATE = createRoute({
  middleware: forWorkspace("write"),
  method: "delete",
  path: "/relations",
  summary: "Take back what was said by hand",
  request: { query: RelationRequest },
  responses: answers(RelationRemoval, "Whether it had been said, and how many texts say it"),
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
