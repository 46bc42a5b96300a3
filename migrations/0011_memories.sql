-- A memory is a document of kind 'memory' in the root 'memories', its path is its id. NULL for files, all of them.
ALTER TABLE documents ADD COLUMN session TEXT;
ALTER TABLE documents ADD COLUMN type TEXT;
ALTER TABLE documents ADD COLUMN importance REAL;        -- 0 to 1
ALTER TABLE documents ADD COLUMN priority INTEGER;       -- 1 (most important) to 5
ALTER TABLE documents ADD COLUMN confidence REAL;        -- 0 to 1
ALTER TABLE documents ADD COLUMN times_observed INTEGER;
ALTER TABLE documents ADD COLUMN last_observed INTEGER;  -- milliseconds; dated_at is the same
ALTER TABLE documents ADD COLUMN tags TEXT;              -- JSON list
ALTER TABLE documents ADD COLUMN entities TEXT;          -- JSON list of the names that its writer linked it to
ALTER TABLE documents ADD COLUMN supersedes TEXT;        -- id of the memory that it took the place of
ALTER TABLE documents ADD COLUMN normal_hash TEXT;       -- of the normalised text
ALTER TABLE documents ADD COLUMN compared INTEGER;       -- 0: its embedding is still to be compared with the others'

-- The same text is one memory, however many write it at once. SQLite uses a partial index only where it finds its
-- condition word for word in the query.
CREATE UNIQUE INDEX memories_by_text ON documents (workspace, normal_hash) WHERE kind = 'memory';
CREATE INDEX memories_by_time ON documents (workspace, last_observed) WHERE kind = 'memory';
CREATE INDEX memories_by_type ON documents (workspace, type, last_observed) WHERE kind = 'memory';
CREATE INDEX memories_by_session ON documents (workspace, session, last_observed) WHERE kind = 'memory';
CREATE INDEX memories_to_compare ON documents (workspace, num) WHERE compared = 0;

-- Memories that left the index, with all that brings them back: nothing that reads documents can see them.
CREATE TABLE past_memories (
  workspace      INTEGER NOT NULL,
  id             TEXT NOT NULL,
  state          TEXT NOT NULL,            -- superseded | forgotten
  left_at        INTEGER NOT NULL,         -- milliseconds; a forgotten one goes for good 24 hours later
  superseded_by  TEXT,                     -- id; also of a superseded one that was forgotten afterwards
  text           TEXT NOT NULL,
  type           TEXT NOT NULL,
  importance     REAL NOT NULL,
  priority       INTEGER NOT NULL,
  confidence     REAL NOT NULL,
  times_observed INTEGER NOT NULL,
  first_observed INTEGER NOT NULL,         -- milliseconds, as mtime of a document
  last_observed  INTEGER NOT NULL,
  session        TEXT,
  source         TEXT,
  tags           TEXT NOT NULL,
  entities       TEXT NOT NULL,
  metadata       TEXT NOT NULL,
  supersedes     TEXT,
  PRIMARY KEY (workspace, id)
);
CREATE INDEX past_memories_by_successor ON past_memories (workspace, superseded_by);
CREATE INDEX past_memories_by_time ON past_memories (state, left_at);

-- What was remembered before and is told by another memory since: older texts of duplicates.
CREATE TABLE memory_observations (
  num        INTEGER PRIMARY KEY,
  workspace  INTEGER NOT NULL,
  memory     TEXT NOT NULL,                -- id of the memory that tells it
  merged     TEXT,                         -- id of the memory that was merged into it then, and leads to it since
  text       TEXT NOT NULL,
  type       TEXT NOT NULL,
  confidence REAL NOT NULL,
  session    TEXT,
  source     TEXT,
  at         INTEGER NOT NULL              -- milliseconds; when it was last observed
);
CREATE INDEX memory_observations_by_memory ON memory_observations (workspace, memory, at);
CREATE INDEX memory_observations_by_merged ON memory_observations (workspace, merged);

-- Sum of the votes on a chunk, each weighed by its age at votes_at: all of them fade alike, so one sum is exact.
ALTER TABLE chunks ADD COLUMN votes_net REAL;
ALTER TABLE chunks ADD COLUMN votes_at INTEGER;          -- milliseconds
