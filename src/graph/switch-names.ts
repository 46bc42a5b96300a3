import { statement } from "../database/statement.ts";
import { raiseVersion } from "../database/versions.ts";
import { AppError } from "../errors.ts";
import type { OpenWorkspace } from "../workspaces/open-workspace.ts";
import { parseSettings } from "../workspaces/workspace-settings.ts";
import { MAX_UNNAMED_ROOTS, type NamesSwitch } from "./contract.ts";

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
const GIVEN = "SELECT value FROM json_each(:roots)";
const ROOTS_ON = [setRoots(`SELECT value FROM ${ROOTS} EXCEPT ${GIVEN}`)].map((sql) => statement(sql));
const ROOTS_OFF = [
  `DELETE FROM named_roots WHERE workspace = :workspace AND root IN (${GIVEN})`,
  `DELETE FROM name_requests WHERE workspace = :workspace
    AND document IN (SELECT num FROM documents WHERE workspace = :workspace AND root IN (${GIVEN}))`,
  setRoots(`SELECT value FROM ${ROOTS} UNION ${GIVEN}`),
].map((sql) => statement(sql));

/**
 * Has a workspace's texts read for names, or no more; with `root` those of one root. What is found stays until its
 * document is written again: from then on it has as many names as the workspace wants.
 */
export async function switchNames(context: OpenWorkspace, { on, root }: NamesSwitch): Promise<NamesSwitch> {
  if (root !== undefined) {
    await switchNamesOfRoots(context, { on, roots: [root] });
    return { on, root };
  }
  const { session, workspace } = context;
  await session.batch({ switched: (on ? ON : OFF).map((sql) => session.bind(sql, { workspace })) });
  return { on };
}

/** The same for single roots, in one write. Throws `too_large` where more would be off than a workspace may have. */
export async function switchNamesOfRoots(
  { session, workspace, row }: OpenWorkspace,
  { on, roots }: { readonly on: boolean; readonly roots: readonly string[] },
): Promise<void> {
  const { unnamedRoots = [] } = parseSettings(row.settings);
  if (!on && new Set([...unnamedRoots, ...roots]).size > MAX_UNNAMED_ROOTS)
    throw new AppError(
      "too_large",
      `At most ${MAX_UNNAMED_ROOTS} roots are left unread for names: switch names off for the whole workspace`,
    );
  const values = { workspace, roots: JSON.stringify(roots) };
  await session.batch({
    switched: (on ? ROOTS_ON : ROOTS_OFF).map((sql) => session.bind(sql, values)),
  });
}
