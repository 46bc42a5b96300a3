import type { NamesWrite } from "../documents/sql/document-types.ts";
import type { FreshAnswer, QuestionStore } from "./question-types.ts";

/** Chunks that a text model has still to be asked for names and relations. */
export interface NameRequestStore extends QuestionStore {
  /**
   * Adds what a model said of chunks to what their texts alone say, in one transaction; a chunk that was written again or
   * deleted meanwhile is left out.
   */
  written(query: {
    readonly workspace: number;
    readonly lease: string;
    readonly nowMs: number;
    /** Of each answered chunk, also of those that name nothing. */
    readonly chunks: readonly NamesWrite[];
    readonly fresh: readonly FreshAnswer[];
  }): Promise<void>;
}
