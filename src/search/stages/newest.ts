import { HOUR_MS } from "../contract/constants.ts";
import { languageKind } from "../language-kind.ts";
import { type NamedPeriod, namedPeriod } from "../query/named-period.ts";
import { isPastQuestion } from "../query/past-question.ts";
import { choice, number, toggle } from "../setting.ts";
import { type Candidate, defineStage } from "./stage.ts";
import { type Day, SUBJECT_SHARE, sameSubject } from "./subject/same-subject.ts";

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
      const strong = candidates.filter(({ score }) => score >= least);
      const without = period?.stems ?? NOTHING;
      if (fileTimes !== "always" && !strong.some(mayBeDated)) return candidates;
      const days = sameSubject(strong, context, { share, without });
      const isAge = ageRule(fileTimes, candidates, days);
      const aged = strong.filter((one) => isAge(one, days.get(one.id)));
      const group = period === undefined ? aged : strong.filter(({ id }) => days.has(id));
      const order = period === undefined ? byAge(group, days) : ofPeriodFirst(group, aged, { days, period });
      const coming = new Map(group.map(({ id }, at) => [id, order[at]]));
      return candidates.map((candidate) => inPlaceOf(candidate, coming.get(candidate.id)));
    },
});

/** A year near the beginning of a line: nothing else dates a statement. */
const YEAR_AHEAD = /^.{0,32}(?:19|20)\d\d/m;

/** False: nobody wrote down when it was said. Documentation need not be read for that. */
const mayBeDated = ({ kind, datedAt, isFileTime, language, text }: Candidate): boolean =>
  kind === "memory" ||
  (datedAt !== undefined && !isFileTime) ||
  (languageKind(language) === "prose" && YEAR_AHEAD.test(text));

const NOTHING: ReadonlySet<string> = new Set();

type Days = ReadonlyMap<string, readonly Day[]>;

/** From so many files on, changed in one hour, it was a checkout or a script that changed them. */
const CHECKOUT = 3;

/** Tells whether the days of a candidate are an age. */
function ageRule(
  fileTimes: "always" | "beside" | "never",
  candidates: readonly Candidate[],
  days: Days,
): (candidate: Candidate, days: readonly Day[] | undefined) => boolean {
  const isNoted = (one: readonly Day[] = []): boolean => one.some(({ isWritten }) => isWritten);
  const isFileNoted = ({ kind, id }: Candidate): boolean => kind === "file" && isNoted(days.get(id));
  if (fileTimes === "always") return (_, own) => own !== undefined;
  if (fileTimes === "never" || !candidates.some(isFileNoted)) return (_, own) => isNoted(own);
  const files = candidates.filter(({ isFileTime }) => isFileTime);
  const byHour = Map.groupBy(files, ({ datedAt = 0 }) => Math.floor(datedAt / HOUR_MS));
  const isCheckout = ({ datedAt = 0 }: Candidate): boolean => {
    const together = byHour.get(Math.floor(datedAt / HOUR_MS)) ?? [];
    return new Set(together.map(({ documentNum }) => documentNum)).size >= CHECKOUT;
  };
  return (one, own) =>
    isNoted(own) || (own !== undefined && languageKind(one.language) === "prose" && !isCheckout(one));
}

const lastOf = (days: readonly Day[] = []): number => Math.max(...days.map(({ at }) => at));

const byAge = (group: readonly Candidate[], days: Days): readonly Candidate[] =>
  [...group].sort((a, b) => lastOf(days.get(b.id)) - lastOf(days.get(a.id)));

/** Of all that say the same, what was said in the period, newest first; then the others as they were. */
function ofPeriodFirst(
  group: readonly Candidate[],
  aged: readonly Candidate[],
  { days, period: { fromMs, toMs } }: { readonly days: Days; readonly period: NamedPeriod },
): readonly Candidate[] {
  const within = new Map(
    aged.flatMap(({ id }) => {
      const then = days.get(id)?.filter(({ at }) => at >= fromMs && at < toMs) ?? [];
      return then.length === 0 ? [] : [[id, then] as const];
    }),
  );
  const isThen = ({ id }: Candidate): boolean => within.has(id);
  return [...byAge(group.filter(isThen), within), ...group.filter((one) => !isThen(one))];
}

/** Who comes takes the place's score, so that the answer's scores still fall. */
function inPlaceOf(candidate: Candidate, coming: Candidate | undefined): Candidate {
  const { score, excess } = candidate;
  return coming === undefined ? candidate : { ...coming, score, excess };
}
