import { Document } from "@langchain/core/documents";
import { BaseRetriever, type BaseRetrieverInput } from "@langchain/core/retrievers";
import type { Client } from "edge-recall/client";

type Request = Parameters<Client["search"]>[0];
type Answer = Awaited<ReturnType<Client["search"]>>;

/** What a document says of itself beside its text. */
export interface PassageMetadata {
  readonly [field: string]: unknown;
  /** `notes:guides/keys.md#L3-L9`: names the lines, at every door of the server. */
  readonly citation: string;
  readonly root: string;
  readonly path: string;
  readonly startLine: number;
  readonly endLine: number;
  readonly headings: readonly string[];
  readonly kind: "file" | "memory";
  /** Of the document, ISO; null: it has none. */
  readonly date: string | null;
  /** Probability that it answers, 0 to 1. */
  readonly relevance: number;
  /** Parts that the answer lacks, such as `embedder_unavailable`; empty: none. */
  readonly degraded: readonly string[];
  /** Passages of the index that cannot be found by meaning yet. */
  readonly pendingChunks: number;
}

export interface RecallRetrieverInput extends BaseRetrieverInput {
  readonly client: Client;
  /** Any fields of a search: `limit`, `filters`, `minRelevance`, `profile`. */
  readonly search?: Omit<Request, "query" | "view">;
  /** Is told of each answer, also of one without documents: why there are none, and what came closest. */
  readonly onAnswer?: (answer: Pick<Answer, "outcome" | "confidence" | "degraded" | "index">) => void;
}

/** Passages of an edge-recall server as documents of LangChain. A server that fails is an error, never an empty list. */
export class RecallRetriever extends BaseRetriever<PassageMetadata> {
  readonly lc_namespace = ["edge-recall", "retrievers"];
  readonly #input: RecallRetrieverInput;

  constructor(input: RecallRetrieverInput) {
    super(input);
    this.#input = input;
  }

  override async _getRelevantDocuments(query: string): Promise<Document<PassageMetadata>[]> {
    const { client, search, onAnswer } = this.#input;
    const answer = await client.search({ ...search, query, view: "full" });
    onAnswer?.(answer);
    const { degraded, index } = answer;
    return answer.hits.map(
      ({ id, text = "", citation, root, path, startLine, endLine, headings, kind, date, relevance }) =>
        new Document({
          ...{ id, pageContent: text },
          metadata: {
            ...{ citation, root, path, startLine, endLine, headings, kind, date, relevance },
            ...{ degraded, pendingChunks: index.pendingChunks },
          },
        }),
    );
  }
}
