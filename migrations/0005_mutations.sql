-- Calls to the vector index by its receipts. The index only tells the last mutation it has processed; with this table
-- that one receipt says which earlier calls it has processed too. Deletes are calls as well.
CREATE TABLE mutations (
  id         TEXT PRIMARY KEY,
  run        TEXT NOT NULL,                -- calls of one run follow one another …
  seq        INTEGER NOT NULL,             -- … in this order
  started_at INTEGER NOT NULL              -- milliseconds; a call that had ended before then came earlier
) WITHOUT ROWID;
CREATE INDEX mutations_by_start ON mutations (started_at);

-- Texts that a chunk has just given up: what the caches hold of them goes with the next sweep, unless another chunk
-- still has the same text.
CREATE TABLE dropped_texts (
  workspace  INTEGER NOT NULL,
  embed_hash TEXT NOT NULL,
  sent_hash  TEXT NOT NULL,
  PRIMARY KEY (workspace, embed_hash, sent_hash)
) WITHOUT ROWID;

-- NOT EXISTS, because inside a trigger the conflict rule of the statement that fired it wins over OR IGNORE.
CREATE TRIGGER drop_text AFTER DELETE ON chunks
BEGIN
  INSERT INTO dropped_texts (workspace, embed_hash, sent_hash) SELECT OLD.workspace, OLD.embed_hash, OLD.sent_hash
  WHERE NOT EXISTS (SELECT 1 FROM dropped_texts
    WHERE workspace = OLD.workspace AND embed_hash = OLD.embed_hash AND sent_hash = OLD.sent_hash);
END;

CREATE TRIGGER change_text AFTER UPDATE OF embed_hash ON chunks WHEN OLD.embed_hash <> NEW.embed_hash
BEGIN
  INSERT INTO dropped_texts (workspace, embed_hash, sent_hash) SELECT OLD.workspace, OLD.embed_hash, OLD.sent_hash
  WHERE NOT EXISTS (SELECT 1 FROM dropped_texts
    WHERE workspace = OLD.workspace AND embed_hash = OLD.embed_hash AND sent_hash = OLD.sent_hash);
END;
