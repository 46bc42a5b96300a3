import type {
  ForgetAnswer,
  ForgetByQueryAnswer,
  ForgetRequest,
  MemoryAnswer,
  MemoryChangeAnswer,
  MemoryTypes,
  RememberAnswer,
  RememberRequest,
} from "../contract/memories.ts";
import type {
  MemoryList,
  MemoryStatistics,
  PruneMemoriesAnswer,
  PruneMemoriesRequest,
  RecentAnswer,
  Timeline,
} from "../contract/memory-lists.ts";
import { queryOf } from "./query-of.ts";

/** Parameters of an address, as they are written there. */
export type Parameters = Readonly<Record<string, string | undefined>>;

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

export interface MemoryCalls {
  readonly get: <T>(path: string) => Promise<T>;
  readonly remove: <T>(path: string) => Promise<T>;
  readonly create: <T>(path: string, body: unknown) => Promise<T>;
}

const at = (id: string): string => `/v1/memories/${encodeURIComponent(id)}`;

/** The calls about memories, over a client's own. */
export const memoryClient = ({ get, remove, create }: MemoryCalls): MemoryClient => ({
  remember: (request) => create("/v1/memories", request),
  memory: (id, { history }) => get(`${at(id)}${queryOf({ history: `${history}` })}`),
  forget: (id, { now }) => remove(`${at(id)}${queryOf({ now: `${now}` })}`),
  forgetByQuery: (request) => create("/v1/memories/forget", request),
  undoForget: (id) => create(`${at(id)}/undo`, {}),
  memories: (place) => get(`/v1/memories${queryOf(place)}`),
  timeline: (place) => get(`/v1/memories/timeline${queryOf(place)}`),
  memoryTypes: () => get("/v1/memories/types"),
  memoryStatistics: () => get("/v1/memories/statistics"),
  recent: (place) => get(`/v1/recent${queryOf(place)}`),
  pruneMemories: (request) => create("/v1/memories/prune", request),
});
