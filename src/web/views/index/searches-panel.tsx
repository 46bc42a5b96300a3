import { DAY_MS } from "../../../config.ts";
import type { StatusAnswer } from "../../../workspaces/contract.ts";
import { DayBars } from "../../components/day-bars.tsx";
import { count, duration, monthDay } from "../../components/format.ts";
import { Meter } from "../../components/meter.tsx";
import { healthStrings } from "../../strings/health.ts";
import { Facts, Panel } from "./panel.tsx";

const words = healthStrings;
const DAYS = 7;

type Searches = StatusAnswer["searches"];

/** Seven days up to today, those without a search too. */
export function weekOf({ day, days = [] }: Pick<Searches, "day" | "days">) {
  const counts = new Map(days.map((one) => [one.day, one.count]));
  return Array.from({ length: DAYS }, (_, at) => {
    const ms = Date.parse(`${day}T00:00:00Z`) - (DAYS - 1 - at) * DAY_MS;
    const name = new Date(ms).toISOString().slice(0, 10);
    const value = counts.get(name) ?? 0;
    return { name: monthDay(name), value, title: words.dayOfSearches(name, value) };
  });
}

const Today = ({ searches }: { readonly searches: Searches }) => {
  const { count: total, nothingFound, degraded, p50Ms, p95Ms, cached } = searches;
  if (total === 0) return <p class="quiet">{words.noSearches}</p>;
  return (
    <>
      <Facts
        isLarge
        facts={[
          [words.searchCount, count(total)],
          [words.nothingFound, count(nothingFound)],
          [words.degraded, count(degraded)],
        ]}
      />
      {p50Ms !== null && p95Ms !== null && (
        <p class="quiet">{words.latency(duration(p50Ms), duration(p95Ms))}</p>
      )}
      <h3>{words.cacheTitle}</h3>
      {(["answer", "embedding", "rerank"] as const).map((cache) => (
        <Meter key={cache} label={words.caches[cache]} share={cached[cache] / total} />
      ))}
    </>
  );
};

/** How searches went today, what caches served of them, and the week before. */
export const SearchesPanel = ({ status: { searches } }: { readonly status: StatusAnswer }) => (
  <Panel id="searches" title={words.searches}>
    <Today searches={searches} />
    <h3>{words.week}</h3>
    <DayBars label={words.week} bars={weekOf(searches)} />
  </Panel>
);
