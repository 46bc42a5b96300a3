-- Names that texts mention, per workspace. Found ones are made again from the texts; those made by hand are kept.
CREATE TABLE entities (
  num       INTEGER PRIMARY KEY,
  workspace INTEGER NOT NULL,
  slug      TEXT NOT NULL,                 -- folded words of the name it was made with; never changes
  name      TEXT NOT NULL,
  type      TEXT NOT NULL,
  state     INTEGER NOT NULL DEFAULT 0,    -- 1: made or changed by hand, needs no mention; -1: deleted by hand, stays out
  mentions  INTEGER NOT NULL DEFAULT 0,
  evidence  INTEGER NOT NULL DEFAULT 0,    -- hundredths, of all mentions together; shown from 100 on
  parts     TEXT,                          -- JSON list: words of the name that may stand for it
  UNIQUE (workspace, slug)
);
-- What nothing mentions any more. SQLite only uses it where it finds the condition word for word.
CREATE INDEX entities_unused ON entities (workspace) WHERE mentions = 0 AND state = 0;

-- What an entity goes by beside its slug. An alias is one entity's only: what is found under it counts for that one.
CREATE TABLE entity_names (
  workspace INTEGER NOT NULL,
  name      TEXT NOT NULL,                 -- as a slug
  kind      TEXT NOT NULL,                 -- alias | part
  entity    INTEGER NOT NULL,
  written   TEXT,                          -- an alias as it was written
  PRIMARY KEY (workspace, name, kind, entity)
) WITHOUT ROWID;
CREATE INDEX entity_names_by_entity ON entity_names (entity);
CREATE UNIQUE INDEX entity_aliases ON entity_names (workspace, name) WHERE kind = 'alias';

-- Which chunks name an entity, in order of their documents' dates: the newest are read without the others.
CREATE TABLE mentions (
  entity   INTEGER NOT NULL,
  at       INTEGER NOT NULL,               -- the document's dated_at, 0 for none
  chunk    INTEGER NOT NULL,               -- rid
  alias    TEXT NOT NULL DEFAULT '',       -- under which alias it was found, '' for its own name
  evidence INTEGER NOT NULL,               -- hundredths
  PRIMARY KEY (entity, at, chunk, alias)
) WITHOUT ROWID;
CREATE INDEX mentions_by_chunk ON mentions (chunk);

-- What a chunk says of two entities. By hand: chunk is 9007199254740991, so that these come first, newest chunks next.
CREATE TABLE relations (
  from_entity INTEGER NOT NULL,
  chunk       INTEGER NOT NULL,
  type        TEXT NOT NULL,
  to_entity   INTEGER NOT NULL,
  PRIMARY KEY (from_entity, chunk, type, to_entity)
) WITHOUT ROWID;
CREATE INDEX relations_to ON relations (to_entity, chunk);
CREATE INDEX relations_by_chunk ON relations (chunk);

-- Remarks on an entity, by hand.
CREATE TABLE observations (
  num    INTEGER PRIMARY KEY,
  entity INTEGER NOT NULL,
  text   TEXT NOT NULL,
  at     INTEGER NOT NULL                  -- milliseconds
);
CREATE INDEX observations_by_entity ON observations (entity, at);
CREATE UNIQUE INDEX observations_once ON observations (entity, text);

CREATE TRIGGER parts_of_entity AFTER INSERT ON entities WHEN NEW.parts IS NOT NULL
BEGIN
  INSERT INTO entity_names (workspace, name, kind, entity) SELECT NEW.workspace, value, 'part', NEW.num
  FROM json_each(NEW.parts) WHERE true ON CONFLICT DO NOTHING;
END;

CREATE TRIGGER forget_entity AFTER DELETE ON entities
BEGIN
  DELETE FROM entity_names WHERE entity = OLD.num;
  DELETE FROM mentions WHERE entity = OLD.num;
  DELETE FROM relations WHERE from_entity = OLD.num;
  DELETE FROM relations WHERE to_entity = OLD.num;
  DELETE FROM observations WHERE entity = OLD.num;
END;

CREATE TRIGGER count_mention_out AFTER DELETE ON mentions
BEGIN
  UPDATE entities SET mentions = mentions - 1, evidence = evidence - OLD.evidence WHERE num = OLD.entity;
END;

-- What a text says goes with it. A written chunk's names are written anew in the same batch.
CREATE TRIGGER names_of_deleted_chunk AFTER DELETE ON chunks
BEGIN
  DELETE FROM mentions WHERE chunk = OLD.rid;
  DELETE FROM relations WHERE chunk = OLD.rid;
END;
CREATE TRIGGER names_of_written_chunk AFTER UPDATE OF text_hash ON chunks
BEGIN
  DELETE FROM mentions WHERE chunk = OLD.rid;
  DELETE FROM relations WHERE chunk = OLD.rid;
END;

CREATE TRIGGER date_of_mentions AFTER UPDATE OF dated_at ON documents WHEN OLD.dated_at IS NOT NEW.dated_at
BEGIN
  UPDATE mentions SET at = coalesce(NEW.dated_at, 0)
  WHERE chunk IN (SELECT rid FROM chunks WHERE document = NEW.num);
END;

-- Every write that can change an answer raises the version, after what it changes: nothing unused is left behind it.
CREATE TRIGGER drop_unused_entities AFTER UPDATE OF version ON workspaces
BEGIN
  DELETE FROM entities WHERE workspace = NEW.num AND mentions = 0 AND state = 0;
END;
