-- Searches of a workspace by UTC day: what `status` shows of speed and caches. Written after the answer.
CREATE TABLE search_days (
  workspace        INTEGER NOT NULL,
  day              TEXT NOT NULL,
  searches         INTEGER NOT NULL DEFAULT 0,
  nothing_found    INTEGER NOT NULL DEFAULT 0,
  degraded         INTEGER NOT NULL DEFAULT 0,
  cached_answer    INTEGER NOT NULL DEFAULT 0,
  cached_embedding INTEGER NOT NULL DEFAULT 0,
  cached_rerank    INTEGER NOT NULL DEFAULT 0,
  latencies        TEXT NOT NULL,            -- JSON: searches by bucket of milliseconds (stores/search-days.ts)
  PRIMARY KEY (workspace, day)
) WITHOUT ROWID;
