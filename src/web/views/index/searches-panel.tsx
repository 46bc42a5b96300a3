import { DAY_MS } from "../../../config.ts";
import type { StatusAnswer } from "../../../workspaces/contract.ts";
import { DayBars } from "../../components/day-bars.tsx";
import { count, duration } from "../../components/format.ts";
import { Meter } from "../../components/meter.tsx";
import { strings } from "../../strings.ts";
import { Fact, Panel } from "./panel.tsx";

const words = strings.health;
const DAYS = 7;

type Searches = StatusAnswer["searches"];

/** Seven days up to today, those without a search too. */
export function weekOf({ day, days = [] }: Pick<Searches, "day" | "days">) {
  const counts = new Map(days.map((one) => [one.day, one.count]));
  return Array.from({ length: DAYS }, (_, at) => {
    const ms = Date.parse(`${day}T00:00:00Z`) - (DAYS - 1 - at) * DAY_MS;
    const name = new Date(ms).toISOString().slice(0, 10);
    const value = counts.get(name) ?? 0;
    return { name: name.slice(5), value, title: words.dayOfSearches(name, value) };
  });
}

/** How searches went today, and what caches served of them. */
export const SearchesPanel = ({ searches }: { readonly searches: Searches }) => {
  const { count: total, nothingFound, degraded, p50Ms, p95Ms, cached } = searches;
  return (
    <Panel id="searches" title={words.searches}>
      {total === 0 ? (
        <p class="quiet">{words.noSearches}</p>
      ) : (
        <>
          <dl class="row facts facts-large">
            <Fact name={words.searchCount}>{count(total)}</Fact>
            <Fact name={words.nothingFound}>{count(nothingFound)}</Fact>
            <Fact name={words.degraded}>{count(degraded)}</Fact>
          </dl>
          {p50Ms !== null && p95Ms !== null && (
            <p class="quiet">{words.latency(duration(p50Ms), duration(p95Ms))}</p>
          )}
          <h3>{words.cacheTitle}</h3>
          {(["answer", "embedding", "rerank"] as const).map((cache) => (
            <Meter key={cache} label={words.caches[cache]} share={cached[cache] / total} />
          ))}
        </>
      )}
      <h3>{words.week}</h3>
      <DayBars label={words.week} bars={weekOf(searches)} />
    </Panel>
  );
};
