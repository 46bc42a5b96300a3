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

CREATE TRIGGER drop_text AFTER DELETE ON chunks
BEGIN
  INSERT OR IGNORE INTO dropped_texts (workspace, embed_hash, sent_hash) VALUES (OLD.workspace, OLD.embed_hash, OLD.sent_hash);
END;

CREATE TRIGGER change_text AFTER UPDATE OF embed_hash ON chunks WHEN OLD.embed_hash <> NEW.embed_hash
BEGIN
  INSERT OR IGNORE INTO dropped_texts (workspace, embed_hash, sent_hash) VALUES (OLD.workspace, OLD.embed_hash, OLD.sent_hash);
END;
