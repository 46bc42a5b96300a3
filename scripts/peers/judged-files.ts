import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { basename, join, relative, sep } from "node:path";
import type { Scores } from "../../src/cli/commands/eval/evaluation.ts";
import { UNANSWERABLE } from "../../src/cli/commands/eval/evaluation.ts";
import { parseJudgements, readEntries, scoreEntries } from "../../src/cli/commands/eval/sets/entry-set.ts";
import { documentName } from "../../src/cli/commands/eval/sets/lay-out-entries.ts";
import { type JudgedQuestion, readQuestions } from "../../src/cli/commands/eval/sets/passage-set.ts";
import { readJsonLines, readWhole, textField } from "../../src/cli/commands/eval/sets/read-json-lines.ts";
import { TOP } from "../../src/cli/commands/eval/statistics/metrics.ts";
import type { PeerDocument } from "./peer.ts";

export interface FileQuestion {
  readonly query: string;
  /** No document answers it. */
  readonly isUnanswerable: boolean;
  /** Scores of the documents found, best first; of a question without an answer: `silent`. */
  readonly score: (paths: readonly string[]) => Scores;
}

/** A judged set as every tool gets it: a folder of files, and questions whose answers are files. */
export interface JudgedFiles {
  readonly name: string;
  readonly folder: string;
  readonly documents: readonly PeerDocument[];
  readonly questions: readonly FileQuestion[];
}

/** Every file is of the same day: none is newer than another. */
const MTIME = new Date(Date.UTC(2026, 0, 1));
/** Markdown's first heading, or a title in front matter. */
const TITLE = /^(?:#\s+|title:\s*)["']?(.+?)["']?\s*$/m;

const titleOf = (text: string): string => TITLE.exec(text)?.[1] ?? "";

/** Files below a folder that hold text, hidden ones left out, in the order of their paths. */
function documentsIn(folder: string): readonly PeerDocument[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => relative(folder, join(parentPath, name)).replaceAll(sep, "/"))
    .filter((path) => !path.split("/").some((part) => part.startsWith(".")))
    .sort()
    .map((path) => ({ path, text: readFileSync(join(folder, path), "utf8") }))
    .filter(({ text }) => !text.includes("\0"))
    .map(({ path, text }) => ({ path, text, title: titleOf(text) }));
}

/** Each entry becomes a file: Markdown under its title, or plain text where it has none. Its name says nothing. */
async function entryFiles(set: string, folder: string): Promise<JudgedFiles> {
  const entries = await readEntries(join(set, "corpus.jsonl"));
  const lines = await readJsonLines(join(set, "queries.jsonl"));
  const judgements = parseJudgements(await readWhole(join(set, "qrels.tsv")));
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const documents = entries.map(({ title, text }, at) => {
    const isTitled = title.trim() !== "";
    const path = `${documentName(at)}.${isTitled ? "md" : "txt"}`;
    const whole = `${isTitled ? `# ${title.trim()}\n\n` : ""}${text.trim()}\n`
      .toWellFormed()
      .replaceAll("\0", " ");
    writeFileSync(join(folder, path), whole);
    utimesSync(join(folder, path), MTIME, MTIME);
    return { path, title: title.trim(), text: whole };
  });
  const idOf = new Map(documents.map(({ path }, at) => [path, entries[at]?.id ?? ""]));
  const questions = lines.flatMap((line) => {
    const gains = judgements.get(textField(line, "_id")) ?? new Map<string, number>();
    if (![...gains.values()].some((gain) => gain > 0)) return [];
    const score = (paths: readonly string[]) =>
      scoreEntries(
        paths.map((path) => idOf.get(path) ?? ""),
        gains,
        TOP,
      );
    return [{ query: textField(line, "text"), isUnanswerable: false, score }];
  });
  return { name: basename(set), folder, documents, questions };
}

/** A file that answers as well as another counts as that one. */
function fileQuestion({ query, kind, gold }: JudgedQuestion): FileQuestion {
  if (kind === UNANSWERABLE) {
    const score = (paths: readonly string[]) => ({ silent: paths.length === 0 ? 1 : 0 });
    return { query, isUnanswerable: true, score };
  }
  const needOf = new Map<string, string>();
  for (const { path, alt = [] } of gold)
    for (const one of [path, ...alt.map((other) => other.path)])
      if (!needOf.has(one)) needOf.set(one, needOf.get(path) ?? path);
  const gains = new Map([...needOf.values()].map((path) => [path, 1]));
  const score = (paths: readonly string[]) =>
    scoreEntries(
      paths.map((path) => needOf.get(path) ?? path),
      gains,
      TOP,
    );
  return { query, isUnanswerable: false, score };
}

/**
 * Reads a judged set: a folder with `corpus.jsonl`, `queries.jsonl` and `qrels.tsv`, whose entries are written as files into
 * `work`, or any folder beside `<folder>.questions.jsonl`. Throws AppError for what is neither.
 */
export async function judgedFiles(set: string, work: string): Promise<JudgedFiles> {
  if (existsSync(join(set, "corpus.jsonl"))) return entryFiles(set, join(work, "files"));
  const questions = await readQuestions(`${set}.questions.jsonl`);
  return {
    name: basename(set),
    folder: set,
    documents: documentsIn(set),
    questions: questions.map(fileQuestion),
  };
}
