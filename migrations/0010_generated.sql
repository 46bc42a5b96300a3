-- Texts that a model has written: successes only, and all of them can be made again. kind expansion: key is a hash over
-- model, prompt and query. kind context: key is the chunk's text hash, the document's hash, model and prompt, so that
-- the texts of a chunk go with it.
CREATE TABLE generated (
  workspace INTEGER NOT NULL,
  kind      TEXT NOT NULL,                 -- expansion | context
  key       TEXT NOT NULL,
  text      TEXT NOT NULL,
  used_at   INTEGER NOT NULL,
  PRIMARY KEY (workspace, kind, key)
) WITHOUT ROWID;

-- Roots whose chunks get a written context.
CREATE TABLE contextual_roots (
  workspace INTEGER NOT NULL,
  root      TEXT NOT NULL,
  PRIMARY KEY (workspace, root)
) WITHOUT ROWID;

-- Chunks whose context is still to be written, made in the batch that writes the chunk.
CREATE TABLE contexts (
  chunk       TEXT PRIMARY KEY,
  workspace   INTEGER NOT NULL,
  document    INTEGER NOT NULL,
  attempts    INTEGER NOT NULL DEFAULT 0,  -- failures in a row
  next_at     INTEGER NOT NULL DEFAULT 0,  -- milliseconds; not before
  lease       TEXT,
  lease_until INTEGER,                     -- milliseconds
  last_error  TEXT
) WITHOUT ROWID;
CREATE INDEX contexts_due ON contexts (next_at, document);
CREATE INDEX contexts_by_workspace ON contexts (workspace);

-- A document of one chunk says itself what it is about.
CREATE TRIGGER context_of_new_chunk AFTER INSERT ON chunks
BEGIN
  INSERT INTO contexts (chunk, workspace, document) SELECT NEW.id, NEW.workspace, NEW.document
  FROM contextual_roots r CROSS JOIN documents d ON d.num = NEW.document AND d.root = r.root AND d.chunk_count > 1
  WHERE r.workspace = NEW.workspace
  ON CONFLICT (chunk) DO UPDATE SET document = excluded.document, attempts = 0, next_at = 0, lease = NULL, lease_until = NULL;
END;

-- Written again: its document may be another, so that what was said of its place no longer holds. The keyword row is
-- written anew beside it, without the context.
CREATE TRIGGER context_of_written_chunk AFTER UPDATE OF text_hash ON chunks
BEGIN
  UPDATE chunks SET prefix = NULL WHERE rid = NEW.rid AND prefix IS NOT NULL;
  INSERT INTO contexts (chunk, workspace, document) SELECT NEW.id, NEW.workspace, NEW.document
  FROM contextual_roots r CROSS JOIN documents d ON d.num = NEW.document AND d.root = r.root AND d.chunk_count > 1
  WHERE r.workspace = NEW.workspace
  ON CONFLICT (chunk) DO UPDATE SET document = excluded.document, attempts = 0, next_at = 0, lease = NULL, lease_until = NULL;
END;

CREATE TRIGGER context_of_deleted_chunk AFTER DELETE ON chunks
BEGIN
  DELETE FROM contexts WHERE chunk = OLD.id;
  DELETE FROM generated WHERE workspace = OLD.workspace AND kind = 'context'
    AND key > OLD.text_hash || ' ' AND key < OLD.text_hash || '!';
END;
