import { HOUR_MS } from "../../config.ts";
import { languageKind } from "../language-kind.ts";
import { type NamedPeriod, namedPeriod } from "../query/named-period.ts";
import { isPastQuestion } from "../query/past-question.ts";
import { DEFAULT_FLOOR } from "../relevance/model.ts";
import { choice, number, toggle } from "../setting.ts";
import { type Candidate, defineStage, type StageContext } from "./stage.ts";
import { isClearlyLess, overtaking } from "./subject/overtaking.ts";
import { isOf } from "./subject/said-in.ts";
import { type SaidOn, SUBJECT_SHARE, sameSubject } from "./subject/same-subject.ts";

/**
 * Of the candidates that say as much of what is asked as the one that says most, the newest comes first: they share
 * their places, and the scores of these, out among themselves. All others, and undated ones, keep their place. Where the
 * query names a day or a month, what was said then comes first instead.
 */
export const newest = defineStage({
  name: "newest",
  meaning:
    "of passages that say equally much of what is asked, the newest first, or those of the day or month asked for",
  strength: "share",
  settings: {
    share: number(SUBJECT_SHARE, [0, 1], {
      meaning:
        "of the query's words in the fullest statement, by rarity, what another one needs to be compared by age",
    }),
    minScore: number(0.3, [0, 1], {
      meaning: "of the best score, what a passage needs to be compared by age",
    }),
    past: toggle(
      false,
      "whether questions for what happened are answered newest first as well: when did it fail? what was asked there?",
    ),
    fileTimes: choice(
      ["beside", "always", "never"],
      "whether the time at which a file was changed is an age: of prose beside files with a written day; always; never",
    ),
  },
  create:
    ({ share, minScore, past, fileTimes }) =>
    (candidates, context) => {
      const { query, asOfMs } = context;
      const period = namedPeriod(query.text, asOfMs);
      if (!past && period === undefined && isPastQuestion(query.text)) return candidates;
      const least = minScore * Math.max(0, ...candidates.map(({ score }) => score));
      const isOfPeriod = (one: Candidate): boolean => period !== undefined && isOf(one, period, asOfMs);
      const strong = candidates.filter((one) => one.score >= least || isOfPeriod(one));
      const without = period?.stems ?? NOTHING;
      if (fileTimes !== "always" && !strong.some(mayBeDated)) return candidates;
      const days = sameSubject(strong, context, { share, without });
      const isAge = ageRule(fileTimes, candidates, days);
      const aged = strong.filter((one) => isAge(one, days.get(one.id)));
      const isAlike = period === undefined || aged.some(({ id }) => isWithin(days.get(id), period));
      if (!isAlike) return placed(candidates, strong, periodFirst(strong, isOfPeriod, context));
      const group = period === undefined ? aged : strong.filter(({ id }) => days.has(id));
      const mayOvertake = overtaking(context, days);
      const order =
        period === undefined
          ? byAge(group, days, mayOvertake)
          : ofPeriodFirst(group, aged, { days, period, mayOvertake });
      return placed(candidates, group, order);
    },
});

/** The candidates with those of a group in another order among their places. */
function placed(
  candidates: readonly Candidate[],
  group: readonly Candidate[],
  order: readonly Candidate[],
): readonly Candidate[] {
  const coming = new Map(group.map(({ id }, at) => [id, order[at]]));
  return candidates.map((candidate) => inPlaceOf(candidate, coming.get(candidate.id)));
}

const isWithin = (days: readonly SaidOn[] = [], { fromMs, toMs }: NamedPeriod): boolean =>
  days.some(({ at }) => at >= fromMs && at < toMs);

/**
 * Where nothing of the time asked for says the same as the fullest: what was said then goes first, unless it is clearly less
 * likely to answer than another that does answer.
 */
function periodFirst(
  strong: readonly Candidate[],
  isOfPeriod: (one: Candidate) => boolean,
  { relevanceOf }: StageContext,
): readonly Candidate[] {
  const best = Math.max(0, ...strong.map(relevanceOf));
  const mayAnswer = (one: Candidate): boolean =>
    best < DEFAULT_FLOOR || !isClearlyLess(relevanceOf(one), best);
  const isFirst = (one: Candidate): boolean => isOfPeriod(one) && mayAnswer(one);
  return [...strong.filter(isFirst), ...strong.filter((one) => !isFirst(one))];
}

/** A year near the beginning of a line: nothing else dates a statement. */
const YEAR_AHEAD = /^.{0,32}(?:19|20)\d\d/m;

/** False: nobody wrote down when it was said. Documentation need not be read for that. */
const mayBeDated = ({ kind, datedAt, isFileTime, language, text }: Candidate): boolean =>
  kind === "memory" ||
  (datedAt !== undefined && !isFileTime) ||
  (languageKind(language) === "prose" && YEAR_AHEAD.test(text));

const NOTHING: ReadonlySet<string> = new Set();

type Days = ReadonlyMap<string, readonly SaidOn[]>;
type MayOvertake = ReturnType<typeof overtaking>;

/** From so many files on, changed in one hour, it was a checkout or a script that changed them. */
const CHECKOUT = 3;

/** Tells whether the days of a candidate are an age. */
function ageRule(
  fileTimes: "always" | "beside" | "never",
  candidates: readonly Candidate[],
  days: Days,
): (candidate: Candidate, days: readonly SaidOn[] | undefined) => boolean {
  const isNoted = (one: readonly SaidOn[] = []): boolean => one.some(({ isWritten }) => isWritten);
  const isFileNoted = ({ kind, id }: Candidate): boolean => kind === "file" && isNoted(days.get(id));
  if (fileTimes === "always") return (_, own) => own !== undefined;
  if (fileTimes === "never" || !candidates.some(isFileNoted)) return (_, own) => isNoted(own);
  const byHour = Map.groupBy(candidates, hourChanged);
  // Of a file with a written day the time says nothing of its age; of what was changed with it neither.
  const isCheckout = (one: Candidate): boolean => {
    const together = byHour.get(hourChanged(one)) ?? [];
    return together.some(isFileNoted) || new Set(together.map((it) => it.documentNum)).size >= CHECKOUT;
  };
  return (one, own) =>
    isNoted(own) || (own !== undefined && languageKind(one.language) === "prose" && !isCheckout(one));
}

const hourChanged = ({ changedAt }: Candidate): number | undefined =>
  changedAt === undefined ? undefined : Math.floor(changedAt / HOUR_MS);

const lastOf = (days: readonly SaidOn[] = []): number => Math.max(...days.map(({ at }) => at));

/** Newer ones go up past older ones, each until it meets one that it may not overtake. */
function byAge(group: readonly Candidate[], days: Days, mayOvertake: MayOvertake): readonly Candidate[] {
  const order: Candidate[] = [];
  for (const one of group) {
    const own = lastOf(days.get(one.id));
    const above = order.findLastIndex(
      (other) => lastOf(days.get(other.id)) >= own || !mayOvertake(one, other),
    );
    order.splice(above + 1, 0, one);
  }
  return order;
}

/** Of all that say the same, what was said in the period, newest first; then the others as they were. */
function ofPeriodFirst(
  group: readonly Candidate[],
  aged: readonly Candidate[],
  {
    days,
    period: { fromMs, toMs },
    mayOvertake,
  }: { readonly days: Days; readonly period: NamedPeriod; readonly mayOvertake: MayOvertake },
): readonly Candidate[] {
  const within = new Map(
    aged.flatMap(({ id }) => {
      const then = days.get(id)?.filter(({ at }) => at >= fromMs && at < toMs) ?? [];
      return then.length === 0 ? [] : [[id, then] as const];
    }),
  );
  const isThen = ({ id }: Candidate): boolean => within.has(id);
  return [...byAge(group.filter(isThen), within, mayOvertake), ...group.filter((one) => !isThen(one))];
}

/** Who comes takes the place's score, so that the answer's scores still fall. */
function inPlaceOf(candidate: Candidate, coming: Candidate | undefined): Candidate {
  const { score, excess } = candidate;
  return coming === undefined ? candidate : { ...coming, score, excess };
}
