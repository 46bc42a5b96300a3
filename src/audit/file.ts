import { AppError } from "../errors.ts";
import type { AuditCheck, AuditDeps } from "./check.ts";
import { damagedTables, tablesAfter } from "./sql/file.ts";
import type { Finding, Scan } from "./sql/table-audit.ts";

/** Tables that one part reads through. */
const TABLES_A_PART = 10;

const TEXTS = "texts and what is told of them";
const BY_HAND = "what somebody put in by hand";

/** What people lose with a table; of any other nothing: it is made again, or was kept for speed. */
const LOST: Readonly<Record<string, string>> = {
  ...{ workspaces: "workspaces and their settings", tokens: "tokens", documents: TEXTS, chunks: TEXTS },
  ...{ past_memories: "superseded memories", memory_observations: "older texts of memories" },
  ...{ contradictions: BY_HAND, entities: BY_HAND, entity_names: BY_HAND, relations: BY_HAND },
  ...{ observations: BY_HAND, feedback: "votes", recalls: "the log of searches", root_origins: "who pushes" },
};

const NOTHING: Scan = { checked: 0, found: [], next: undefined };

const isDamage = (error: unknown): boolean => error instanceof AppError && error.code === "database_damaged";

async function scanTables({ db, isOwnFile }: AuditDeps, after: string): Promise<Scan> {
  if (isOwnFile !== true) return NOTHING;
  const tables = await tablesAfter(db, after, TABLES_A_PART);
  const damaged = await damagedTables(db, tables);
  return {
    checked: tables.length,
    found: damaged.map((table) => ({
      id: `table ${table}`,
      key: table,
      note: LOST[table] ?? "nothing that was put in",
      needsBackup: true,
    })),
    next: tables.length < TABLES_A_PART ? undefined : tables.at(-1),
  };
}

/** Only where the database is a file of this machine: Cloudflare keeps those of an account whole. */
export const readableTables: AuditCheck = {
  name: "unreadable_table",
  promise: "each table of the database's file can be read",
  scan: scanTables,
  // What a page held is nowhere else in the file.
  repair: async () => undefined,
};

/** Where a check met damage, it says so in place of what it would have found, and ends there. */
export async function orUnreadable(scan: () => Promise<Scan>): Promise<Scan> {
  try {
    return await scan();
  } catch (error) {
    if (!isDamage(error)) throw error;
    const finding: Finding = {
      id: "the rest of this check",
      key: "",
      note: "not made: what it has to read is damaged",
      needsBackup: true,
    };
    return { checked: 1, found: [finding], next: undefined };
  }
}
