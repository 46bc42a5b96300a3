import { DAY_MS } from "../../config.ts";
import { fold } from "../../text/words/fold.ts";
import { stem } from "../../text/words/stem.ts";
import { findTerm } from "../arms/keyword/proximity.ts";
import { HOUR_MS } from "../contract/constants.ts";
import type { WeighedTerm } from "../query/analyse.ts";
import { number } from "../setting.ts";
import { type Aspect, aspectsOf } from "./aspects.ts";
import { type Candidate, defineStage, type StageContext } from "./stage.ts";
import { type Statement, statementsOf } from "./statements.ts";

/**
 * Of the candidates that say as much of what is asked as the one that says most, the newest comes first: they share
 * their places, and the scores of these, out among themselves. All others, and undated ones, keep their place.
 */
export const newest = defineStage({
  name: "newest",
  meaning: "of passages that say equally much of what is asked, the newest first",
  strength: "share",
  settings: {
    share: number(0.6, [0, 1], {
      meaning:
        "of the query's words in the fullest statement, by rarity, what another one needs to be compared by age",
    }),
    minScore: number(0.3, [0, 1], {
      meaning: "of the best score, what a passage needs to be compared by age",
    }),
  },
  create:
    ({ share, minScore }) =>
    (candidates, context) => {
      const least = minScore * Math.max(0, ...candidates.map(({ score }) => score));
      const strong = candidates.filter(({ score }) => score >= least);
      const saidAt = sameSubject(strong, context, share);
      const group = strong.filter(({ id }) => saidAt.has(id));
      const order = [...group].sort((a, b) => (saidAt.get(b.id) ?? 0) - (saidAt.get(a.id) ?? 0));
      const coming = new Map(group.map(({ id }, at) => [id, order[at]]));
      return candidates.map((candidate) => inPlaceOf(candidate, coming.get(candidate.id)));
    },
});

/** Who comes takes the place's score, so that the answer's scores still fall. */
function inPlaceOf(candidate: Candidate, coming: Candidate | undefined): Candidate {
  const { score, excess } = candidate;
  return coming === undefined ? candidate : { ...coming, score, excess };
}

/** They ask for the newest, and say nothing of what. */
const ASKS_FOR_NEWEST = new Set(
  `now current currently latest newest recent recently today nowadays still moment actual actualmente ahora hoy ultimo
  ultima reciente atual atualmente agora hoje aktuell aktuelle aktueller aktuelles aktuellen derzeit jetzt heute neueste
  现在 目前 当前 最新 最近 現在 今 현재 지금 최신`
    .split(/\s+/)
    .map(stem),
);
/** So many of a query's rarest words are looked for: nobody asks for one thing with more, and each is looked for in every candidate. */
const MAX_TERMS = 32;
/** Of what the fullest statement has of one aspect, another one needs as much: of two words one. */
const ASPECT_SHARE = 1 / 3;

type Places = ReadonlySet<number>;

/** What one statement has of the query: places in its list of terms. */
interface Said {
  readonly id: string;
  /** Milliseconds; undefined: nobody knows when it was said. */
  readonly datedAt: number | undefined;
  readonly found: Places;
}

/**
 * The candidates in which a statement says about as much of what is asked as the fullest statement of all, by id, with
 * when the newest such statement was made, in milliseconds. It needs `share` of the fullest one's words, weighed by
 * rarity, and something of each aspect that it speaks of. Undated ones are left out.
 */
function sameSubject(
  candidates: readonly Candidate[],
  context: StageContext,
  share: number,
): ReadonlyMap<string, number> {
  const terms = subjectOf(context.terms);
  const said = candidates.flatMap((candidate) => saidBy(candidate, terms, context.asOfMs));
  const aspects = aspectsOf(context.query, terms, said);
  const fullest = fullestOf(said, terms, aspects);
  const saidAt = new Map<string, number>();
  if (fullest === undefined) return saidAt;
  const isAbout = comparison(fullest, { terms, aspects, share });
  for (const { id, datedAt, found } of said) {
    if (datedAt === undefined || !isAbout(found)) continue;
    saidAt.set(id, Math.max(datedAt, saidAt.get(id) ?? datedAt));
  }
  return saidAt;
}

/** The words that name the subject, in their order; all of them when none does. */
function subjectOf(terms: readonly WeighedTerm[]): readonly WeighedTerm[] {
  const named = terms.filter(({ stem: one }) => !ASKS_FOR_NEWEST.has(one));
  const subject = named.length > 0 ? named : terms;
  const rarest = new Set([...subject].sort((a, b) => b.idf - a.idf).slice(0, MAX_TERMS));
  return subject.filter((term) => rarest.has(term));
}

/** What each statement of a candidate that has a word of the query says of it. */
function saidBy(candidate: Candidate, terms: readonly WeighedTerm[], asOfMs: number): readonly Said[] {
  const stems = new Map<string, string>();
  const headings = fold(candidate.headings.join("\n"));
  const text = fold(candidate.text);
  const statements = statementsOf(text);
  const above = terms.flatMap((term, at) => (findTerm(headings, term, stems).whole.length > 0 ? [at] : []));
  const found = statements.map(() => new Set(above));
  for (const [at, term] of terms.entries())
    for (const index of placesIn(statements, findTerm(text, term, stems).whole)) found[index]?.add(at);
  return statements.flatMap(({ datedAt }, index) => {
    const places = found[index] ?? new Set();
    if (places.size === 0) return [];
    // A day to come is one that the statement speaks of; today may have begun earlier elsewhere.
    const isPast = datedAt !== undefined && datedAt <= asOfMs + DAY_MS;
    return [{ id: candidate.id, datedAt: isPast ? datedAt : writtenAt(candidate), found: places }];
  });
}

/** In which statements something starts; both lists are in order. */
function placesIn(
  statements: readonly Statement[],
  starts: readonly { readonly start: number }[],
): readonly number[] {
  let index = 0;
  return starts.flatMap(({ start }) => {
    while (index < statements.length && (statements[index]?.end ?? 0) <= start) index += 1;
    return (statements[index]?.start ?? Number.POSITIVE_INFINITY) <= start ? [index] : [];
  });
}

/** To the hour for files: a checkout writes all of them within minutes, in no order that would mean anything. */
const writtenAt = ({ kind, datedAt }: Candidate): number | undefined =>
  kind === "memory" || datedAt === undefined ? datedAt : Math.floor(datedAt / HOUR_MS) * HOUR_MS;

const weightOf = (places: Iterable<number>, terms: readonly WeighedTerm[]): number =>
  Array.from(places, (at) => terms[at]?.idf ?? 0).reduce((sum, idf) => sum + idf, 0);

const had = (aspect: Aspect, found: Places): readonly number[] => aspect.filter((at) => found.has(at));

/** The first statement with most of the aspects; one counts as much as its rarest word, however many words name it. */
function fullestOf(
  said: readonly Said[],
  terms: readonly WeighedTerm[],
  aspects: readonly Aspect[],
): Places | undefined {
  const worth = aspects.map((aspect) => {
    const rarest = Math.max(...aspect.map((at) => terms[at]?.idf ?? 0));
    return { aspect, perWeight: rarest / weightOf(aspect, terms) };
  });
  let fullest: { readonly found: Places; readonly sum: number } | undefined;
  for (const { found } of said) {
    const sum = worth.reduce(
      (all, { aspect, perWeight }) => all + perWeight * weightOf(had(aspect, found), terms),
      0,
    );
    if (fullest === undefined || sum > fullest.sum) fullest = { found, sum };
  }
  return fullest?.found;
}

/** Whether a statement says about as much as the fullest one of what that one speaks of. */
function comparison(
  fullest: Places,
  { terms, aspects, share }: { terms: readonly WeighedTerm[]; aspects: readonly Aspect[]; share: number },
): (found: Places) => boolean {
  const least = share * weightOf(fullest, terms);
  const needed = aspects.map((aspect) => ({
    aspect,
    weight: ASPECT_SHARE * weightOf(had(aspect, fullest), terms),
  }));
  return (found) =>
    weightOf(had([...fullest], found), terms) >= least &&
    needed.every(({ aspect, weight }) => weightOf(had(aspect, found), terms) >= weight);
}
