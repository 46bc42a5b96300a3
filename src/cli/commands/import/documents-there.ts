import type { ExportRecord } from "../../../backup/contract.ts";
import type { RecallClient } from "../../session/recall-client.ts";

/** Documents a page: the most that a server lists at once. */
const PAGE = 1_000;

const keyOf = (root: string, path: string): string => `${root}:${path}`;

const stateOf = (hash: string, source: string | null | undefined): string => `${hash} ${source ?? ""}`;

/**
 * Finds the records whose documents the server holds unchanged: the same text and source at the same root and path.
 * One whose boundaries its client chose is never among them: no list shows boundaries.
 */
export async function documentsThere(
  client: Pick<RecallClient, "documents">,
): Promise<(record: ExportRecord) => boolean> {
  const there = new Map<string, string>();
  let after: string | null = null;
  do {
    const page: Awaited<ReturnType<RecallClient["documents"]>> = await client.documents({
      limit: PAGE,
      ...(after !== null && { after }),
    });
    for (const { root, path, hash, source } of page.documents)
      there.set(keyOf(root, path), stateOf(hash, source));
    after = page.next;
  } while (after !== null);
  return (record) =>
    record.type === "document" &&
    record.chunks === undefined &&
    there.get(keyOf(record.root, record.path)) === stateOf(record.hash, record.source);
}
