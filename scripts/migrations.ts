/** `npm run migrations`: writes the migration of tables and indexes from their one description in src/database/schema. */
import { writeFileSync } from "node:fs";
import { tablesMigration } from "./migrations/tables.ts";

const file = new URL("../migrations/0001_tables.sql", import.meta.url);
writeFileSync(file, await tablesMigration());
