import type { Run } from "../../../background/contract.ts";
import { answerOf } from "../../../client/client.ts";
import type { Api } from "../../api.ts";
import { type DayBar, DayBars } from "../../components/day-bars.tsx";
import { duration, monthDay } from "../../components/format.ts";
import { Answer } from "../../components/state-panel.tsx";
import { useLoaded } from "../../state/use-loaded.ts";
import { healthStrings } from "../../strings/health.ts";
import { Ago, Panel } from "./panel.tsx";

const words = healthStrings;
/** Most that one request gives, and rows of the table. */
const ASKED = 200;
const SHOWN = 12;
const DAYS = 10;

/** The latest days with runs, oldest first. */
export function runDays(runs: readonly Run[]): readonly DayBar[] {
  const days = Map.groupBy(runs, ({ startedAt }) => startedAt.slice(0, 10));
  return [...days]
    .slice(0, DAYS)
    .reverse()
    .map(([day, inDay]) => {
      const failed = inDay.filter(({ error }) => error !== null).length;
      const title = words.runDay(day, inDay.length, failed);
      return { name: monthDay(day), value: inDay.length, failed, title };
    });
}

const RunRow = ({ run: { kind, startedAt, ms, work, error } }: { readonly run: Run }) => (
  <tr class={error === null ? "" : "toned is-error"}>
    <td>
      <Ago at={startedAt} />
    </td>
    <td>{words.runKinds[kind] ?? kind}</td>
    <td>{error ?? words.runWork(work)}</td>
    <td class="figure">{duration(ms)}</td>
  </tr>
);

interface RunsPanelProps {
  readonly id: string;
  readonly api: Api;
  readonly explanation: string;
  /** Another number: look again. */
  readonly round: number;
}

/** Background runs, by day and one by one. */
export const RunsPanel = ({ id, api, explanation, round }: RunsPanelProps) => {
  const list = useLoaded(`${round}`, (options) =>
    answerOf(api.v1.runs.$get({ query: { limit: ASKED } }, options)),
  );
  return (
    <Panel id={id} title={words.runs} explanation={explanation} isWide>
      <Answer of={list}>
        {({ runs }) =>
          runs.length === 0 ? (
            <p class="quiet">{words.noRuns}</p>
          ) : (
            <>
              <DayBars label={words.runs} bars={runDays(runs)} />
              <div class="wide">
                <table class="runs">
                  <caption class="visually-hidden">{words.runs}</caption>
                  <tbody>
                    {runs.slice(0, SHOWN).map((run, at) => (
                      <RunRow key={`${run.startedAt} ${at}`} run={run} />
                    ))}
                  </tbody>
                </table>
              </div>
            </>
          )
        }
      </Answer>
    </Panel>
  );
};
