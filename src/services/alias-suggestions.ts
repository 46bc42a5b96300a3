import type { SuggestionsAnswer } from "../contract/graph.ts";
import type { WorkspaceContext } from "./context.ts";
import { entityCalled } from "./graph.ts";

/** Entities that may be the same as one. Throws `not_found`. */
export async function suggestions(context: WorkspaceContext, called: string): Promise<SuggestionsAnswer> {
  await entityCalled(context, called);
  return { suggestions: [] };
}
