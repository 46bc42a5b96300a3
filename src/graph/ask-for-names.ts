import type { StoredDocument } from "../audit/sql/audit-types.ts";
import type { NamesWrite } from "../database/name-writes.ts";
import { type Answers, type AskLimits, type AskParts, askAboutDue } from "../jobs/ask-generator.ts";
import type { NameRequestStore } from "../jobs/name-request-types.ts";
import { nameWrite } from "../names/document-names.ts";
import { generatedNames, namesKey, namesRequest } from "../names/generated-names.ts";

/** A longer answer is not the one asked for. */
const MAX_ANSWER_CHARS = 20_000;

interface NamesReport {
  /** Chunks whose names a model has said. */
  readonly named: number;
  readonly namedFailed: number;
}

/**
 * One slice of asking a text model what chunks name; undefined: nothing is due, or no model may be called today. What it
 * says is kept as it said it, and only what the text holds becomes a mention or a relation.
 */
export async function askForNames(
  { store, ...parts }: AskParts & { readonly store: NameRequestStore },
  limits: AskLimits,
): Promise<NamesReport | undefined> {
  const report = await askAboutDue(parts, limits, {
    store,
    keyOf: (model, _, { textHash }) => namesKey(model, textHash),
    request: ({ title, chunks }: StoredDocument, at: number) => namesRequest(title, chunks[at]?.text ?? ""),
    read: (answer, { text }) =>
      answer.length <= MAX_ANSWER_CHARS && generatedNames(answer, text) !== undefined ? answer : undefined,
    lack: "The model's answer holds no list of names",
    write: ({ answers, ...query }) => store.written({ ...query, chunks: answers.map(namesWrite) }),
  });
  return report && { named: report.answered, namedFailed: report.failed };
}

function namesWrite({ place, text: answer }: Answers["answers"][number]): NamesWrite {
  const { id: chunkId, text } = place.chunk;
  const { names = [], relations = [] } = generatedNames(answer, text) ?? {};
  return { chunkId, names: names.map(nameWrite), relations };
}
