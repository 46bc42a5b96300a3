import { useState } from "preact/hooks";
import { answerOf } from "../../../../client/client.ts";
import { DAY_MS } from "../../../../config.ts";
import type { LaneEvent, LaneParameters } from "../../../../lane/contract.ts";
import { Button } from "../../../components/button.tsx";
import { date } from "../../../components/format.ts";
import { Answer, StatePanel } from "../../../components/state-panel.tsx";
import { usePage } from "../../../state/page.ts";
import type { Parameters } from "../../../state/place.ts";
import { memoryStrings } from "../../../strings/memory.ts";
import { WithLines } from "../../search/results/best-lines.tsx";
import { More } from "../more.tsx";
import { usePages } from "../use-pages.ts";
import { LaneBar } from "./lane-bar.tsx";
import { LaneCard, type LaneCardProps } from "./lane-card.tsx";
import { daysShown, USUAL_PERIOD } from "./lane-columns.ts";
import { FILTERS, LaneFields, Periods, TIMES, TypeBadges } from "./lane-filters.tsx";
import { useVotes } from "./use-votes.ts";

const words = memoryStrings;

function dayName(day: string): string {
  const awayDays = Math.round((Date.parse(new Date().toDateString()) - Date.parse(day)) / DAY_MS);
  if (awayDays === 0) return words.today;
  return awayDays === 1 ? words.yesterday : date(day);
}

const keyOf = ({ recall, path, at }: LaneEvent): string =>
  recall === null ? `${path} ${at}` : `${recall.recallId} ${recall.rank}`;

type CardsProps = Omit<LaneCardProps, "event"> & { readonly events: readonly LaneEvent[] };

/** Cards, a heading a day in the user's time zone. */
const Days = ({ events, ...rest }: CardsProps) =>
  [...Map.groupBy(events, ({ at }) => new Date(at).toDateString())].map(([day, inDay]) => (
    <section key={day} class="lane-day">
      <h2>
        {dayName(day)} <span class="quiet">{words.events(inDay.length)}</span>
      </h2>
      <div class="lane-cards">
        {inDay.map((event) => (
          <LaneCard key={keyOf(event)} event={event} {...rest} />
        ))}
      </div>
    </section>
  ));

/** Grey ones where cards are to come. */
const LINES = 9;
/** Events that are asked for at once. */
const PAGE = 48;

/** Parameters of /v1/lane as the address has them; the server says which ones it refuses. */
type LaneWish = Omit<LaneParameters, "limit" | "cursor">;

/** One memory, whose lane goes back so far by itself. */
interface OneMemory {
  readonly memory: string;
  readonly period: string;
}

/** The lane's filters in the address; of one memory the time alone. */
function wishOf(parameters: Parameters, of: OneMemory | undefined): LaneWish {
  const names: readonly string[] = of === undefined ? FILTERS : TIMES;
  const given = names.filter((name) => name in parameters).map((name) => [name, parameters[name]]);
  return {
    after: of?.period ?? USUAL_PERIOD,
    ...Object.fromEntries(given),
    ...(of && { memory: of.memory }),
  };
}

interface LaneProps extends Pick<LaneCardProps, "desk"> {
  /** @default all memories and files */
  readonly of?: OneMemory;
  /** Another number: something was changed. */
  readonly round: number;
}

/** The bar, its filters and the cards. */
export const Lane = ({ of, desk, round }: LaneProps) => {
  const page = usePage();
  const votes = useVotes(page);
  const [isOpen, setOpen] = useState(false);
  const { parameters } = page.place;
  const wish = wishOf(parameters, of);
  const { first, answers, ...pages } = usePages(JSON.stringify([wish, round]), (cursor, options) => {
    const query = { ...wish, limit: PAGE, ...(cursor !== undefined && { cursor }) };
    return answerOf(page.api.v1.lane.$get({ query }, options));
  });
  const { days = [], types = [] } = first.value ?? {};
  const events = answers.flatMap((answer) => answer.events);
  const shown = events.filter(({ kind, path }) => kind === "file" || desk?.hidden.has(path) !== true);
  const isFiltered = FILTERS.some((name) => name in parameters);
  /** What could not be asked for is not nothing: no bar and no count says so. */
  const isUnknown = first.value === undefined && first.failure !== undefined;
  const isToCome = first.value === undefined && !isUnknown;
  /** Where nothing is, there is nothing to narrow. */
  const isNarrowable = of === undefined && (isToCome || types.length > 0 || isFiltered);
  const choose = (after: string, before: string) => page.change({ after, before });
  const empty = of === undefined ? words.emptyLane : words.one.neverRecalled;
  return (
    <>
      {!isUnknown && <LaneBar days={days} {...daysShown(wish, Date.now())} choose={choose} />}
      <div class="row lane-controls">
        <Periods usual={of?.period} />
        {isNarrowable && (
          <Button
            class="memory-more"
            text={words.filters}
            aria-expanded={isOpen}
            onClick={() => setOpen((before) => !before)}
          />
        )}
      </div>
      {isNarrowable && (
        <div class={`lane-narrowing ${isOpen ? "is-open" : ""}`}>
          <TypeBadges types={types} />
          <LaneFields />
        </div>
      )}
      <Answer of={first} lines={LINES}>
        {() => (
          <WithLines lines={LINES}>
            {shown.length === 0 && (
              <StatePanel icon="memory" {...(isFiltered ? words.emptyByFilters : empty)} />
            )}
            <Days events={shown} votes={votes} desk={desk} isOwn={of !== undefined} />
            <More {...pages} />
          </WithLines>
        )}
      </Answer>
    </>
  );
};
