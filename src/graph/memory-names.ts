import { switchMemoryNames } from "../documents/sql/roots.ts";
import { AppError } from "../errors.ts";
import type { WorkspaceContext } from "../workspaces/context.ts";
import type { MemoryNames } from "./contract.ts";

/** The text model's part in names. */
interface NameAsking {
  readonly hasGenerator: boolean;
  /** Starts the task that asks the model. */
  wake(context: WorkspaceContext): void;
}

/**
 * Switches the text model's names for memories on or off. On, it is also asked about the memories that are there; off,
 * the names that it found stay until their memory changes. Throws `invalid_input` without a model.
 */
export async function changeMemoryNames(
  context: WorkspaceContext,
  { on }: MemoryNames,
  { hasGenerator, wake }: NameAsking,
): Promise<MemoryNames> {
  if (on && !hasGenerator)
    throw new AppError(
      "invalid_input",
      "names of memories need a text model: on a laptop set GENERATE_URL and GENERATE_MODEL",
    );
  await switchMemoryNames(context.session, context.workspace, on);
  if (on) wake(context);
  return { on };
}
