import { HOUR_MS } from "../../config.ts";
import { isThere } from "../../database/fragments/gone-documents.ts";
import { LONGEST_LEASE_MS, RELEASE, SLACK_MS } from "../../database/leases.ts";
import { MAX_EVERY_HOURS } from "../../sources/contract.ts";
import { KEYS, NUMBERS, type TableAudit, walk } from "./table-audit.ts";

const NO_SOURCE = "NOT EXISTS (SELECT 1 FROM sources s WHERE s.id = i.source AND s.workspace = i.workspace)";

const NO_DOCUMENT = `(i.kept = 1 AND EXISTS (SELECT 1 FROM sources s WHERE s.id = i.source AND NOT EXISTS
  (SELECT 1 FROM documents d WHERE d.workspace = s.workspace AND d.root = s.root AND d.path = i.path)))`;

/** Things `i` of the workspace's sources, in the order of `source_items_by_workspace`; a finding's key is both their names. */
const walkItems = (wrong: string): TableAudit["scan"] =>
  walk({
    from: "source_items i",
    where: "i.workspace = :workspace",
    order: { "i.source": "", "i.key": "" },
    id: "i.key",
    key: "i.source || ' ' || i.key",
    note: "i.path",
    wrong,
  });

const THESE_ITEMS = `i.workspace = :workspace AND i.source || ' ' || i.key IN ${KEYS}`;

/** Source `s`, waiting for its next run, has read all that document `d` of its root alone could come from. */
const COULD_KNOW = `s.completed_at IS NOT NULL AND s.phase IS NULL AND d.indexed_at < s.started_at
  AND NOT EXISTS (SELECT 1 FROM root_origins o WHERE o.workspace = s.workspace AND o.root = s.root
    AND o.origin <> replace(s.id, '-', ''))`;

const UNKNOWN = `EXISTS (SELECT 1 FROM sources s WHERE s.workspace = d.workspace AND s.root = d.root AND ${COULD_KNOW}
  AND NOT EXISTS (SELECT 1 FROM source_items i WHERE i.source = s.id AND i.path = d.path))`;

/** Tells the source of a document by a name that a thing of its may have: the next runs look whether one does. */
const adopt = (
  name: string,
): string => `INSERT INTO source_items (source, key, workspace, path, depth, run, kept)
  SELECT s.id, ${name}, d.workspace, d.path, 0, 0, 1 FROM documents d
  CROSS JOIN sources s ON s.workspace = d.workspace AND s.root = d.root
  WHERE d.num IN ${NUMBERS} AND d.workspace = :workspace AND ${isThere("d")} AND ${UNKNOWN} ON CONFLICT DO NOTHING`;

const STUCK = `(s.next_at > :now + ${MAX_EVERY_HOURS * HOUR_MS + SLACK_MS}
  OR s.lease_until > :now + ${LONGEST_LEASE_MS} OR coalesce(s.phase, 'list') NOT IN ('list', 'fetch', 'remove'))`;

/** What must hold of sources, what they have, and what was pulled from them. */
export const SOURCE_AUDITS = {
  source_item_without_source: {
    scan: walkItems(NO_SOURCE),
    mend: () => [`DELETE FROM source_items AS i WHERE ${THESE_ITEMS} AND ${NO_SOURCE}`],
  },
  source_item_without_document: {
    scan: walkItems(NO_DOCUMENT),
    // As the trigger does where a document is deleted; and the next run begins now.
    mend: () => [
      `UPDATE sources SET memo = '{}', next_at = min(next_at, :now) WHERE id IN
         (SELECT i.source FROM source_items i WHERE ${THESE_ITEMS} AND ${NO_DOCUMENT})`,
      `UPDATE source_items AS i SET kept = 0, version = NULL, etag = NULL, last_modified = NULL
         WHERE ${THESE_ITEMS} AND ${NO_DOCUMENT}`,
    ],
  },
  document_without_source_item: {
    scan: walk({
      from: "documents d",
      where: `d.workspace = :workspace AND ${isThere("d")}`,
      order: { "d.root": "", "d.path": "" },
      id: "d.root || ':' || d.path",
      key: "d.num",
      wrong: UNKNOWN,
    }),
    mend: () => [adopt("coalesce(d.source, d.path)"), adopt("d.path")],
  },
  stuck_source: {
    scan: walk({
      from: "sources s",
      where: "s.workspace = :workspace",
      order: { "s.root": "" },
      id: "s.root",
      key: "s.id",
      note: "s.location",
      wrong: STUCK,
    }),
    mend: () => [
      `UPDATE sources AS s SET next_at = :now, phase = iif(phase IN ('list', 'fetch', 'remove'), phase, NULL), ${RELEASE}
         WHERE s.workspace = :workspace AND s.id IN ${KEYS} AND ${STUCK}`,
    ],
  },
} as const satisfies Readonly<Record<string, TableAudit>>;
