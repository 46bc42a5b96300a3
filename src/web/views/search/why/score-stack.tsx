import { Fragment } from "hono/jsx/dom";
import type { Hit } from "../../../../search/contract/hits.ts";
import { strings } from "../../../strings.ts";
import { layOut, type Part } from "./stack.ts";

const words = strings.search.whyPanel;

/** Colours of the components; stages share what is left, in turn. */
const COLORS: Readonly<Record<string, string>> = {
  keyword: "part-keyword",
  vector: "part-vector",
  entity: "part-entity",
  recent: "part-entity",
  rerank: "part-rerank",
};

export const nameOf = (part: string): string => words.components[part] ?? words.rest(part);

const classOf = ({ name, amount }: Part): string =>
  `${COLORS[name] ?? "part-stage"} ${amount < 0 ? "is-taken" : ""}`;

const signed = (amount: number): string => `${amount < 0 ? "−" : "+"}${Math.abs(amount).toFixed(3)}`;

interface ScoreStackProps {
  readonly hit: Hit;
  readonly parts: readonly Part[];
}

/** The score as a stacked bar by component, with every part's number below it. */
export const ScoreStack = ({ hit, parts }: ScoreStackProps) => (
  <figure class="stack">
    <figcaption>{words.stack}</figcaption>
    <div class="stack-bar" aria-hidden="true">
      {layOut(parts).map((part) => (
        <span
          key={part.name}
          class={classOf(part)}
          style={{
            "--from": `${(part.from * 100).toFixed(2)}%`,
            "--size": `${(Math.abs(part.amount) * 100).toFixed(2)}%`,
          }}
        />
      ))}
    </div>
    <dl>
      {parts.map((part) => (
        <Fragment key={part.name}>
          <dt>
            <span class={`part-swatch ${classOf(part)}`} aria-hidden="true" />
            {nameOf(part.name)}
          </dt>
          <dd>{signed(part.amount)}</dd>
        </Fragment>
      ))}
      <dt class="total">{words.total}</dt>
      <dd class="total">{hit.score.toFixed(3)}</dd>
    </dl>
  </figure>
);
