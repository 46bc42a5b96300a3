import { join } from "node:path";
import { invalid } from "../../../failures.ts";
import type { Evaluation, Metric, Passage, Question, Scores } from "../evaluation.ts";
import { pushTexts } from "../push-texts.ts";
import { distinct, firstRank, hitAt, ndcg, recall, reciprocalRank, TOP } from "../statistics/metrics.ts";
import { type Entry, entryFinder, layOutEntries } from "./lay-out-entries.ts";
import { optionalText, readJsonLines, readWhole, textField } from "./read-json-lines.ts";

type Judgements = ReadonlyMap<string, ReadonlyMap<string, number>>;

/** The deepest metric asks for so many. */
const DEFAULT_LIMIT = 100;
/** Kind of a question that the set does not answer. */
export const NO_ANSWER = "none";

const RECALLS = [
  ["recall@5", 5],
  ["recall@10", 10],
  ["recall@20", 20],
  ["recall@100", 100],
] as const satisfies readonly (readonly [Metric, number])[];

/** Scores of a ranked list of entries, of which the first of each counts. Depths beyond `limit` are left out. */
export function scoreEntries(
  ids: readonly string[],
  gains: ReadonlyMap<string, number>,
  limit: number,
): Scores {
  const ranked = distinct(ids);
  const relevant = new Set([...gains].filter(([, gain]) => gain > 0).map(([id]) => id));
  const rank = firstRank(ranked, relevant);
  const recalls = RECALLS.filter(([, depth]) => depth <= limit).map(
    ([metric, depth]) => [metric, recall(ranked, relevant, depth)] as const,
  );
  return {
    ...(limit >= TOP && { "nDCG@10": ndcg(ranked, gains), "MRR@10": reciprocalRank(rank) }),
    ...Object.fromEntries(recalls),
    "hit@1": hitAt(rank, 1),
    ...(limit >= 5 && { "hit@5": hitAt(rank, 5) }),
  };
}

/** The entries of a `corpus.jsonl`. */
export async function readEntries(file: string): Promise<readonly Entry[]> {
  return (await readJsonLines(file)).map((line) => ({
    id: textField(line, "_id"),
    title: optionalText(line, "title") ?? "",
    text: textField(line, "text"),
    source: optionalText(line, "source"),
  }));
}

/** A first line that ends with a number is no heading. */
const IS_JUDGEMENT = /\s-?\d+(?:\.\d+)?\s*$/;

/** `query-id	corpus-id	score` a line, mostly under a heading. */
export function parseJudgements(text: string): Judgements {
  const judgements = new Map<string, Map<string, number>>();
  for (const [at, line] of text.split("\n").entries()) {
    const [question = "", entry = "", score = ""] = line.trimEnd().split("\t");
    if (question === "" && entry === "") continue;
    const gain = score.trim() === "" ? Number.NaN : Number(score);
    if (at === 0 && !IS_JUDGEMENT.test(line)) continue;
    if (entry === "" || !Number.isFinite(gain))
      throw invalid(`qrels.tsv: "${line}" is not query, entry and score, with tabs between them`);
    const gains = judgements.get(question) ?? new Map<string, number>();
    judgements.set(question, gains.set(entry, gain));
  }
  return judgements;
}

/** An id that comes twice would be asked, or found, twice. */
function assertOnce(ids: readonly string[], file: string): void {
  const seen = new Set<string>();
  const twice = ids.find((id) => seen.size === seen.add(id).size);
  if (twice !== undefined) throw invalid(`${file} has two lines with the _id "${twice}"`);
}

/** A judgement of what is not there would be a miss of every search. */
function assertThere(judgements: Judgements, entries: readonly Entry[]): void {
  const ids = new Set(entries.map(({ id }) => id));
  for (const [question, gains] of judgements)
    for (const id of gains.keys())
      if (!ids.has(id))
        throw invalid(`qrels.tsv judges "${id}" for "${question}", which corpus.jsonl has not`);
}

const prefixOf = (id: string): string => id.split("/")[0] ?? "";
/** The part before the slash as a folder's name. */
const folderOfId = (id: string): string => `${encodeURIComponent(prefixOf(id))}/`;

function questionOf(line: Parameters<typeof textField>[0], isScoped: boolean): Question {
  const id = textField(line, "_id");
  return {
    id,
    query: textField(line, "text"),
    kind: optionalText(line, "kind") ?? "",
    ...(isScoped && { filters: { prefix: folderOfId(id) } }),
  };
}

/**
 * A judged set in one folder: `corpus.jsonl`, `queries.jsonl`, `qrels.tsv`. With `scope` "prefix" a question searches only
 * entries whose id shares its part before the slash. Questions without a relevant entry are not asked, but those
 * of kind `none`, which are right when nothing is found.
 */
export async function entrySet(folder: string, scope?: "prefix"): Promise<Evaluation> {
  // One after the other, so that of several missing files always the same one is named.
  const entries = await readEntries(join(folder, "corpus.jsonl"));
  const lines = await readJsonLines(join(folder, "queries.jsonl"));
  const qrels = await readWhole(join(folder, "qrels.tsv"));
  const judgements = parseJudgements(qrels);
  assertOnce(
    entries.map(({ id }) => id),
    "corpus.jsonl",
  );
  assertThere(judgements, entries);
  const isScoped = scope === "prefix";
  const all = lines.map((line) => questionOf(line, isScoped));
  assertOnce(
    all.map(({ id }) => id),
    "queries.jsonl",
  );
  const documents = layOutEntries(entries, isScoped ? ({ id }) => folderOfId(id) : undefined);
  const entryOf = entryFinder(documents);
  const hasAnswer = ({ id }: Pick<Question, "id">): boolean =>
    [...(judgements.get(id)?.values() ?? [])].some((gain) => gain > 0);
  const questions = all.filter((question) => question.kind === NO_ANSWER || hasAnswer(question));
  if (questions.length === 0) throw invalid("qrels.tsv judges no query of queries.jsonl");
  return {
    questions,
    limit: DEFAULT_LIMIT,
    push: (client, options) => pushTexts(client, documents, options),
    score: ({ id, kind }, hits: readonly Passage[], limit) =>
      kind === NO_ANSWER && !hasAnswer({ id })
        ? { silent: hits.length === 0 ? 1 : 0 }
        : scoreEntries(
            hits.map((hit) => entryOf(hit) ?? ""),
            judgements.get(id) ?? new Map(),
            limit,
          ),
  };
}
