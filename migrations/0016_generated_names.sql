-- Roots whose chunks a text model is asked about: what they name, and how that is related. Its answers are kept in
-- `generated`, kind names: key is the chunk's text hash, prompt and model, so that they go with the text.
CREATE TABLE named_roots (
  workspace INTEGER NOT NULL,
  root      TEXT NOT NULL,
  PRIMARY KEY (workspace, root)
) WITHOUT ROWID;

-- Chunks that it has still to be asked about, made in the batch that writes the chunk.
CREATE TABLE name_requests (
  chunk       TEXT PRIMARY KEY,
  workspace   INTEGER NOT NULL,
  document    INTEGER NOT NULL,
  attempts    INTEGER NOT NULL DEFAULT 0,  -- failures in a row
  next_at     INTEGER NOT NULL DEFAULT 0,  -- milliseconds; not before
  lease       TEXT,
  lease_until INTEGER,                     -- milliseconds
  last_error  TEXT
) WITHOUT ROWID;
CREATE INDEX name_requests_due ON name_requests (next_at, document);
CREATE INDEX name_requests_by_workspace ON name_requests (workspace);

CREATE TRIGGER names_of_new_chunk AFTER INSERT ON chunks
BEGIN
  INSERT INTO name_requests (chunk, workspace, document) SELECT NEW.id, NEW.workspace, NEW.document
  FROM named_roots r CROSS JOIN documents d ON d.num = NEW.document AND d.root = r.root
  WHERE r.workspace = NEW.workspace
  ON CONFLICT (chunk) DO UPDATE SET document = excluded.document, attempts = 0, next_at = 0, lease = NULL, lease_until = NULL;
END;

-- Written again: its names went (names_of_written_chunk) and are asked for anew, which a kept answer makes cheap.
CREATE TRIGGER names_asked_of_written_chunk AFTER UPDATE OF text_hash ON chunks
BEGIN
  INSERT INTO name_requests (chunk, workspace, document) SELECT NEW.id, NEW.workspace, NEW.document
  FROM named_roots r CROSS JOIN documents d ON d.num = NEW.document AND d.root = r.root
  WHERE r.workspace = NEW.workspace
  ON CONFLICT (chunk) DO UPDATE SET document = excluded.document, attempts = 0, next_at = 0, lease = NULL, lease_until = NULL;
END;

CREATE TRIGGER names_asked_of_deleted_chunk AFTER DELETE ON chunks
BEGIN
  DELETE FROM name_requests WHERE chunk = OLD.id;
  DELETE FROM generated WHERE workspace = OLD.workspace AND kind = 'names'
    AND key > OLD.text_hash || ' ' AND key < OLD.text_hash || '!';
END;
