-- A deleted workspace is out of reach at once and emptied in slices; its row goes last.
ALTER TABLE workspaces ADD COLUMN gone_at INTEGER;

-- Cut where the client said: cutting it anew keeps those boundaries.
ALTER TABLE documents ADD COLUMN own_chunks INTEGER NOT NULL DEFAULT 0;
-- Leads to the documents that an older chunker cut.
CREATE INDEX documents_by_chunker ON documents (chunker, num);

-- What is deleted by root or prefix, out of reach at once and emptied in slices: documents written up to `at`. What is
-- pushed there afterwards has a later version.
CREATE TABLE deletions (
  num       INTEGER PRIMARY KEY,
  workspace INTEGER NOT NULL,
  root      TEXT NOT NULL,
  prefix    TEXT NOT NULL,                 -- of the path; '' means the whole root
  at        INTEGER NOT NULL               -- version of the workspace
);
CREATE INDEX deletions_by_root ON deletions (workspace, root);

-- Generations of a workspace beside the live one: the next while it is built and settles, and those that are emptied.
CREATE TABLE generations (
  workspace   INTEGER NOT NULL,
  num         INTEGER NOT NULL,
  identity    TEXT NOT NULL,
  state       TEXT NOT NULL,               -- building | settling (live, exceptions are still applied) | retiring
  fresh       INTEGER NOT NULL DEFAULT 0,  -- 1: embeddings older than started_at do not count
  cursor_hash TEXT NOT NULL DEFAULT '',    -- chunks are walked by embed_hash and rid: up to and including this one
  cursor_rid  INTEGER NOT NULL DEFAULT 0,
  done        INTEGER NOT NULL DEFAULT 0,  -- chunks walked
  calls       INTEGER NOT NULL DEFAULT 0,  -- to the vector index, which follow one another
  started_at  INTEGER NOT NULL,
  next_at     INTEGER NOT NULL,            -- milliseconds; not before
  attempts    INTEGER NOT NULL DEFAULT 0,  -- failures in a row
  last_error  TEXT,
  lease       TEXT,
  lease_until INTEGER,
  PRIMARY KEY (workspace, num)
) WITHOUT ROWID;

-- What the walk over the chunks alone does not settle. due: new or changed since the walk began. sent: not shown by the
-- vector index yet. none: has no vector in this identity. late: has one only in this identity. refused: the model does
-- not take it. gone: its vector must be deleted.
CREATE TABLE generation_chunks (
  workspace  INTEGER NOT NULL,
  generation INTEGER NOT NULL,
  chunk      TEXT NOT NULL,
  state      TEXT NOT NULL,
  call       INTEGER,                      -- which of the generation's calls sent it
  sent_at    INTEGER,
  PRIMARY KEY (workspace, generation, chunk)
) WITHOUT ROWID;
CREATE INDEX generation_chunks_by_state ON generation_chunks (workspace, generation, state);

-- Whatever is written while a next generation is built is due in that one too.
CREATE TRIGGER next_generation_insert AFTER INSERT ON chunks
BEGIN
  INSERT INTO generation_chunks (workspace, generation, chunk, state)
  SELECT workspace, num, NEW.id, 'due' FROM generations WHERE workspace = NEW.workspace AND state = 'building'
  ON CONFLICT (workspace, generation, chunk) DO UPDATE SET state = 'due';
END;

CREATE TRIGGER next_generation_update AFTER UPDATE OF embed_hash ON chunks WHEN OLD.embed_hash <> NEW.embed_hash
BEGIN
  INSERT INTO generation_chunks (workspace, generation, chunk, state)
  SELECT workspace, num, NEW.id, 'due' FROM generations WHERE workspace = NEW.workspace AND state = 'building'
  ON CONFLICT (workspace, generation, chunk) DO UPDATE SET state = 'due';
END;

CREATE TRIGGER next_generation_delete AFTER DELETE ON chunks
BEGIN
  INSERT INTO generation_chunks (workspace, generation, chunk, state)
  SELECT workspace, num, OLD.id, 'gone' FROM generations
  WHERE workspace = OLD.workspace AND state IN ('building', 'retiring')
  ON CONFLICT (workspace, generation, chunk) DO UPDATE SET state = 'gone';
END;

-- Progress of cutting documents anew: what `status` estimates the end from.
CREATE TABLE rechunks (
  workspace  INTEGER PRIMARY KEY,
  recut_all  INTEGER NOT NULL DEFAULT 0,   -- 1: also documents that the present chunker cut, up to …
  cursor     INTEGER NOT NULL DEFAULT 0,   -- … walked by num up to and including this one
  done       INTEGER NOT NULL DEFAULT 0,   -- documents
  started_at INTEGER NOT NULL
);

-- Least recently used first, without the embeddings of live chunks.
CREATE INDEX query_embeddings_by_use ON embeddings (used_at) WHERE kind = 'query';

-- The same columns with another key, which leads from a text to its scores; a cache, so nothing is carried over.
DROP TABLE rerank_scores;
CREATE TABLE rerank_scores (
  workspace  INTEGER NOT NULL,
  model      TEXT NOT NULL,
  query_hash TEXT NOT NULL,
  sent_hash  TEXT NOT NULL,
  score      REAL NOT NULL,                -- raw, as the model gave it
  used_at    INTEGER NOT NULL,
  PRIMARY KEY (workspace, sent_hash, model, query_hash)
) WITHOUT ROWID;
