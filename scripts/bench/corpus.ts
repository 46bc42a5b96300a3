import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { basename, dirname, extname, join } from "node:path";
import {
  type JsonLine,
  optionalText,
  readJsonLines,
  textField,
} from "../../src/cli/commands/eval/sets/read-json-lines.ts";
import { seededRandom } from "../../src/cli/commands/eval/statistics/significance.ts";
import { chunkDocument } from "../../src/documents/chunkers/chunk-document.ts";

export interface BenchDocument {
  readonly path: string;
  readonly text: string;
}

export interface BenchCorpus {
  readonly documents: readonly BenchDocument[];
  readonly queries: readonly string[];
  readonly chunks: number;
  /** Share of the documents that were put together anew from paragraphs of others, for want of more text. */
  readonly remixed: number;
  /** Whether the queries come from judged sets. */
  readonly isJudged: boolean;
}

/** What is taken for text that people wrote. */
const TEXT_ENDINGS = new Set([".md", ".mdx", ".markdown", ".txt", ".rst", ".adoc", ".html"]);
/** Longer files are data more often than prose, bytes. */
const MAX_FILE_BYTES = 500_000;
const SEED = 7;
/** Paragraphs of a document put together anew. */
const REMIX_PARAGRAPHS = 40;
/** Words of a made query. */
const QUERY_WORDS = 5;

const idOf = (at: number): string => String(at).padStart(6, "0");

/** Text files below a folder, in the order of their paths. */
function filesOf(folder: string): BenchDocument[] {
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((name) => TEXT_ENDINGS.has(extname(name).toLowerCase()))
    .sort()
    .flatMap((name) => {
      const { size } = statSync(join(folder, name), { throwIfNoEntry: false }) ?? { size: 0 };
      if (size === 0 || size > MAX_FILE_BYTES) return [];
      return [{ path: name, text: readFileSync(join(folder, name), "utf8") }];
    })
    .filter(({ text }) => !text.includes("\0") && text.isWellFormed());
}

const entryText = (line: JsonLine): string =>
  `${[optionalText(line, "title") ?? "", textField(line, "text")].join("\n\n").trim()}\n`;

interface Source {
  readonly documents: readonly BenchDocument[];
  readonly queries: readonly string[];
}

/** The documents and queries of one place: a judged set, a folder with questions beside it, or any folder. */
async function readSource(folder: string): Promise<Source> {
  if (existsSync(join(folder, "corpus.jsonl"))) {
    const entries = await readJsonLines(join(folder, "corpus.jsonl"));
    const queries = await readJsonLines(join(folder, "queries.jsonl"));
    return {
      documents: entries.map((line, at) => ({ path: `${idOf(at)}.md`, text: entryText(line) })),
      queries: queries.map((line) => textField(line, "text")),
    };
  }
  const questions = join(dirname(folder), `${basename(folder)}.questions.jsonl`);
  const queries = existsSync(questions) ? await readJsonLines(questions) : [];
  return { documents: filesOf(folder), queries: queries.map((line) => textField(line, "query")) };
}

/** The list in an order of its own, always the same. */
export function shuffled<Item>(items: readonly Item[], random: () => number): Item[] {
  const list = [...items];
  for (let at = list.length - 1; at > 0; at--) {
    const other = Math.floor(random() * (at + 1));
    [list[at], list[other]] = [list[other] as Item, list[at] as Item];
  }
  return list;
}

/** Documents without end: first those that are there, then new ones of their paragraphs in another order. */
export function* endless(
  documents: readonly BenchDocument[],
  random: () => number,
): Generator<BenchDocument> {
  yield* documents;
  const paragraphs = documents.flatMap(({ text }) => text.split(/\n[ \t]*\n/)).filter((text) => text.trim());
  for (let round = 0; paragraphs.length > 0; round++) {
    const mixed = shuffled(paragraphs, random);
    for (let at = 0; at < mixed.length; at += REMIX_PARAGRAPHS) {
      const text = `${mixed.slice(at, at + REMIX_PARAGRAPHS).join("\n\n")}\n`;
      yield { path: `remixed/${idOf(round)}/${idOf(at)}.md`, text };
    }
  }
}

/** A few words in a row from somewhere in the text. */
function madeQuery(documents: readonly BenchDocument[], random: () => number): string {
  for (;;) {
    const { text } = documents[Math.floor(random() * documents.length)] ?? { text: "" };
    const start = Math.floor(random() * text.length);
    const words = text.slice(start, start + 200).match(/\p{L}{3,}/gu) ?? [];
    if (words.length > QUERY_WORDS) return words.slice(1, 1 + QUERY_WORDS).join(" ");
  }
}

/** What there is in the folders, each under a folder of its own. Throws where that is no text. */
export async function readSources(folders: readonly string[]): Promise<Source> {
  const sources = await Promise.all(folders.map(readSource));
  const documents = sources.flatMap(({ documents: some }, at) =>
    some.map(({ path, text }) => ({ path: `${at}/${path}`, text })),
  );
  if (documents.length === 0) throw new Error(`No text in ${folders.join(", ")}`);
  return { documents, queries: sources.flatMap(({ queries }) => queries) };
}

/** So many queries, judged ones where there are enough of them, else made of the text. */
export function someQueries(
  { documents, queries }: Source,
  wanted: number,
  random: () => number,
): { readonly queries: readonly string[]; readonly isJudged: boolean } {
  const judged = shuffled([...new Set(queries)], random);
  if (judged.length >= wanted) return { queries: judged.slice(0, wanted), isJudged: true };
  const made = Array.from({ length: wanted }, () => madeQuery(documents, random));
  return { queries: made, isJudged: false };
}

/** Real text of so many chunks at least, and so many queries: judged ones where the folders have them. */
export async function makeCorpus(
  folders: readonly string[],
  { chunks: wanted, queries: wantedQueries }: { readonly chunks: number; readonly queries: number },
): Promise<BenchCorpus> {
  const random = seededRandom(SEED);
  const source = await readSources(folders);
  const real = source.documents;
  const documents: BenchDocument[] = [];
  let chunks = 0;
  for (const document of endless(shuffled(real, random), random)) {
    if (chunks >= wanted) break;
    documents.push(document);
    chunks += chunkDocument(document).chunks.length;
  }
  return {
    documents,
    ...someQueries(source, wantedQueries, random),
    chunks,
    remixed: Math.max(0, documents.length - real.length) / documents.length,
  };
}
