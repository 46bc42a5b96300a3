-- Writes that were sent under an Idempotency-Key, for 24 hours: a repetition is given the first one's answer.
CREATE TABLE idempotency (
  token       TEXT NOT NULL,               -- id of the token that wrote
  key         TEXT NOT NULL,               -- hash of the caller's key
  workspace   INTEGER,                     -- NULL: an owner's, of no workspace
  request     TEXT NOT NULL,               -- hash of method, address and body
  claim       TEXT NOT NULL,               -- who carries it out; another may when …
  lease_until INTEGER NOT NULL,            -- … milliseconds; this has passed and there is no status
  status      INTEGER,                     -- HTTP status of the answer; NULL: not answered yet
  body        TEXT,                        -- sealed with the caller's key (src/http/sealed.ts); NULL: too long to keep
  created_at  INTEGER NOT NULL,
  PRIMARY KEY (token, key)
) WITHOUT ROWID;
CREATE INDEX idempotency_by_workspace ON idempotency (workspace);
CREATE INDEX idempotency_by_time ON idempotency (created_at);
