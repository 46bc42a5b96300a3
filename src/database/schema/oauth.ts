import { index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";

/**
 * What the OAuth provider keeps: clients, grants, access tokens, consent pages under way, each with its own end. Secrets
 * are there as hashes only, and what they open is encrypted with them.
 */
export const oauthEntries = sqliteTable(
  "oauth_entries",
  {
    key: text().primaryKey(),
    value: text().notNull(),
    /** JSON; what a list tells of an entry without its value. */
    metadata: text(),
    /** Milliseconds; null: until it is deleted. */
    expiresAt: integer("expires_at"),
  },
  (table) => [index("oauth_entries_by_end").on(table.expiresAt)],
);

/** When a client registered itself, and from which network: for a day, so that nobody registers at will. */
export const oauthRegistrations = sqliteTable(
  "oauth_registrations",
  {
    num: integer().primaryKey(),
    at: integer().notNull(),
    /** Its beginning only: of IPv4 24 bits, of IPv6 48. */
    network: text().notNull(),
  },
  (table) => [index("oauth_registrations_by_time").on(table.at)],
);
