import { Button } from "../../components/button.tsx";
import { FailurePanel, Skeleton, StatePanel } from "../../components/state-panel.tsx";
import type { Page } from "../../state/page.ts";
import { withParameters } from "../../state/place.ts";
import { strings } from "../../strings.ts";
import { LaneBar } from "./lane-bar.tsx";
import { daysShown, USUAL_PERIOD } from "./lane-columns.ts";
import { LaneFields, Periods, TypeBadges } from "./lane-filters.tsx";
import { LaneList } from "./lane-list.tsx";
import { type LaneWish, useLane } from "./use-lane.ts";
import type { MemoryActs } from "./use-memory-acts.ts";
import type { Votes } from "./use-votes.ts";

const words = strings.memory;
const WISHES = ["kind", "type", "tag", "session", "after", "before"] as const;

/** What of the address the lane goes by. */
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
  readonly page: Page;
  readonly votes: Votes;
  readonly acts: MemoryActs;
  readonly mayWrite: boolean;
  readonly round: number;
  readonly supersede: (id: string) => void;
}

/** The bar, its filters and the cards. */
export const Lane = ({ page, votes, acts, mayWrite, round, supersede }: LaneProps) => {
  const wish = wishOf(page);
  const { first, events, more, isLoadingMore } = useLane(page, wish, round);
  const shown = events.filter(({ kind, path }) => kind === "file" || !acts.hidden.has(path));
  const choose = (after: string, before: string) => page.go(withParameters(page.place, { after, before }));
  const isFiltered = WISHES.some((name) => page.place.parameters[name] !== undefined);
  return (
    <>
      <LaneBar days={first.value?.days ?? []} {...daysShown(wish, Date.now())} choose={choose} />
      <div class="row lane-controls">
        <Periods page={page} />
        <TypeBadges page={page} types={first.value?.types ?? []} />
      </div>
      <LaneFields page={page} />
      {first.failure && <FailurePanel failure={first.failure} retry={first.retry} />}
      {first.value === undefined && first.isLoading && <Skeleton lines={9} />}
      {!first.failure && first.value && shown.length === 0 && <Empty isFiltered={isFiltered} />}
      {!first.failure && (
        <LaneList
          page={page}
          events={shown}
          votes={votes}
          acts={mayWrite ? acts : undefined}
          supersede={supersede}
        />
      )}
      {more && !first.failure && (
        <p class="more">
          <Button text={words.more} disabled={isLoadingMore} onClick={more} />
        </p>
      )}
    </>
  );
};
