import { MEMORY_TYPES } from "../contract/memory-fields.ts";
import { statement } from "../database/statement.ts";
import { raiseVersion } from "../database/versions.ts";
import { AppError } from "../errors.ts";
import type { OpenWorkspace } from "../workspaces/open-workspace.ts";
import type { WorkspaceRow } from "../workspaces/sql/workspace-store.ts";
import { parseSettings } from "../workspaces/workspace-settings.ts";
import { MAX_OWN_TYPES, type MemoryTypes, type MemoryTypesChange } from "./contract/memories.ts";

/** The types that a workspace has besides the built-in ones. */
export const ownTypes = (settings: string): readonly string[] => parseSettings(settings).memoryTypes ?? [];

const answer = (own: readonly string[]): MemoryTypes => ({ builtIn: [...MEMORY_TYPES], own: [...own] });

/** Throws `invalid_input`, with the types there are. */
export function checkType({ settings }: Pick<WorkspaceRow, "settings">, type: string | undefined): void {
  const types: readonly string[] = [...MEMORY_TYPES, ...ownTypes(settings)];
  if (type === undefined || types.includes(type)) return;
  throw new AppError("invalid_input", `type: there is no "${type}"; the types are ${types.join(", ")}`, {
    details: { types },
  });
}

/** The built-in types and the workspace's own. */
export const listMemoryTypes = async ({ row }: OpenWorkspace): Promise<MemoryTypes> =>
  answer(ownTypes(row.settings));

/** Adds types that an import brings to those that there are. Throws `too_large` for more than a workspace may have. */
export async function addMemoryTypes(context: OpenWorkspace, types: readonly string[]): Promise<void> {
  const own = [...new Set([...ownTypes(context.row.settings), ...types])];
  if (own.length > MAX_OWN_TYPES)
    throw new AppError("too_large", `A workspace has at most ${MAX_OWN_TYPES} own types of memories`);
  await changeMemoryTypes(context, { own });
}

const WRITE_TYPES = statement(
  raiseVersion({ set: "settings = json_set(settings, '$.memoryTypes', json(:types))" }),
);

/** Replaces the workspace's own types. Memories of a type that goes stay what they are. */
export async function changeMemoryTypes(
  { session: db, workspace }: OpenWorkspace,
  { own }: MemoryTypesChange,
): Promise<MemoryTypes> {
  const builtIn: readonly string[] = MEMORY_TYPES;
  const types = [...new Set(own)].filter((type) => !builtIn.includes(type));
  await db.all(WRITE_TYPES, { workspace, types: JSON.stringify(types) });
  return answer(types);
}
