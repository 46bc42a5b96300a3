import { splitSql } from "./split-sql.ts";

/** Some statements that bring a database from one schema to the next. */
export interface Migration {
  /** The file's, as `d1_migrations` has it. */
  readonly name: string;
  readonly statements: readonly string[];
}

type Text = Promise<{ readonly default: string }>;

/** In the order they are applied. Loaded when somebody asks: no other request needs them. */
const FILES: Readonly<Record<string, () => Text>> = {
  "0001_tables.sql": () => import("../../../migrations/0001_tables.sql"),
  "0002_triggers.sql": () => import("../../../migrations/0002_triggers.sql"),
  "0003_directory.sql": () => import("../../../migrations/0003_directory.sql"),
  "0004_moves.sql": () => import("../../../migrations/0004_moves.sql"),
  "0005_chunker.sql": () => import("../../../migrations/0005_chunker.sql"),
  "0006_chunker.sql": () => import("../../../migrations/0006_chunker.sql"),
  "0007_chunker.sql": () => import("../../../migrations/0007_chunker.sql"),
  "0008_chunker.sql": () => import("../../../migrations/0008_chunker.sql"),
};

/** Names of the migrations that this server knows, oldest first. */
export const MIGRATION_NAMES: readonly string[] = Object.keys(FILES);

/** The migrations of this server, oldest first. */
export const readMigrations = (): Promise<readonly Migration[]> =>
  Promise.all(
    Object.entries(FILES).map(async ([name, load]) => ({
      name,
      statements: splitSql((await load()).default),
    })),
  );
