import { switchMemoryNames } from "../documents/sql/root-switches.ts";
import { AppError } from "../errors.ts";
import type { MemoryNames } from "../graph/contract.ts";
import type { WorkspaceContext } from "../workspaces/context.ts";

/** What asks the model. */
export interface NameAsking {
  readonly hasGenerator: boolean;
  /** Has the queue look at what waits. */
  wake(context: WorkspaceContext): void;
}

/**
 * Has a text model asked what the workspace's memories name, those that are there once, or no more, which leaves what
 * was found until the memory changes. Throws `invalid_input` without a model.
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
