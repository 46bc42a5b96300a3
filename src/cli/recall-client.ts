import type { FeedbackAnswer, FeedbackList, FeedbackRequest } from "../contract/feedback.ts";
import type {
  ClearAnswer,
  RecallAnswer,
  RecallList,
  RecallLogChange,
  RecallReport,
} from "../contract/recalls.ts";
import type { MemoryCalls, Parameters } from "./memory-client.ts";
import { queryOf } from "./query-of.ts";

/** The calls about the recall log and feedback. */
export interface RecallLogClient {
  readonly recalls: (place: Parameters) => Promise<RecallList>;
  readonly recall: (id: string) => Promise<RecallAnswer>;
  readonly recallReport: (place: Parameters) => Promise<RecallReport>;
  readonly clearRecalls: (place: Parameters) => Promise<ClearAnswer>;
  readonly changeRecallLog: (change: RecallLogChange) => Promise<RecallLogChange>;
  readonly giveFeedback: (request: FeedbackRequest) => Promise<FeedbackAnswer>;
  readonly takeFeedback: (place: Parameters) => Promise<FeedbackAnswer>;
  readonly feedback: (place: Parameters) => Promise<FeedbackList>;
}

type Calls = MemoryCalls & { readonly put: <T>(path: string, body: unknown) => Promise<T> };

/** The calls about the recall log and feedback, over a client's own. */
export const recallLogClient = ({ get, remove, create, put }: Calls): RecallLogClient => ({
  recalls: (place) => get(`/v1/recalls${queryOf(place)}`),
  recall: (id) => get(`/v1/recalls/${encodeURIComponent(id)}`),
  recallReport: (place) => get(`/v1/recalls/reports${queryOf(place)}`),
  clearRecalls: (place) => remove(`/v1/recalls${queryOf(place)}`),
  changeRecallLog: (change) => put("/v1/recalls/log", change),
  giveFeedback: (request) => create("/v1/feedback", request),
  takeFeedback: (place) => remove(`/v1/feedback${queryOf(place)}`),
  feedback: (place) => get(`/v1/feedback${queryOf(place)}`),
});
