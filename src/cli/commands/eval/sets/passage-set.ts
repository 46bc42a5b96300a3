import { AppError } from "../../../../errors.ts";
import { invalid } from "../../../failures.ts";
import { collectFolder } from "../../../folder/collect-folder.ts";
import { pushFolder } from "../../../push/push-folder.ts";
import type { RecallClient } from "../../../session/recall-client.ts";
import type { Evaluation, Passage, PushOptions } from "../evaluation.ts";
import { newOrigin, ROOT } from "../push-texts.ts";
import { TOP } from "../statistics/metrics.ts";
import { type JsonLine, readJsonLines, textField } from "./read-json-lines.ts";
import { type Gold, type PassageJudgement, scorePassages } from "./score-passages.ts";

const bad = (where: string, what: string): AppError => invalid(`${where}: ${what}`);

function passageOf(value: unknown, where: string): Passage {
  const { path, start, end } = (value ?? {}) as { path?: unknown; start?: unknown; end?: unknown };
  if (typeof path !== "string" || !Number.isInteger(start) || !Number.isInteger(end))
    throw bad(where, 'a passage has "path", "start" and "end", lines from 1');
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
  if (kind !== "none" && gold.length === 0) throw bad(where, `a question of kind ${kind} has a gold passage`);
  return { kind, gold, stale };
}

async function push(
  folder: string,
  client: RecallClient,
  { signal, onProgress }: PushOptions,
): Promise<readonly string[]> {
  const options = { includeHidden: false, own: new Set<string>(), signal };
  const { files, failed } = await collectFolder(folder, options);
  const { report, stopped } = await pushFolder(client, {
    root: ROOT,
    origin: newOrigin(),
    join: false,
    dryRun: false,
    mirror: false,
    confirm: false,
    files,
    failed,
    signal,
    onProgress,
  });
  if (stopped !== undefined) throw stopped;
  return report.failed.map(({ path, message }) => `${path}: ${message}`);
}

/** A folder of files with questions whose answers are lines of them. */
export async function passageSet(folder: string, questionsFile: string): Promise<Evaluation> {
  const lines = await readJsonLines(questionsFile);
  const judgements = new Map(lines.map((line) => [textField(line, "id"), judgementOf(line)]));
  const questions = lines.map((line) => ({
    id: textField(line, "id"),
    query: textField(line, "query"),
    kind: textField(line, "kind"),
  }));
  return {
    questions,
    limit: TOP,
    push: (client, options) => push(folder, client, options),
    score: ({ id }, hits) => {
      const judgement = judgements.get(id);
      return judgement === undefined ? {} : scorePassages(judgement, hits);
    },
  };
}
