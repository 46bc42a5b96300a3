import { BOOKMARK_HEADER, IDEMPOTENCY_HEADER } from "../../contract/headers.ts";
import { TOKEN_SCHEME } from "../routing.ts";
import type { OpenApiDocument } from "./types.ts";

/** What operations have in common, by name. */
export const COMPONENTS: Omit<OpenApiDocument["components"], "schemas" | "responses"> = {
  parameters: {
    IdempotencyKey: {
      name: IDEMPOTENCY_HEADER,
      in: "header",
      required: false,
      description:
        "Names this write: the same token and key are carried out once in 24 hours, and the same request again is given the first one's answer",
      schema: { type: "string", pattern: "^[\\x21-\\x7e]{1,255}$" },
      example: "5f0c2a4e-push-17",
    },
    Bookmark: {
      name: BOOKMARK_HEADER,
      in: "header",
      required: false,
      description:
        "Of an earlier answer: this one is of at least that state of the database. Several are separated by commas",
      schema: { type: "string" },
      example: "00000085-0000024c-00004c6d-8e61117bf38d7adb71b934ebbf891683",
    },
  },
  headers: {
    Bookmark: {
      description: "The state of the database that this answer is of; send it with later reads",
      schema: { type: "string" },
    },
    Replay: {
      description: "`true`: this is the answer of the first request with this Idempotency-Key",
      schema: { type: "string", const: "true" },
    },
    RetryAfter: { description: "Seconds to wait", schema: { type: "integer", minimum: 1 } },
  },
  securitySchemes: {
    [TOKEN_SCHEME]: {
      type: "http",
      scheme: "bearer",
      description:
        "A token of `recall token create`, of a scope: read < write < admin < owner. Each operation names the least that it needs.",
    },
  },
};

/** Groups of operations, in the order of the reference page. */
export const TAGS: OpenApiDocument["tags"] = [
  { name: "Search", description: "Finding passages, and why they are found" },
  { name: "Documents", description: "Reading what was pushed" },
  { name: "Pushing", description: "Bringing a folder's files into the index" },
  { name: "Memories", description: "Remembering, reading and forgetting single texts" },
  { name: "Graph", description: "Entities that the texts name, and how they are related" },
  { name: "Feedback", description: "Votes on what was found" },
  { name: "Changes", description: "What changed, in order" },
  { name: "Webhooks", description: "Addresses that changes are posted to" },
  { name: "Sources", description: "Sites, repositories, buckets and feeds that the server pulls by itself" },
  { name: "Recall log", description: "Searches that were made" },
  { name: "Profiles", description: "Ways of ranking" },
  { name: "Upkeep", description: "Checking, repairing, indexing anew, backing up" },
  { name: "Workspaces and tokens", description: "Who may do what, where" },
  { name: "Signing in", description: "Browsers that stand for a token" },
];
