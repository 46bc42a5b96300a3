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
} from "../../contract/memories.ts";
import { answers, body } from "../answers.ts";
import type { AppEnv, AppParts } from "../app-parts.ts";
import { forWorkspace } from "../authenticate.ts";
import { refuseInvalid } from "../errors.ts";

const params = z.object({ id: MemoryId });

const REMEMBER = createRoute({
  middleware: forWorkspace("write"),
  method: "post",
  path: "/memories",
  summary: "Remember a text; one that is remembered already is counted",
  request: { body: body(RememberRequest) },
  responses: answers(RememberAnswer, "Searchable by keyword from now on"),
});

const BATCH = createRoute({
  middleware: forWorkspace("write"),
  method: "post",
  path: "/memories/batch",
  summary: "Remember up to 100 texts; each is answered",
  request: { body: body(RememberBatchRequest) },
  responses: answers(RememberBatchAnswer, "What became of each"),
});

const FORGET_BY_QUERY = createRoute({
  middleware: forWorkspace("write"),
  method: "post",
  path: "/memories/forget",
  summary: "Forget the one memory that says this, or list what comes near",
  request: { body: body(ForgetRequest) },
  responses: answers(ForgetByQueryAnswer, "What was forgotten, if anything"),
});

const TYPES = createRoute({
  middleware: forWorkspace("read"),
  method: "get",
  path: "/memories/types",
  summary: "What a memory can be",
  responses: answers(MemoryTypes, "Types, built in and the workspace's own"),
});

const CHANGE_TYPES = createRoute({
  middleware: forWorkspace("admin"),
  method: "put",
  path: "/memories/types",
  summary: "Replace the workspace's own types",
  request: { body: body(MemoryTypesChange) },
  responses: answers(MemoryTypes, "Types, built in and the workspace's own"),
});

const READ = createRoute({
  middleware: forWorkspace("read"),
  method: "get",
  path: "/memories/{id}",
  summary: "Read a memory, with its history where asked",
  request: { params, query: MemoryParameters },
  responses: answers(MemoryAnswer, "The memory, or the one that it was merged into"),
});

const CHANGE = createRoute({
  middleware: forWorkspace("write"),
  method: "patch",
  path: "/memories/{id}",
  summary: "Change a memory",
  request: { params, body: body(MemoryChange) },
  responses: answers(MemoryChangeAnswer, "The memory as it is now"),
});

const FORGET = createRoute({
  middleware: forWorkspace("write"),
  method: "delete",
  path: "/memories/{id}",
  summary: "Forget a memory; for 24 hours it can be brought back",
  request: { params, query: ForgetParameters },
  responses: answers(ForgetAnswer, "Out of everything"),
});

const UNDO = createRoute({
  middleware: forWorkspace("write"),
  method: "post",
  path: "/memories/{id}/undo",
  summary: "Bring a forgotten memory back",
  request: { params },
  responses: answers(MemoryChangeAnswer, "The memory as it was"),
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
