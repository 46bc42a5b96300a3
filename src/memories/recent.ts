import type { WorkspaceContext } from "../workspaces/context.ts";
import { LISTED_CHARS, type RecentAnswer, type RecentParameters } from "./contract/memory-lists.ts";
import { beginning } from "./memory-lists.ts";
import { newestDocuments, type RecentRow } from "./sql/memory-lists.ts";

const item = ({ datedAt, text, chunks, ...row }: RecentRow): RecentAnswer["items"][number] => ({
  ...row,
  ...beginning(text ?? "", chunks),
  date: new Date(datedAt).toISOString(),
});

/** The newest of the asker's session; when it has none, of the workspace, and the answer says so. Undated ones are left out. */
export async function readRecent(
  { session: db, workspace }: WorkspaceContext,
  { session, kind, limit }: RecentParameters,
): Promise<RecentAnswer> {
  const ofKind = kind === undefined ? {} : { kind };
  const ofSession = session === undefined ? [] : [{ ...ofKind, session }];
  const query = { workspace, limit, chars: LISTED_CHARS };
  const [all = [], own = []] = await newestDocuments(db, query, [ofKind, ...ofSession]);
  if (own.length > 0) return { of: "session", items: own.map(item) };
  return { of: "workspace", items: all.map(item) };
}
