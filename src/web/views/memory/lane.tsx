import { DAY_MS } from "../../../config.ts";
import type { LaneEvent } from "../../../lane/contract.ts";
import { Button } from "../../components/button.tsx";
import { date } from "../../components/format.ts";
import { FailurePanel, Skeleton, StatePanel } from "../../components/state-panel.tsx";
import { type Page, usePage } from "../../state/page.ts";
import { strings } from "../../strings.ts";
import { LaneBar } from "./lane-bar.tsx";
import { LaneCard } from "./lane-card.tsx";
import { daysShown, USUAL_PERIOD } from "./lane-columns.ts";
import { LaneFields, Periods, TypeBadges } from "./lane-filters.tsx";
import { type LaneWish, useLane } from "./use-lane.ts";
import type { MemoryActs } from "./use-memory-acts.ts";
import type { Votes } from "./use-votes.ts";

const words = strings.memory;

interface LaneListProps {
  readonly events: readonly LaneEvent[];
  readonly votes: Votes;
  readonly acts: MemoryActs | undefined;
  readonly supersede: (id: string) => void;
}

/** The day in the user's time zone. */
const localDay = (iso: string): string => new Date(iso).toDateString();

function dayName(day: string): string {
  const awayDays = Math.round((Date.parse(new Date().toDateString()) - Date.parse(day)) / DAY_MS);
  if (awayDays === 0) return words.today;
  return awayDays === 1 ? words.yesterday : date(day);
}

const keyOf = ({ recall, path, at }: LaneEvent): string =>
  recall === null ? `${path} ${at}` : `${recall.recallId} ${recall.rank}`;

/** Cards, a heading a day. */
export const LaneList = ({ events, votes, acts, supersede }: LaneListProps) => {
  const days = Map.groupBy(events, ({ at }) => localDay(at));
  return (
    <>
      {[...days].map(([day, inDay]) => (
        <section key={day} class="lane-day">
          <h2>
            {dayName(day)} <span class="quiet">{words.events(inDay.length)}</span>
          </h2>
          <div class="lane-cards">
            {inDay.map((event) => (
              <LaneCard
                key={keyOf(event)}
                event={event}
                votes={votes}
                forget={acts && (() => acts.forget(event.path))}
                supersede={acts && (() => supersede(event.path))}
              />
            ))}
          </div>
        </section>
      ))}
    </>
  );
};

const WISHES = ["kind", "type", "tag", "session", "after", "before"] as const;

/** The lane's filters in the address. */
const wishOf = ({ place }: Page): LaneWish =>
  Object.fromEntries([
    ["after", USUAL_PERIOD],
    ...WISHES.flatMap((name) =>
      place.parameters[name] === undefined ? [] : [[name, place.parameters[name]]],
    ),
  ]);

const Empty = ({ isFiltered }: { readonly isFiltered: boolean }) => (
  <StatePanel icon="memory" title={isFiltered ? words.empty.filteredTitle : words.empty.title}>
    {isFiltered ? null : (
      <>
        <p>{words.empty.text}</p>
        <p>
          <code>{words.empty.command}</code>
        </p>
      </>
    )}
  </StatePanel>
);

interface LaneProps {
  readonly votes: Votes;
  readonly acts: MemoryActs;
  readonly mayWrite: boolean;
  readonly round: number;
  readonly supersede: (id: string) => void;
}

/** The bar, its filters and the cards. */
export const Lane = ({ votes, acts, mayWrite, round, supersede }: LaneProps) => {
  const page = usePage();
  const wish = wishOf(page);
  const { first, events, more, isLoadingMore } = useLane(page, wish, round);
  const shown = events.filter(({ kind, path }) => kind === "file" || !acts.hidden.has(path));
  const choose = (after: string, before: string) => page.change({ after, before });
  const isFiltered = WISHES.some((name) => page.place.parameters[name] !== undefined);
  return (
    <>
      <LaneBar days={first.value?.days ?? []} {...daysShown(wish, Date.now())} choose={choose} />
      <div class="row lane-controls">
        <Periods />
        <TypeBadges types={first.value?.types ?? []} />
      </div>
      <LaneFields />
      {first.failure && <FailurePanel failure={first.failure} retry={first.retry} />}
      {first.value === undefined && first.isLoading && <Skeleton lines={9} />}
      {!first.failure && first.value && shown.length === 0 && <Empty isFiltered={isFiltered} />}
      {!first.failure && (
        <LaneList events={shown} votes={votes} acts={mayWrite ? acts : undefined} supersede={supersede} />
      )}
      {more && !first.failure && (
        <p class="more">
          <Button text={words.more} disabled={isLoadingMore} onClick={more} />
        </p>
      )}
    </>
  );
};
