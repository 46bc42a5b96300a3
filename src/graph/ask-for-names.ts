import { modelNameStatements, type NamesWrite, namesJson } from "../database/name-writes.ts";
import type { Session } from "../database/session.ts";
import { RAISE_VERSION } from "../database/versions.ts";
import { type StoredDocument, storedDocuments } from "../documents/sql/stored-documents.ts";
import { type Answers, type AskDeps, type AskLimits, askAboutDue } from "../jobs/ask.ts";
import { answerStatements, NAME_REQUESTS } from "../jobs/questions.ts";
import { nameWrite } from "../names/document-names.ts";
import { generatedNames, namesKey, namesRequest } from "../names/generated-names.ts";

/** A longer answer is not the one asked for. */
const MAX_ANSWER_CHARS = 20_000;

interface NamesReport {
  /** Chunks whose names a model has said. */
  readonly named: number;
  readonly namedFailed: number;
}

const textAt = ({ chunks }: StoredDocument, at: number): string => chunks[at]?.text ?? "";

/**
 * One slice of asking a text model what chunks name; undefined: nothing is due, or no model may be called today. What it
 * says is kept as it said it, and only what the text holds becomes a mention or a relation.
 */
export async function askForNames(deps: AskDeps, limits: AskLimits): Promise<NamesReport | undefined> {
  const { db } = deps;
  const report = await askAboutDue<StoredDocument>(deps, limits, {
    questions: NAME_REQUESTS,
    documents: async ({ workspace, nums, maxBytes }) =>
      (await storedDocuments(db, { workspace, choice: { nums }, maxBytes })).documents,
    keyOf: (model, { chunks }, at) => namesKey(model, chunks[at]?.textHash ?? ""),
    request: (document, at) => namesRequest(document.title, textAt(document, at)),
    read: (answer, document, at) =>
      answer.length <= MAX_ANSWER_CHARS && generatedNames(answer, textAt(document, at)) !== undefined
        ? answer
        : undefined,
    lack: "The model's answer holds no list of names",
    write: (answers) => writeNames(db, answers),
  });
  return report && { named: report.answered, namedFailed: report.failed };
}

function namesWrite({ place, text: answer }: Answers<StoredDocument>["answers"][number]): NamesWrite {
  const { names = [], relations = [] } = generatedNames(answer, textAt(place.document, place.at)) ?? {};
  return { chunkId: place.id, names: names.map(nameWrite), relations };
}

/**
 * Adds what a model said of chunks to what their texts alone say, in one transaction; a chunk that was written again or
 * deleted meanwhile is left out.
 */
async function writeNames(db: Session, { answers, ...answered }: Answers<StoredDocument>): Promise<void> {
  const { workspace, lease } = answered;
  const ids = answers.map(({ place }) => place.id);
  const { kept, done } = answerStatements(db, NAME_REQUESTS, { ...answered, ids });
  await db.batch({
    kept,
    names: modelNameStatements(db, { workspace, lease }, namesJson(answers.map(namesWrite))),
    done,
    raised: db.bind(RAISE_VERSION, { workspace }),
  });
}
