import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { AppError } from "../../../../errors.ts";
import { countLines } from "../../../../documents/chunkers/lines.ts";
import { ifErrno, invalid } from "../../../failures.ts";
import { startCollecting } from "../../../folder/collect-folder.ts";
import { formatOf } from "../../../formats/formats.ts";
import { pushFolder } from "../../../push/push-folder.ts";
import type { RecallClient } from "../../../session/recall-client.ts";
import type { Evaluation, Passage, PushOptions, Question, Scores } from "../evaluation.ts";
import { newOrigin, ROOT } from "../push-texts.ts";
import { hitAt, reciprocalRank, TOP } from "../statistics/metrics.ts";
import { NO_ANSWER } from "./entry-set.ts";
import { type JsonLine, readJsonLines, textField } from "./read-json-lines.ts";

export interface Gold extends Passage {
  readonly alt?: readonly Passage[];
}

/** What is right and what is outdated for one question. */
export interface PassageJudgement {
  readonly kind: string;
  readonly gold: readonly Gold[];
  /** Superseded passages. */
  readonly stale: readonly Passage[];
}

/** Only so many lines of a hit count, so that a hit of a whole file does not win by its length. */
const MAX_HIT_LINES = 60;

/** Same document, and the first 60 lines of the hit share a line with the passage. */
export function overlaps(hit: Passage, passage: Passage): boolean {
  const lastLine = Math.min(hit.endLine, hit.startLine + MAX_HIT_LINES - 1);
  return hit.path === passage.path && hit.startLine <= passage.endLine && lastLine >= passage.startLine;
}

/** Rank, from 1, of the first of ten hits that overlaps the passage or one as good; 0: none. */
export const passageRank = (hits: readonly Passage[], { alt = [], ...passage }: Gold): number =>
  hits.slice(0, TOP).findIndex((hit) => [passage, ...alt].some((one) => overlaps(hit, one))) + 1;

/**
 * Scores of one question by its kind: `none` is right when nothing is found, `multi` when all its passages are among ten
 * hits, `latest` also when the newest stands before every outdated one; all others by the rank of their one passage.
 */
export function scorePassages({ kind, gold, stale }: PassageJudgement, hits: readonly Passage[]): Scores {
  if (kind === NO_ANSWER) return { silent: hits.length === 0 ? 1 : 0 };
  const ranks = gold.map((passage) => passageRank(hits, passage));
  if (kind === "multi")
    return {
      "both@10": ranks.every((rank) => rank > 0) ? 1 : 0,
      "any@10": ranks.some((rank) => rank > 0) ? 1 : 0,
    };
  const rank = ranks[0] ?? 0;
  const staleRanks = stale.map((passage) => passageRank(hits, passage)).filter((found) => found > 0);
  const isNewest = rank > 0 && staleRanks.every((outdated) => rank <= outdated);
  return {
    "hit@1": hitAt(rank, 1),
    "hit@5": hitAt(rank, 5),
    "MRR@10": reciprocalRank(rank),
    ...(kind === "latest" && { "newest first": isNewest ? 1 : 0 }),
  };
}

const bad = (where: string, what: string): AppError => invalid(`${where}: ${what}`);

function passageOf(value: unknown, where: string): Passage {
  const { path, start, end } = (value ?? {}) as { path?: unknown; start?: unknown; end?: unknown };
  if (typeof path !== "string" || !Number.isInteger(start) || !Number.isInteger(end))
    throw bad(where, 'a passage has "path", "start" and "end", lines from 1');
  if (Number(start) < 1 || Number(end) < Number(start))
    throw bad(
      where,
      `lines ${start} to ${end} of ${path} are none: the first is 1, and the last not before the first`,
    );
  return { path, startLine: Number(start), endLine: Number(end) };
}

function listOf(value: unknown, where: string): readonly unknown[] {
  if (value === undefined) return [];
  if (!Array.isArray(value)) throw bad(where, "passages are a list");
  return value;
}

function goldOf(value: unknown, where: string): Gold {
  const alt = listOf((value as { alt?: unknown } | null)?.alt, where);
  return { ...passageOf(value, where), alt: alt.map((one) => passageOf(one, where)) };
}

function judgementOf(line: JsonLine): PassageJudgement {
  const { fields, where } = line;
  const kind = textField(line, "kind");
  const gold = listOf(fields.gold, where).map((value) => goldOf(value, where));
  const stale = listOf(fields.stale, where).map((value) => passageOf(value, where));
  if (kind !== NO_ANSWER && gold.length === 0)
    throw bad(where, `a question of kind ${kind} has passages in "gold", one or more`);
  return { kind, gold, stale };
}

/** Pushes the files of a folder as they are; answers what could not be taken. Throws AppError when the server does not take them. */
export async function pushFiles(
  folder: string,
  client: RecallClient,
  { signal, onProgress }: PushOptions,
): Promise<readonly string[]> {
  // To a server of its own, for the questions' time: what is measured is the texts as they are.
  const options = { includeHidden: false, secrets: "keep" as const, own: new Set<string>(), signal };
  const { pages } = await startCollecting(folder, options);
  const plan = { join: false, dryRun: false, mirror: false, confirm: false, pages };
  const tell = (done: number, total = done): void => onProgress(done, total);
  const job = { ...plan, root: ROOT, origin: newOrigin(), signal, onProgress: tell };
  const { report, stopped } = await pushFolder(client, job);
  if (stopped !== undefined) throw stopped;
  return report.failed.map(({ path, message }) => `${path}: ${message}`);
}

/** A question with what is right for it. */
export type JudgedQuestion = Question & PassageJudgement;

/** The questions of a file with their judgements. Throws AppError for one that has none. */
export async function readQuestions(file: string): Promise<readonly JudgedQuestion[]> {
  const lines = await readJsonLines(file);
  if (lines.length === 0) throw invalid(`${file} has no question`);
  return lines.map((line) => ({
    id: textField(line, "id"),
    query: textField(line, "query"),
    ...judgementOf(line),
  }));
}

/** A judgement of a file that is not there, or of lines that it has not, would be a miss of every search. */
async function assertThere(folder: string, judged: readonly JudgedQuestion[], file: string): Promise<void> {
  const lines = new Map<string, number>();
  for (const { id, gold, stale } of judged)
    for (const { path, startLine } of [...gold, ...gold.flatMap(({ alt = [] }) => alt), ...stale]) {
      const has = lines.get(path) ?? (await linesOf(join(folder, path)));
      if (has === undefined)
        throw invalid(`${file}: question ${id} has passages of ${path}, which is not in ${folder}`);
      lines.set(path, has);
      if (startLine > has)
        throw invalid(`${file}: question ${id} has line ${startLine} of ${path}, which has ${has} lines`);
    }
}

/** Undefined: there is no such file. Of a format that is converted the lines are those of another text. */
async function linesOf(file: string): Promise<number | undefined> {
  const text = await readFile(file, "utf8").catch(ifErrno(undefined, "ENOENT", "ENOTDIR"));
  if (text === undefined) return undefined;
  return formatOf(file) === undefined ? countLines(text) : Number.POSITIVE_INFINITY;
}

/** A folder of files with questions whose answers are lines of them. */
export async function passageSet(folder: string, questionsFile: string): Promise<Evaluation> {
  const judged = await readQuestions(questionsFile);
  await assertThere(folder, judged, questionsFile);
  const judgements = new Map(judged.map((question) => [question.id, question]));
  return {
    questions: judged.map(({ id, query, kind }) => ({ id, query, kind })),
    limit: TOP,
    push: (client, options) => pushFiles(folder, client, options),
    score: ({ id }, hits) => {
      const judgement = judgements.get(id);
      return judgement === undefined ? {} : scorePassages(judgement, hits);
    },
  };
}
