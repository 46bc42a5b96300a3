import { OpenAPIHono, z } from "@hono/zod-openapi";
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
import { readMemory } from "../../memories/memories.ts";
import { changeMemoryTypes, listMemoryTypes } from "../../memories/memory-types.ts";
import { needs, route } from "../access.ts";
import { answered, answers, body } from "../answers.ts";
import type { AppEnv, AppParts } from "../app-parts.ts";
import { refuseInvalid } from "../errors.ts";

const tags = ["Memories"];
const administers = { ...needs("admin"), tags };
const reads = { ...needs("read"), tags };
const writes = { ...needs("write"), tags };

const params = z.object({ id: MemoryId });

const REMEMBER = route("post", "/memories", "remember", {
  ...writes,
  summary: "Remember a text; a repeated text is counted",
  description:
    "Secrets are redacted first. A repeated text is counted and stored once; a text with the same meaning is merged as soon as both have vectors (`dedupe`).",
  request: { body: body(RememberRequest) },
  responses: answers(
    RememberAnswer,
    "Searchable by keyword from now on",
    "not_found",
    "ambiguous",
    "conflict",
  ),
});

const BATCH = route("post", "/memories/batch", "rememberMany", {
  ...writes,
  summary: "Remember up to 100 texts",
  description: "Each text has its own answer: one that fails does not stop the others.",
  request: { body: body(RememberBatchRequest) },
  responses: answers(RememberBatchAnswer, "What became of each"),
});

const FORGET_BY_QUERY = route("post", "/memories/forget", "forgetByQuery", {
  ...writes,
  summary: "Forget the memory that says this, or list similar ones",
  description: "Forgets a memory only if exactly one clearly matches; otherwise lists the candidates.",
  request: { body: body(ForgetRequest) },
  responses: answers(ForgetByQueryAnswer, "What was forgotten, if anything", "conflict"),
});

const TYPES = route("get", "/memories/types", "listMemoryTypes", {
  ...reads,
  summary: "List memory types",
  description: "The built-in types, and those that this workspace added.",
  responses: answers(MemoryTypes, "Types, built in and the workspace's own"),
});

const CHANGE_TYPES = route("put", "/memories/types", "changeMemoryTypes", {
  ...administers,
  summary: "Replace the workspace's own types",
  description: "All of the workspace's own types at once. Memories keep a type that is taken away.",
  request: { body: body(MemoryTypesChange) },
  responses: answers(MemoryTypes, "Types, built in and the workspace's own"),
});

const READ = route("get", "/memories/{id}", "readMemory", {
  ...reads,
  summary: "Read a memory, optionally with its history",
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

const CHANGE = route("patch", "/memories/{id}", "changeMemory", {
  ...writes,
  summary: "Change a memory",
  description:
    "Fields that are left out stay. With `expects`, only if the memory has not changed since it was read.",
  request: { params, body: body(MemoryChange) },
  responses: answers(MemoryChangeAnswer, "The memory as it is now", "not_found", "ambiguous", "conflict"),
});

const FORGET = route("delete", "/memories/{id}", "forgetMemory", {
  ...writes,
  summary: "Forget a memory; undo works for 24 hours",
  description: "Removed from search, graph and export at once. With `now`, deleted for good.",
  request: { params, query: ForgetParameters },
  responses: answers(ForgetAnswer, "The memory is forgotten", "not_found", "ambiguous", "conflict"),
});

const UNDO = route("post", "/memories/{id}/undo", "undoForget", {
  ...writes,
  summary: "Undo forgetting a memory",
  description: "Within 24 hours, unless another memory has the same text by then.",
  request: { params },
  responses: answers(MemoryChangeAnswer, "The memory as it was", "not_found", "ambiguous", "conflict"),
});

/** /v1/memories: remembering and forgetting. The fixed paths come before those with an id. */
export const memoryRoutes = ({ services }: AppParts) =>
  new OpenAPIHono<AppEnv>({ defaultHook: refuseInvalid })
    .openapi(REMEMBER, (c) => answered(c, services.remember(c.get("workspace"), c.req.valid("json"))))
    .openapi(BATCH, (c) => answered(c, services.rememberMany(c.get("workspace"), c.req.valid("json"))))
    .openapi(FORGET_BY_QUERY, (c) =>
      answered(c, services.forgetByQuery(c.get("workspace"), c.req.valid("json"))),
    )
    .openapi(TYPES, (c) => answered(c, listMemoryTypes(c.get("workspace"))))
    .openapi(CHANGE_TYPES, (c) => answered(c, changeMemoryTypes(c.get("workspace"), c.req.valid("json"))))
    .openapi(READ, (c) => {
      const { id } = c.req.valid("param");
      const history = c.req.valid("query").history === "true";
      return answered(c, readMemory(c.get("workspace"), id, { history }));
    })
    .openapi(CHANGE, (c) => {
      const { id } = c.req.valid("param");
      return answered(c, services.changeMemory(c.get("workspace"), id, c.req.valid("json")));
    })
    .openapi(FORGET, (c) => {
      const { id } = c.req.valid("param");
      const now = c.req.valid("query").now === "true";
      return answered(c, services.forgetMemory(c.get("workspace"), id, { now }));
    })
    .openapi(UNDO, (c) => answered(c, services.undoForget(c.get("workspace"), c.req.valid("param").id)));
