import { OpenAPIHono } from "@hono/zod-openapi";
import { LaneAnswer, LaneParameters } from "../../lane/contract.ts";
import { readLane } from "../../lane/lane.ts";
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
import { countedMemories, pageOfMemories, timelineAround } from "../../memories/memory-lists.ts";
import { readRecent } from "../../memories/recent.ts";
import { needs, route } from "../access.ts";
import { answered, answers, body } from "../answers.ts";
import type { AppEnv, AppParts } from "../app-parts.ts";
import { refuseInvalid } from "../errors.ts";

const tags = ["Memories"];
const reads = { ...needs("read"), tags };
const writes = { ...needs("write"), tags };

const LIST = route("get", "/memories", "listMemories", {
  ...reads,
  summary: "List memories, page by page",
  description: "In pages: `next` of one is `cursor` of the next.",
  request: { query: MemoryListParameters },
  responses: answers(MemoryList, "Memories in the order asked for"),
});

const TIMELINE = route("get", "/memories/timeline", "memoryTimeline", {
  ...reads,
  summary: "Memories just before and after a memory",
  description: "By the last observation, of the whole workspace or of its own session.",
  request: { query: TimelineParameters },
  responses: answers(Timeline, "The memory with its neighbours in time", "not_found", "ambiguous"),
});

const STATISTICS = route("get", "/memories/statistics", "memoryStatistics", {
  ...reads,
  summary: "Count memories by type, source, session and age",
  description: "Counts live memories; superseded and forgotten ones are counted separately.",
  responses: answers(MemoryStatistics, "Counts"),
});

const PRUNE = route("post", "/memories/prune", "pruneMemories", {
  ...writes,
  summary: "Forget old memories, a slice at a time",
  description:
    "Forgets a slice of what was last observed before `olderThan`, or of a session; ask again while `remaining` is not 0. For 24 hours each can be brought back.",
  request: { body: body(PruneMemoriesRequest) },
  responses: answers(PruneMemoriesAnswer, "What was forgotten, and what is still as old", "conflict"),
});

const RECENT = route("get", "/recent", "recent", {
  ...reads,
  summary: "The newest memories and documents, of the asker's session first",
  description: "What an agent reads when it begins: memories of its own session where it has some.",
  request: { query: RecentParameters },
  responses: answers(RecentAnswer, "Newest first"),
});

const LANE = route("get", "/lane", "lane", {
  ...reads,
  summary: "What was recalled and remembered over time",
  description:
    "For admins by everybody's searches, for others by their token's own. In pages: `next` of one is `cursor` of the next.",
  request: { query: LaneParameters },
  responses: answers(LaneAnswer, "Newest first, with counts by day and type"),
});

/** GET /v1/memories, lists and counts of all memories, and the lane. Goes before the routes of a single memory. */
export const memoryListRoutes = ({ services }: AppParts) =>
  new OpenAPIHono<AppEnv>({ defaultHook: refuseInvalid })
    .openapi(LIST, (c) => answered(c, pageOfMemories(c.get("workspace"), c.req.valid("query"))))
    .openapi(TIMELINE, (c) => answered(c, timelineAround(c.get("workspace"), c.req.valid("query"))))
    .openapi(STATISTICS, (c) => answered(c, countedMemories(c.get("workspace"))))
    .openapi(PRUNE, (c) => answered(c, services.pruneMemories(c.get("workspace"), c.req.valid("json"))))
    .openapi(RECENT, (c) => answered(c, readRecent(c.get("workspace"), c.req.valid("query"))))
    .openapi(LANE, (c) => answered(c, readLane(c.get("workspace"), c.req.valid("query"))));
