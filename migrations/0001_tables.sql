-- Made from src/database/schema by npm run migrations: edit the schema and run it again.
-- Triggers are in 0002_triggers.sql, written by hand.

CREATE TABLE `day_use` (
	`day` text PRIMARY KEY NOT NULL,
	`calls` integer DEFAULT 0 NOT NULL,
	`texts` integer DEFAULT 0 NOT NULL,
	`passages` integer DEFAULT 0 NOT NULL,
	`paused_until` integer,
	`rows_read` integer DEFAULT 0 NOT NULL,
	`rows_written` integer DEFAULT 0 NOT NULL,
	`neurons` real DEFAULT 0 NOT NULL,
	`vector_queries` integer DEFAULT 0 NOT NULL,
	`queried_dimensions` integer DEFAULT 0 NOT NULL,
	`queue_operations` integer DEFAULT 0 NOT NULL
);
CREATE TABLE `epochs` (
	`num` integer PRIMARY KEY NOT NULL,
	`epoch` text NOT NULL,
	`started_at` integer NOT NULL
);
CREATE TABLE `idempotency` (
	`token` text NOT NULL,
	`key` text NOT NULL,
	`workspace` integer,
	`request` text NOT NULL,
	`claim` text NOT NULL,
	`lease_until` integer NOT NULL,
	`status` integer,
	`body` text,
	`created_at` integer NOT NULL,
	PRIMARY KEY(`token`, `key`)
) WITHOUT ROWID;
CREATE INDEX `idempotency_by_workspace` ON `idempotency` (`workspace`);
CREATE INDEX `idempotency_by_time` ON `idempotency` (`created_at`);
CREATE TABLE `runs` (
	`num` integer PRIMARY KEY NOT NULL,
	`kind` text NOT NULL,
	`started_at` integer NOT NULL,
	`ended_at` integer NOT NULL,
	`work` text NOT NULL,
	`error` text,
	`workspace` integer
);
CREATE INDEX `runs_by_start` ON `runs` (`started_at`);
CREATE INDEX `runs_of_workspace` ON `runs` (`workspace`,`started_at`);
CREATE TABLE `search_days` (
	`workspace` integer NOT NULL,
	`day` text NOT NULL,
	`searches` integer DEFAULT 0 NOT NULL,
	`nothing_found` integer DEFAULT 0 NOT NULL,
	`degraded` integer DEFAULT 0 NOT NULL,
	`cached_answer` integer DEFAULT 0 NOT NULL,
	`cached_embedding` integer DEFAULT 0 NOT NULL,
	`cached_rerank` integer DEFAULT 0 NOT NULL,
	`latencies` text DEFAULT '[]' NOT NULL,
	`model_calls` integer DEFAULT 0 NOT NULL,
	PRIMARY KEY(`workspace`, `day`)
) WITHOUT ROWID;
CREATE TABLE `tokens` (
	`id` text PRIMARY KEY NOT NULL,
	`workspace` integer,
	`scope` text NOT NULL,
	`name` text NOT NULL,
	`created_at` integer NOT NULL,
	`expires_at` integer,
	`revoked_at` integer,
	`parent` text,
	`claims` text NOT NULL,
	`last_used_at` integer,
	`last_door` text,
	`last_address` text,
	`units_until` real
);
CREATE INDEX `tokens_by_workspace` ON `tokens` (`workspace`);
CREATE INDEX `tokens_by_parent` ON `tokens` (`parent`);
CREATE TABLE `workspaces` (
	`num` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`slug` text NOT NULL,
	`name` text NOT NULL,
	`settings` text DEFAULT '{}' NOT NULL,
	`identity` text NOT NULL,
	`generation` integer DEFAULT 1 NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	`documents` integer DEFAULT 0 NOT NULL,
	`chunks` integer DEFAULT 0 NOT NULL,
	`bytes` integer DEFAULT 0 NOT NULL,
	`memories` integer DEFAULT 0 NOT NULL,
	`indexed_at` integer,
	`created_at` integer NOT NULL,
	`gone_at` integer,
	`audit_next` text,
	`quotas` text DEFAULT '{}' NOT NULL,
	`units_until` real,
	`feed_from` integer DEFAULT 0 NOT NULL
);
CREATE UNIQUE INDEX `workspaces_by_slug` ON `workspaces` (`slug`);
CREATE TABLE `chunks` (
	`rid` integer PRIMARY KEY NOT NULL,
	`id` text NOT NULL,
	`workspace` integer NOT NULL,
	`document` integer NOT NULL,
	`ordinal` integer NOT NULL,
	`start_line` integer NOT NULL,
	`end_line` integer NOT NULL,
	`start_column` integer,
	`end_column` integer,
	`headings` text NOT NULL,
	`text` text NOT NULL,
	`text_hash` text NOT NULL,
	`embed_hash` text NOT NULL,
	`sent_hash` text NOT NULL,
	`tokens` integer NOT NULL,
	`prefix` text,
	`vector_state` text DEFAULT 'pending' NOT NULL,
	`modified_at` integer DEFAULT 0 NOT NULL,
	`votes_net` real,
	`votes_at` integer,
	FOREIGN KEY (`document`) REFERENCES `documents`(`num`) ON UPDATE no action ON DELETE no action
);
CREATE UNIQUE INDEX `chunks_by_id` ON `chunks` (`id`);
CREATE INDEX `chunks_by_document` ON `chunks` (`document`,`ordinal`);
CREATE INDEX `chunks_pending` ON `chunks` (`workspace`,modified_at DESC) WHERE vector_state = 'pending';
CREATE INDEX `chunks_failed` ON `chunks` (`workspace`,`rid`) WHERE vector_state = 'failed';
CREATE INDEX `chunks_embedded` ON `chunks` (`workspace`,`rid`) WHERE vector_state = 'embedded';
CREATE INDEX `chunks_by_embed_hash` ON `chunks` (`workspace`,`embed_hash`);
CREATE TABLE `deletions` (
	`num` integer PRIMARY KEY NOT NULL,
	`workspace` integer NOT NULL,
	`root` text NOT NULL,
	`prefix` text NOT NULL,
	`at` integer NOT NULL
);
CREATE INDEX `deletions_by_root` ON `deletions` (`workspace`,`root`);
CREATE TABLE `documents` (
	`num` integer PRIMARY KEY NOT NULL,
	`workspace` integer NOT NULL,
	`root` text NOT NULL,
	`path` text NOT NULL,
	`kind` text DEFAULT 'file' NOT NULL,
	`hash` text NOT NULL,
	`bytes` integer NOT NULL,
	`lines` integer NOT NULL,
	`final_newline` integer NOT NULL,
	`mtime` integer NOT NULL,
	`dated_at` integer,
	`language` text NOT NULL,
	`title` text,
	`source` text,
	`metadata` text DEFAULT '{}' NOT NULL,
	`given_metadata` text DEFAULT '{}' NOT NULL,
	`chunk_count` integer NOT NULL,
	`chunker` integer NOT NULL,
	`indexed_at` integer NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	`push` integer DEFAULT 0 NOT NULL,
	`own_chunks` integer DEFAULT 0 NOT NULL,
	`session` text,
	`type` text,
	`importance` real,
	`priority` integer,
	`confidence` real,
	`times_observed` integer,
	`last_observed` integer,
	`tags` text,
	`entities` text,
	`supersedes` text,
	`normal_hash` text,
	`compared` integer,
	`quality` real,
	`names` text DEFAULT '[]' NOT NULL
);
CREATE UNIQUE INDEX `documents_by_place` ON `documents` (`workspace`,`root`,`path`);
CREATE INDEX `documents_by_path` ON `documents` (`workspace`,`path`);
CREATE INDEX `documents_by_date` ON `documents` (`workspace`,`dated_at`);
CREATE INDEX `documents_by_chunker` ON `documents` (`chunker`,`num`) WHERE chunker <> 2;
CREATE UNIQUE INDEX `memories_by_text` ON `documents` (`workspace`,`normal_hash`) WHERE kind = 'memory';
CREATE INDEX `memories_by_time` ON `documents` (`workspace`,`last_observed`) WHERE kind = 'memory';
CREATE INDEX `memories_by_type` ON `documents` (`workspace`,`type`,`last_observed`) WHERE kind = 'memory';
CREATE INDEX `memories_by_session` ON `documents` (`workspace`,`session`,`last_observed`) WHERE kind = 'memory';
CREATE INDEX `memories_with_entities` ON `documents` (`workspace`,`num`) WHERE entities <> '[]';
CREATE INDEX `memories_to_compare` ON `documents` (`workspace`,`num`) WHERE compared = 0;
CREATE TABLE `dropped_texts` (
	`workspace` integer NOT NULL,
	`embed_hash` text NOT NULL,
	`sent_hash` text NOT NULL,
	PRIMARY KEY(`workspace`, `embed_hash`, `sent_hash`)
) WITHOUT ROWID;
CREATE TABLE `rechunks` (
	`workspace` integer PRIMARY KEY NOT NULL,
	`recut_all` integer DEFAULT 0 NOT NULL,
	`cursor` integer DEFAULT 0 NOT NULL,
	`done` integer DEFAULT 0 NOT NULL,
	`started_at` integer NOT NULL
);
CREATE TABLE `root_origins` (
	`workspace` integer NOT NULL,
	`root` text NOT NULL,
	`origin` text NOT NULL,
	`joined_at` integer NOT NULL,
	PRIMARY KEY(`workspace`, `root`, `origin`)
) WITHOUT ROWID;
CREATE TABLE `root_pushes` (
	`workspace` integer NOT NULL,
	`root` text NOT NULL,
	`origin` text NOT NULL,
	`number` integer NOT NULL,
	PRIMARY KEY(`workspace`, `root`, `origin`)
) WITHOUT ROWID;
CREATE TABLE `write_guards` (
	`document` integer,
	`push` integer,
	`quota` integer,
	CONSTRAINT "document_changed" CHECK(document = 1),
	CONSTRAINT "push_superseded" CHECK(push = 1),
	CONSTRAINT "quota_exceeded" CHECK(quota = 1)
);
CREATE TABLE `claims` (
	`num` integer PRIMARY KEY NOT NULL,
	`lease` text NOT NULL,
	`lease_until` integer NOT NULL,
	`chunks` text NOT NULL
);
CREATE TABLE `generation_chunks` (
	`workspace` integer NOT NULL,
	`generation` integer NOT NULL,
	`chunk` text NOT NULL,
	`state` text NOT NULL,
	`call` integer,
	`sent_at` integer,
	PRIMARY KEY(`workspace`, `generation`, `chunk`)
) WITHOUT ROWID;
CREATE INDEX `generation_chunks_by_state` ON `generation_chunks` (`workspace`,`generation`,`state`);
CREATE TABLE `generations` (
	`workspace` integer NOT NULL,
	`num` integer NOT NULL,
	`identity` text NOT NULL,
	`state` text NOT NULL,
	`fresh` integer DEFAULT 0 NOT NULL,
	`cursor_hash` text DEFAULT '' NOT NULL,
	`cursor_rid` integer DEFAULT 0 NOT NULL,
	`done` integer DEFAULT 0 NOT NULL,
	`calls` integer DEFAULT 0 NOT NULL,
	`started_at` integer NOT NULL,
	`next_at` integer NOT NULL,
	`attempts` integer DEFAULT 0 NOT NULL,
	`last_error` text,
	`lease` text,
	`lease_until` integer,
	PRIMARY KEY(`workspace`, `num`)
) WITHOUT ROWID;
CREATE TABLE `mutations` (
	`id` text PRIMARY KEY NOT NULL,
	`run` text NOT NULL,
	`seq` integer NOT NULL,
	`started_at` integer NOT NULL
) WITHOUT ROWID;
CREATE INDEX `mutations_by_start` ON `mutations` (`started_at`);
CREATE TABLE `outbox` (
	`seq` integer PRIMARY KEY NOT NULL,
	`workspace` integer NOT NULL,
	`chunk` text NOT NULL,
	`op` text NOT NULL,
	`state` text DEFAULT 'due' NOT NULL,
	`attempts` integer DEFAULT 0 NOT NULL,
	`failures` integer DEFAULT 0 NOT NULL,
	`next_at` integer NOT NULL,
	`last_error` text
);
CREATE UNIQUE INDEX `outbox_by_chunk` ON `outbox` (`chunk`);
CREATE INDEX `outbox_due` ON `outbox` (`state`,`op`,`next_at`);
CREATE INDEX `outbox_by_workspace` ON `outbox` (`workspace`,`state`);
CREATE TABLE `sent_calls` (
	`num` integer PRIMARY KEY NOT NULL,
	`workspace` integer NOT NULL,
	`generation` integer NOT NULL,
	`run` text NOT NULL,
	`seq` integer NOT NULL,
	`sent_at` integer NOT NULL,
	`chunks` text NOT NULL
);
CREATE INDEX `sent_calls_by_workspace` ON `sent_calls` (`workspace`);
CREATE TABLE `answers` (
	`workspace` integer NOT NULL,
	`request` text NOT NULL,
	`version` integer NOT NULL,
	`body` text NOT NULL,
	`created_at` integer NOT NULL,
	PRIMARY KEY(`workspace`, `request`)
) WITHOUT ROWID;
CREATE TABLE `embeddings` (
	`workspace` integer NOT NULL,
	`identity` text NOT NULL,
	`hash` text NOT NULL,
	`vector` blob NOT NULL,
	`used_at` integer NOT NULL
);
CREATE UNIQUE INDEX `embeddings_by_hash` ON `embeddings` (`workspace`,`identity`,`hash`);
CREATE TABLE `generated` (
	`workspace` integer NOT NULL,
	`kind` text NOT NULL,
	`key` text NOT NULL,
	`text` text NOT NULL,
	`used_at` integer NOT NULL,
	PRIMARY KEY(`workspace`, `kind`, `key`)
) WITHOUT ROWID;
CREATE TABLE `query_results` (
	`num` integer PRIMARY KEY NOT NULL,
	`workspace` integer NOT NULL,
	`query_hash` text NOT NULL,
	`identity` text,
	`vector` blob,
	`model` text,
	`scores` text DEFAULT '{}' NOT NULL,
	`used_at` integer NOT NULL
);
CREATE UNIQUE INDEX `query_results_by_query` ON `query_results` (`workspace`,`query_hash`);
CREATE TABLE `entities` (
	`workspace` integer NOT NULL,
	`slug` text NOT NULL,
	`name` text NOT NULL,
	`type` text NOT NULL,
	`state` integer DEFAULT 1 NOT NULL,
	`parts` text,
	PRIMARY KEY(`workspace`, `slug`)
) WITHOUT ROWID;
CREATE TABLE `entity_names` (
	`workspace` integer NOT NULL,
	`name` text NOT NULL,
	`kind` text NOT NULL,
	`entity` text NOT NULL,
	`written` text,
	PRIMARY KEY(`workspace`, `name`, `kind`, `entity`)
) WITHOUT ROWID;
CREATE INDEX `aliases_of_entity` ON `entity_names` (`workspace`,`entity`,`written`) WHERE kind = 'alias';
CREATE UNIQUE INDEX `entity_aliases` ON `entity_names` (`workspace`,`name`) WHERE kind = 'alias';
CREATE TABLE `mentions` (
	`workspace` integer NOT NULL,
	`slug` text NOT NULL,
	`name` text NOT NULL,
	`type` text NOT NULL,
	`parts` text,
	`passages` integer NOT NULL,
	`evidence` integer NOT NULL,
	`more_passages` integer DEFAULT 0 NOT NULL,
	`more_evidence` integer DEFAULT 0 NOT NULL,
	`spots` text NOT NULL,
	PRIMARY KEY(`workspace`, `slug`)
) WITHOUT ROWID;
CREATE TABLE `more_mentions` (
	`workspace` integer NOT NULL,
	`slug` text NOT NULL,
	`at` integer NOT NULL,
	`document` integer NOT NULL,
	`passages` integer NOT NULL,
	`evidence` integer NOT NULL,
	`spot` text NOT NULL,
	`has_to` integer NOT NULL,
	`has_by` integer NOT NULL,
	PRIMARY KEY(`workspace`, `slug`, `at`, `document`)
) WITHOUT ROWID;
CREATE INDEX `more_mentions_to` ON `more_mentions` (`workspace`,`slug`,`document`,`spot`) WHERE has_to = 1;
CREATE INDEX `more_mentions_by` ON `more_mentions` (`workspace`,`slug`,`document`,`spot`) WHERE has_by = 1;
CREATE TABLE `observations` (
	`num` integer PRIMARY KEY NOT NULL,
	`workspace` integer NOT NULL,
	`entity` text NOT NULL,
	`text` text NOT NULL,
	`at` integer NOT NULL
);
CREATE INDEX `observations_by_entity` ON `observations` (`workspace`,`entity`,`at`);
CREATE UNIQUE INDEX `observations_once` ON `observations` (`workspace`,`entity`,`text`);
CREATE TABLE `relations` (
	`workspace` integer NOT NULL,
	`from_entity` text NOT NULL,
	`type` text NOT NULL,
	`to_entity` text NOT NULL,
	PRIMARY KEY(`workspace`, `from_entity`, `type`, `to_entity`)
) WITHOUT ROWID;
CREATE INDEX `relations_to` ON `relations` (`workspace`,`to_entity`);
CREATE TABLE `contradictions` (
	`workspace` integer NOT NULL,
	`memory` text NOT NULL,
	`other` text NOT NULL,
	`settled` integer DEFAULT 0 NOT NULL,
	PRIMARY KEY(`workspace`, `memory`, `other`)
) WITHOUT ROWID;
CREATE TABLE `memory_observations` (
	`num` integer PRIMARY KEY NOT NULL,
	`workspace` integer NOT NULL,
	`memory` text NOT NULL,
	`merged` text,
	`text` text NOT NULL,
	`type` text NOT NULL,
	`confidence` real NOT NULL,
	`session` text,
	`source` text,
	`at` integer NOT NULL
);
CREATE INDEX `memory_observations_by_memory` ON `memory_observations` (`workspace`,`memory`,`at`);
CREATE INDEX `memory_observations_by_merged` ON `memory_observations` (`workspace`,`merged`);
CREATE TABLE `past_memories` (
	`workspace` integer NOT NULL,
	`id` text NOT NULL,
	`state` text NOT NULL,
	`left_at` integer NOT NULL,
	`superseded_by` text,
	`text` text NOT NULL,
	`type` text NOT NULL,
	`importance` real NOT NULL,
	`priority` integer NOT NULL,
	`confidence` real NOT NULL,
	`times_observed` integer NOT NULL,
	`first_observed` integer NOT NULL,
	`last_observed` integer NOT NULL,
	`session` text,
	`source` text,
	`tags` text NOT NULL,
	`entities` text NOT NULL,
	`metadata` text NOT NULL,
	`supersedes` text,
	PRIMARY KEY(`workspace`, `id`)
);
CREATE INDEX `past_memories_by_successor` ON `past_memories` (`workspace`,`superseded_by`);
CREATE INDEX `past_memories_by_time` ON `past_memories` (`state`,`left_at`);
CREATE INDEX `past_memories_newest` ON `past_memories` (`workspace`,`left_at`);
CREATE TABLE `contexts` (
	`chunk` text PRIMARY KEY NOT NULL,
	`workspace` integer NOT NULL,
	`document` integer NOT NULL,
	`attempts` integer DEFAULT 0 NOT NULL,
	`next_at` integer DEFAULT 0 NOT NULL,
	`lease` text,
	`lease_until` integer,
	`last_error` text
) WITHOUT ROWID;
CREATE INDEX `contexts_due` ON `contexts` (`workspace`,`next_at`,`document`);
CREATE INDEX `contexts_by_workspace` ON `contexts` (`workspace`);
CREATE INDEX `contexts_leased` ON `contexts` (`lease_until`) WHERE lease_until IS NOT NULL;
CREATE TABLE `contextual_roots` (
	`workspace` integer NOT NULL,
	`root` text NOT NULL,
	PRIMARY KEY(`workspace`, `root`)
) WITHOUT ROWID;
CREATE TABLE `name_requests` (
	`chunk` text PRIMARY KEY NOT NULL,
	`workspace` integer NOT NULL,
	`document` integer NOT NULL,
	`attempts` integer DEFAULT 0 NOT NULL,
	`next_at` integer DEFAULT 0 NOT NULL,
	`lease` text,
	`lease_until` integer,
	`last_error` text
) WITHOUT ROWID;
CREATE INDEX `name_requests_due` ON `name_requests` (`workspace`,`next_at`,`document`);
CREATE INDEX `name_requests_by_workspace` ON `name_requests` (`workspace`);
CREATE INDEX `name_requests_leased` ON `name_requests` (`lease_until`) WHERE lease_until IS NOT NULL;
CREATE TABLE `named_roots` (
	`workspace` integer NOT NULL,
	`root` text NOT NULL,
	PRIMARY KEY(`workspace`, `root`)
) WITHOUT ROWID;
CREATE TABLE `dropped_documents` (
	`workspace` integer NOT NULL,
	`root` text NOT NULL,
	`path` text NOT NULL,
	`hash` text NOT NULL,
	`scrubbed` text DEFAULT '' NOT NULL,
	PRIMARY KEY(`workspace`, `root`, `path`)
) WITHOUT ROWID;
CREATE INDEX `dropped_documents_by_scrubbed` ON `dropped_documents` (`workspace`,`scrubbed`);
CREATE TABLE `feedback` (
	`workspace` integer NOT NULL,
	`recall` text NOT NULL,
	`hit` text NOT NULL,
	`token` text NOT NULL,
	`value` integer NOT NULL,
	`note` text,
	`at` integer NOT NULL,
	`chunk` text NOT NULL,
	`root` text NOT NULL,
	`path` text NOT NULL,
	`embed_hash` text,
	PRIMARY KEY(`workspace`, `recall`, `hit`, `token`)
) WITHOUT ROWID;
CREATE INDEX `feedback_by_chunk` ON `feedback` (`workspace`,`chunk`,`token`);
CREATE INDEX `feedback_by_document` ON `feedback` (`workspace`,`root`,`path`,`token`);
CREATE INDEX `feedback_by_token` ON `feedback` (`workspace`,`token`,`at`);
CREATE TABLE `recalls` (
	`workspace` integer NOT NULL,
	`id` text NOT NULL,
	`at` integer NOT NULL,
	`token` text NOT NULL,
	`session` text,
	`query` text,
	`query_hash` text,
	`profile` text NOT NULL,
	`settings_hash` text,
	`filters` text,
	`hits` text NOT NULL,
	`outcome` text NOT NULL,
	`degraded` text NOT NULL,
	`cached` integer NOT NULL,
	`total_ms` integer NOT NULL,
	`tokens` integer NOT NULL,
	PRIMARY KEY(`workspace`, `id`)
) WITHOUT ROWID;
CREATE TABLE `access_anchors` (
	`workspace` integer PRIMARY KEY NOT NULL,
	`seq` integer NOT NULL,
	`hash` text NOT NULL,
	`key` text NOT NULL,
	`mark` text NOT NULL
) WITHOUT ROWID;
CREATE TABLE `access_log` (
	`workspace` integer NOT NULL,
	`seq` integer NOT NULL,
	`at` integer NOT NULL,
	`token` text NOT NULL,
	`door` text NOT NULL,
	`route` text NOT NULL,
	`outcome` text NOT NULL,
	`requests` integer NOT NULL,
	`address` text NOT NULL,
	`key` text NOT NULL,
	`hash` text NOT NULL,
	PRIMARY KEY(`workspace`, `seq`)
) WITHOUT ROWID;
CREATE TABLE `changes` (
	`workspace` integer NOT NULL,
	`root` text NOT NULL,
	`path` text NOT NULL,
	`seq` integer NOT NULL,
	`added` integer NOT NULL,
	`kind` text NOT NULL,
	`change` text NOT NULL,
	`gone` integer DEFAULT 0 NOT NULL,
	`hash` text,
	`session` text,
	`other` text,
	`at` integer NOT NULL,
	PRIMARY KEY(`workspace`, `root`, `path`)
) WITHOUT ROWID;
CREATE INDEX `changes_in_order` ON `changes` (`workspace`,`seq`);
CREATE INDEX `changes_gone` ON `changes` (`at`) WHERE gone = 1;
CREATE TABLE `oauth_entries` (
	`key` text PRIMARY KEY NOT NULL,
	`value` text NOT NULL,
	`metadata` text,
	`expires_at` integer
);
CREATE INDEX `oauth_entries_by_end` ON `oauth_entries` (`expires_at`);
CREATE TABLE `oauth_registrations` (
	`num` integer PRIMARY KEY NOT NULL,
	`at` integer NOT NULL,
	`network` text NOT NULL
);
CREATE INDEX `oauth_registrations_by_time` ON `oauth_registrations` (`at`);
CREATE TABLE `sign_ins` (
	`id` text PRIMARY KEY NOT NULL,
	`hash` text NOT NULL,
	`kind` text NOT NULL,
	`token` text NOT NULL,
	`workspace` integer NOT NULL,
	`browser` text NOT NULL,
	`created_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	`last_used_at` integer,
	`last_address` text
);
CREATE UNIQUE INDEX `sign_ins_by_hash` ON `sign_ins` (`hash`);
CREATE INDEX `sign_ins_by_token` ON `sign_ins` (`token`);
CREATE INDEX `sign_ins_by_workspace` ON `sign_ins` (`workspace`);
CREATE INDEX `sign_ins_by_end` ON `sign_ins` (`expires_at`);
CREATE TABLE `webhooks` (
	`id` text PRIMARY KEY NOT NULL,
	`workspace` integer NOT NULL,
	`url` text NOT NULL,
	`secret` text NOT NULL,
	`kinds` text,
	`roots` text,
	`seq` integer NOT NULL,
	`message` text,
	`event` text,
	`up_to` integer,
	`attempts` integer DEFAULT 0 NOT NULL,
	`next_at` integer DEFAULT 0 NOT NULL,
	`lease` text,
	`lease_until` integer,
	`last_status` integer,
	`last_error` text,
	`last_at` integer,
	`delivered_at` integer,
	`disabled_at` integer,
	`disabled_reason` text,
	`created_at` integer NOT NULL
);
CREATE INDEX `webhooks_by_workspace` ON `webhooks` (`workspace`);
CREATE TABLE `source_items` (
	`source` text NOT NULL,
	`key` text NOT NULL,
	`workspace` integer NOT NULL,
	`path` text NOT NULL,
	`version` text,
	`etag` text,
	`last_modified` text,
	`depth` integer DEFAULT 0 NOT NULL,
	`run` integer NOT NULL,
	`asked` integer DEFAULT 0 NOT NULL,
	`due` integer DEFAULT 0 NOT NULL,
	`missed` integer DEFAULT 0 NOT NULL,
	`kept` integer DEFAULT 0 NOT NULL,
	`problem` text,
	PRIMARY KEY(`source`, `key`)
) WITHOUT ROWID;
CREATE INDEX `source_items_due` ON `source_items` (`source`,`depth`,`key`) WHERE due = 1;
CREATE UNIQUE INDEX `source_items_by_path` ON `source_items` (`source`,`path`);
CREATE INDEX `source_items_by_workspace` ON `source_items` (`workspace`);
CREATE TABLE `sources` (
	`id` text PRIMARY KEY NOT NULL,
	`workspace` integer NOT NULL,
	`root` text NOT NULL,
	`kind` text NOT NULL,
	`location` text NOT NULL,
	`options` text DEFAULT '{}' NOT NULL,
	`every_hours` integer NOT NULL,
	`next_at` integer NOT NULL,
	`lease` text,
	`lease_until` integer,
	`run` integer DEFAULT 0 NOT NULL,
	`phase` text,
	`progress` text DEFAULT '{}' NOT NULL,
	`memo` text DEFAULT '{}' NOT NULL,
	`counts` text DEFAULT '{}' NOT NULL,
	`started_at` integer,
	`ended_at` integer,
	`completed_at` integer,
	`last_error` text,
	`failures` integer DEFAULT 0 NOT NULL,
	`confirmed_run` integer DEFAULT 0 NOT NULL,
	`paused_at` integer,
	`created_at` integer NOT NULL
);
CREATE UNIQUE INDEX `sources_by_root` ON `sources` (`workspace`,`root`);
