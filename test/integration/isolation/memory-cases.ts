import { type Case, post, query, read, TEXT } from "./case.ts";
import type { Names } from "./places.ts";

/** Memories; what is written comes last. */
export const MEMORY_CASES: Readonly<Record<string, Case>> = {
  "GET /v1/memories": read(
    () => "/memories",
    ({ session }) => `/memories?${query({ session })}`,
    ({ tag }) => `/memories?${query({ tag })}`,
    () => "/memories?recalled=true&sort=recalled",
    () => `/memories?${query({ text: "engine" })}`,
    ({ memory }) => `/memories?${query({ cursor: JSON.stringify(["newest", 9e12, memory]) })}`,
  ),
  "GET /v1/memories/timeline": read(({ memory }) => `/memories/timeline?around=${memory}`),
  "GET /v1/memories/statistics": read(() => "/memories/statistics"),
  "GET /v1/memories/contradictions": read(
    () => "/memories/contradictions",
    ({ memory }) => `/memories/contradictions?${query({ cursor: JSON.stringify([9e12, memory, memory]) })}`,
  ),
  "PUT /v1/memories/:id/contradictions/:other": {
    scope: "write",
    ask: ({ memory, superseded, forgotten }, own) =>
      [memory, superseded, forgotten].flatMap((id) =>
        [`/memories/${id}/contradictions/${own.memory}`, `/memories/${own.memory}/contradictions/${id}`].map(
          (path) => ({ path, body: { settled: true } }),
        ),
      ),
  },
  "GET /v1/lane": read(
    () => "/lane?after=2000-01-01&limit=100",
    ({ session }) => `/lane?${query({ session })}`,
    ({ tag }) => `/lane?${query({ tag })}`,
    ({ memory }) => `/lane?${query({ memory })}`,
    ({ recall, memory }) => `/lane?${query({ cursor: JSON.stringify([`f${recall}`, 0, 9e12, memory]) })}`,
  ),
  "GET /v1/recent": read(
    () => "/recent",
    ({ session }) => `/recent?${query({ session })}`,
  ),
  "GET /v1/memories/types": read(() => "/memories/types"),
  "GET /v1/memories/:id": read(
    ...(["memory", "superseded", "forgotten"] as const).flatMap((which) => [
      (theirs: Names) => `/memories/${theirs[which]}`,
      (theirs: Names) => `/memories/${theirs[which]}?history=true`,
      (theirs: Names) => `/memories/${theirs[which].slice(0, 12)}`,
    ]),
  ),
  "PATCH /v1/memories/:id": {
    scope: "write",
    ask: ({ memory, superseded, forgotten }) =>
      [memory, superseded, forgotten].map((id) => ({ path: `/memories/${id}`, body: { text: TEXT } })),
  },
  "POST /v1/memories/:id/undo": {
    scope: "write",
    ask: ({ memory, superseded, forgotten }) =>
      [memory, superseded, forgotten].map((id) => ({ path: `/memories/${id}/undo` })),
  },
  "POST /v1/memories/:id/merge": {
    scope: "write",
    ask: ({ memory, superseded, forgotten }, own) =>
      [memory, superseded, forgotten].flatMap((id) => [
        { path: `/memories/${id}/merge`, body: { other: own.memory } },
        { path: `/memories/${own.memory}/merge`, body: { other: id } },
      ]),
  },
  "POST /v1/memories/:id/split": {
    scope: "write",
    ask: ({ memory, superseded, forgotten }) =>
      [memory, superseded, forgotten].map((id) => ({
        path: `/memories/${id}/split`,
        body: { texts: ["The ferry leaves.", "It is noon."] },
      })),
  },
  "POST /v1/memories/forget": {
    scope: "write",
    ask: ({ mark, session }) => [
      {
        path: "/memories/forget",
        body: { query: `harbour gate, letters, Ana, prefers, clockwork, engine at 50 knots in ${mark}` },
      },
      { path: "/memories/forget", body: { query: "engine knots", session } },
    ],
  },
  "POST /v1/memories/prune": {
    scope: "write",
    ask: ({ session, tag }) =>
      [{ session }, { tag }].map((only) => ({
        path: "/memories/prune",
        body: { olderThan: "2030-01-01", ...only },
      })),
  },
  "DELETE /v1/memories/:id": {
    scope: "write",
    ask: ({ memory, superseded, forgotten }) =>
      [memory, superseded, forgotten, memory.slice(0, 12)].flatMap((id) => [
        { path: `/memories/${id}` },
        { path: `/memories/${id}?now=true` },
      ]),
  },
  "POST /v1/memories": {
    scope: "write",
    ask: ({ memory, superseded, forgotten }) =>
      [memory, superseded, forgotten].map((id) => ({
        path: "/memories",
        body: { text: "The ferry leaves at noon.", supersedes: id },
      })),
  },
  "POST /v1/memories/batch": post(
    "write",
    () => "/memories/batch",
    ({ memory }) => ({
      memories: [
        { text: "The ferry leaves at dusk.", supersedes: memory },
        { text: "The ferry leaves at dawn." },
      ],
    }),
  ),
  "POST /v1/memories/worth": post(
    "write",
    () => "/memories/worth",
    ({ mark }) => ({ statements: [{ by: "person", text: `We decided that the ${mark} leaves at noon.` }] }),
  ),
  "PUT /v1/memories/types": post(
    "admin",
    () => "/memories/types",
    () => ({ own: ["plan"] }),
  ),
};

/** Entities and relations; the last one makes the asker's own entity of that name. */
export const GRAPH_CASES: Readonly<Record<string, Case>> = {
  "GET /v1/graph": read(
    ({ mark }) => `/graph?${query({ query: `${mark} Lab`, depth: 2 })}`,
    () => `/graph?${query({ query: "Ana Lopez", depth: 2 })}`,
    ({ entity }) => `/graph?${query({ entity })}`,
  ),
  "GET /v1/graph/overview": read(
    () => "/graph/overview",
    () => "/graph/overview?limit=500",
    () => "/graph/overview?kind=organisation",
  ),
  "PUT /v1/graph/memories": post(
    "admin",
    () => "/graph/memories",
    () => ({ on: true }),
  ),
  "PUT /v1/graph/names": post(
    "admin",
    () => "/graph/names",
    () => ({ on: true }),
  ),
  "GET /v1/entities": read(
    () => "/entities",
    ({ mark }) => `/entities?${query({ prefix: mark })}`,
    ({ entity }) => `/entities?${query({ after: entity })}`,
  ),
  "GET /v1/entities/:slug": read(
    ({ entity }) => `/entities/${entity}`,
    () => "/entities/ana-lopez?limit=1",
    ({ chunk }) => `/entities/ana-lopez?${query({ after: `8640000000000000.${chunk}` })}`,
    () => "/entities/ana-lopez",
  ),
  "GET /v1/entities/:slug/suggestions": read(
    ({ entity }) => `/entities/${entity}/suggestions`,
    () => "/entities/ana-lopez/suggestions",
  ),
  "POST /v1/entities/merge": {
    scope: "write",
    ask: ({ entity }) => [
      { path: "/entities/merge", body: { from: entity, into: "ana-lopez" } },
      { path: "/entities/merge", body: { from: "ana-lopez", into: entity } },
    ],
  },
  "POST /v1/entities/:slug/split": post(
    "write",
    ({ entity }) => `/entities/${entity}/split`,
    ({ mark }) => ({
      aliases: [mark],
    }),
  ),
  "POST /v1/entities/:slug/observations": post(
    "write",
    ({ entity }) => `/entities/${entity}/observations`,
    () => ({
      text: "A remark.",
    }),
  ),
  "DELETE /v1/entities/:slug/observations/:id": {
    scope: "write",
    ask: ({ entity, observation }) =>
      [entity, "ana-lopez"].map((slug) => ({ path: `/entities/${slug}/observations/${observation}` })),
  },
  "POST /v1/relations": post(
    "write",
    () => "/relations",
    ({ entity }) => ({
      from: entity,
      to: "ana-lopez",
      type: "employs",
    }),
  ),
  "DELETE /v1/relations": {
    scope: "write",
    ask: ({ entity }) => [
      { path: `/relations?${query({ from: entity, to: "ana-lopez", type: "employs" })}` },
    ],
  },
  "DELETE /v1/entities/:slug": { scope: "write", ask: ({ entity }) => [{ path: `/entities/${entity}` }] },
  "PUT /v1/entities/:slug": post(
    "write",
    ({ entity }) => `/entities/${entity}`,
    () => ({ name: "Other name" }),
  ),
};
