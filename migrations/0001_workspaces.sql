-- A workspace is the tenant: one index, its own tokens. `num` names its FTS and vocabulary tables and is never
-- given out twice, so that a table or vector namespace can never be inherited from a deleted workspace.
CREATE TABLE workspaces (
  num         INTEGER PRIMARY KEY AUTOINCREMENT,
  slug        TEXT NOT NULL UNIQUE,
  name        TEXT NOT NULL,
  settings    TEXT NOT NULL DEFAULT '{}',  -- JSON: profile overrides
  identity    TEXT NOT NULL,               -- identity key of the live generation
  generation  INTEGER NOT NULL DEFAULT 1,  -- Vectorize namespace = num + generation
  version     INTEGER NOT NULL DEFAULT 1,  -- rises with every change that can change an answer
  documents   INTEGER NOT NULL DEFAULT 0,  -- totals, kept in the batch that changes them
  chunks      INTEGER NOT NULL DEFAULT 0,
  bytes       INTEGER NOT NULL DEFAULT 0,
  indexed_at  INTEGER,                     -- milliseconds; last write of content
  created_at  INTEGER NOT NULL
);

-- Tokens prove themselves by signature; these rows exist to list and to revoke them. The token itself is never stored.
CREATE TABLE tokens (
  id           TEXT PRIMARY KEY,
  workspace    INTEGER,                    -- NULL: owner
  scope        TEXT NOT NULL,
  label        TEXT NOT NULL,
  created_at   INTEGER NOT NULL,
  expires_at   INTEGER,
  revoked_at   INTEGER,
  last_used_at INTEGER                     -- written at most once an hour
);
CREATE INDEX tokens_by_workspace ON tokens (workspace);

-- Model use of the whole database by UTC day: the platform's daily quota and MODEL_BUDGET_PER_DAY are per account.
CREATE TABLE model_use (
  day          TEXT PRIMARY KEY,
  calls        INTEGER NOT NULL DEFAULT 0,
  texts        INTEGER NOT NULL DEFAULT 0, -- texts embedded
  passages     INTEGER NOT NULL DEFAULT 0, -- passages re-ranked
  paused_until INTEGER                     -- milliseconds; set when the platform's daily quota is used up
);

-- Each cron or queue run: what, how much, how long, errors.
CREATE TABLE runs (
  num        INTEGER PRIMARY KEY,
  kind       TEXT NOT NULL,
  started_at INTEGER NOT NULL,
  ended_at   INTEGER NOT NULL,
  work       TEXT NOT NULL,                -- JSON: counts
  error      TEXT
);
CREATE INDEX runs_by_start ON runs (started_at);
