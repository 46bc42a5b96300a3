import { slugOf } from "../text/slug.ts";
import { atOnce, type Steps } from "../text/steps.ts";
import { fold } from "../text/words/fold.ts";
import { type CodeSaying, codeRelations } from "./code-relations.ts";
import { frontMatterNames } from "./front-matter-names.ts";
import { givenPattern } from "./given-names.ts";
import { judgeRun } from "./prose/judge-run.ts";
import { type PlacedName, relationsOf } from "./prose/relations.ts";
import { type ChunkScan, MAX_CHUNK_CHARS, modeOf, type ScanState, scanChunk } from "./prose/scan-chunk.ts";
import { standsIn } from "./stands-in.ts";
import { keyedMention, statedTypes } from "./prose/stated-types.ts";
import { headingNames, titleName } from "./prose/title-name.ts";
import type { RunContext } from "./prose/trim-run.ts";
import {
  type ChunkNames,
  type EntityType,
  type FoundName,
  type FoundRelation,
  MAX_NAMES_A_CHUNK,
  MAX_RELATIONS_A_CHUNK,
  type Mention,
  type NamedChunk,
  type NamedDocument,
} from "./types.ts";

/** What speaks for less would need a dozen passages to be shown: it is not worth its row. */
const MIN_KEPT = 0.15;
/** A name that many weak mentions speak for weighs at most so many times its best one. */
const MAX_REPEAT = 3;
const MIN_EVIDENCE = 0.01;
/** What is written as a name is one if a sentence says what it does. */
const MIN_RELATED = 0.1;
const LETTER = /\p{L}/u;

interface DocumentContext extends RunContext {
  readonly title: FoundName | undefined;
  /** Slugs of names, which the same names repeat: a document of 1,000 chunks names few things. */
  readonly slugs: Map<string, string>;
}

/**
 * The names and relations of each chunk of a document, in the order of its chunks; without a model, in time that grows
 * with the text. Every name stands in its chunk, but for the document's title, which is a name of the first chunk. A
 * relation's names both stand in its chunk, or one does and the other is the title. Same document, same names.
 */
export const namesOfDocument = (document: NamedDocument): readonly ChunkNames[] =>
  atOnce(nameSteps(document));

/** The same in steps, two a chunk. */
export function* nameSteps(document: NamedDocument): Steps<readonly ChunkNames[]> {
  const given = givenPattern(document.given ?? []);
  const state: ScanState = { mode: modeOf(document), given, ordinary: new Set<string>(), before: undefined };
  const scans: ChunkScan[] = [];
  for (const { text } of document.chunks) {
    scans.push(scanChunk(text, state));
    yield text.length;
  }
  const title = titleName(document);
  const context: DocumentContext = {
    ordinary: state.ordinary,
    ...capitalsIn(scans),
    title,
    slugs: new Map(),
  };
  const sayings = state.mode === "code" ? yield* codeRelations(document) : [];
  const names: ChunkNames[] = [];
  for (const [at, chunk] of document.chunks.entries()) {
    const found = chunkNames(chunk, { scan: scans[at], isFirst: at === 0, context });
    const saying = sayings[at];
    names.push(saying === undefined ? found : withCode(found, saying, title?.slug));
    yield chunk.text.length;
  }
  return names;
}

/** The title, then the best. */
const titleFirst = (names: readonly FoundName[], title: string | undefined): FoundName[] =>
  names
    .toSorted((a, b) => Number(b.slug === title) - Number(a.slug === title) || b.evidence - a.evidence)
    .slice(0, MAX_NAMES_A_CHUNK);

const RELATIVE = /^\.{1,2}\//;

/** With what its code says; a relative module is known by its path. */
function withCode(
  { chunkId, names, relations }: ChunkNames,
  saying: CodeSaying,
  title: string | undefined,
): ChunkNames {
  const all = new Map(saying.names.map((name) => [name.slug, name]));
  for (const name of names) {
    const evidence = Math.max(name.evidence, all.get(name.slug)?.evidence ?? 0);
    if (!RELATIVE.test(name.name)) all.set(name.slug, { ...name, evidence });
  }
  const kept = titleFirst([...all.values()], title);
  return { chunkId, names: kept, relations: provable([...relations, ...saying.relations], kept, title) };
}

function capitalsIn(scans: readonly ChunkScan[]): Pick<RunContext, "witnessed" | "alone"> {
  const runs = scans.flatMap((scan) => scan.runs);
  const inside = runs.filter(({ isFirst, isHeading }) => !isFirst && !isHeading);
  const single = runs.filter(({ words }) => words.length === 1);
  return {
    witnessed: new Set(inside.flatMap(({ words }) => words.map(fold))),
    alone: new Set(single.flatMap(({ words }) => words.map(fold))),
  };
}

function chunkNames(
  whole: NamedChunk,
  { scan, isFirst, context }: { scan: ChunkScan | undefined; isFirst: boolean; context: DocumentContext },
): ChunkNames {
  const chunk = { ...whole, text: whole.text.slice(0, MAX_CHUNK_CHARS) };
  if (scan === undefined) return { chunkId: chunk.id, names: [], relations: [] };
  const mentions = [...scan.mentions, ...judged(scan, context)].map((mention) =>
    keyedMention(chunk.text, mention),
  );
  const stated = frontMatterNames(scan.frontMatter);
  const unplaced = [...headingNames(chunk.text), ...stated.names];
  const byOffset = mentions.sort((a, b) => a.start - b.start);
  const title = isFirst ? context.title : undefined;
  const { slugs } = context;
  const candidates = bestNames(chunk.text, [...byOffset, ...unplaced], { title, slugs });
  const relations = [
    ...titleRelations(stated.relations, context.title),
    ...relationsOf({
      text: chunk.text,
      names: placed(byOffset, candidates, slugs),
      title: context.title?.slug,
      isSubject: isSubject(context.title),
    }),
  ];
  const said = relations.filter(isSaidOfName(candidates, context.title?.slug));
  const names = witnessedNames(candidates, said, title?.slug);
  return { chunkId: chunk.id, names, relations: provable(said, names, context.title?.slug) };
}

function judged({ runs }: ChunkScan, context: DocumentContext): Mention[] {
  return runs.map((run) => judgeRun(run, context)).filter((mention) => mention !== undefined);
}

type Weighed = Pick<Mention, "name" | "type" | "evidence">;

interface NameSum {
  readonly best: Weighed;
  readonly sum: number;
}

function bestNames(
  text: string,
  mentions: readonly Weighed[],
  { title, slugs }: Pick<DocumentContext, "title" | "slugs">,
): FoundName[] {
  const sums = new Map<string, NameSum>();
  for (const mention of mentions) addMention(sums, mention, slugCached(mention.name, slugs));
  if (title !== undefined) sums.delete(title.slug);
  const names = Array.from(sums, ([slug, { best, sum }]) => ({
    name: best.name.replace(/\s+/g, " "),
    slug,
    type: best.type,
    evidence: Math.round(Math.min(1, sum, best.evidence * MAX_REPEAT) * 100) / 100,
  }));
  const stands = standsIn(text);
  const standing = names.filter(({ name, evidence }) => evidence >= MIN_EVIDENCE && stands(name));
  return [...(title === undefined ? [] : [title]), ...standing];
}

/** "API returns UTC": where neither is a name by itself, neither becomes one by the other. */
function isSaidOfName(names: readonly FoundName[], title: string | undefined) {
  const kept = new Set(names.filter(({ evidence }) => evidence >= MIN_KEPT).map(({ slug }) => slug));
  return ({ from, to }: FoundRelation) => [from, to].some((slug) => slug === title || kept.has(slug));
}

/** Those that are kept, best first: what a sentence says something of is a name, and of which type the saying tells. */
function witnessedNames(
  names: readonly FoundName[],
  relations: readonly FoundRelation[],
  title: string | undefined,
): FoundName[] {
  const types = statedTypes(relations);
  const kept = names
    .map((name) => {
      const type = types.get(name.slug);
      if (type === undefined || name.slug === title) return name;
      return { ...name, evidence: 1, type: name.type === "other" ? type : name.type };
    })
    .filter(({ slug, evidence }) => evidence >= MIN_KEPT || slug === title);
  return titleFirst(kept, title);
}

/** What a name that somebody gave by hand may be as well: the text tells. */
const KINDS: ReadonlySet<EntityType> = new Set(["person", "place", "organisation"] as const);

function addMention(sums: Map<string, NameSum>, mention: Weighed, slug: string): void {
  if (slug === "" || (!LETTER.test(mention.name) && mention.type !== "ticket")) return;
  const { best, sum } = sums.get(slug) ?? { best: mention, sum: 0 };
  const tellsMore = best.type === "other" && KINDS.has(mention.type);
  const isBetter = mention.evidence > best.evidence || (mention.evidence === best.evidence && tellsMore);
  sums.set(slug, { best: isBetter ? mention : best, sum: sum + mention.evidence });
}

function slugCached(name: string, slugs: Map<string, string>): string {
  const slug = slugs.get(name) ?? slugOf(name);
  slugs.set(name, slug);
  return slug;
}

function placed(
  mentions: readonly Mention[],
  names: readonly FoundName[],
  slugs: Map<string, string>,
): PlacedName[] {
  const kept = new Set(names.map(({ slug }) => slug));
  return mentions
    .filter(({ evidence }) => evidence >= MIN_RELATED)
    .map(({ name, ...mention }) => ({ isLinked: false, ...mention, slug: slugCached(name, slugs) }))
    .filter(({ slug }) => kept.has(slug));
}

/** A title that is a name, not a heading. */
const isSubject = (title: FoundName | undefined) =>
  title !== undefined && title.type !== "heading" && title.evidence >= 1;

function titleRelations(
  stated: readonly { readonly name: string; readonly type: string }[],
  title: FoundName | undefined,
): FoundRelation[] {
  if (title === undefined) return [];
  return stated.map(({ name, type }) => ({ from: title.slug, to: slugOf(name), type }));
}

/** Those whose two names the chunk keeps, or one of them and the document's title. Typed statements before links. */
function provable(
  relations: readonly FoundRelation[],
  names: readonly FoundName[],
  title: string | undefined,
): FoundRelation[] {
  const kept = new Set(names.map(({ slug }) => slug));
  const isHere = (slug: string) => kept.has(slug) || slug === title;
  return relations
    .filter(({ from, to }) => from !== to && isHere(from) && isHere(to) && (kept.has(from) || kept.has(to)))
    .slice(0, MAX_RELATIONS_A_CHUNK);
}
