-- Written by hand: drizzle-kit knows no triggers. Each is on one line, and no comment holds a quote or a semicolon, because
-- the remote D1 splits a file at any semicolon that ends a line. Keyword tables are made with their workspace.

-- Whatever is written while a next generation is built is due in that one too. A model is asked about a chunk where its
-- root has that switched on, a document of one chunk says itself what it is about and gets no context.
CREATE TRIGGER chunk_added AFTER INSERT ON chunks BEGIN INSERT INTO generation_chunks (workspace, generation, chunk, state) SELECT workspace, num, NEW.id, 'due' FROM generations WHERE workspace = NEW.workspace AND state = 'building' ON CONFLICT (workspace, generation, chunk) DO UPDATE SET state = 'due'; INSERT INTO contexts (chunk, workspace, document) SELECT NEW.id, NEW.workspace, NEW.document FROM contextual_roots r CROSS JOIN documents d ON d.num = NEW.document AND d.root = r.root AND d.chunk_count > 1 WHERE r.workspace = NEW.workspace ON CONFLICT (chunk) DO UPDATE SET document = excluded.document, attempts = 0, next_at = 0, lease = NULL, lease_until = NULL; INSERT INTO name_requests (chunk, workspace, document) SELECT NEW.id, NEW.workspace, NEW.document FROM named_roots r CROSS JOIN documents d ON d.num = NEW.document AND d.root = r.root WHERE r.workspace = NEW.workspace ON CONFLICT (chunk) DO UPDATE SET document = excluded.document, attempts = 0, next_at = 0, lease = NULL, lease_until = NULL; END;

-- Written again: its document may be another, so that what a model said of its place no longer holds. The keyword row is
-- written anew beside it without the context, and its names in the same batch. What a model said before is kept in
-- generated, which makes asking again cheap.
CREATE TRIGGER chunk_rewritten AFTER UPDATE OF text_hash ON chunks BEGIN UPDATE chunks SET prefix = NULL WHERE rid = NEW.rid AND prefix IS NOT NULL; DELETE FROM mentions WHERE chunk = OLD.rid; DELETE FROM relations WHERE chunk = OLD.rid; INSERT INTO contexts (chunk, workspace, document) SELECT NEW.id, NEW.workspace, NEW.document FROM contextual_roots r CROSS JOIN documents d ON d.num = NEW.document AND d.root = r.root AND d.chunk_count > 1 WHERE r.workspace = NEW.workspace ON CONFLICT (chunk) DO UPDATE SET document = excluded.document, attempts = 0, next_at = 0, lease = NULL, lease_until = NULL; INSERT INTO name_requests (chunk, workspace, document) SELECT NEW.id, NEW.workspace, NEW.document FROM named_roots r CROSS JOIN documents d ON d.num = NEW.document AND d.root = r.root WHERE r.workspace = NEW.workspace ON CONFLICT (chunk) DO UPDATE SET document = excluded.document, attempts = 0, next_at = 0, lease = NULL, lease_until = NULL; END;

-- NOT EXISTS, because inside a trigger the conflict rule of the statement that fired it wins over OR IGNORE.
CREATE TRIGGER chunk_changed AFTER UPDATE OF embed_hash ON chunks WHEN OLD.embed_hash <> NEW.embed_hash BEGIN INSERT INTO dropped_texts (workspace, embed_hash, sent_hash) SELECT OLD.workspace, OLD.embed_hash, OLD.sent_hash WHERE NOT EXISTS (SELECT 1 FROM dropped_texts WHERE workspace = OLD.workspace AND embed_hash = OLD.embed_hash AND sent_hash = OLD.sent_hash); INSERT INTO generation_chunks (workspace, generation, chunk, state) SELECT workspace, num, NEW.id, 'due' FROM generations WHERE workspace = NEW.workspace AND state = 'building' ON CONFLICT (workspace, generation, chunk) DO UPDATE SET state = 'due'; END;

-- A vector goes with its chunk. A run that holds the chunk may be sending that very vector, so nobody takes the delete before
-- its claim has ended. What caches hold of the text goes with the next sweep, what a model wrote about it and what it names
-- at once.
CREATE TRIGGER chunk_deleted AFTER DELETE ON chunks BEGIN INSERT INTO outbox (workspace, chunk, op, next_at) VALUES (OLD.workspace, OLD.id, 'delete', 0) ON CONFLICT (chunk) DO UPDATE SET op = 'delete', state = 'due', attempts = 0, next_at = 0, last_error = NULL; INSERT INTO dropped_texts (workspace, embed_hash, sent_hash) SELECT OLD.workspace, OLD.embed_hash, OLD.sent_hash WHERE NOT EXISTS (SELECT 1 FROM dropped_texts WHERE workspace = OLD.workspace AND embed_hash = OLD.embed_hash AND sent_hash = OLD.sent_hash); INSERT INTO generation_chunks (workspace, generation, chunk, state) SELECT workspace, num, OLD.id, 'gone' FROM generations WHERE workspace = OLD.workspace AND state IN ('building', 'retiring') ON CONFLICT (workspace, generation, chunk) DO UPDATE SET state = 'gone'; DELETE FROM contexts WHERE chunk = OLD.id; DELETE FROM name_requests WHERE chunk = OLD.id; DELETE FROM generated WHERE workspace = OLD.workspace AND kind = 'context' AND key > OLD.text_hash || ' ' AND key < OLD.text_hash || '!'; DELETE FROM generated WHERE workspace = OLD.workspace AND kind = 'names' AND key > OLD.text_hash || ' ' AND key < OLD.text_hash || '!'; DELETE FROM mentions WHERE chunk = OLD.rid; DELETE FROM relations WHERE chunk = OLD.rid; END;

-- Every write that can change an answer raises the version, after what it changes: the answers that could hold what was
-- changed or deleted go, and nothing unused is left behind.
CREATE TRIGGER version_raised AFTER UPDATE OF version ON workspaces BEGIN DELETE FROM answers WHERE workspace = NEW.num; DELETE FROM entities WHERE workspace = NEW.num AND mentions = 0 AND state = 0; END;

CREATE TRIGGER parts_of_entity AFTER INSERT ON entities WHEN NEW.parts IS NOT NULL BEGIN INSERT INTO entity_names (workspace, name, kind, entity) SELECT NEW.workspace, value, 'part', NEW.num FROM json_each(NEW.parts) WHERE true ON CONFLICT DO NOTHING; END;

CREATE TRIGGER entity_deleted AFTER DELETE ON entities BEGIN DELETE FROM entity_names WHERE entity = OLD.num; DELETE FROM mentions WHERE entity = OLD.num; DELETE FROM relations WHERE from_entity = OLD.num; DELETE FROM relations WHERE to_entity = OLD.num; DELETE FROM observations WHERE entity = OLD.num; END;

CREATE TRIGGER mention_deleted AFTER DELETE ON mentions BEGIN UPDATE entities SET mentions = mentions - 1, evidence = evidence - OLD.evidence WHERE num = OLD.entity; END;

CREATE TRIGGER document_dated AFTER UPDATE OF dated_at ON documents WHEN OLD.dated_at IS NOT NEW.dated_at BEGIN UPDATE mentions SET at = coalesce(NEW.dated_at, 0) WHERE chunk IN (SELECT rid FROM chunks WHERE document = NEW.num); END;

-- The log and the votes name documents: what is gone from a workspace that is there is taken out of them.
CREATE TRIGGER document_deleted AFTER DELETE ON documents BEGIN INSERT INTO dropped_documents (workspace, root, path, hash) SELECT OLD.workspace, OLD.root, OLD.path, OLD.hash FROM workspaces w WHERE w.num = OLD.workspace AND w.gone_at IS NULL AND (EXISTS (SELECT 1 FROM recalls WHERE workspace = OLD.workspace) OR EXISTS (SELECT 1 FROM feedback WHERE workspace = OLD.workspace)) ON CONFLICT (workspace, root, path) DO UPDATE SET hash = excluded.hash, scrubbed = ''; END;

-- A memory that is out of the index may come back, and its votes with it, one that goes from here does not, unless it has
-- come back already.
CREATE TRIGGER past_memory_deleted AFTER DELETE ON past_memories BEGIN INSERT INTO dropped_documents (workspace, root, path, hash) SELECT OLD.workspace, 'memories', OLD.id, '' FROM workspaces w WHERE w.num = OLD.workspace AND w.gone_at IS NULL AND (EXISTS (SELECT 1 FROM recalls WHERE workspace = OLD.workspace) OR EXISTS (SELECT 1 FROM feedback WHERE workspace = OLD.workspace)) ON CONFLICT (workspace, root, path) DO UPDATE SET hash = excluded.hash, scrubbed = ''; END;
