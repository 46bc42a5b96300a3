import { MEMORY_ROOT } from "../../config.ts";
import { countTokens } from "../../text/tokens/count-tokens.ts";
import type { Language } from "../../text/languages/language.ts";
import { onOneLine, setIn } from "../../text/line-ends.ts";
import { stem } from "../../text/words/stem.ts";
import { tokenise } from "../../text/words/tokenise.ts";
import type { AnyHit, CompactHit, DigestHit, Hit, HitOf, ViewName } from "../contract/hits.ts";
import type { Trace } from "../explain/trace.ts";
import type { Fused } from "../fusion/fuse.ts";
import type { ArmEntry } from "../fusion/lists.ts";
import type { CandidatePool } from "../hops/hop3.ts";
import { type KnownQuery, type WeighedTerm, weighTerms } from "../query/analyse.ts";
import type { Judgement } from "../relevance/judgements.ts";
import type { ChunkRow } from "../sql/chunk-rows.ts";
import type { Candidate } from "../stages/stage.ts";
import { percent } from "./answer-words.ts";
import { citationWithRoot, passageId, placeOf, uniqueCitation } from "./citation.ts";
import { snippet as cutSnippet } from "./snippet.ts";

interface Found {
  readonly row: ChunkRow;
  readonly score: number;
  readonly relevance: number;
  readonly fused: Fused | undefined;
  /** What the keyword arm says of it; undefined: that arm did not list it. */
  readonly keyword: ArmEntry | undefined;
  /** The cross-encoder's raw score. */
  readonly rerank: number | undefined;
  /** Weight of each query term's stem. */
  readonly weights: ReadonlyMap<string, number>;
  /** Of the index, beside English. */
  readonly languages: readonly Language[];
  /** The workspace has several roots: a path alone may not name a document. */
  readonly severalRoots: boolean;
}

/** What of a hit is shown, and how it reads as text. Nothing in either depends on the clock, on chance or on the limit. */
export interface View<Shown extends AnyHit> {
  hit(found: Found): Shown;
  /** Lines of text for a reader who pays by the token; the last one has no line break. */
  text(hit: Shown): string;
}

/** What a memory may contradict; nothing of a file. */
const rivals = ({ row: { memory } }: Found): Pick<DigestHit, "mayContradict"> =>
  memory?.mayContradict === undefined ? {} : { mayContradict: memory.mayContradict };

const rivalCells = (rivals: DigestHit["mayContradict"] = []): readonly string[] =>
  rivals.map(({ words }) => `(${words})`);

/** Where to look, and nothing else: 20 tokens a hit at most, at the median. */
export const digest: View<DigestHit> = {
  hit: (found) => ({ citation: uniqueCitation(found.row, found.severalRoots), ...rivals(found) }),
  text: (hit) => [hit.citation, ...rivalCells(hit.mayContradict)].join("  "),
};

/** Characters of an id that are always shown: what `get` takes at least. */
const LEAST_ID_CHARS = 8;

/** Decimals of a score and a relevance: more would cost tokens and tell nothing more. */
const SCORE_DIGITS = 2;

function sharedChars(left: string, right: string): number {
  let at = 0;
  while (at < left.length && left[at] === right[at]) at++;
  return at;
}

/** Shortest start of an id, at least 8 characters, that none of its lookalikes has. */
export function shortestId(id: string, lookalikes: readonly string[]): string {
  const shared = Math.max(0, ...lookalikes.map((other) => sharedChars(id, other)));
  return id.slice(0, Math.max(LEAST_ID_CHARS, shared + 1));
}

/** Tokens of what the id beside them reads: the passage; of a memory all of it, by what the passage has for its bytes. */
function costOf({ root, text, documentChunks, documentBytes }: ChunkRow): number {
  const tokens = countTokens(text);
  if (root !== MEMORY_ROOT || documentChunks < 2) return tokens;
  const bytes = new TextEncoder().encode(text).length;
  return Math.max(tokens, Math.round((tokens * documentBytes) / Math.max(1, bytes)));
}

/** Enough to choose what to read, and what reading it costs: 40 tokens a hit at most, at the median. */
export const compact: View<CompactHit> = {
  hit(found) {
    const { row, score, relevance } = found;
    const heading = row.headings.at(-1);
    return {
      id: shortestId(passageId(row), row.lookalikes ?? []),
      citation: uniqueCitation(found.row, found.severalRoots),
      score: Number(score.toFixed(SCORE_DIGITS)),
      relevance: Number(relevance.toFixed(SCORE_DIGITS)),
      ...(heading !== undefined && { heading }),
      tokens: costOf(row),
      ...rivals(found),
    };
  },
  text: (hit) => compactCells(hit).join(" "),
};

/** The cells of its line: id, citation, relevance, cost, what it may contradict and, last because it may be long, the heading. */
export const compactCells = (hit: CompactHit): readonly string[] => [
  hit.id,
  hit.citation,
  percent(hit.relevance),
  `${hit.tokens} tokens`,
  ...rivalCells(hit.mayContradict),
  ...(hit.heading === undefined ? [] : [onOneLine(hit.heading)]),
];

/** Where a passage is, where it comes from and what found it: what the views full and snippet share. */
const passage = (found: Found): Hit => ({
  ...placeOf(found.row, found.severalRoots),
  ...origin(found),
  score: found.score,
  relevance: found.relevance,
});

function origin({ fused, keyword, rerank }: Found): Pick<Hit, "scores" | "arms"> {
  const similarity = fused?.shares.find(({ arm }) => arm === "vector")?.score;
  return {
    scores: {
      ...(keyword?.bm25 !== undefined && { bm25: keyword.bm25, keyword: keyword.score }),
      ...(similarity !== undefined && { similarity }),
      ...(fused && { fused: fused.score }),
      ...(rerank !== undefined && { rerank }),
    },
    arms: Object.fromEntries(fused?.shares.map(({ arm, rank }) => [arm, rank]) ?? []),
  };
}

/** `notes:path#L3-L9  87%  Heading > Sub`, then the text. */
function passageLines(hit: Hit, text: string): string {
  const head = [citationWithRoot(hit), percent(hit.relevance), onOneLine(hit.headings.join(" > "))];
  const said = [...head, ...rivalCells(hit.memory?.mayContradict)];
  const title = said.filter((cell) => cell !== "").join("  ");
  return `${title}\n${setIn(text)}`;
}

/** The whole chunk, exactly the cited lines. */
export const full: View<Hit> = {
  hit: (found) => ({ ...passage(found), text: found.row.text }),
  text: (hit) => passageLines(hit, hit.text ?? ""),
};

/** The best-matching lines of the chunk, with what matched in them. */
export const snippet: View<Hit> = {
  hit: (found) => ({ ...passage(found), snippet: snippetOf(found) }),
  text: (hit) => passageLines(hit, hit.snippet?.text ?? ""),
};

function snippetOf({ row, weights, languages }: Found): NonNullable<Hit["snippet"]> {
  const { text, startLine, startColumn } = row;
  const cut = cutSnippet(
    { text, startLine, ...(startColumn !== null && { startColumn }) },
    weights,
    languages,
  );
  return { ...cut, highlights: cut.highlights.map(([start, end]) => [start, end]) };
}

const VIEWS: { readonly [Name in ViewName]: View<HitOf[Name]> } = { full, snippet, compact, digest };

interface HitView {
  readonly name: ViewName;
  /** The cross-encoder's raw scores by chunk. */
  readonly raw: ReadonlyMap<string, number>;
  readonly judgements: ReadonlyMap<string, Omit<Judgement, "passage">>;
  readonly severalRoots: boolean;
  readonly repaired: KnownQuery;
  readonly trace: Trace | undefined;
}

/** The hits of an answer, best first, in the view asked for. */
export function toHits(
  candidates: readonly Candidate[],
  { rows, fused, keyword }: CandidatePool,
  { name, raw, judgements, severalRoots, repaired, trace }: HitView,
): AnyHit[] {
  const terms = weighTerms(repaired);
  return candidates.flatMap(({ id, score }) => {
    const row = rows.get(id);
    if (row === undefined) return [];
    const of = fused.find((candidate) => candidate.id === id);
    const found = {
      row,
      score,
      relevance: judgements.get(id)?.relevance ?? 0,
      fused: of,
      keyword: keyword.get(id),
      rerank: raw.get(id),
      weights: weightsIn(row, terms),
      languages: repaired.query.languages,
      severalRoots,
    };
    const hit = VIEWS[name].hit(found);
    if (trace === undefined) return [hit];
    const more = "arms" in hit && { shares: sharesOf(of), evidence: judgements.get(id)?.evidence };
    return [{ ...hit, ...more, trace: [...trace.standings(id)] }];
  });
}

/** A term's weight by its stem; of a word that is still being typed by the stems of the text's words that begin so. */
function weightsIn({ text }: ChunkRow, terms: readonly WeighedTerm[]): ReadonlyMap<string, number> {
  const begun = terms.flatMap(({ start, idf }) =>
    start === undefined
      ? []
      : tokenise(text)
          .filter((word) => word.startsWith(start))
          .map((word) => [stem(word), idf] as const),
  );
  const known = terms.flatMap(({ stem: own, idf, forms = [own] }) =>
    forms.map((form) => [form, idf] as const),
  );
  return new Map([...begun, ...known]);
}

const sharesOf = (fused: Fused | undefined): Record<string, number> =>
  Object.fromEntries(fused?.shares.map(({ arm, share }) => [arm, share]) ?? []);

/** A hit of any view as lines of text, told by what it holds. */
export function textOf(hit: AnyHit): string {
  if ("tokens" in hit) return compact.text(hit);
  if (!("root" in hit)) return digest.text(hit);
  return (hit.text === undefined ? snippet : full).text(hit);
}
