import { useState } from "preact/hooks";
import { answerOf } from "../../../client/client.ts";
import { DAY_MS } from "../../../config.ts";
import type { LaneAnswer, LaneEvent, LaneParameters } from "../../../lane/contract.ts";
import { Button } from "../../components/button.tsx";
import { date } from "../../components/format.ts";
import { Answer, StatePanel } from "../../components/state-panel.tsx";
import { type Page, tellFailure, usePage } from "../../state/page.ts";
import type { Parameters } from "../../state/place.ts";
import { useLoaded } from "../../state/use-loaded.ts";
import { strings } from "../../strings.ts";
import { LaneBar } from "./lane-bar.tsx";
import { LaneCard, type LaneCardProps } from "./lane-card.tsx";
import { daysShown, USUAL_PERIOD } from "./lane-columns.ts";
import { FILTERS, LaneFields, Periods, TypeBadges } from "./lane-filters.tsx";

const words = strings.memory;

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

/** Events that are asked for at once. */
const PAGE = 48;

/** Parameters of /v1/lane as the address has them; the server says which ones it refuses. */
type LaneWish = Omit<LaneParameters, "limit" | "cursor">;

interface Further {
  /** The first page that these follow. */
  readonly of: LaneAnswer | undefined;
  readonly events: readonly LaneEvent[];
  readonly nextCursor: string | null;
}

/**
 * The lane, page after page; other filters or another `round` start again. `more` asks for the next page; undefined: this
 * is all.
 */
function useLane(page: Page, wish: LaneWish, round: number) {
  const [further, setFurther] = useState<Further>({ of: undefined, events: [], nextCursor: null });
  const [isLoadingMore, setLoadingMore] = useState(false);
  const first = useLoaded(JSON.stringify([wish, round]), (options) =>
    answerOf(page.api.v1.lane.$get({ query: { ...wish, limit: PAGE } }, options)),
  );
  const { value } = first;
  const mine =
    further.of === value ? further : { of: value, events: [], nextCursor: value?.nextCursor ?? null };
  const load = async (cursor: string) => {
    setLoadingMore(true);
    try {
      const query = { ...wish, limit: PAGE, cursor };
      const { events, nextCursor } = await answerOf(page.api.v1.lane.$get({ query }));
      setFurther({ of: value, events: [...mine.events, ...events], nextCursor });
    } catch (error) {
      tellFailure(page, error);
    } finally {
      setLoadingMore(false);
    }
  };
  const { nextCursor } = mine;
  return {
    first,
    events: [...(value?.events ?? []), ...mine.events],
    more: nextCursor === null ? undefined : () => void load(nextCursor),
    isLoadingMore,
  };
}

/** The lane's filters in the address. */
const wishOf = (parameters: Parameters): LaneWish => {
  const given = FILTERS.filter((name) => name in parameters).map((name) => [name, parameters[name]]);
  return { after: USUAL_PERIOD, ...Object.fromEntries(given) };
};

interface LaneProps extends Omit<LaneCardProps, "event"> {
  /** Memories that were forgotten since the lane was loaded. */
  readonly hidden: ReadonlySet<string>;
  /** Another number: something was changed. */
  readonly round: number;
}

/** The bar, its filters and the cards. */
export const Lane = ({ hidden, round, ...rest }: LaneProps) => {
  const page = usePage();
  const { parameters } = page.place;
  const wish = wishOf(parameters);
  const { first, events, more, isLoadingMore } = useLane(page, wish, round);
  const { days = [], types = [] } = first.value ?? {};
  const shown = events.filter(({ kind, path }) => kind === "file" || !hidden.has(path));
  const isFiltered = FILTERS.some((name) => name in parameters);
  const choose = (after: string, before: string) => page.change({ after, before });
  return (
    <>
      <LaneBar days={days} {...daysShown(wish, Date.now())} choose={choose} />
      <div class="row lane-controls">
        <Periods />
        <TypeBadges types={types} />
      </div>
      <LaneFields />
      <Answer of={first} lines={9}>
        {() => (
          <>
            {shown.length === 0 && (
              <StatePanel icon="memory" {...(isFiltered ? words.emptyByFilters : words.empty)} />
            )}
            <Days events={shown} {...rest} />
            {more && (
              <p class="more">
                <Button text={words.more} disabled={isLoadingMore} onClick={more} />
              </p>
            )}
          </>
        )}
      </Answer>
    </>
  );
};
