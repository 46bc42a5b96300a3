-- A text is embedded once, however many rows, runs and redelivered messages want it: whoever asks the model for it
-- holds this lease. One that ran out is taken over.
CREATE TABLE text_leases (
  workspace   INTEGER NOT NULL,
  identity    TEXT NOT NULL,
  hash        TEXT NOT NULL,               -- as in embeddings
  lease       TEXT NOT NULL,
  lease_until INTEGER NOT NULL,            -- milliseconds
  PRIMARY KEY (workspace, identity, hash)
) WITHOUT ROWID;
CREATE INDEX text_leases_by_lease ON text_leases (lease);

-- Failures in a row, of whatever kind: what the wait before the next try grows with. `attempts` are those that count.
ALTER TABLE outbox ADD COLUMN failures INTEGER NOT NULL DEFAULT 0;

-- Which push of a root came last: what an older one still sends is refused.
CREATE TABLE root_pushes (
  workspace INTEGER NOT NULL,
  root      TEXT NOT NULL,
  number    INTEGER NOT NULL,              -- of the last acknowledged manifest
  PRIMARY KEY (workspace, root)
) WITHOUT ROWID;

-- Never holds a row: a write that must not go on inserts one, and fails with all of its batch.
CREATE TABLE write_guards (
  document INTEGER CONSTRAINT document_changed CHECK (document = 1),
  push     INTEGER CONSTRAINT push_superseded CHECK (push = 1)
);
