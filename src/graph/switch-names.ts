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

/**
 * Has a workspace's texts read for names, or no more. What is found stays until its document is written again: from then on
 * it has as many names as the workspace wants.
 */
export async function switchNames(
  { session, workspace }: WorkspaceContext,
  { on }: NamesSwitch,
): Promise<NamesSwitch> {
  await session.batch({ switched: (on ? ON : OFF).map((sql) => session.bind(sql, { workspace })) });
  return { on };
}
