import { index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";

/** Browsers that are signed in, and links that sign one in: each stands for a token, and ends with it. */
export const signIns = sqliteTable(
  "sign_ins",
  {
    id: text().primaryKey(),
    /** SHA-256 of what the browser holds, or of the link's secret. Neither is stored. */
    hash: text().notNull().unique("sign_ins_by_hash"),
    kind: text({ enum: ["browser", "link"] }).notNull(),
    /** Id of the token. */
    token: text().notNull(),
    /** The token's. */
    workspace: integer().notNull(),
    /** As it names itself: `Firefox on Linux`. */
    browser: text().notNull(),
    createdAt: integer("created_at").notNull(),
    expiresAt: integer("expires_at").notNull(),
    // The last use, written at most once an hour.
    lastUsedAt: integer("last_used_at"),
    /** Its beginning only: of IPv4 24 bits, of IPv6 48. */
    lastAddress: text("last_address"),
  },
  (table) => [
    index("sign_ins_by_token").on(table.token),
    index("sign_ins_by_workspace").on(table.workspace),
    index("sign_ins_by_end").on(table.expiresAt),
  ],
);
