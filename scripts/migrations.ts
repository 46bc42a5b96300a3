/** `npm run migrations`: writes the migrations of tables and indexes from their one description in src/database/schema. */
import { writeFileSync } from "node:fs";
import { tableMigrations } from "./migrations/tables.ts";

for (const [name, sql] of Object.entries(await tableMigrations()))
  writeFileSync(new URL(`../migrations/${name}`, import.meta.url), sql);
