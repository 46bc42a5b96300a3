import type { Hit } from "../../../../search/contract/hits.ts";
import type { SearchAnswer } from "../../../../search/contract/search.ts";
import { type PageRequest, searchAnswer } from "../../../api.ts";
import { Answer, Skeleton } from "../../../components/state-panel.tsx";
import { usePage } from "../../../state/page.ts";
import { useLoaded } from "../../../state/use-loaded.ts";
import { whyStrings } from "../../../strings/why.ts";
import type { Vote } from "../asking/use-hit-votes.ts";
import { ScoreStack } from "./score-stack.tsx";
import { SlopeChart } from "./slope-chart.tsx";
import { whyAbove, whySentence } from "./why-sentence.ts";

const words = whyStrings;

type Explanation = NonNullable<SearchAnswer["explain"]>;

/** The chart's content as a table. */
const StepTable = ({ hit, steps }: { readonly hit: Hit } & Pick<Explanation, "steps">) => (
  <details class="wide">
    <summary>{words.table}</summary>
    <table>
      <thead>
        <tr>
          {Object.entries(words.columns).map(([key, name]) => (
            <th key={key} scope="col">
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {steps.map(({ step, out }) => {
          const standing = hit.trace?.find((one) => one.step === step);
          return (
            <tr key={step}>
              <th scope="row">{words.steps[step] ?? step}</th>
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
  readonly request: PageRequest;
  readonly id: string;
  /** Passages of one memory have one id: which of them. */
  readonly citation?: string;
  /** The reader's own. */
  readonly vote?: Vote;
}

/** Explains a result's rank, in words and, folded, in numbers: runs the same search again with `explain`. */
export const WhyPanel = ({ request, id, citation, vote }: WhyPanelProps) => {
  const { api } = usePage();
  const answer = useLoaded(JSON.stringify(request), (options) =>
    searchAnswer(api, { ...request, explain: true, log: false }, options),
  );
  return (
    <Answer of={answer}>
      {({ explain, hits }) => {
        const hit = hits.find((one) => one.id === id && (citation ?? one.citation) === one.citation);
        if (explain === undefined || hit === undefined) return <Skeleton />;
        return (
          <section class="why" aria-label={words.label}>
            <p class="why-sentence">
              {[whySentence(hit, vote), whyAbove(hit, hits)].filter(Boolean).join(" ")}
            </p>
            <details>
              <summary>{words.numbers}</summary>
              <ScoreStack hit={hit} explain={explain} />
              <SlopeChart
                steps={explain.steps.map(({ step }) => step)}
                hits={hits.filter((one) => one.id !== id || one === hit)}
                id={id}
              />
              <StepTable hit={hit} steps={explain.steps} />
            </details>
          </section>
        );
      }}
    </Answer>
  );
};
