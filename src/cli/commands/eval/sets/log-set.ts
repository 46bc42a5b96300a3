import { createHash } from "node:crypto";
import { writeFile } from "node:fs/promises";
import { z } from "zod";
import { AppError } from "../../../../errors.ts";
import type { RecallSummary } from "../../../../recalls/contract/recalls.ts";
import { Filters } from "../../../../search/contract/filters.ts";
import { invalid, isErrno } from "../../../failures.ts";
import type { RecallClient } from "../../../session/recall-client.ts";
import type { Passage, Question, Scores } from "../evaluation.ts";
import { scoreEntries } from "./entry-set.ts";
import { readWhole } from "./read-json-lines.ts";

const FORMAT = "edge-recall-judged";

const JudgedQuestion = z.strictObject({
  id: z.string(),
  query: z.string(),
  filters: Filters.optional(),
  session: z.string().optional(),
  /** Documents as `root:path`: 1 was voted up more often than down, 0 was not. */
  documents: z.record(z.string(), z.union([z.literal(0), z.literal(1)])),
});
type JudgedQuestion = z.infer<typeof JudgedQuestion>;

const JudgedFile = z.strictObject({
  format: z.literal(FORMAT),
  workspace: z.string(),
  madeAt: z.iso.datetime(),
  leftOut: z.number().int(),
  hash: z.string(),
  questions: z.array(JudgedQuestion),
});

/** Judged questions of a recall log, locked in a file. */
type LogSet = z.infer<typeof JudgedFile>;

const hashOf = (questions: readonly JudgedQuestion[]): string =>
  createHash("sha256").update(JSON.stringify(questions)).digest("hex");

/** The longest page of the log. */
const PAGE = "200";

async function votedRecalls(client: Pick<RecallClient, "recalls">): Promise<readonly RecallSummary[]> {
  const all: RecallSummary[] = [];
  let cursor: string | undefined;
  do {
    const { recalls, nextCursor } = await client.recalls({ voted: true, limit: PAGE, cursor });
    all.push(...recalls);
    cursor = nextCursor ?? undefined;
  } while (cursor !== undefined);
  return all.reverse();
}

/** The same question again adds its votes to the first one's. */
function questionsOf(recalls: readonly RecallSummary[]): readonly JudgedQuestion[] {
  const questions = new Map<string, { question: JudgedQuestion; net: Map<string, number> }>();
  for (const { recallId, query, filters, session, judged } of recalls) {
    const key = JSON.stringify([query, filters, session]);
    const asked = {
      id: recallId,
      query: query ?? "",
      ...(filters !== null && { filters: Filters.parse(filters) }),
      ...(session !== null && { session }),
      documents: {},
    };
    const known = questions.get(key) ?? { question: asked, net: new Map<string, number>() };
    for (const { root, path, up, down } of judged)
      known.net.set(`${root}:${path}`, (known.net.get(`${root}:${path}`) ?? 0) + up - down);
    questions.set(key, known);
  }
  return [...questions.values()].map(({ question, net }) => ({
    ...question,
    documents: Object.fromEntries(
      [...net].sort(([a], [b]) => (a < b ? -1 : 1)).map(([name, votes]) => [name, votes > 0 ? 1 : 0]),
    ),
  }));
}

const hasAnswer = ({ documents }: JudgedQuestion): boolean => Object.values(documents).includes(1);

/** Makes a judged set of the searches in the log that have votes; `now` is the time that it says. */
export async function makeLogSet(
  client: Pick<RecallClient, "recalls" | "status">,
  now: Date,
): Promise<LogSet> {
  const [recalls, { workspace }] = [await votedRecalls(client), await client.status()];
  const readable = recalls.filter(({ query }) => query !== null);
  const all = questionsOf(readable);
  const questions = all.filter(hasAnswer);
  if (questions.length === 0)
    throw new AppError("not_found", "No search in the log has a hit that was voted up (recall feedback)");
  const leftOut = recalls.length - readable.length + all.length - questions.length;
  return {
    format: FORMAT,
    workspace,
    madeAt: now.toISOString(),
    leftOut,
    hash: hashOf(questions),
    questions: [...questions],
  };
}

/** Reads a locked set; undefined: there is no such file. Throws AppError for one that was changed, or is no locked set. */
export async function readLogSet(file: string): Promise<LogSet | undefined> {
  let text: string;
  try {
    text = await readWhole(file);
  } catch (error) {
    if (error instanceof AppError && isErrno(error.cause, "ENOENT")) return undefined;
    throw error;
  }
  const { success, data } = JudgedFile.safeParse(parsed(text, file));
  if (!success) throw invalid(`${file} is no judged set of recall eval --from-log`);
  if (hashOf(data.questions) !== data.hash)
    throw invalid(`${file} was changed since it was made: its hash is another`);
  return data;
}

function parsed(text: string, file: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw invalid(`${file} is not JSON`, { cause });
  }
}

/** Writes a set once; a file that is there stays as it is, which throws AppError. */
export async function writeLogSet(file: string, set: LogSet): Promise<void> {
  try {
    await writeFile(file, `${JSON.stringify(set, undefined, 1)}\n`, { flag: "wx" });
  } catch (cause) {
    if (!isErrno(cause, "EEXIST", "ENOENT", "EACCES", "EISDIR")) throw cause;
    throw invalid(`${file} cannot be written`, { cause });
  }
}

/** The set's questions as an evaluation asks them, and how it scores them: by document. */
export function logQuestions({ questions }: LogSet): {
  readonly questions: readonly Question[];
  readonly score: (question: Question, hits: readonly Passage[], limit: number) => Scores;
} {
  const gains = new Map(questions.map(({ id, documents }) => [id, new Map(Object.entries(documents))]));
  return {
    questions: questions.map(({ id, query, filters, session }) => ({
      ...{ id, query, kind: "" },
      ...(filters !== undefined && { filters }),
      ...(session !== undefined && { session }),
    })),
    score: ({ id }, hits, limit) =>
      scoreEntries(
        hits.map(({ root = "", path }) => `${root}:${path}`),
        gains.get(id) ?? new Map(),
        limit,
      ),
  };
}
