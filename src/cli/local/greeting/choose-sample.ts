import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Hit } from "../../../search/contract/hits.ts";
import type { SearchAnswer } from "../../../search/contract/search.ts";
import { ifErrno, tryOr } from "../../failures.ts";
import type { CliConfig } from "../../settings/config-file.ts";
import { safeLine } from "../../terminal/terminal-safe.ts";
import { type LocalApi, listPaths, readStatus, sampleSearch } from "../local-access.ts";

/** What to search first: something that the pushed folder itself speaks of. */
export interface SampleQuery {
  readonly query: string;
  readonly path: string;
}

/** A heading of so many words says something and is still a query. */
const FEWEST_WORDS = 2;
const MOST_WORDS = 7;
/** Candidates that are tried: each is a search. */
const MOST_HEADINGS = 12;
/** Of one document, so that others have their turn. */
const MOST_OF_ONE = 3;
/** A first hit that answers as surely as this is shown at once, probability. */
const SURE = 0.8;
const MOST_NAMES = 3;
/** Headings that stand in every project and would show nothing of this one. */
const COMMONPLACE =
  /^(?:table of contents|getting started|quick start|how to (?:use|install|contribute)|see also|release notes|change ?log|code of conduct|unreleased|\W*\d.*)$/i;
/** Only shells that read too much into a copied command act on these; a query is no loss without them. */
const SHELL_SIGNS = /[$`\\"]/;
/** Anything else first, such as a dash, could be read as an option. */
const STARTS_AS_WORD = /^[\p{L}\p{N}]/u;
const FENCE = /^\s{0,3}(?:```|~~~)/;
const HEADING = /^#{2,3} +(\S.*)$/;
const MARKDOWN = /\.(?:md|mdx|markdown)$/i;
/** Their headings are versions, or the same in every project. */
const RECORDS = /(?:^|\/)(?:change|history|licen[cs]e|contributing|code.of.conduct|security|news)[^/]*$/i;
const CODE = /\.(?:[cm]?[jt]sx?|py|go|rs|java|kt|rb|php|cs|swift|scala)$/i;
/** The first sentence of a comment that documents what follows it. */
const DOCUMENTS =
  /(?:\/\*\*|^\s*"""|^\/\/\/)[\s*]{0,20}([^\n*@{}<>"]{20,120}?)(?:\.(?=\s|$)|\s*\*\/|\.?"""|\n)/gm;
/** Files of code that are read for one, and characters of each. */
const MOST_CODE_FILES = 12;
const MOST_CODE_CHARS = 20_000;
const SENTENCE_WORDS = { fewest: 5, most: 14 } as const;

/** Heading text without its marks: emphasis, code, links and closing hashes. */
const plainText = (heading: string): string =>
  heading
    .replace(/\[([^\][]*)\]\([^()]*\)/g, "$1")
    .replace(/[`*_#]/g, "")
    .trim();

/** The terminal shows it as it is. */
const isPlain = (text: string): boolean => safeLine(text) === text;

const isCopied = (text: string): boolean =>
  isPlain(text) && STARTS_AS_WORD.test(text) && !SHELL_SIGNS.test(text);

function isTelling(heading: string): boolean {
  const words = heading.split(/\s+/).length;
  return (
    isCopied(heading) &&
    words >= FEWEST_WORDS &&
    words <= MOST_WORDS &&
    !COMMONPLACE.test(heading) &&
    /\p{L}{3}/u.test(heading)
  );
}

function headingsOf(markdown: string): readonly string[] {
  let isFenced = false;
  return markdown.split(/\r?\n/).flatMap((line) => {
    if (FENCE.test(line)) isFenced = !isFenced;
    const heading = isFenced ? undefined : HEADING.exec(line)?.[1];
    return heading === undefined ? [] : [plainText(heading)];
  });
}

/** README files first, then the documents nearest to the top. */
function byProminence(a: string, b: string): number {
  const depth = (path: string): number => path.split("/").length - (/(?:^|\/)readme\./i.test(path) ? 0.5 : 0);
  return depth(a) - depth(b) || (a < b ? -1 : 1);
}

/** The number that a folder is sorted by ("03-caches") is no word of its text. */
function nameWords(path: string): string {
  const name = path.split("/").at(-1) ?? path;
  const words = name
    .replace(/\.[^.]*$/, "")
    .replace(/[-_.\s]+/g, " ")
    .trim();
  return words.replace(/^(?:\d+ )+(?=.*\p{L})/u, "") || name;
}

/** What a comment of a file of code says: the words of somebody who would look for it. */
function sentenceOf(source: string): string | undefined {
  for (const [, sentence = ""] of source.slice(0, MOST_CODE_CHARS).matchAll(DOCUMENTS)) {
    const text = plainText(sentence);
    const words = text.split(/\s+/).length;
    const isSaying = words >= SENTENCE_WORDS.fewest && words <= SENTENCE_WORDS.most;
    if (isSaying && isCopied(text)) return text;
  }
  return undefined;
}

type Read = (path: string) => string | undefined;

function headingQueries(paths: readonly string[], read: Read): readonly SampleQuery[] {
  const headings: SampleQuery[] = [];
  for (const path of paths.filter((candidate) => MARKDOWN.test(candidate) && !RECORDS.test(candidate))) {
    if (headings.length >= MOST_HEADINGS) break;
    const telling = headingsOf(read(path) ?? "").filter(isTelling);
    // A question first: that is what somebody asks.
    const asked = telling.toSorted((a, b) => Number(b.endsWith("?")) - Number(a.endsWith("?")));
    headings.push(...asked.slice(0, MOST_OF_ONE).map((query) => ({ query, path })));
  }
  return headings.slice(0, MOST_HEADINGS);
}

const commentQueries = (paths: readonly string[], read: Read): readonly SampleQuery[] =>
  paths
    .filter((path) => CODE.test(path))
    .slice(0, MOST_CODE_FILES)
    .flatMap((path) => {
      const query = sentenceOf(read(path) ?? "");
      return query === undefined ? [] : [{ query, path }];
    })
    .slice(0, MOST_NAMES);

/**
 * Candidates for a first search: headings of the most prominent Markdown documents, what comments of code say, and the words
 * of files' names.
 */
export function sampleQueries(paths: readonly string[], read: Read) {
  const sorted = paths.filter((path) => isPlain(path) && !path.startsWith("-")).sort(byProminence);
  const named = sorted.map((path) => ({ query: nameWords(path), path }));
  const hasSeveral = ({ query }: SampleQuery): boolean => query.includes(" ");
  const names = [...named.filter(hasSeveral), ...named.filter((one) => !hasSeveral(one))];
  const headings = [...headingQueries(sorted, read), ...commentQueries(sorted, read)];
  return { headings, names: names.slice(0, MOST_NAMES) };
}

/** A first search that finds what it was taken from. */
export interface Sample extends SampleQuery {
  readonly root: string;
  /** The workspace has no other root: a path alone names a document. */
  readonly isOnlyRoot: boolean;
  readonly answer: SearchAnswer<Hit>;
}

interface SampleSource {
  readonly folder: string;
  readonly api: LocalApi;
  readonly config: CliConfig;
  readonly signal: AbortSignal;
}

function readFrom(folder: string): (path: string) => string | undefined {
  return (path) => {
    return tryOr(
      () => readFileSync(join(folder, path), "utf8"),
      ifErrno(undefined, "ENOENT", "ENOTDIR", "EISDIR", "EACCES"),
    );
  };
}

/** The document of an answer's first hit is the one that the query was taken from. */
const isItsOwn = ({ path, answer }: Sample): boolean => answer.hits[0]?.path === path;

const relevanceOf = ({ answer }: Sample): number => answer.hits[0]?.relevance ?? 0;

/** Of the headings that find their own document, the first that is answered surely, else the most relevantly. */
async function bestOf(candidates: readonly SampleQuery[], ask: Ask): Promise<Sample | undefined> {
  let best: Sample | undefined;
  for (const candidate of candidates) {
    const sample = await ask(candidate);
    if (sample === undefined) return undefined;
    if (!isItsOwn(sample)) continue;
    if (best === undefined || relevanceOf(sample) > relevanceOf(best)) best = sample;
    if (relevanceOf(best) >= SURE) break;
  }
  return best;
}

/** The words of a file's name of which the file itself comes first, else the first that find something. */
async function nameOf(candidates: readonly SampleQuery[], ask: Ask): Promise<Sample | undefined> {
  let second: Sample | undefined;
  for (const candidate of candidates) {
    const sample = await ask(candidate);
    if (sample === undefined) return undefined;
    if (isItsOwn(sample)) return sample;
    if (sample.answer.hits.length > 0) second ??= sample;
  }
  return second;
}

/** Searches for a candidate; undefined once the start was stopped. */
type Ask = (candidate: SampleQuery) => Promise<Sample | undefined>;

/** A search to show first: a heading that finds its document, else a file's name. Undefined where nothing is found. */
export async function chooseSample(
  { folder, api, config, signal }: SampleSource,
  root: string,
): Promise<Sample | undefined> {
  const { headings, names } = sampleQueries(await listPaths(api, config.token, root), readFrom(folder));
  const { roots } = await readStatus(api, config.token);
  const isOnlyRoot = roots.every((other) => other.root === root);
  const ask: Ask = async (candidate) => {
    if (signal.aborted) return undefined;
    const answer = await sampleSearch(api, config.token, { query: candidate.query, root });
    return { ...candidate, root, isOnlyRoot, answer };
  };
  return (await bestOf(headings, ask)) ?? (await nameOf(names, ask));
}
