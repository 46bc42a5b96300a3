import { MEMORY_TYPES, type MemoryTypes, type MemoryTypesChange } from "../contract/memories.ts";
import { AppError } from "../errors.ts";
import { writeMemoryTypes } from "../storage/memory-types.ts";
import type { WorkspaceRow } from "../storage/workspace-store.ts";
import type { MemoryContext } from "./memory-parts.ts";

const ownTypes = (settings: string): readonly string[] =>
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

export const listMemoryTypes = async ({ row }: MemoryContext): Promise<MemoryTypes> =>
  answer(ownTypes(row.settings));

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
