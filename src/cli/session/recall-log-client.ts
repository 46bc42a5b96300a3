import { answerOf } from "../../client/client.ts";
import type { FeedbackAnswer, FeedbackList, FeedbackRequest } from "../../contract/feedback.ts";
import type {
  ClearAnswer,
  RecallAnswer,
  RecallList,
  RecallLogChange,
  RecallReport,
} from "../../contract/recalls.ts";
import { asTyped, type Clients, type Parameters } from "./memory-client.ts";

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

/** The calls about the recall log and feedback, over a client of reads and one of writes. */
export const recallLogClient = ({ reads, writes }: Clients): RecallLogClient => {
  const { recalls, feedback } = writes.v1;
  return {
    recalls: (place) => answerOf(reads.v1.recalls.$get({ query: asTyped(place) })),
    recall: (id) => answerOf(reads.v1.recalls[":id"].$get({ param: { id } })),
    recallReport: (place) => answerOf(reads.v1.recalls.reports.$get({ query: asTyped(place) })),
    clearRecalls: (place) => answerOf(recalls.$delete({ query: asTyped(place) })),
    changeRecallLog: (json) => answerOf(recalls.log.$put({ json })),
    giveFeedback: (json) => answerOf(feedback.$post({ json })),
    takeFeedback: (place) => answerOf(feedback.$delete({ query: asTyped(place) })),
    feedback: (place) => answerOf(reads.v1.feedback.$get({ query: asTyped(place) })),
  };
};
