import { z } from "zod";
import { invalid } from "../../../failures.ts";
import type { Evaluation, Question, Scores } from "../evaluation.ts";
import { type PushedText, pushTexts } from "../push-texts.ts";
import { distinct } from "../statistics/metrics.ts";
import { documentName } from "./lay-out-entries.ts";
import { jsonArrayOf } from "./read-json-array.ts";

/** A session can have several passages among them; ten sessions are judged. */
const LIMIT = 50;

const Instance = z.object({
  question_id: z.string(),
  question_type: z.string(),
  question: z.string(),
  haystack_session_ids: z.array(z.string()),
  haystack_sessions: z.array(
    z.array(z.object({ role: z.string(), content: z.string(), has_answer: z.boolean().nullish() })),
  ),
});
type Instance = z.infer<typeof Instance>;
type Session = Instance["haystack_sessions"][number];

const saidByUser = (session: Session): Session => session.filter(({ role }) => role === "user");
const hasAnswer = (session: Session): boolean =>
  saidByUser(session).some(({ has_answer }) => has_answer === true);
/** Abstention is left out, and what only the assistant's turns answer (src/retrieval/run_retrieval.py). */
const isScored = ({ question_id, haystack_sessions }: Instance): boolean =>
  !question_id.includes("_abs") && haystack_sessions.some(hasAnswer);

const folderAt = (at: number): string => `${documentName(at)}/`;
const pathAt = (at: number, session: number): string => `${folderAt(at)}${documentName(session)}.txt`;

/** The instances that are scored, one in memory at a time. Throws AppError for a file that is not LongMemEval's. */
async function* instancesOf(file: string): AsyncGenerator<Instance> {
  let at = 0;
  for await (const value of jsonArrayOf(file)) {
    at += 1;
    const { success, data, error } = Instance.safeParse(value);
    if (!success)
      throw invalid(`${file} is no LongMemEval: instance ${at}, ${error.issues[0]?.path.join(".")}`, {
        cause: error,
      });
    if (isScored(data)) yield data;
  }
}

/** A document a session: what the user said, as their retrieval takes it. */
async function* documentsOf(file: string): AsyncGenerator<PushedText> {
  let at = 0;
  for await (const { haystack_sessions } of instancesOf(file)) {
    for (const [number, session] of haystack_sessions.entries()) {
      const text = saidByUser(session)
        .map(({ content }) => content.toWellFormed().replaceAll("\0", " "))
        .join("\n\n");
      if (text.trim() !== "") yield { path: pathAt(at, number), text: `${text}\n` };
    }
    at += 1;
  }
}

/** Their discount: the first two places count whole (`dcg` in src/retrieval/eval_utils.py). */
const gainAt = (place: number): number => (place === 0 ? 1 : 1 / Math.log2(place + 1));
const dcg = (places: readonly number[]): number => places.reduce((sum, place) => sum + gainAt(place), 0);

/** recall_any, recall_all and ndcg_any of the first `depth` sessions, as eval_utils.py of xiaowu0162/LongMemEval has them. */
function scoreSessions(correct: ReadonlySet<string>, sessions: readonly string[], depth: 5 | 10): Scores {
  const first = distinct(sessions).slice(0, depth);
  const places = first.flatMap((session, at) => (correct.has(session) ? [at] : []));
  const ideal = dcg(Array.from({ length: Math.min(depth, correct.size) }, (_, at) => at));
  return {
    [`recall_any@${depth}`]: places.length > 0 ? 1 : 0,
    [`recall_all@${depth}`]: places.length === correct.size ? 1 : 0,
    [`ndcg_any@${depth}`]: ideal === 0 ? 0 : dcg(places) / ideal,
  };
}

/**
 * LongMemEval (longmemeval_s.json and others): which sessions are found for a question, each asked in its own history. The file
 * is read twice, for the questions and for the sessions, one instance in memory at a time.
 */
export async function longMemEvalSet(file: string): Promise<Evaluation> {
  const correct = new Map<string, ReadonlySet<string>>();
  const questions: Question[] = [];
  for await (const instance of instancesOf(file)) {
    const at = questions.length;
    const { question_id: id, question: query, question_type: kind, haystack_session_ids: ids } = instance;
    const answering = instance.haystack_sessions.flatMap((session, number) =>
      ids[number]?.includes("answer") && hasAnswer(session) ? pathAt(at, number) : [],
    );
    correct.set(id, new Set(answering));
    questions.push({ id, query, kind, filters: { prefix: folderAt(at) } });
  }
  return {
    questions,
    limit: LIMIT,
    push: (client, options) => pushTexts(client, documentsOf(file), options),
    score: ({ id }, hits) => {
      const paths = hits.map(({ path }) => path);
      const right = correct.get(id) ?? new Set();
      return { ...scoreSessions(right, paths, 5), ...scoreSessions(right, paths, 10) };
    },
  };
}
