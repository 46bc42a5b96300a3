-- Caches hold successes only and can be dropped at any time. No row ids in a key.

-- Text hash -> vector: int8 with scale, base64 text (a BLOB comes back as an array of numbers, ten times the bytes).
CREATE TABLE embeddings (
  workspace INTEGER NOT NULL,
  identity  TEXT NOT NULL,
  kind      TEXT NOT NULL,                 -- chunk | query
  hash      TEXT NOT NULL,
  vector    TEXT NOT NULL,
  used_at   INTEGER NOT NULL,
  PRIMARY KEY (workspace, identity, kind, hash)
) WITHOUT ROWID;

CREATE TABLE rerank_scores (
  workspace  INTEGER NOT NULL,
  model      TEXT NOT NULL,
  query_hash TEXT NOT NULL,
  sent_hash  TEXT NOT NULL,
  score      REAL NOT NULL,                -- raw, as the model gave it
  used_at    INTEGER NOT NULL,
  PRIMARY KEY (workspace, model, query_hash, sent_hash)
) WITHOUT ROWID;

-- Whole answers of one workspace version. Every write to a workspace drops its rows in the same batch.
CREATE TABLE answers (
  workspace  INTEGER NOT NULL,
  request    TEXT NOT NULL,                -- hash of everything that decides the answer
  version    INTEGER NOT NULL,
  body       TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  PRIMARY KEY (workspace, request)
) WITHOUT ROWID;

-- A version that rises drops the answers that could hold what has just been changed or deleted.
CREATE TRIGGER drop_answers AFTER UPDATE OF version ON workspaces
BEGIN
  DELETE FROM answers WHERE workspace = NEW.num;
END;
