import { stem } from "../../../text/words/stem.ts";
import { tokenise } from "../../../text/words/tokenise.ts";
import type { AnalysedQuery, WeighedTerm } from "../../query/analyse.ts";

/** Terms of a query that name one thing together, by their place in its list. */
export type Aspect = readonly number[];

/** A statement: the terms that it has. */
interface Spoken {
  readonly found: ReadonlySet<number>;
}

/** Two neighbours are one name when so much of the statements that have either have both. */
const BOUND = 0.5;

/**
 * What a query asks about, aspect by aspect: content words that follow each other without a stop word between them. In
 * a longer run, words that mostly occur together in the statements (a name) are an aspect of their own.
 * "rent of the Mill Lane cottage" → rent · mill lane cottage.
 */
export function aspectsOf(
  { text }: Pick<AnalysedQuery, "text">,
  terms: readonly WeighedTerm[],
  said: readonly Spoken[],
): readonly Aspect[] {
  const places = new Map(terms.map((term, at) => [term.stem, at]));
  const runs: number[][] = [[]];
  const seen = new Set<number>();
  for (const token of tokenise(text)) {
    const at = places.get(stem(token));
    if (at === undefined) runs.push([]);
    else if (!seen.has(at)) runs.at(-1)?.push(at);
    if (at !== undefined) seen.add(at);
  }
  const rest = terms.map((_, at) => at).filter((at) => !seen.has(at));
  return [...runs, ...rest.map((at) => [at])]
    .flatMap((run) => parted(run, said))
    .filter(({ length }) => length > 0);
}

/** A run of words cut before and after each name in it; one without a name stays whole. */
function parted(run: readonly number[], said: readonly Spoken[]): readonly Aspect[] {
  const binds = run.map((at, index) => index > 0 && areBound(run[index - 1] ?? at, at, said));
  const parts: number[][] = [];
  for (const [index, at] of run.entries()) {
    const startsName = binds[index] !== true && binds[index + 1] === true;
    const endsName = binds[index] !== true && binds[index - 1] === true;
    if (index === 0 || startsName || endsName) parts.push([at]);
    else parts.at(-1)?.push(at);
  }
  return parts;
}

function areBound(a: number, b: number, said: readonly Spoken[]): boolean {
  let both = 0;
  let either = 0;
  for (const { found } of said) {
    const hasA = found.has(a);
    const hasB = found.has(b);
    if (hasA || hasB) either += 1;
    if (hasA && hasB) both += 1;
  }
  return both > 0 && both >= BOUND * either;
}
