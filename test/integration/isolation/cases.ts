import { shortHash } from "../../../src/text/hash.ts";
import { type Case, type Own, post, query, read } from "./case.ts";
import { FOLDER_CASES } from "./folder-cases.ts";
import { GRAPH_CASES, MEMORY_CASES } from "./memory-cases.ts";
import type { Names } from "./places.ts";

/** What a vote may name: a hit of an answer by its rank or its id, or a passage or memory itself. */
const votesFor = ({ recall, chunk, memory }: Names, own: Own) => [
  { recallId: recall, chunk: 1 },
  { recallId: recall, chunk },
  { recallId: own.recall, chunk },
  { chunk },
  { chunk: memory },
];

/** Access, upkeep, backup, recall log and feedback. */
const ADMIN_CASES: Readonly<Record<string, Case>> = {
  "GET /v1/status": read(() => "/status"),
  "GET /v1/deployment": { scope: "owner", ask: () => [{ path: "/deployment" }] },
  "GET /v1/backups": { scope: "owner", ask: () => [{ path: "/backups" }] },
  "GET /v1/backups/:backup": { scope: "owner", ask: () => [{ path: "/backups/recall-2026-11-24T031500Z" }] },
  "GET /v1/backups/:backup/:slug/:piece": {
    scope: "owner",
    ask: ({ slug }) => [{ path: `/backups/recall-2026-11-24T031500Z/${slug}/0` }],
  },
  "GET /v1/migrations": read(() => "/migrations"),
  "POST /v1/migrations": { scope: "owner", ask: () => [{ path: "/migrations" }] },
  "GET /v1/tokens": { scope: "admin", ask: () => [{ path: "/tokens" }] },
  "POST /v1/tokens": post(
    "admin",
    () => "/tokens",
    ({ slug }) => ({ scope: "read", workspace: slug }),
  ),
  "GET /v1/access-log": { scope: "admin", ask: () => [{ path: "/access-log" }] },
  "GET /v1/access-log/check": { scope: "admin", ask: () => [{ path: "/access-log/check" }] },
  // Ends every token of the owner's whole database: nobody of a workspace may.
  "POST /v1/tokens/epoch": post(
    "owner",
    () => "/tokens/epoch",
    () => ({}),
  ),
  "DELETE /v1/tokens/:id": {
    scope: "admin",
    ask: ({ token, signIn }) => [token, signIn].map((id) => ({ path: `/tokens/${id}` })),
  },
  "POST /v1/sign-ins": post(
    "read",
    () => "/sign-ins",
    () => undefined,
  ),
  "GET /v1/sign-ins": read(() => "/sign-ins"),
  "DELETE /v1/sign-ins": read(() => "/sign-ins"),
  "DELETE /v1/sign-ins/:id": read(({ signIn }) => `/sign-ins/${signIn}`),
  "POST /v1/sign-ins/links": post(
    "read",
    () => "/sign-ins/links",
    () => undefined,
  ),
  "POST /v1/workspaces": post(
    "owner",
    () => "/workspaces",
    ({ slug }) => ({ slug }),
  ),
  "GET /v1/workspaces": { scope: "owner", ask: () => [{ path: "/workspaces" }] },
  "PATCH /v1/workspaces/:slug/quotas": post(
    "owner",
    ({ slug }) => `/workspaces/${slug}/quotas`,
    () => ({ documents: 1 }),
  ),
  "POST /v1/workspaces/:slug/move": post(
    "owner",
    ({ slug }) => `/workspaces/${slug}/move`,
    () => ({ to: 1 }),
  ),
  "GET /v1/workspaces/:slug/move": {
    scope: "owner",
    ask: ({ slug }) => [{ path: `/workspaces/${slug}/move` }],
  },
  "DELETE /v1/workspaces/:slug/move": {
    scope: "owner",
    ask: ({ slug }) => [{ path: `/workspaces/${slug}/move` }],
  },
  "POST /v1/workspaces/:slug/sources": post(
    "owner",
    ({ slug }) => `/workspaces/${slug}/sources`,
    () => ({ location: "https://docs.example.com/" }),
  ),
  "DELETE /v1/workspaces/:slug": { scope: "owner", ask: ({ slug }) => [{ path: `/workspaces/${slug}` }] },
  "GET /v1/audit": { scope: "admin", ask: () => [{ path: "/audit?full=true" }] },
  "POST /v1/audit/repair": post(
    "admin",
    () => "/audit/repair",
    () => ({ full: true }),
  ),
  "GET /v1/runs": { scope: "admin", ask: () => [{ path: "/runs?cursor=1000.0" }] },
  "POST /v1/reindex": post(
    "admin",
    () => "/reindex",
    () => ({ failed: true }),
  ),
  "GET /v1/export": {
    scope: "admin",
    ask: ({ root, path }) => [
      { path: "/export?vectors=true" },
      { path: `/export?${query({ cursor: `document ${JSON.stringify([root, path])}` })}` },
    ],
  },
  "GET /v1/recalls": {
    scope: "admin",
    ask: ({ session, recall }) => [
      { path: "/recalls" },
      { path: `/recalls?${query({ session })}` },
      { path: `/recalls?${query({ cursor: `f${recall.slice(1)}` })}` },
    ],
  },
  "GET /v1/recalls/reports": {
    scope: "admin",
    ask: () =>
      ["never_found", "popular", "stale"].map((kind) => ({ path: `/recalls/reports?${query({ kind })}` })),
  },
  "GET /v1/recalls/:id": {
    scope: "admin",
    ask: ({ recall }) => [{ path: `/recalls/${recall}` }, { path: `/recalls/${recall.slice(0, 23)}` }],
  },
  "PUT /v1/recalls/log": post(
    "admin",
    () => "/recalls/log",
    () => ({ on: true }),
  ),
  "POST /v1/feedback": {
    scope: "read",
    ask: (theirs, own) =>
      votesFor(theirs, own).map((hit) => ({ path: "/feedback", body: { ...hit, value: "up" } })),
  },
  "DELETE /v1/feedback": {
    scope: "read",
    ask: (theirs, own) => votesFor(theirs, own).map((hit) => ({ path: `/feedback?${query(hit)}` })),
  },
  "GET /v1/feedback": read(
    () => "/feedback",
    ({ recall, chunk }) => `/feedback?${query({ cursor: `9999999999999 ${recall} ${chunk}` })}`,
  ),
  "DELETE /v1/recalls": { scope: "admin", ask: () => [{ path: "/recalls?before=2020-01-01T00:00:00Z" }] },
  "GET /v1/webhooks": { scope: "admin", ask: () => [{ path: "/webhooks" }] },
  "POST /v1/webhooks": post(
    "admin",
    () => "/webhooks",
    ({ root }) => ({ url: "https://hooks.example.com/", roots: [root] }),
  ),
  "PATCH /v1/webhooks/:id": post(
    "admin",
    ({ webhook }) => `/webhooks/${webhook}`,
    () => ({ paused: false }),
  ),
  "POST /v1/webhooks/:id/test": {
    scope: "admin",
    ask: ({ webhook }) => [{ path: `/webhooks/${webhook}/test` }],
  },
  "DELETE /v1/webhooks/:id": { scope: "admin", ask: ({ webhook }) => [{ path: `/webhooks/${webhook}` }] },
  "GET /v1/sources": { scope: "admin", ask: () => [{ path: "/sources" }] },
  "GET /v1/sources/:root": { scope: "admin", ask: ({ source }) => [{ path: `/sources/${source}` }] },
  "PATCH /v1/sources/:root": post(
    "admin",
    ({ source }) => `/sources/${source}`,
    () => ({ paused: true }),
  ),
  "POST /v1/sources/:root/run": post(
    "admin",
    ({ source }) => `/sources/${source}/run`,
    () => ({ confirm: true }),
  ),
  "DELETE /v1/sources/:root": { scope: "admin", ask: ({ source }) => [{ path: `/sources/${source}` }] },
  "POST /v1/import": {
    scope: "admin",
    ask: async ({ memory, superseded, mark }) => {
      const one = {
        ...{ type: "memory", text: "Taken in.", hash: await shortHash("Taken in."), memoryType: "fact" },
        ...{
          importance: 0.5,
          priority: 3,
          confidence: 0.5,
          timesObserved: 1,
          firstObserved: 1,
          lastObserved: 1,
        },
        ...{
          leftAt: null,
          session: null,
          source: mark,
          tags: [],
          entities: [],
          metadata: {},
          supersededBy: null,
        },
      };
      const records = [{ ...one, id: memory, state: "live", supersedes: superseded }];
      return [{ path: "/import", body: { identity: "none", merge: true, records } }];
    },
  },
};

/** Every route of the application but /health; a route without an entry fails a test by its name. */
export const CASES: Readonly<Record<string, Case>> = {
  ...FOLDER_CASES,
  ...MEMORY_CASES,
  ...GRAPH_CASES,
  ...ADMIN_CASES,
};
