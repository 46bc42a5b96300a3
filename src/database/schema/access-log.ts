import { integer, primaryKey, text } from "drizzle-orm/sqlite-core";
import { withoutRowid } from "../without-rowid.ts";

/**
 * Who did what: a line a request, of reads a line for those that are alike within a minute. Never a text, a path or a
 * query. Each line's hash covers the one before (workspaces/access-log/chain.ts), so that a changed or removed one shows.
 */
export const accessLog = withoutRowid(
  "access_log",
  {
    /** 0: of an owner, who is bound to no workspace. */
    workspace: integer().notNull(),
    /** Place in the workspace's chain, from 1. */
    seq: integer().notNull(),
    /** Milliseconds; of several requests the first. */
    at: integer().notNull(),
    token: text().notNull(),
    door: text().notNull(),
    route: text().notNull(),
    /** `ok`, or an error code. */
    outcome: text().notNull(),
    requests: integer().notNull(),
    address: text().notNull(),
    /** Names the secret that the hash was made with. */
    key: text().notNull(),
    hash: text().notNull(),
  },
  (table) => [primaryKey({ columns: [table.workspace, table.seq] })],
);

/** Where a chain begins after its first lines were deleted for their age. */
export const accessAnchors = withoutRowid("access_anchors", {
  workspace: integer().primaryKey(),
  /** Of the last line that was deleted. */
  seq: integer().notNull(),
  hash: text().notNull(),
  key: text().notNull(),
  /** Shows that the service deleted them. */
  mark: text().notNull(),
});
