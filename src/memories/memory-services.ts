import type { OpenWorkspace } from "../workspaces/open-workspace.ts";
import type {
  ForgetRequest,
  MemoryChange,
  RememberBatchRequest,
  RememberRequest,
} from "./contract/memories.ts";
import { forgetMemory, undoForget } from "./forget.ts";
import { type ForgetParts, forgetByQuery } from "./forget-by-query.ts";
import { changeMemory } from "./memories.ts";
import { remember } from "./remember.ts";
import { rememberMany } from "./remember-many.ts";

interface MemoryServiceParts extends ForgetParts {
  /** Sets the work going that a write leaves for later. */
  readonly wake: (context: OpenWorkspace) => void;
}

/** The services of memories; each write that succeeds wakes the work it left. */
export function memoryServices(parts: MemoryServiceParts) {
  const { wake } = parts;
  const andWake = async <Answer>(context: OpenWorkspace, answer: Promise<Answer>): Promise<Answer> => {
    await answer;
    wake(context);
    return answer;
  };
  return {
    remember: (context: OpenWorkspace, request: RememberRequest) =>
      andWake(context, remember(context, parts, request)),
    rememberMany: (context: OpenWorkspace, request: RememberBatchRequest) =>
      andWake(context, rememberMany(context, parts, request)),
    changeMemory: (context: OpenWorkspace, id: string, change: MemoryChange) =>
      andWake(context, changeMemory(context, parts, { id, change })),
    forgetMemory: (context: OpenWorkspace, id: string, query: { readonly now: boolean }) =>
      andWake(context, forgetMemory(context, id, query)),
    forgetByQuery: (context: OpenWorkspace, request: ForgetRequest) =>
      andWake(context, forgetByQuery(context, parts, request)),
    undoForget: (context: OpenWorkspace, id: string) => andWake(context, undoForget(context, id)),
  };
}
