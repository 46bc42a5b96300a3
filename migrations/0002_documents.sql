-- Which machine's which folder pushes to a root: a second one has to join knowingly.
CREATE TABLE root_origins (
  workspace INTEGER NOT NULL,
  root      TEXT NOT NULL,
  origin    TEXT NOT NULL,
  joined_at INTEGER NOT NULL,
  PRIMARY KEY (workspace, root, origin)
) WITHOUT ROWID;

-- A pushed file, or (kind memory) a remembered note. Its text lives in its chunks.
CREATE TABLE documents (
  num           INTEGER PRIMARY KEY,
  workspace     INTEGER NOT NULL,
  root          TEXT NOT NULL,
  path          TEXT NOT NULL,
  kind          TEXT NOT NULL DEFAULT 'file',
  hash          TEXT NOT NULL,             -- of the pushed bytes
  bytes         INTEGER NOT NULL,
  lines         INTEGER NOT NULL,
  final_newline INTEGER NOT NULL,          -- the pushed text ends with "\n": chunks do not hold it
  mtime         INTEGER NOT NULL,          -- milliseconds
  dated_at      INTEGER,                   -- milliseconds; NULL: evergreen
  language      TEXT NOT NULL,
  title         TEXT,
  source        TEXT,
  metadata      TEXT NOT NULL DEFAULT '{}',
  chunk_count   INTEGER NOT NULL,
  chunker       INTEGER NOT NULL,          -- version of the chunker that cut it
  indexed_at    INTEGER NOT NULL,
  version       INTEGER NOT NULL DEFAULT 1,
  UNIQUE (workspace, root, path)
);
CREATE INDEX documents_by_path ON documents (workspace, path);

-- The unit searched. Text is stored once, here; every index can be rebuilt from it.
CREATE TABLE chunks (
  rid          INTEGER PRIMARY KEY,        -- named so that nothing renumbers what FTS points at
  id           TEXT NOT NULL UNIQUE,       -- content-addressed, also the vector's id
  workspace    INTEGER NOT NULL,
  document     INTEGER NOT NULL REFERENCES documents (num),
  ordinal      INTEGER NOT NULL,
  start_line   INTEGER NOT NULL,
  end_line     INTEGER NOT NULL,
  start_column INTEGER,                    -- only for a part of one line
  end_column   INTEGER,
  headings     TEXT NOT NULL,              -- JSON list, outermost first
  text         TEXT NOT NULL,              -- the raw slice that the citation names
  text_hash    TEXT NOT NULL,
  embed_hash   TEXT NOT NULL,              -- of what is embedded: headings and text
  sent_hash    TEXT NOT NULL,              -- of what the re-ranker is sent
  tokens       INTEGER NOT NULL,           -- estimated
  prefix       TEXT,                       -- generated context; indexed and embedded with the text, never shown
  vector_state TEXT NOT NULL DEFAULT 'pending'  -- pending | embedded (compared from D1) | visible | none (nothing to embed)
);
CREATE INDEX chunks_by_document ON chunks (document, ordinal);
-- What has no vector yet, and what the vector index does not show yet, newest first. Two indexes, because SQLite only
-- uses a partial index whose condition it finds word for word in the query.
CREATE INDEX chunks_pending ON chunks (workspace, rid) WHERE vector_state = 'pending';
CREATE INDEX chunks_embedded ON chunks (workspace, rid) WHERE vector_state = 'embedded';
CREATE INDEX chunks_by_embed_hash ON chunks (workspace, embed_hash);

-- What must still reach the vector index, written in the batch that needs it. One row a chunk at most.
CREATE TABLE outbox (
  seq         INTEGER PRIMARY KEY AUTOINCREMENT,
  workspace   INTEGER NOT NULL,
  chunk       TEXT NOT NULL UNIQUE,
  op          TEXT NOT NULL,               -- upsert | delete
  state       TEXT NOT NULL DEFAULT 'due', -- due | sent (waits to become visible) | parked
  attempts    INTEGER NOT NULL DEFAULT 0,
  next_at     INTEGER NOT NULL,            -- milliseconds; not before
  lease       TEXT,                        -- who works on it …
  lease_until INTEGER,                     -- … until when
  mutation    TEXT,                        -- the vector index's receipt
  run         TEXT,                        -- of the run that sent it, its …
  run_seq     INTEGER,                     -- … how manieth call
  sent_at     INTEGER,                     -- when the call had ended
  last_error  TEXT
);
CREATE INDEX outbox_due ON outbox (state, next_at);
CREATE INDEX outbox_by_workspace ON outbox (workspace, state);

-- A vector whose chunk goes must go too. While a run holds the row it may be sending that very vector, so the delete
-- waits until its lease has ended; the run itself makes it due at once when it has sent the vector.
CREATE TRIGGER forget_vector AFTER DELETE ON chunks
BEGIN
  INSERT INTO outbox (workspace, chunk, op, next_at) VALUES (OLD.workspace, OLD.id, 'delete', 0)
  ON CONFLICT (chunk) DO UPDATE SET op = 'delete', state = 'due', attempts = 0, next_at = coalesce(lease_until, 0),
    lease = NULL, lease_until = NULL, mutation = NULL, sent_at = NULL, last_error = NULL;
END;
