import { AppError } from "../errors.ts";
import type { WorkspaceRow } from "../workspaces/sql/workspace-store.ts";
import {
  MAX_OWN_TYPES,
  MEMORY_TYPES,
  type MemoryTypes,
  type MemoryTypesChange,
} from "./contract/memories.ts";
import type { MemoryContext } from "./memory-parts.ts";
import { writeMemoryTypes } from "./sql/type-counts.ts";

/** The types that a workspace has besides the built-in ones. */
export const ownTypes = (settings: string): readonly string[] =>
  (JSON.parse(settings) as { readonly memoryTypes?: readonly string[] }).memoryTypes ?? [];

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
export const listMemoryTypes = async ({ row }: MemoryContext): Promise<MemoryTypes> =>
  answer(ownTypes(row.settings));

/** Adds types that an import brings to those that there are. Throws `too_large` for more than a workspace may have. */
export async function addMemoryTypes(context: MemoryContext, types: readonly string[]): Promise<void> {
  const own = [...new Set([...ownTypes(context.row.settings), ...types])];
  if (own.length > MAX_OWN_TYPES)
    throw new AppError("too_large", `A workspace has at most ${MAX_OWN_TYPES} own types of memories`);
  await changeMemoryTypes(context, { own });
}

/** Replaces the workspace's own types. Memories of a type that goes stay what they are. */
export async function changeMemoryTypes(
  { session, workspace }: MemoryContext,
  { own }: MemoryTypesChange,
): Promise<MemoryTypes> {
  const builtIn: readonly string[] = MEMORY_TYPES;
  const types = [...new Set(own)].filter((type) => !builtIn.includes(type));
  await writeMemoryTypes(session, workspace, types);
  return answer(types);
}
