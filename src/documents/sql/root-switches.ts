import { MEMORY_ROOT } from "../../config.ts";
import type { Session } from "../../database/session.ts";
import type { OpenRootQuery } from "./document-types.ts";

// What a text model does for a root. Only a member's manifest switches it. Switched on, the chunks that are there are
// due, once; switched off, what was written stays until it changes. `?1` workspace, `?2` root, `?3` origin throughout.

const HERE = "workspace = ?1 AND root = ?2";

/** Whoever asks pushes to the root. */
export const IS_MEMBER = `EXISTS (SELECT 1 FROM root_origins WHERE ${HERE} AND origin = ?3)`;

interface Switch {
  /** Roots that want it, and chunks that wait for it. */
  readonly roots: string;
  readonly due: string;
  /** Of chunk `c` and document `d`: it is for this one. */
  readonly isFor: string;
}

const CONTEXTS: Switch = {
  roots: "contextual_roots",
  due: "contexts",
  isFor: "c.prefix IS NULL AND d.chunk_count > 1",
};
const NAMES: Switch = { roots: "named_roots", due: "name_requests", isFor: "true" };

/** `may`: who is allowed to. */
const on = ({ roots, due, isFor }: Switch, may: string): readonly string[] => [
  `INSERT INTO ${due} (chunk, workspace, document) SELECT c.id, ?1, d.num FROM documents d
   CROSS JOIN chunks c ON c.document = d.num
   WHERE d.workspace = ?1 AND d.root = ?2 AND ${isFor} AND ${may}
     AND NOT EXISTS (SELECT 1 FROM ${roots} r WHERE r.workspace = ?1 AND r.root = ?2)
   ON CONFLICT DO NOTHING`,
  `INSERT INTO ${roots} (workspace, root) SELECT ?1, ?2 WHERE ${may} ON CONFLICT DO NOTHING`,
];

const off = ({ roots, due }: Switch, may: string): readonly string[] => [
  `DELETE FROM ${due} WHERE ${may} AND workspace = ?1
     AND document IN (SELECT num FROM documents WHERE ${HERE})`,
  `DELETE FROM ${roots} WHERE ${HERE} AND ${may}`,
];

/** The statements that switch what the query says; none for what it leaves as it is. */
export function switchStatements(
  session: Session,
  { workspace, root, origin, contextualize, entities }: OpenRootQuery,
): readonly D1PreparedStatement[] {
  const wanted = [
    [contextualize, CONTEXTS],
    [entities, NAMES],
  ] as const;
  return wanted
    .flatMap(([isOn, what]) => (isOn === undefined ? [] : (isOn ? on : off)(what, IS_MEMBER)))
    .map((sql) => session.prepare(sql).bind(workspace, root, origin));
}

/** Switches the names of the memories, which nobody pushes. */
export async function switchMemoryNames(session: Session, workspace: number, isOn: boolean): Promise<void> {
  const statements = (isOn ? on : off)(NAMES, "true");
  await session.batch(statements.map((sql) => session.prepare(sql).bind(workspace, MEMORY_ROOT)));
}
