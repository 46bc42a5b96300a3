import { DAY_MS } from "../../../config.ts";
import type { LaneEvent } from "../../../lane/contract.ts";
import { date } from "../../components/format.ts";
import type { Page } from "../../state/page.ts";
import { strings } from "../../strings.ts";
import { LaneCard } from "./lane-card.tsx";
import type { MemoryActs } from "./use-memory-acts.ts";
import type { Votes } from "./use-votes.ts";

const words = strings.memory;

interface LaneListProps {
  readonly page: Page;
  readonly events: readonly LaneEvent[];
  readonly votes: Votes;
  readonly acts: MemoryActs | undefined;
  readonly supersede: (id: string) => void;
}

/** As the calendar on the wall has it, not UTC's. */
const localDay = (iso: string): string => new Date(iso).toDateString();

function dayName(day: string): string {
  const awayDays = Math.round((Date.parse(new Date().toDateString()) - Date.parse(day)) / DAY_MS);
  if (awayDays === 0) return words.today;
  return awayDays === 1 ? words.yesterday : date(day);
}

const keyOf = ({ recall, path, at }: LaneEvent): string =>
  recall === null ? `${path} ${at}` : `${recall.recallId} ${recall.rank}`;

/** Cards, a heading a day. */
export const LaneList = ({ page, events, votes, acts, supersede }: LaneListProps) => {
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
                page={page}
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
