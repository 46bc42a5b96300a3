import { answerOf } from "../../client/client.ts";
import type { TypedClient } from "../../client/typed-client.ts";
import type {
  ForgetAnswer,
  ForgetByQueryAnswer,
  ForgetRequest,
  MemoryAnswer,
  MemoryChangeAnswer,
  MemoryTypes,
  RememberAnswer,
  RememberRequest,
} from "../../contract/memories.ts";
import type {
  MemoryList,
  MemoryStatistics,
  PruneMemoriesAnswer,
  PruneMemoriesRequest,
  RecentAnswer,
  Timeline,
} from "../../contract/memory-lists.ts";

/** Parameters of an address, as they are written there. */
export type Parameters = Readonly<Record<string, string | undefined>>;

/** Clients of one server that send what reads and what writes are worth. */
export interface Clients {
  readonly reads: TypedClient;
  readonly writes: TypedClient;
}

/** The calls about memories. */
export interface MemoryClient {
  readonly remember: (
    request: Omit<RememberRequest, "force"> & { readonly force?: boolean },
  ) => Promise<RememberAnswer>;
  readonly memory: (id: string, place: { history: boolean }) => Promise<MemoryAnswer>;
  readonly forget: (id: string, place: { now: boolean }) => Promise<ForgetAnswer>;
  readonly forgetByQuery: (request: ForgetRequest) => Promise<ForgetByQueryAnswer>;
  readonly undoForget: (id: string) => Promise<MemoryChangeAnswer>;
  readonly memories: (place: Parameters) => Promise<MemoryList>;
  readonly timeline: (place: Parameters) => Promise<Timeline>;
  readonly memoryTypes: () => Promise<MemoryTypes>;
  readonly memoryStatistics: () => Promise<MemoryStatistics>;
  readonly recent: (place: Parameters) => Promise<RecentAnswer>;
  readonly pruneMemories: (
    request: Omit<PruneMemoriesRequest, "dryRun"> & { readonly dryRun: boolean },
  ) => Promise<PruneMemoriesAnswer>;
}

/** Flags go as they were typed: the server says what is wrong with them, and what it would take. */
export const asTyped = <Query>(place: Parameters): Query => place as Query;

/** The calls about memories, over a client of reads and one of writes. */
export const memoryClient = ({ reads, writes }: Clients): MemoryClient => {
  const { memories } = writes.v1;
  return {
    remember: (json) => answerOf(memories.$post({ json })),
    memory: (id, { history }) =>
      answerOf(reads.v1.memories[":id"].$get({ param: { id }, query: { history: `${history}` } })),
    forget: (id, { now }) => answerOf(memories[":id"].$delete({ param: { id }, query: { now: `${now}` } })),
    forgetByQuery: (json) => answerOf(memories.forget.$post({ json })),
    undoForget: (id) => answerOf(memories[":id"].undo.$post({ param: { id } })),
    memories: (place) => answerOf(reads.v1.memories.$get({ query: asTyped(place) })),
    timeline: (place) => answerOf(reads.v1.memories.timeline.$get({ query: asTyped(place) })),
    memoryTypes: () => answerOf(reads.v1.memories.types.$get()),
    memoryStatistics: () => answerOf(reads.v1.memories.statistics.$get()),
    recent: (place) => answerOf(reads.v1.recent.$get({ query: asTyped(place) })),
    pruneMemories: (json) => answerOf(memories.prune.$post({ json })),
  };
};
