import type { FreshAnswer, QuestionStore } from "./question-types.ts";

/** A chunk's context with all that changes with it. */
export interface ContextWrite {
  readonly id: string;
  readonly textHash: string;
  /** The context is only true of this text of the document. */
  readonly documentHash: string;
  readonly prefix: string;
  readonly embedHash: string;
  /** The keyword index's row. */
  readonly keyword: {
    readonly title: string;
    readonly text: string;
    readonly context: string;
    readonly ident: string;
  };
}

/** Contexts still to be written. */
export interface ContextStore extends QuestionStore {
  /**
   * Puts contexts beside their chunks, in the keyword index, and up for embedding anew, in one transaction; a chunk that
   * was written again or deleted meanwhile is left out.
   */
  written(query: {
    readonly workspace: number;
    readonly lease: string;
    readonly nowMs: number;
    readonly contexts: readonly ContextWrite[];
    /** Those of them that a generator has just written, to be kept. */
    readonly fresh: readonly FreshAnswer[];
  }): Promise<void>;
}
