import { MEMORY_ROOT } from "../../config.ts";
import type { Session } from "../../database/session.ts";
import { type Bound, type Statement, statement } from "../../database/statement.ts";

// What a text model does for a root. Only a member's manifest switches it. Switched on, the chunks that are there are
// due, once; switched off, what was written stays until it changes. `:workspace`, `:root`, `:origin` throughout.

const HERE = "workspace = :workspace AND root = :root";

/** Whoever asks pushes to the root. */
export const IS_MEMBER = `EXISTS (SELECT 1 FROM root_origins WHERE ${HERE} AND origin = :origin)`;

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

/** The statements that switch it on and off; `may`: who is allowed to. */
const switching = (
  { roots, due, isFor }: Switch,
  may: string,
): Record<"on" | "off", readonly Statement[]> => ({
  on: [
    `INSERT INTO ${due} (chunk, workspace, document) SELECT c.id, :workspace, d.num FROM documents d
     CROSS JOIN chunks c ON c.document = d.num
     WHERE d.workspace = :workspace AND d.root = :root AND ${isFor} AND ${may}
       AND NOT EXISTS (SELECT 1 FROM ${roots} r WHERE r.workspace = :workspace AND r.root = :root)
     ON CONFLICT DO NOTHING`,
    `INSERT INTO ${roots} (workspace, root) SELECT :workspace, :root WHERE ${may} ON CONFLICT DO NOTHING`,
  ].map((sql) => statement(sql)),
  off: [
    `DELETE FROM ${due} WHERE ${may} AND workspace = :workspace
       AND document IN (SELECT num FROM documents WHERE ${HERE})`,
    `DELETE FROM ${roots} WHERE ${HERE} AND ${may}`,
  ].map((sql) => statement(sql)),
});

const SWITCH_CONTEXTS = switching(CONTEXTS, IS_MEMBER);
const SWITCH_NAMES = switching(NAMES, IS_MEMBER);
const SWITCH_MEMORY_NAMES = switching(NAMES, "true");

/** What a manifest says of a root; undefined leaves it as it is. */
interface Switches {
  readonly workspace: number;
  readonly root: string;
  readonly origin: string;
  readonly contextualize?: boolean | undefined;
  readonly entities?: boolean | undefined;
}

/** The statements that switch what the query says; none for what it leaves as it is. */
export function switchStatements(db: Session, query: Switches): readonly Bound[] {
  const { workspace, root, origin, contextualize, entities } = query;
  const wanted = [
    [contextualize, SWITCH_CONTEXTS],
    [entities, SWITCH_NAMES],
  ] as const;
  return wanted
    .flatMap(([isOn, what]) => (isOn === undefined ? [] : what[isOn ? "on" : "off"]))
    .map((sql) => db.bind(sql, { workspace, root, origin }));
}

/** Switches the names of the memories, which nobody pushes. */
export async function switchMemoryNames(db: Session, workspace: number, isOn: boolean): Promise<void> {
  const statements = SWITCH_MEMORY_NAMES[isOn ? "on" : "off"];
  await db.batch({ switched: statements.map((sql) => db.bind(sql, { workspace, root: MEMORY_ROOT })) });
}
