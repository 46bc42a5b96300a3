-- Every search, written after its answer. The id begins with its time (UUID version 7), so that the key is the order of
-- time too and a row is written to one tree only.
CREATE TABLE recalls (
  workspace     INTEGER NOT NULL,
  id            TEXT NOT NULL,
  at            INTEGER NOT NULL,          -- milliseconds
  token         TEXT NOT NULL,
  session       TEXT,
  query         TEXT,                      -- NULL: only its hash is kept
  query_hash    TEXT,                      -- NULL: its text is kept
  profile       TEXT NOT NULL,
  settings_hash TEXT,                      -- of all its settings as resolved; NULL: nothing was ranked
  filters       TEXT,                      -- JSON as asked; NULL: none
  hits          TEXT NOT NULL,             -- JSON list, best first: chunk, root, path, lines, score, arms; no text
  outcome       TEXT NOT NULL,
  degraded      TEXT NOT NULL,             -- JSON list of codes
  cached        INTEGER NOT NULL,          -- 1: the answer had been kept
  total_ms      INTEGER NOT NULL,
  tokens        INTEGER NOT NULL,          -- of the hits, estimated
  PRIMARY KEY (workspace, id)
) WITHOUT ROWID;

-- Votes on hits of recalls, one a token. They outlive their recall: what they say fades by half in 180 days.
CREATE TABLE feedback (
  workspace  INTEGER NOT NULL,
  recall     TEXT NOT NULL,
  hit        TEXT NOT NULL,                -- the chunk that the recall returned
  token      TEXT NOT NULL,
  value      INTEGER NOT NULL,             -- 1 up, -1 down
  note       TEXT,
  at         INTEGER NOT NULL,             -- milliseconds
  chunk      TEXT NOT NULL,                -- the chunk that it counts for: the hit, or where its text has moved to
  root       TEXT NOT NULL,                -- of that chunk's document
  path       TEXT NOT NULL,
  embed_hash TEXT,                         -- of that chunk; NULL: it was gone when the vote was given
  PRIMARY KEY (workspace, recall, hit, token)
) WITHOUT ROWID;
CREATE INDEX feedback_by_chunk ON feedback (workspace, chunk);
CREATE INDEX feedback_by_document ON feedback (workspace, root, path);
CREATE INDEX feedback_by_token ON feedback (workspace, token, at);

-- Documents that are gone from a workspace that is there, until the log names them no more and their votes have followed the text or gone too.
CREATE TABLE dropped_documents (
  workspace INTEGER NOT NULL,
  root      TEXT NOT NULL,
  path      TEXT NOT NULL,
  hash      TEXT NOT NULL,                 -- of its bytes: a document with the same is its copy
  scrubbed  TEXT NOT NULL DEFAULT '',      -- recalls up to this id name it no more
  PRIMARY KEY (workspace, root, path)
) WITHOUT ROWID;
CREATE INDEX dropped_documents_by_scrubbed ON dropped_documents (workspace, scrubbed);

CREATE TRIGGER drop_document AFTER DELETE ON documents
BEGIN
  INSERT INTO dropped_documents (workspace, root, path, hash) SELECT OLD.workspace, OLD.root, OLD.path, OLD.hash
  FROM workspaces w WHERE w.num = OLD.workspace AND w.gone_at IS NULL
    AND (EXISTS (SELECT 1 FROM recalls WHERE workspace = OLD.workspace)
      OR EXISTS (SELECT 1 FROM feedback WHERE workspace = OLD.workspace))
  ON CONFLICT (workspace, root, path) DO UPDATE SET hash = excluded.hash, scrubbed = '';
END;

-- Of a memory: (1 + ups) / (2 + ups + downs), votes as faded on the day it was computed. NULL: no votes, which is 0.5.
ALTER TABLE documents ADD COLUMN quality REAL;

-- A memory that is out of the index may come back, and its votes with it; one that goes from here does not, unless it has
-- come back already.
CREATE TRIGGER drop_past_memory AFTER DELETE ON past_memories
BEGIN
  INSERT INTO dropped_documents (workspace, root, path, hash) SELECT OLD.workspace, 'memories', OLD.id, ''
  FROM workspaces w WHERE w.num = OLD.workspace AND w.gone_at IS NULL
    AND (EXISTS (SELECT 1 FROM recalls WHERE workspace = OLD.workspace)
      OR EXISTS (SELECT 1 FROM feedback WHERE workspace = OLD.workspace))
  ON CONFLICT (workspace, root, path) DO UPDATE SET hash = excluded.hash, scrubbed = '';
END;
