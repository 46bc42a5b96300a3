import { Fragment } from "preact";
import type { Hit } from "../../../../search/contract/hits.ts";
import type { SearchAnswer } from "../../../../search/contract/search.ts";
import { whyStrings } from "../../../strings/why.ts";

/** A part of a score: what an arm, the re-ranking model or a stage added, or took away. */
export interface Part {
  /** An arm's name, `rerank`, or a stage's. */
  readonly name: string;
  /** Below 0: it lowered the score. */
  readonly amount: number;
}

type Explanation = NonNullable<SearchAnswer["explain"]>;

/** Smaller parts are invisible. */
const LEAST = 0.000_5;

const RERANK = "rerank";

/**
 * The two parts of the re-ranking blend: the fused score's and the model's. Where the model lowered the score below the
 * fused part, the arms keep the rest.
 */
function blended(fused: number, after: number, rerankWeight: number) {
  const kept = Math.min(after, (1 - rerankWeight) * fused);
  return { scale: fused > 0 ? kept / fused : 0, rerank: after - kept };
}

/**
 * A hit's score as parts, in the order of the pipeline: they sum to the score (except parts too small to
 * see). Empty for a hit without a trace.
 */
export function partsOf(hit: Hit, { settings }: Pick<Explanation, "settings">): readonly Part[] {
  const { trace = [], shares = {}, scores } = hit;
  const weight = settings["rerank.blend"];
  const fused = scores.fused ?? trace.find(({ step }) => step === "fuse")?.score ?? 0;
  const reranked = trace.find(({ step }) => step === RERANK);
  const { scale, rerank } =
    reranked === undefined
      ? { scale: 1, rerank: 0 }
      : blended(fused, reranked.score, typeof weight === "number" ? weight : 0);
  const arms = Object.entries(shares).map(([name, share]) => ({ name, amount: share * scale }));
  const ofArms = arms.reduce((sum, { amount }) => sum + amount, 0);
  const parts: Part[] = [...arms, { name: RERANK, amount: rerank }];
  // The part that the arms' shares do not explain (a cap at 1, for example) belongs to the fusion.
  let before = reranked?.score ?? fused;
  parts.push({ name: "fuse", amount: before - ofArms - rerank });
  // What precedes the fusion are arms, also those that only lend their list: each has its own scale of scores.
  const staged = trace.slice(trace.findIndex(({ step }) => step === "fuse") + 1);
  for (const { step, score } of staged) {
    if (step === RERANK || step in hit.arms) continue;
    parts.push({ name: step, amount: score - before });
    before = score;
  }
  return parts.filter(({ amount }) => Math.abs(amount) >= LEAST);
}

/** The parts as places on a bar from 0 to 1: additions side by side, subtractions behind the score. */
export function layOut(parts: readonly Part[]): readonly (Part & { readonly from: number })[] {
  let end = 0;
  const ordered = parts.toSorted((one, other) => Math.sign(other.amount) - Math.sign(one.amount));
  return ordered.map((part) => {
    const start = end;
    end += part.amount;
    return { ...part, from: Math.min(start, end) };
  });
}

const words = whyStrings;

const classOf = ({ amount }: Part): string => `part ${amount < 0 ? "is-taken" : ""}`;

/** Arms and the re-ranking model have colours of their own; stages share one. */
const colorOf = ({ name }: Part): string => `var(--part-${name}, var(--part-other))`;

const signed = (amount: number): string => `${amount < 0 ? "−" : "+"}${Math.abs(amount).toFixed(3)}`;

/** The score as a stacked bar by component, with every part's number below it. */
export const ScoreStack = ({ hit, explain }: { readonly hit: Hit; readonly explain: Explanation }) => {
  const parts = partsOf(hit, explain);
  return (
    <figure class="stack">
      <figcaption>{words.stack}</figcaption>
      <div class="meter-track stack-bar" aria-hidden="true">
        {layOut(parts).map((part) => (
          <span
            key={part.name}
            class={classOf(part)}
            style={{
              "--part": colorOf(part),
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
              <span
                class={`swatch ${classOf(part)}`}
                style={{ "--part": colorOf(part) }}
                aria-hidden="true"
              />
              {words.steps[part.name] ?? part.name}
            </dt>
            <dd class="figure">{signed(part.amount)}</dd>
          </Fragment>
        ))}
        <dt class="total">{words.total}</dt>
        <dd class="figure total">{hit.score.toFixed(3)}</dd>
      </dl>
    </figure>
  );
};
