import { keywordRowAt } from "../documents/keyword-row.ts";
import { modelHashes } from "../documents/prepare-document.ts";
import { chunkOf, namedPath } from "../documents/stored-document.ts";
import { indexableText } from "../text/words/tokenise.ts";
import { type Answers, type AskLimits, type AskParts, askAboutDue } from "./ask-generator.ts";
import { contextKey, contextRequest, parseContext } from "./context-request.ts";
import type { ContextStore, ContextWrite } from "./context-types.ts";

// Writes the contexts that pushes have asked for, a few chunks a slice.

export interface ContextReport {
  /** Written beside their chunks. */
  readonly contexts: number;
  readonly contextsFailed: number;
}

/** One slice; undefined: nothing is due, or no model may be called today. */
export async function contextualize(
  { store, ...parts }: AskParts & { readonly store: ContextStore },
  limits: AskLimits,
): Promise<ContextReport | undefined> {
  const report = await askAboutDue(parts, limits, {
    store,
    keyOf: (model, { hash }, { textHash }) => contextKey(model, { textHash, documentHash: hash }),
    request: contextRequest,
    read: parseContext,
    lack: "The model's answer holds no context",
    async write({ answers, ...query }) {
      const contexts = await contextWrites(answers);
      await store.written({ ...query, contexts });
    },
  });
  return report && { contexts: report.answered, contextsFailed: report.failed };
}

/** Each chunk as it is embedded and indexed with its context. What the re-ranker is sent stays. */
async function contextWrites(answers: Answers["answers"]): Promise<ContextWrite[]> {
  const writes: ContextWrite[] = [];
  for (const { place, text: prefix } of answers) {
    const { document, chunk, at } = place;
    const keyword = keywordRowAt(namedPath(document), document.chunks.map(chunkOf), at);
    if (keyword === undefined) throw new Error("every chunk has a keyword row");
    const { id, textHash } = chunk;
    const { embedHash } = await modelHashes({ ...chunk, prefix });
    const context = [indexableText(prefix), keyword.context].join(" ").trim();
    writes.push({
      id,
      textHash,
      documentHash: document.hash,
      prefix,
      embedHash,
      keyword: { ...keyword, context },
    });
  }
  return writes;
}
