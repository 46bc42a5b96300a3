import { DAY_MS } from "../../../config.ts";
import { indexLetters } from "../../../text/languages/letters.ts";
import { stem } from "../../../text/words/stem.ts";
import { findTerm } from "../../arms/keyword/proximity.ts";
import { HOUR_MS } from "../../../config.ts";
import type { WeighedTerm } from "../../query/analyse.ts";
import type { Candidate, StageContext } from "../stage.ts";
import { type Aspect, aspectsOf } from "./aspects.ts";
import { type Statement, statementsOf } from "./statements.ts";

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
/** Of the query's words in the fullest statement, by rarity, what another one usually needs to be about the same. */
export const SUBJECT_SHARE = 0.6;
/** Of what the fullest statement has of one aspect, another one needs as much: of two words one. */
const ASPECT_SHARE = 1 / 3;

type Places = ReadonlySet<number>;

/** A day on which something was said. */
interface Day {
  /** Milliseconds. */
  readonly at: number;
  /** Somebody wrote the day down, or had it remembered then; false: the file was changed then, by whatever. */
  readonly isWritten: boolean;
}

/** What was said on a day. */
export interface SaidOn extends Day {
  /** The statement, folded. */
  readonly text: string;
  /** What it has of the query's words, by rarity. */
  readonly weight: number;
}

/** What one statement has of the query: places in its list of terms. */
interface Said {
  readonly id: string;
  /** Undefined: nobody knows when it was said. */
  readonly day: SaidOn | undefined;
  readonly found: Places;
}

/**
 * The candidates in which a statement says about as much of what is asked as the fullest statement of all, by id, with
 * the days of all such statements. It needs `share` of the fullest one's words, weighed by rarity, and something of each
 * aspect that it speaks of. Undated ones are left out.
 */
export function sameSubject(
  candidates: readonly Candidate[],
  context: StageContext,
  { share, without }: { readonly share: number; readonly without: ReadonlySet<string> },
): ReadonlyMap<string, readonly SaidOn[]> {
  const terms = subjectOf(context.terms, without);
  const said = candidates.flatMap((candidate) => saidBy(candidate, terms, context.asOfMs));
  const aspects = aspectsOf(context.query, terms, said);
  const fullest = fullestOf(said, terms, aspects);
  const days = new Map<string, SaidOn[]>();
  if (fullest === undefined) return days;
  const isAbout = comparison(fullest, { terms, aspects, share });
  for (const { id, day, found } of said) {
    if (day === undefined || !isAbout(found)) continue;
    const known = days.get(id);
    if (known === undefined) days.set(id, [day]);
    else known.push(day);
  }
  return days;
}

/** The words that name the subject, in their order; all of them when none does. */
function subjectOf(terms: readonly WeighedTerm[], without: ReadonlySet<string>): readonly WeighedTerm[] {
  const named = terms.filter(({ stem: one }) => !ASKS_FOR_NEWEST.has(one) && !without.has(one));
  const subject = named.length > 0 ? named : terms;
  const rarest = new Set([...subject].sort((a, b) => b.idf - a.idf).slice(0, MAX_TERMS));
  return subject.filter((term) => rarest.has(term));
}

/** What each statement of a candidate that has a word of the query says of it. */
function saidBy(candidate: Candidate, terms: readonly WeighedTerm[], asOfMs: number): readonly Said[] {
  const headings = indexLetters(candidate.headings.join("\n"));
  const text = indexLetters(candidate.text);
  const above = new Set(terms.flatMap((term, at) => (findTerm(headings, term).whole.length > 0 ? [at] : [])));
  const starts = terms.map((term) => findTerm(text, term).whole);
  if (above.size === 0 && starts.every(({ length }) => length === 0)) return [];
  const statements = statementsOf(text);
  const found = new Map<number, Set<number>>();
  for (const [at, own] of starts.entries())
    for (const index of placesIn(statements, own)) {
      const places = found.get(index) ?? new Set(above);
      found.set(index, places.add(at));
    }
  return statements.flatMap(({ start, end, datedAt }, index) => {
    const places = found.get(index) ?? above;
    if (places.size === 0) return [];
    // A day to come is one that the statement speaks of; today may have begun earlier elsewhere.
    const isPast = datedAt !== undefined && datedAt <= asOfMs + DAY_MS;
    const day = isPast ? { at: datedAt, isWritten: true } : dayOf(candidate);
    const said = day && { ...day, text: text.slice(start, end), weight: weightOf(places, terms) };
    return [{ id: candidate.id, day: said, found: places }];
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

/** To the hour where a file's time is all there is: a checkout writes all of them within minutes, in no order that would mean anything. */
function dayOf({ kind, datedAt, isFileTime }: Candidate): Day | undefined {
  if (datedAt === undefined) return undefined;
  const at = kind === "memory" ? datedAt : Math.floor(datedAt / HOUR_MS) * HOUR_MS;
  return { at, isWritten: !isFileTime };
}

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
