import type { Hit } from "../../../../search/contract/hits.ts";
import type { SearchAnswer } from "../../../../search/contract/search.ts";
import { FailurePanel, Skeleton } from "../../../components/state-panel.tsx";
import type { Page } from "../../../state/page.ts";
import { useLoaded } from "../../../state/use-loaded.ts";
import { strings } from "../../../strings.ts";
import type { PageRequest } from "../request.ts";
import { ScoreStack } from "./score-stack.tsx";
import { SlopeChart } from "./slope-chart.tsx";
import { partsOf } from "./stack.ts";

const words = strings.search.whyPanel;

type Explanation = NonNullable<SearchAnswer["explain"]>;

interface StepTableProps {
  readonly hit: Hit;
  readonly steps: Explanation["steps"];
}

/** Every stage in numbers: what the chart draws, for those who would rather read it. */
const StepTable = ({ hit, steps }: StepTableProps) => (
  <details>
    <summary>{words.table}</summary>
    <table>
      <thead>
        <tr>
          <th scope="col">{words.columns.stage}</th>
          <th scope="col">{words.columns.rank}</th>
          <th scope="col">{words.columns.score}</th>
          <th scope="col">{words.columns.passages}</th>
        </tr>
      </thead>
      <tbody>
        {steps.map(({ step, out }) => {
          const standing = hit.trace?.find((one) => one.step === step);
          return (
            <tr key={step}>
              <th scope="row">{step}</th>
              <td>{standing?.rank ?? "–"}</td>
              <td>{standing?.score.toFixed(3) ?? "–"}</td>
              <td>{out}</td>
            </tr>
          );
        })}
      </tbody>
    </table>
  </details>
);

interface WhyPanelProps {
  readonly page: Page;
  readonly request: PageRequest;
  readonly id: string;
}

/** Why a result is where it is: the same search again, this time told step by step. */
export const WhyPanel = ({ page, request, id }: WhyPanelProps) => {
  const { value, failure, retry } = useLoaded(JSON.stringify(request), (signal) =>
    page.api<SearchAnswer>({
      method: "POST",
      path: "/v1/search",
      body: { ...request, explain: true, log: false },
      signal,
    }),
  );
  const hit = value?.hits.find((one) => one.id === id);
  if (failure !== undefined) return <FailurePanel failure={failure} retry={retry} />;
  if (value?.explain === undefined || hit === undefined) return <Skeleton />;
  const { explain, hits } = value;
  return (
    <section class="why" aria-label={words.label}>
      <ScoreStack hit={hit} parts={partsOf(hit, explain)} />
      <SlopeChart steps={explain.steps.map(({ step }) => step)} hits={hits} id={id} />
      <StepTable hit={hit} steps={explain.steps} />
    </section>
  );
};
