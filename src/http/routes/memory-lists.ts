import { createRoute, OpenAPIHono } from "@hono/zod-openapi";
import {
  MemoryList,
  MemoryListParameters,
  MemoryStatistics,
  PruneMemoriesAnswer,
  PruneMemoriesRequest,
  RecentAnswer,
  RecentParameters,
  Timeline,
  TimelineParameters,
} from "../../contract/memory-lists.ts";
import { answers, body } from "../answers.ts";
import type { AppEnv, AppParts } from "../app-parts.ts";
import { forWorkspace } from "../authenticate.ts";
import { refuseInvalid } from "../errors.ts";

const LIST = createRoute({
  middleware: forWorkspace("read"),
  method: "get",
  path: "/memories",
  summary: "List memories, page by page",
  request: { query: MemoryListParameters },
  responses: answers(MemoryList, "Memories in the order asked for"),
});

const TIMELINE = createRoute({
  middleware: forWorkspace("read"),
  method: "get",
  path: "/memories/timeline",
  summary: "What was remembered just before and after a memory",
  request: { query: TimelineParameters },
  responses: answers(Timeline, "The memory with its neighbours in time"),
});

const STATISTICS = createRoute({
  middleware: forWorkspace("read"),
  method: "get",
  path: "/memories/statistics",
  summary: "How many memories there are, by type, source, session and age",
  responses: answers(MemoryStatistics, "Counts"),
});

const PRUNE = createRoute({
  middleware: forWorkspace("write"),
  method: "post",
  path: "/memories/prune",
  summary: "Forget memories that are old; ask again while any remain",
  request: { body: body(PruneMemoriesRequest) },
  responses: answers(PruneMemoriesAnswer, "What was forgotten, and what is still as old"),
});

const RECENT = createRoute({
  middleware: forWorkspace("read"),
  method: "get",
  path: "/recent",
  summary: "The newest memories and documents, of the asker's session first",
  request: { query: RecentParameters },
  responses: answers(RecentAnswer, "Newest first"),
});

/** GET /v1/memories and what it is about as a whole. Goes before the routes of a single memory. */
export const memoryListRoutes = ({ services }: AppParts) =>
  new OpenAPIHono<AppEnv>({ defaultHook: refuseInvalid })
    .openapi(LIST, async (c) =>
      c.json(await services.listMemories(c.get("workspace"), c.req.valid("query")), 200),
    )
    .openapi(TIMELINE, async (c) =>
      c.json(await services.memoryTimeline(c.get("workspace"), c.req.valid("query")), 200),
    )
    .openapi(STATISTICS, async (c) => c.json(await services.memoryStatistics(c.get("workspace")), 200))
    .openapi(PRUNE, async (c) =>
      c.json(await services.pruneMemories(c.get("workspace"), c.req.valid("json")), 200),
    )
    .openapi(RECENT, async (c) =>
      c.json(await services.recent(c.get("workspace"), c.req.valid("query")), 200),
    );
