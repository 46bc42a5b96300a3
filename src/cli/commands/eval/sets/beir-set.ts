import { access } from "node:fs/promises";
import { join } from "node:path";
import { invalid } from "../../../failures.ts";
import type { Evaluation } from "../evaluation.ts";
import { type PushedText, pushTexts } from "../push-texts.ts";
import { parseJudgements, scoreEntries } from "./entry-set.ts";
import { documentName, layOut } from "./lay-out-entries.ts";
import { jsonLinesOf, optionalText, readJsonLines, readWhole, textField } from "./read-json-lines.ts";

/** The deepest metric asks for so many. */
const LIMIT = 100;

async function checkFiles(folder: string, names: readonly string[]): Promise<void> {
  for (const name of names)
    await access(join(folder, name)).catch((cause) => {
      throw invalid(`${folder} is no BEIR set: it lacks ${name}. One has ${names.join(", ")}`, { cause });
    });
}

/** Sends the corpus as it is read. `wanted` are the ids that a score can need; `idOf` learns their documents. */
async function* documentsOf(
  corpus: string,
  wanted: ReadonlySet<string>,
  idOf: Map<string, string>,
): AsyncGenerator<PushedText> {
  let at = 0;
  for await (const line of jsonLinesOf(corpus)) {
    const [id, title] = [textField(line, "_id"), optionalText(line, "title") ?? ""];
    const path = `${documentName(at)}.txt`;
    at += 1;
    if (wanted.has(id)) idOf.set(path, id);
    yield layOut([{ id, title, text: textField(line, "text") }], path);
  }
}

/**
 * A set in the layout of BEIR, scored as its own evaluation does (beir/retrieval/evaluation.py in beir-cellar/beir, by
 * trec_eval): every query of `qrels/<split>.tsv` counts, and a document whose id is the query's is not counted among the
 * hits. What is in memory grows with the judgements and not with the corpus.
 */
export async function beirSet(folder: string, split: string): Promise<Evaluation> {
  const qrels = join("qrels", `${split}.tsv`);
  const corpus = join(folder, "corpus.jsonl");
  await checkFiles(folder, ["corpus.jsonl", "queries.jsonl", qrels]);
  const judgements = parseJudgements(await readWhole(join(folder, qrels)));
  const lines = await readJsonLines(join(folder, "queries.jsonl"));
  const questions = lines
    .map((line) => ({ id: textField(line, "_id"), query: textField(line, "text"), kind: "" }))
    .filter(({ id }) => judgements.has(id));
  if (questions.length === 0) throw invalid(`${qrels} judges no query of ${join(folder, "queries.jsonl")}`);
  const judged = [...judgements.values()].flatMap((gains) => [...gains.keys()]);
  const wanted = new Set([...judged, ...judgements.keys()]);
  const idOf = new Map<string, string>();
  return {
    questions,
    limit: LIMIT,
    push: (client, options) => pushTexts(client, documentsOf(corpus, wanted, idOf), options),
    score: ({ id }, hits, limit) => {
      const ids = hits.map(({ path }) => idOf.get(path) ?? path).filter((found) => found !== id);
      return scoreEntries(ids, judgements.get(id) ?? new Map(), limit);
    },
  };
}
