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
} from "../../memories/contract/memory-lists.ts";
import { needs } from "../access.ts";
import { answers, body } from "../answers.ts";
import type { AppEnv, AppParts } from "../app-parts.ts";
import { refuseInvalid } from "../errors.ts";

const tags = ["Memories"];

const LIST = createRoute({
  ...needs("read"),
  method: "get",
  path: "/memories",
  operationId: "listMemories",
  tags,
  summary: "List memories, page by page",
  description: "In pages: `next` of one is `cursor` of the next.",
  request: { query: MemoryListParameters },
  responses: answers(MemoryList, "Memories in the order asked for"),
});

const TIMELINE = createRoute({
  ...needs("read"),
  method: "get",
  path: "/memories/timeline",
  operationId: "memoryTimeline",
  tags,
  summary: "What was remembered just before and after a memory",
  description: "By the last observation, of the whole workspace or of its own session.",
  request: { query: TimelineParameters },
  responses: answers(Timeline, "The memory with its neighbours in time", "not_found", "ambiguous"),
});

const STATISTICS = createRoute({
  ...needs("read"),
  method: "get",
  path: "/memories/statistics",
  operationId: "memoryStatistics",
  tags,
  summary: "How many memories there are, by type, source, session and age",
  description: "Counts of what is live; what was superseded or forgotten is counted apart.",
  responses: answers(MemoryStatistics, "Counts"),
});

const PRUNE = createRoute({
  ...needs("write"),
  method: "post",
  path: "/memories/prune",
  operationId: "pruneMemories",
  tags,
  summary: "Forget memories that are old; ask again while any remain",
  description:
    "Forgets a slice of what was last observed before `olderThan`, or of a session; ask again while `remaining` is not 0. For 24 hours each can be brought back.",
  request: { body: body(PruneMemoriesRequest) },
  responses: answers(PruneMemoriesAnswer, "What was forgotten, and what is still as old", "conflict"),
});

const RECENT = createRoute({
  ...needs("read"),
  method: "get",
  path: "/recent",
  operationId: "recent",
  tags,
  summary: "The newest memories and documents, of the asker's session first",
  description: "What an agent reads when it begins: memories of its own session where it has some.",
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
