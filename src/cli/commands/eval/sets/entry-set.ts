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

/** `query-id	corpus-id	score` a line, under a heading. */
export function parseJudgements(text: string): Judgements {
  const judgements = new Map<string, Map<string, number>>();
  for (const line of text.split("\n").slice(1)) {
    const [question = "", entry = "", score = ""] = line.trimEnd().split("\t");
    if (question === "" && entry === "") continue;
    const gain = Number(score);
    if (entry === "" || score.trim() === "" || !Number.isFinite(gain))
      throw invalid(`qrels.tsv: "${line}" is not query, entry and score`);
    const gains = judgements.get(question) ?? new Map<string, number>();
    judgements.set(question, gains.set(entry, gain));
  }
  return judgements;
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
 * entries whose id shares its part before the slash. Questions without a relevant entry are not asked.
 */
export async function entrySet(folder: string, scope?: "prefix"): Promise<Evaluation> {
  // One after the other, so that of several missing files always the same one is named.
  const entries = await readEntries(join(folder, "corpus.jsonl"));
  const lines = await readJsonLines(join(folder, "queries.jsonl"));
  const qrels = await readWhole(join(folder, "qrels.tsv"));
  const judgements = parseJudgements(qrels);
  const isScoped = scope === "prefix";
  const documents = layOutEntries(entries, isScoped ? ({ id }) => folderOfId(id) : undefined);
  const entryOf = entryFinder(documents);
  const isJudged = ({ id }: Question): boolean =>
    [...(judgements.get(id)?.values() ?? [])].some((gain) => gain > 0);
  return {
    questions: lines.map((line) => questionOf(line, isScoped)).filter(isJudged),
    limit: DEFAULT_LIMIT,
    push: (client, options) => pushTexts(client, documents, options),
    score: ({ id }, hits: readonly Passage[], limit) =>
      scoreEntries(
        hits.map((hit) => entryOf(hit) ?? ""),
        judgements.get(id) ?? new Map(),
        limit,
      ),
  };
}
