-- Made from src/database/schema by npm run migrations: edit the schema and run it again.

CREATE TABLE `moves` (
	`workspace` integer PRIMARY KEY NOT NULL,
	`side` text NOT NULL,
	`other` integer NOT NULL,
	`phase` text NOT NULL,
	`shut` integer DEFAULT 0 NOT NULL,
	`shut_at` integer,
	`claim` integer DEFAULT 0 NOT NULL,
	`cursor` text DEFAULT '{}' NOT NULL,
	`copied` integer DEFAULT 0 NOT NULL,
	`started_at` integer NOT NULL,
	`moved_at` integer,
	`next_at` integer NOT NULL,
	`lease_until` integer,
	`failures` integer DEFAULT 0 NOT NULL,
	`last_error` text
);
CREATE TABLE `moved_keys` (
	`seq` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`workspace` integer NOT NULL,
	`row` text NOT NULL,
	`key` text NOT NULL
);
CREATE INDEX `moved_keys_in_order` ON `moved_keys` (`workspace`,`seq`);
