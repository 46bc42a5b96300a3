import type { ErrorCode } from "../../errors.ts";

/** What each code tells a caller, in one line. `npm run docs` makes docs/reference/errors.md of it. */
export const ERROR_MEANINGS: Readonly<Record<ErrorCode, string>> = {
  invalid_input: "The request is not valid; where its form is wrong, `details.problems` names the fields",
  unauthorized: "No token, or one that is not valid (any more)",
  forbidden: "The token's scope is too small, or it is bound to no workspace",
  not_found: "There is no such thing in this workspace",
  ambiguous: "Several things go by that name; `details` lists them",
  cursor_expired:
    "The place in the change feed is too old, or of another feed: read everything anew without `since`",
  root_exists: "Another machine or folder pushes to this root: join it, or take another name",
  workspace_exists: "There is a workspace of this name",
  too_many_deletions: "This would delete most of a root: `confirm` it",
  confirmation_needed:
    "The command line alone: a push of a whole disk, a home folder or over 20,000 files, which `--yes` or a person confirms",
  conflict: "It changed meanwhile, or stands against what is there",
  idempotency_mismatch: "Another request had this Idempotency-Key",
  idempotency_running: "The first request with this Idempotency-Key is under way",
  idempotency_done: "It was done already, and its answer was not kept",
  hash_mismatch: "A file's hash is not that of its text",
  not_text: "A file is not text",
  too_large: "More than one request may carry",
  limit_reached: "The limit is reached; `details` has it",
  rate_limited:
    "More units than a token or a workspace may spend in a minute, or too many requests: `retry-after` says when to come back",
  quota_exceeded: "The workspace holds as much as it may; `details` says of what. Deleting goes on",
  quota: "The model's daily allowance is used up",
  capacity: "The model has no capacity for the moment",
  model_budget: "MODEL_BUDGET_PER_DAY is used up",
  workspace_quota: "The workspace has made its model calls of the day: they return at 00:00 UTC",
  schema_mismatch:
    "The database's tables are those of another version of the server; while a deployment is under way, try again",
  database_quota: "The database's rows of the day are used up: come back after 00:00 UTC",
  database_timeout:
    "The database ended this: it took more time or memory than it may. Ask for less, or come back in a minute",
  database_damaged:
    "The file of a local server's database is damaged: `recall doctor` names what is lost, `recall restore` brings the last backup back",
  storage_full: "The disk that holds the database of a local server is full: make room. Reading goes on",
  misconfigured: "The server's settings are wrong",
  internal: "A bug on our side",
  unavailable: "The database did not answer: try again",
  workspace_moving: "The workspace is being handed over to another database: write again in a moment",
  embedder_unavailable: "The embedding model did not answer",
  embedder_refused: "The embedding model refuses this text",
  reranker_unavailable: "The re-ranking model did not answer",
  generator_unavailable: "There is no text model, or it did not answer",
  vector_index_unavailable: "The vector index did not answer",
  timeout: "It took longer than it may",
};
