import { type ChunkNamesWrite, modelNameStatements } from "../database/name-writes.ts";
import type { Session } from "../database/session.ts";
import { RAISE_VERSION } from "../database/versions.ts";
import { switchMemoryNames } from "../documents/sql/roots.ts";
import { type StoredDocument, storedDocuments } from "../documents/sql/stored-documents.ts";
import { AppError } from "../errors.ts";
import { type Answers, type AskDeps, type AskLimits, askAboutDue } from "../jobs/ask.ts";
import { answerStatements, NAME_REQUESTS } from "../jobs/questions.ts";
import { nameWrite } from "../names/document-names.ts";
import { generatedNames, namesKey, namesRequest } from "../names/generated-names.ts";
import type { WorkspaceContext } from "../workspaces/context.ts";
import type { MemoryNames } from "./contract.ts";

/** A longer answer is not the one asked for. */
const MAX_ANSWER_CHARS = 20_000;

const textAt = ({ chunks }: StoredDocument, at: number): string => chunks[at]?.text ?? "";

/**
 * One slice of asking a text model what chunks name; undefined: nothing is due, or no model may be called today. What it
 * says is kept as it said it, and only what the text holds becomes a mention or a relation.
 */
export async function askForNames(deps: AskDeps, limits: AskLimits) {
  const { db } = deps;
  if (!db.readsNames) return undefined;
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

function namesWrite({ place, text: answer }: Answers<StoredDocument>["answers"][number]): ChunkNamesWrite {
  const { id: chunk, document, at } = place;
  const { names = [], relations = [] } = generatedNames(answer, textAt(document, at)) ?? {};
  const ordinal = document.chunks[at]?.ordinal ?? at;
  return { chunk, ordinal, names: names.map(nameWrite), relations };
}

/** Adds what a model said of chunks, in one transaction; a chunk that was written again or deleted is left out. */
async function writeNames(db: Session, { answers, ...answered }: Answers<StoredDocument>): Promise<void> {
  const { workspace, lease } = answered;
  const ids = answers.map(({ place }) => place.id);
  const { kept, done } = answerStatements(db, NAME_REQUESTS, { ...answered, ids });
  await db.batch({
    kept,
    names: answers.flatMap((answer) => modelNameStatements(db, { workspace, lease }, namesWrite(answer))),
    done,
    raised: db.bind(RAISE_VERSION, { workspace }),
  });
}

/**
 * Switches the text model's names for memories on or off. On, it is also asked about the memories that are there; off,
 * the names that it found stay until their memory changes. Throws `invalid_input` without a model.
 */
export async function changeMemoryNames(
  context: WorkspaceContext,
  { on }: MemoryNames,
  { hasGenerator, wake }: { hasGenerator: boolean; wake(context: WorkspaceContext): void },
): Promise<MemoryNames> {
  if (on && !hasGenerator)
    throw new AppError(
      "invalid_input",
      "names of memories need a text model: on a laptop set GENERATE_URL and GENERATE_MODEL",
    );
  await switchMemoryNames(context.session, context.workspace, on);
  if (on) wake(context);
  return { on };
}
