import { type Answers, type AskDeps, type AskLimits, askAboutDue } from "../../jobs/ask.ts";
import { CONTEXTS } from "../../jobs/questions.ts";
import { keywordRowAt } from "../keyword-row.ts";
import { modelHashes } from "../prepare-document.ts";
import { type ContextWrite, writeContexts } from "../sql/contexts.ts";
import { type StoredDocument, storedDocuments } from "../sql/stored-documents.ts";
import { calledOf, chunkOf } from "../stored-document.ts";
import { withContext } from "../stored-keywords.ts";
import { contextKey, contextRequest, parseContext } from "./context-request.ts";

// Writes the contexts that pushes have asked for, a few chunks a slice.

/** One slice; undefined: nothing is due, or no model may be called today. */
export async function contextualize(deps: AskDeps, limits: AskLimits) {
  const { db } = deps;
  const report = await askAboutDue<StoredDocument>(deps, limits, {
    questions: CONTEXTS,
    documents: async ({ workspace, nums, maxBytes }) =>
      (await storedDocuments(db, { workspace, choice: { nums }, maxBytes })).documents,
    keyOf: (model, { hash, chunks }, at) =>
      contextKey(model, { textHash: chunks[at]?.textHash ?? "", documentHash: hash }),
    request: contextRequest,
    read: (answer, { chunks }, at) => {
      const chunk = chunks[at];
      return chunk && parseContext(answer, chunk);
    },
    lack: "The model's answer holds no context",
    write: async (answers) => writeContexts(db, answers, await contextWrites(answers)),
  });
  return report && { contexts: report.answered, contextsFailed: report.failed };
}

/** Each chunk as it is embedded and indexed with its context. What the re-ranker gets stays. */
async function contextWrites({ answers }: Answers<StoredDocument>): Promise<ContextWrite[]> {
  const writes: ContextWrite[] = [];
  for (const { place, text: prefix } of answers) {
    const { document, at, id } = place;
    const keyword = keywordRowAt(calledOf(document), document.chunks.map(chunkOf), at);
    const chunk = document.chunks[at];
    if (keyword === undefined || chunk === undefined) throw new Error("every chunk has a keyword row");
    const { embedHash } = await modelHashes({ ...chunk, prefix });
    const { textHash } = chunk;
    const documentHash = document.hash;
    writes.push({ id, textHash, documentHash, prefix, embedHash, keyword: withContext(keyword, prefix) });
  }
  return writes;
}
