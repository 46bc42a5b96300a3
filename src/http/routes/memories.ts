import { z } from "@hono/zod-openapi";
import { LaneAnswer, LaneParameters } from "../../lane/contract.ts";
import { readLane } from "../../lane/lane.ts";
import * as contradictions from "../../memories/contract/contradictions.ts";
import * as memories from "../../memories/contract/memories.ts";
import * as lists from "../../memories/contract/memory-lists.ts";
import * as worth from "../../memories/contract/worth.ts";
import { decideContradiction, listContradictions } from "../../memories/contradictions/decide.ts";
import { readMemory } from "../../memories/memories.ts";
import { countedMemories, pageOfMemories, readRecent, timelineAround } from "../../memories/memory-lists.ts";
import { changeMemoryTypes, listMemoryTypes } from "../../memories/memory-types.ts";
import type { AppParts } from "../app-parts.ts";
import {
  accessTo,
  answered,
  answers,
  body,
  fromBody,
  fromBodyOf,
  fromQuery,
  NAMED,
  route,
  router,
} from "../routing.ts";

const { administers, reads, readsConfined, writes } = accessTo("Memories");

const LIST = route("get", "/memories", "listMemories", {
  ...readsConfined,
  summary: "List memories, page by page",
  description: "In pages: `nextCursor` of one is `cursor` of the next.",
  request: { query: lists.MemoryListParameters },
  responses: answers(lists.MemoryList, "Memories in the order asked for"),
});

const TIMELINE = route("get", "/memories/timeline", "memoryTimeline", {
  ...reads,
  summary: "Memories just before and after a memory",
  description: "By the last observation, of the whole workspace or of its own session.",
  request: { query: lists.TimelineParameters },
  responses: answers(lists.Timeline, "The memory with its neighbours in time", ...NAMED),
});

const STATISTICS = route("get", "/memories/statistics", "memoryStatistics", {
  ...reads,
  summary: "Count memories by type, source, session and age",
  description: "Counts live memories; superseded and forgotten ones are counted separately.",
  responses: answers(lists.MemoryStatistics, "Counts"),
});

const CONTRADICTIONS = route("get", "/memories/contradictions", "listContradictions", {
  ...reads,
  summary: "Memories that may contradict each other, side by side",
  description:
    "Pairs that nobody has decided on, in pages: `nextCursor` of one is `cursor` of the next. Superseding, merging or forgetting one decides, and so does saying that both hold.",
  request: { query: contradictions.ContradictionListParameters },
  responses: answers(contradictions.ContradictionList, "The pairs"),
});

const PRUNE = route("post", "/memories/prune", "pruneMemories", {
  ...writes,
  summary: "Forget old memories, a slice at a time",
  description:
    "Forgets a slice of what was last observed before `olderThan`, or of a session; ask again while `remaining` is not 0. For 24 hours each can be brought back.",
  request: { body: body(lists.PruneMemoriesRequest) },
  responses: answers(lists.PruneMemoriesAnswer, "What was forgotten, and what is still as old", "conflict"),
});

const RECENT = route("get", "/recent", "recent", {
  ...readsConfined,
  summary: "The newest memories and documents, of the asker's session first",
  description: "What an agent reads when it begins: memories of its own session where it has some.",
  request: { query: lists.RecentParameters },
  responses: answers(lists.RecentAnswer, "Newest first"),
});

const LANE = route("get", "/lane", "lane", {
  ...reads,
  summary: "What was recalled and remembered over time",
  description:
    "For admins by everybody's searches, for others by their token's own. In pages: `nextCursor` of one is `cursor` of the next.",
  request: { query: LaneParameters },
  responses: answers(LaneAnswer, "Newest first, with counts by day and type"),
});

const params = z.object({ id: memories.MemoryId });

const REMEMBER = route("post", "/memories", "remember", {
  ...writes,
  summary: "Remember a text; a repeated text is counted",
  description:
    "Secrets are redacted first. A repeated text is counted and stored once; a text with the same meaning is merged as soon as both have vectors (`dedupe`).",
  request: { body: body(memories.RememberRequest) },
  responses: answers(memories.RememberAnswer, "Searchable by keyword from now on", ...NAMED, "conflict"),
});

const BATCH = route("post", "/memories/batch", "rememberMany", {
  ...writes,
  summary: "Remember up to 100 texts",
  description: "Each text has its own answer: one that fails does not stop the others.",
  request: { body: body(memories.RememberBatchRequest) },
  responses: answers(memories.RememberBatchAnswer, "What became of each"),
});

const WORTH = route("post", "/memories/worth", "judgeStatements", {
  ...writes,
  summary: "Which statements of a conversation are worth remembering",
  description:
    "The text model chooses among sentences of a conversation; nothing is kept. Without a text model: `generator_unavailable`.",
  request: { body: body(worth.WorthRequest) },
  responses: answers(
    worth.WorthAnswer,
    "The statements worth remembering, with their types",
    "generator_unavailable",
    "quota",
    "model_budget",
    "workspace_quota",
    "capacity",
    "timeout",
  ),
});

const FORGET_BY_QUERY = route("post", "/memories/forget", "forgetByQuery", {
  ...writes,
  summary: "Forget the memory that says this, or list similar ones",
  description: "Forgets a memory only if exactly one clearly matches; otherwise lists the candidates.",
  request: { body: body(memories.ForgetRequest) },
  responses: answers(memories.ForgetByQueryAnswer, "What was forgotten, if anything", "conflict"),
});

const TYPES = route("get", "/memories/types", "listMemoryTypes", {
  ...reads,
  summary: "List memory types",
  description: "The built-in types, and those that this workspace added.",
  responses: answers(memories.MemoryTypes, "Types, built in and the workspace's own"),
});

const CHANGE_TYPES = route("put", "/memories/types", "changeMemoryTypes", {
  ...administers,
  summary: "Replace the workspace's own types",
  description: "All of the workspace's own types at once. Memories keep a type that is taken away.",
  request: { body: body(memories.MemoryTypesChange) },
  responses: answers(memories.MemoryTypes, "Types, built in and the workspace's own"),
});

const READ = route("get", "/memories/{id}", "readMemory", {
  ...reads,
  summary: "Read a memory, optionally with its history",
  description:
    "By its id or a start of it. The id of one that was merged leads to the one that it was merged into.",
  request: { params, query: memories.MemoryParameters },
  responses: answers(memories.MemoryAnswer, "The memory, or the one that it was merged into", ...NAMED),
});

const CHANGE = route("patch", "/memories/{id}", "changeMemory", {
  ...writes,
  summary: "Change a memory",
  description:
    "Fields that are left out stay, and an older text stays in the history. With `expects`, only if the memory has not changed since it was read.",
  request: { params, body: body(memories.MemoryChange) },
  responses: answers(memories.MemoryChangeAnswer, "The memory as it is now", ...NAMED, "conflict"),
});

const MERGE = route("post", "/memories/{id}/merge", "mergeMemories", {
  ...writes,
  summary: "Merge another memory into this one",
  description:
    "It keeps its id and text, or says the one given; the other's text stays in its history, and its votes, tags and counts go along.",
  request: { params, body: body(memories.MemoryMergeRequest) },
  responses: answers(memories.MemoryChangeAnswer, "The memory that both are now", ...NAMED, "conflict"),
});

const SPLIT = route("post", "/memories/{id}/split", "splitMemory", {
  ...writes,
  summary: "Split a memory into several",
  description:
    "It keeps its id, votes and history and says the first text; each other text becomes a memory with the same fields.",
  request: { params, body: body(memories.MemorySplitRequest) },
  responses: answers(memories.MemorySplitAnswer, "The memories that it is now", ...NAMED, "conflict"),
});

const DECIDE = route("put", "/memories/{id}/contradictions/{other}", "decideContradiction", {
  ...writes,
  summary: "Say that two memories do not contradict each other",
  description:
    "Both hold, and nobody is asked again until either says something else; or this is open again.",
  request: { params: contradictions.ContradictionPath, body: body(contradictions.ContradictionChange) },
  responses: answers(contradictions.ContradictionAnswer, "How it stands", ...NAMED, "conflict"),
});

const FORGET = route("delete", "/memories/{id}", "forgetMemory", {
  ...writes,
  summary: "Forget a memory; undo works for 24 hours",
  description: "Removed from search, graph and export at once. With `now`, deleted for good.",
  request: { params, query: memories.ForgetParameters },
  responses: answers(memories.ForgetAnswer, "The memory is forgotten", ...NAMED, "conflict"),
});

const UNDO = route("post", "/memories/{id}/undo", "undoForget", {
  ...writes,
  summary: "Undo forgetting a memory",
  description: "Within 24 hours, unless another memory has the same text by then.",
  request: { params },
  responses: answers(memories.MemoryChangeAnswer, "The memory as it was", ...NAMED, "conflict"),
});

/** /v1/memories, /v1/recent, /v1/lane. The fixed paths come before those with an id. */
export const memoryRoutes = ({ services }: AppParts) =>
  router()
    .openapi(LIST, fromQuery(pageOfMemories))
    .openapi(TIMELINE, fromQuery(timelineAround))
    .openapi(STATISTICS, (c) => answered(c, countedMemories(c.var.workspace)))
    .openapi(CONTRADICTIONS, fromQuery(listContradictions))
    .openapi(PRUNE, fromBody(services.pruneMemories))
    .openapi(RECENT, fromQuery(readRecent))
    .openapi(LANE, fromQuery(readLane))
    .openapi(REMEMBER, fromBody(services.remember))
    .openapi(BATCH, fromBody(services.rememberMany))
    .openapi(WORTH, fromBody(services.worthRemembering))
    .openapi(FORGET_BY_QUERY, fromBody(services.forgetByQuery))
    .openapi(TYPES, (c) => answered(c, listMemoryTypes(c.var.workspace)))
    .openapi(CHANGE_TYPES, fromBody(changeMemoryTypes))
    .openapi(READ, (c) =>
      answered(c, readMemory(c.var.workspace, c.req.valid("param").id, c.req.valid("query"))),
    )
    .openapi(CHANGE, fromBodyOf("id", services.changeMemory))
    .openapi(MERGE, fromBodyOf("id", services.mergeMemories))
    .openapi(SPLIT, fromBodyOf("id", services.splitMemory))
    .openapi(DECIDE, (c) =>
      answered(c, decideContradiction(c.var.workspace, { ...c.req.valid("param"), ...c.req.valid("json") })),
    )
    .openapi(FORGET, (c) =>
      answered(c, services.forgetMemory(c.var.workspace, c.req.valid("param").id, c.req.valid("query"))),
    )
    .openapi(UNDO, (c) => answered(c, services.undoForget(c.var.workspace, c.req.valid("param").id)));
