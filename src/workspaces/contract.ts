import { z } from "@hono/zod-openapi";
import { DEFAULTS } from "../config.ts";
import { hasControls, Scope, Slug } from "../contract/common.ts";
import { Outage } from "../contract/outages.ts";
import { NarrowFields } from "./narrowing.ts";
import { QuotaUse } from "./limits/contract.ts";
import { SignInSummary } from "./sign-ins/contract.ts";

/** Work on the whole of a workspace's index, and how far it is. */
export const ReindexWork = z.object({
  kind: z.enum(["identity", "old_vectors", "chunker"]).meta({
    description: "Embedding with another model; deleting the vectors before; cutting documents anew",
  }),
  unit: z.enum(["chunks", "documents"]),
  done: z.number(),
  total: z.number(),
  startedAt: z.string(),
  endsAt: z.string().nullable().meta({ description: "By the speed so far; null before there is any" }),
  lastError: z.string().nullable(),
});
export type ReindexWork = z.infer<typeof ReindexWork>;

const IndexFailure = z.object({
  root: z.string(),
  path: z.string(),
  chunks: z.number().meta({ description: "Its passages that failed" }),
  error: z.string().nullable().meta({ description: "What the last attempt of one of them met" }),
});
export type IndexFailure = z.infer<typeof IndexFailure>;

const RootStatus = z.object({
  root: z.string(),
  description: z.string().optional().meta({ description: "What somebody says that it holds" }),
  documents: z.number(),
  bytes: z.number(),
  indexedAt: z.string().nullable(),
});

const Speed = { p50Ms: z.number().nullable(), p95Ms: z.number().nullable() };

const PlanName = z.enum(["free", "paid"]);
const ReturnsAt = z.string().meta({ description: "When the day's amounts return: the next midnight UTC" });
const Share = z.number().min(0).max(1);

/** What is left to everybody, as coarse as a refusal would show it. */
export const PlanShare = z
  .object({
    plan: PlanName,
    returnsAt: ReturnsAt,
    left: z
      .object({ rowsRead: Share, rowsWritten: Share, neurons: Share, queueOperations: Share })
      .nullable()
      .meta({
        description:
          "On the free plan, the share of the day's amounts that is left to all workspaces, rounded down to tenths; null on the paid one, which refuses nothing",
      }),
  })
  .openapi("PlanShare");
export type PlanShare = z.infer<typeof PlanShare>;

const BackupAge = z.object({
  upToDateAt: z
    .string()
    .nullable()
    .meta({ description: "When the newest backup held everything; null: there is none yet" }),
  isLate: z.boolean().meta({ description: "That is over two days ago" }),
});
export type BackupAge = z.infer<typeof BackupAge>;

/** How far a move is; `docs/architecture.md` says what is done in each phase. */
const MovePhase = z.enum(["copy", "catch_up", "switch", "verify", "empty", "stopping"]).meta({
  description:
    "copy, catch_up: the old database answers, and the move can be stopped; switch: writes are refused for a moment; verify, empty: the new one answers, what arrived is checked, and the old rows go; stopping: it is undone",
});

/** Between which databases, and how far. */
export const MOVE_FIELDS = {
  from: z.number().meta({ description: "Number of a database" }),
  to: z.number(),
  phase: MovePhase,
};
const WorkspaceMove = z.object(MOVE_FIELDS).openapi("WorkspaceMove");
export type WorkspaceMove = z.infer<typeof WorkspaceMove>;

/** Where a workspace is. */
const PLACE = {
  database: z.number().meta({ description: "Number of the database that it lives in, from 1" }),
  move: WorkspaceMove.optional().meta({ description: "Absent where it is not moving" }),
};

export const StatusAnswer = z
  .object({
    workspace: z.string(),
    ...PLACE,
    name: z.string(),
    scope: Scope,
    version: z.number(),
    documents: z.number(),
    chunks: z.number(),
    bytes: z.number(),
    roots: z.array(RootStatus),
    index: z.object({
      indexedAt: z.string().nullable(),
      pendingChunks: z.number(),
      invisibleVectors: z
        .number()
        .meta({ description: "Embedded, compared from D1 until the vector index shows them" }),
      failedDocuments: z.number(),
      failures: z.array(IndexFailure).optional().meta({
        description: "Of the documents that failed the 20 with the most; tried again daily, or by a reindex",
      }),
      failedWork: z.number().meta({ description: "Outbox rows parked after their last attempt" }),
      lastError: z.string().nullable(),
      pendingContexts: z
        .number()
        .optional()
        .meta({ description: "Chunks whose context a text model has still to write" }),
      pendingNames: z
        .number()
        .optional()
        .meta({ description: "Chunks that a text model has still to be asked for names" }),
      namesOff: z.literal(true).optional().meta({ description: "Texts are not read for names" }),
      namesOffRoots: z
        .array(z.string())
        .optional()
        .meta({ description: "Roots whose texts are not read for names" }),
      embedder: z.string(),
      reranker: z.string(),
      vectors: z.string(),
      pausedUntil: z
        .string()
        .nullable()
        .meta({ description: "Model work stands still until then: quota or budget" }),
    }),
    reindex: z.array(ReindexWork).meta({ description: "Work on the whole index that is under way" }),
    outages: z.array(Outage).optional().meta({
      description:
        "What did not answer searches when it was last asked, as far as the answering isolate knows; for tokens of scope admin, where there is one to name",
    }),
    searches: z
      .object({
        day: z.string(),
        count: z.number(),
        nothingFound: z.number(),
        degraded: z.number(),
        ...Speed,
        cached: z.object({ answer: z.number(), embedding: z.number(), rerank: z.number() }),
        days: z
          .array(z.object({ day: z.string(), count: z.number(), ...Speed }))
          .optional()
          .meta({ description: "Of the last 7 days those with searches, newest first" }),
      })
      .meta({
        description: "Today's searches; latencies are upper estimates, caches count searches they served",
      }),
    quotas: QuotaUse.optional(),
    backup: BackupAge.optional().describe("Absent where no bucket of backups is bound"),
    plan: PlanShare.optional().describe("Absent on one's own machine, where nothing is billed"),
  })
  .openapi("Status");
export type StatusAnswer = z.infer<typeof StatusAnswer>;

const ResourceUse = z
  .object({
    today: z.number().meta({ description: "What is stored now, for what is stored" }),
    month: z.number().meta({ description: "Since the first of the calendar month, UTC" }),
    included: z.number().meta({ description: "In the account's plan, which other Workers share" }),
    per: z.enum(["day", "month", "stored"]),
    left: z.number().nullable().meta({
      description: "Null on the paid plan for a month's amounts: they return on the subscription's day",
    }),
    dollars: z
      .number()
      .meta({ description: "List price of the month's use beyond what is included; 0 on the free plan" }),
  })
  .openapi("ResourceUse");
export type ResourceUse = z.infer<typeof ResourceUse>;

export const PlanUse = z
  .object({
    day: z.string(),
    plan: PlanName,
    returnsAt: ReturnsAt,
    rowsRead: ResourceUse,
    rowsWritten: ResourceUse,
    neurons: ResourceUse,
    vectorQueries: z.number().meta({ description: "Today's queries to Vectorize" }),
    queriedDimensions: ResourceUse,
    storedDimensions: ResourceUse,
    queueOperations: ResourceUse,
    dollars: z.number().meta({
      description: "The month so far at list prices, with the plan's own; requests and CPU are not in it",
    }),
  })
  .openapi("PlanUse");
export type PlanUse = z.infer<typeof PlanUse>;

const Name = z
  .string()
  .max(100)
  .refine((text) => !hasControls(text), "no control characters");
const TokenName = Name.default("").meta({ description: "What it is for" });

export const TokenRequest = z
  .strictObject({
    scope: Scope,
    workspace: Slug.optional().meta({ description: "Owner only; an admin mints for its own workspace" }),
    name: TokenName,
    expiresInDays: z
      .number()
      .int()
      .min(1)
      .max(3_650)
      .default(DEFAULTS.tokenDays)
      .meta({ description: "Never later than the token that mints it" }),
    ...NarrowFields,
  })
  .refine(({ scope, roots, session }) => scope === "read" || (roots ?? session) === undefined, {
    error: "a token that is limited to roots or a session reads only: scope read",
    path: ["scope"],
  })
  .refine(({ scope, log }) => log === undefined || scope === "read" || scope === "write", {
    error: "only the log of tokens of scope read or write is turned off",
    path: ["log"],
  })
  .openapi("TokenRequest");
export type TokenRequest = z.infer<typeof TokenRequest>;

/** Where requests come from; what a client says of itself beside /mcp. */
export const Door = z.enum(["http", "mcp", "cli", "page", "hook"]);

export const TokenSummary = z
  .object({
    id: z.string(),
    workspace: z.string().nullable(),
    scope: Scope,
    name: z.string(),
    parent: z.string().nullable().meta({
      description: "The token that minted it, with which it ends; null: the signing secret did",
    }),
    createdAt: z.string(),
    expiresAt: z.string().nullable().meta({ description: "Null: only by being revoked" }),
    revokedAt: z.string().nullable(),
    ...NarrowFields,
    lastUsedAt: z.string().nullable().meta({ description: "To the hour" }),
    lastDoor: Door.nullable(),
    lastAddress: z.string().nullable().meta({ description: "The network: IPv4 /24, IPv6 /48, or `local`" }),
    client: z.string().nullable().meta({
      description:
        "Name that the OAuth client gave itself which the token is wrapped for; null: it is for none",
    }),
    signIns: z.array(SignInSummary).meta({ description: "Browsers that are signed in by it" }),
  })
  .openapi("TokenSummary");
export type TokenSummary = z.infer<typeof TokenSummary>;

export const EpochRequest = z.strictObject({ name: TokenName }).openapi("EpochRequest");

export const TokenAnswer = TokenSummary.extend({
  token: z.string().meta({ description: "Shown once, never stored" }),
}).openapi("Token");
export type TokenAnswer = z.infer<typeof TokenAnswer>;

export const TokenList = z.object({ tokens: z.array(TokenSummary) }).openapi("TokenList");
export type TokenList = z.infer<typeof TokenList>;

export const WorkspaceRequest = z
  .strictObject({ slug: Slug, name: Name.optional() })
  .openapi("WorkspaceRequest");

export const WorkspaceSummary = z
  .object({
    slug: z.string(),
    name: z.string(),
    version: z.number(),
    documents: z.number(),
    createdAt: z.string(),
    ...PLACE,
  })
  .openapi("Workspace");
export type WorkspaceSummary = z.infer<typeof WorkspaceSummary>;

export const WorkspaceList = z.object({ workspaces: z.array(WorkspaceSummary) }).openapi("WorkspaceList");
export type WorkspaceList = z.infer<typeof WorkspaceList>;

export const Deleted = z.object({ deleted: z.literal(true) }).openapi("Deleted");

export const HealthAnswer = z
  .object({ ok: z.literal(true), service: z.literal("edge-recall"), version: z.string() })
  .openapi("Health");
