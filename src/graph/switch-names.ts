import { statement } from "../database/statement.ts";
import { raiseVersion } from "../database/versions.ts";
import type { WorkspaceContext } from "../workspaces/context.ts";
import type { NamesSwitch } from "./contract.ts";

const ON = [raiseVersion({ set: "settings = json_remove(settings, '$.names')" })].map((sql) =>
  statement(sql),
);
/** Nobody asks a model what texts name from then on. */
const OFF = [
  "DELETE FROM name_requests WHERE workspace = :workspace",
  raiseVersion({ set: "settings = json_set(settings, '$.names', 'off')" }),
].map((sql) => statement(sql));

const ROOTS = "json_each(settings, '$.unnamedRoots')";
const setRoots = (roots: string): string =>
  raiseVersion({
    set: `settings = json_set(settings, '$.unnamedRoots', (SELECT json_group_array(value) FROM (${roots})))`,
  });
const ROOT_ON = [setRoots(`SELECT value FROM ${ROOTS} EXCEPT SELECT :root`)].map((sql) => statement(sql));
const ROOT_OFF = [
  "DELETE FROM named_roots WHERE workspace = :workspace AND root = :root",
  `DELETE FROM name_requests WHERE workspace = :workspace
    AND document IN (SELECT num FROM documents WHERE workspace = :workspace AND root = :root)`,
  setRoots(`SELECT value FROM ${ROOTS} UNION SELECT :root`),
].map((sql) => statement(sql));

/**
 * Has a workspace's texts read for names, or no more; with `root` those of one root. What is found stays until its
 * document is written again: from then on it has as many names as the workspace wants.
 */
export async function switchNames(
  { session, workspace }: WorkspaceContext,
  { on, root }: NamesSwitch,
): Promise<NamesSwitch> {
  const values = root === undefined ? { workspace } : { workspace, root };
  const [started, ended] = root === undefined ? [ON, OFF] : [ROOT_ON, ROOT_OFF];
  await session.batch({ switched: (on ? started : ended).map((sql) => session.bind(sql, values)) });
  return root === undefined ? { on } : { on, root };
}
