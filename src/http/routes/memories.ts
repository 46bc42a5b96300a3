import { createRoute, OpenAPIHono, z } from "@hono/zod-openapi";
import {
  ForgetAnswer,
  ForgetByQueryAnswer,
  ForgetParameters,
  ForgetRequest,
  MemoryAnswer,
  MemoryChange,
  MemoryChangeAnswer,
  MemoryId,
  MemoryParameters,
  MemoryTypes,
  MemoryTypesChange,
  RememberAnswer,
  RememberBatchAnswer,
  RememberBatchRequest,
  RememberRequest,
} from "../../memories/contract/memories.ts";
import { needs } from "../access.ts";
import { answers, body } from "../answers.ts";
import type { AppEnv, AppParts } from "../app-parts.ts";
import { refuseInvalid } from "../errors.ts";

const tags = ["Memories"];

const params = z.object({ id: MemoryId });

const REMEMBER = createRoute({
  ...needs("write"),
  method: "post",
  path: "/memories",
  operationId: "remember",
  tags,
  summary: "Remember a text; one that is remembered already is counted",
  description:
    "Secrets are taken out first. The same text again is counted, not kept twice; one that means the same is merged as soon as both have vectors (`dedupe`).",
  request: { body: body(RememberRequest) },
  responses: answers(
    RememberAnswer,
    "Searchable by keyword from now on",
    "not_found",
    "ambiguous",
    "conflict",
  ),
});

const BATCH = createRoute({
  ...needs("write"),
  method: "post",
  path: "/memories/batch",
  operationId: "rememberMany",
  tags,
  summary: "Remember up to 100 texts; each is answered",
  description: "Each is answered by itself: what is wrong with one keeps none of the others out.",
  request: { body: body(RememberBatchRequest) },
  responses: answers(RememberBatchAnswer, "What became of each"),
});

const FORGET_BY_QUERY = createRoute({
  ...needs("write"),
  method: "post",
  path: "/memories/forget",
  operationId: "forgetByQuery",
  tags,
  summary: "Forget the one memory that says this, or list what comes near",
  description:
    "Forgets only where one memory clearly says it; otherwise nothing is forgotten, and candidates are listed.",
  request: { body: body(ForgetRequest) },
  responses: answers(ForgetByQueryAnswer, "What was forgotten, if anything", "conflict"),
});

const TYPES = createRoute({
  ...needs("read"),
  method: "get",
  path: "/memories/types",
  operationId: "listMemoryTypes",
  tags,
  summary: "What a memory can be",
  description: "The built-in types, and those that this workspace added.",
  responses: answers(MemoryTypes, "Types, built in and the workspace's own"),
});

const CHANGE_TYPES = createRoute({
  ...needs("admin"),
  method: "put",
  path: "/memories/types",
  operationId: "changeMemoryTypes",
  tags,
  summary: "Replace the workspace's own types",
  description: "All of the workspace's own types at once. Memories keep a type that is taken away.",
  request: { body: body(MemoryTypesChange) },
  responses: answers(MemoryTypes, "Types, built in and the workspace's own"),
});

const READ = createRoute({
  ...needs("read"),
  method: "get",
  path: "/memories/{id}",
  operationId: "readMemory",
  tags,
  summary: "Read a memory, with its history where asked",
  description:
    "By its id or a start of it. The id of one that was merged leads to the one that it was merged into.",
  request: { params, query: MemoryParameters },
  responses: answers(
    MemoryAnswer,
    "The memory, or the one that it was merged into",
    "not_found",
    "ambiguous",
  ),
});

const CHANGE = createRoute({
  ...needs("write"),
  method: "patch",
  path: "/memories/{id}",
  operationId: "changeMemory",
  tags,
  summary: "Change a memory",
  description: "What is not named stays. With `expects` only if nobody changed it since it was read.",
  request: { params, body: body(MemoryChange) },
  responses: answers(MemoryChangeAnswer, "The memory as it is now", "not_found", "ambiguous", "conflict"),
});

const FORGET = createRoute({
  ...needs("write"),
  method: "delete",
  path: "/memories/{id}",
  operationId: "forgetMemory",
  tags,
  summary: "Forget a memory; for 24 hours it can be brought back",
  description: "Out of search, graph and export at once. With `now` for good.",
  request: { params, query: ForgetParameters },
  responses: answers(ForgetAnswer, "Out of everything", "not_found", "ambiguous", "conflict"),
});

const UNDO = createRoute({
  ...needs("write"),
  method: "post",
  path: "/memories/{id}/undo",
  operationId: "undoForget",
  tags,
  summary: "Bring a forgotten memory back",
  description: "Within 24 hours, unless its text is said by another memory by now.",
  request: { params },
  responses: answers(MemoryChangeAnswer, "The memory as it was", "not_found", "ambiguous", "conflict"),
});

/** /v1/memories: remembering and forgetting. The fixed paths come before those with an id. */
export const memoryRoutes = ({ services }: AppParts) =>
  new OpenAPIHono<AppEnv>({ defaultHook: refuseInvalid })
    .openapi(REMEMBER, async (c) => {
      return c.json(await services.remember(c.get("workspace"), c.req.valid("json")), 200);
    })
    .openapi(BATCH, async (c) => {
      return c.json(await services.rememberMany(c.get("workspace"), c.req.valid("json")), 200);
    })
    .openapi(FORGET_BY_QUERY, async (c) => {
      return c.json(await services.forgetByQuery(c.get("workspace"), c.req.valid("json")), 200);
    })
    .openapi(TYPES, async (c) => {
      return c.json(await services.listMemoryTypes(c.get("workspace")), 200);
    })
    .openapi(CHANGE_TYPES, async (c) => {
      return c.json(await services.changeMemoryTypes(c.get("workspace"), c.req.valid("json")), 200);
    })
    .openapi(READ, async (c) => {
      const { id } = c.req.valid("param");
      const history = c.req.valid("query").history === "true";
      return c.json(await services.readMemory(c.get("workspace"), id, { history }), 200);
    })
    .openapi(CHANGE, async (c) => {
      const { id } = c.req.valid("param");
      return c.json(await services.changeMemory(c.get("workspace"), id, c.req.valid("json")), 200);
    })
    .openapi(FORGET, async (c) => {
      const { id } = c.req.valid("param");
      const now = c.req.valid("query").now === "true";
      return c.json(await services.forgetMemory(c.get("workspace"), id, { now }), 200);
    })
    .openapi(UNDO, async (c) => {
      return c.json(await services.undoForget(c.get("workspace"), c.req.valid("param").id), 200);
    });
