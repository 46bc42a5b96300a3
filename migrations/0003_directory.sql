-- Made from src/database/schema by npm run migrations: edit the schema and run it again.

CREATE TABLE `directory` (
	`num` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`slug` text NOT NULL,
	`database` integer NOT NULL,
	`created_at` integer NOT NULL
);
CREATE UNIQUE INDEX `directory_by_slug` ON `directory` (`slug`);
INSERT INTO directory (num, slug, database, created_at) SELECT num, slug, 1, created_at FROM workspaces;
