import type {
  ForgetAnswer,
  ForgetByQueryAnswer,
  ForgetRequest,
  MemoryAnswer,
  MemoryChange,
  MemoryChangeAnswer,
  MemoryTypes,
  MemoryTypesChange,
  RememberAnswer,
  RememberBatchAnswer,
  RememberBatchRequest,
  RememberRequest,
} from "./contract/memories.ts";
import { forgetMemory, undoForget } from "./forget.ts";
import { type ForgetParts, forgetByQuery } from "./forget-by-query.ts";
import { changeMemory, readMemory } from "./memories.ts";
import type { MemoryContext } from "./memory-parts.ts";
import { changeMemoryTypes, listMemoryTypes } from "./memory-types.ts";
import { remember } from "./remember.ts";
import { rememberMany } from "./remember-many.ts";

/** Remembering and forgetting. */
export interface MemoryServices {
  remember(context: MemoryContext, request: RememberRequest): Promise<RememberAnswer>;
  rememberMany(context: MemoryContext, request: RememberBatchRequest): Promise<RememberBatchAnswer>;
  readMemory(context: MemoryContext, id: string, query: { readonly history: boolean }): Promise<MemoryAnswer>;
  changeMemory(context: MemoryContext, id: string, change: MemoryChange): Promise<MemoryChangeAnswer>;
  forgetMemory(context: MemoryContext, id: string, query: { readonly now: boolean }): Promise<ForgetAnswer>;
  forgetByQuery(context: MemoryContext, request: ForgetRequest): Promise<ForgetByQueryAnswer>;
  undoForget(context: MemoryContext, id: string): Promise<MemoryChangeAnswer>;
  listMemoryTypes(context: MemoryContext): Promise<MemoryTypes>;
  changeMemoryTypes(context: MemoryContext, change: MemoryTypesChange): Promise<MemoryTypes>;
}

export interface MemoryServiceParts extends ForgetParts {
  /** Sets the work going that a write leaves for later. */
  readonly wake: (context: MemoryContext) => void;
}

/** The services of memories; each write that succeeds wakes the work it left. */
export function memoryServices(parts: MemoryServiceParts): MemoryServices {
  const { wake } = parts;
  const andWake = async <Answer>(context: MemoryContext, answer: Promise<Answer>): Promise<Answer> => {
    await answer;
    wake(context);
    return answer;
  };
  return {
    remember: (context, request) => andWake(context, remember(context, parts, request)),
    rememberMany: (context, request) => andWake(context, rememberMany(context, parts, request)),
    readMemory,
    changeMemory: (context, id, change) => andWake(context, changeMemory(context, parts, { id, change })),
    forgetMemory: (context, id, query) => andWake(context, forgetMemory(context, id, query)),
    forgetByQuery: (context, request) => andWake(context, forgetByQuery(context, parts, request)),
    undoForget: (context, id) => andWake(context, undoForget(context, id)),
    listMemoryTypes,
    changeMemoryTypes,
  };
}
