import { useMemo, useState } from "preact/hooks";
import type { EntityKind } from "../../../contract/entity-types.ts";
import { answerOf } from "../../../client/client.ts";
import type { OverviewAnswer } from "../../../graph/contract.ts";
import { Segments } from "../../components/button.tsx";
import { Link } from "../../components/link.tsx";
import { Answer, StatePanel } from "../../components/state-panel.tsx";
import { usePage } from "../../state/page.ts";
import { useLoaded } from "../../state/use-loaded.ts";
import { graphStrings } from "../../strings/graph.ts";
import { Details } from "./details.tsx";
import { EntityList } from "./entity-list.tsx";
import { GROUPS } from "./groups.tsx";
import { type Choice, GraphCanvas } from "./picture/graph-canvas.tsx";
import { overviewPicture } from "./picture/picture.ts";

const words = graphStrings;
/** Entities that are drawn, and on demand. */
const SIZES = { usual: 150, most: 500 } as const;

const isKind = (name: string | undefined): name is EntityKind => GROUPS.some((group) => group === name);

const ALL = "all";
const KINDS = [[ALL, words.all], ...GROUPS.map((group) => [group, words.kinds[group]] as const)] as const;
const COLORINGS = Object.entries(words.colorings) as readonly (readonly ["kinds" | "communities", string])[];
const COUNTS = [
  ["usual", words.top(SIZES.usual)],
  ["most", words.top(SIZES.most)],
] as const;

const Drawn = ({ answer }: { readonly answer: OverviewAnswer }) => {
  const { place } = usePage();
  const [chosen, choose] = useState<Choice | undefined>(undefined);
  const picture = useMemo(() => overviewPicture(answer), [answer]);
  const known = answer.entities.find(({ slug }) => slug === chosen);
  const coloring = place.parameters.color === "communities" ? "communities" : "kinds";
  return (
    <div class="graph-panes">
      <GraphCanvas picture={picture} chosen={chosen} choose={choose} coloring={coloring} />
      <div class="graph-side">
        {known !== undefined && <Details entity={known} close={() => choose(undefined)} />}
        <EntityList {...answer} />
      </div>
    </div>
  );
};

/** Where names come from. */
const Beginnings = () => (
  <p class="row">
    <Link to={{ view: "index", parameters: {} }} class="button" text={words.push} />
    <Link to={{ view: "memory", parameters: { write: "new" } }} class="button" text={words.write} />
  </p>
);

/** What the workspace speaks of most: everything, or one kind. */
export const Overview = () => {
  const { api, status, place, change } = usePage();
  const { kind: asked, size, color } = place.parameters;
  const kind = isKind(asked) ? asked : undefined;
  const limit = SIZES[size === "most" ? "most" : "usual"];
  const asking = `${limit} ${kind ?? ""}`;
  const answer = useLoaded(asking, async (options) => {
    const query = { limit, ...(kind && { kind }) };
    return { asking, ...(await answerOf(api.v1.graph.overview.$get({ query }, options))) };
  });
  const total = answer.value?.entities.length ?? 0;
  return (
    <>
      {(status.documents > 0 || total > 0) && (
        <div class="row graph-choices">
          <Segments
            label={words.kind}
            choices={KINDS}
            chosen={kind ?? ALL}
            choose={(one) => change({ kind: one === ALL ? undefined : one })}
          />
          <span class="small graph-choice">{words.coloring}</span>
          <Segments
            label={words.coloring}
            choices={COLORINGS}
            chosen={color === "communities" ? "communities" : "kinds"}
            choose={(one) => change({ color: one === "kinds" ? undefined : one })}
          />
          {(answer.value?.truncated || total > SIZES.usual) && (
            <Segments
              label={words.size}
              choices={COUNTS}
              chosen={size === "most" ? "most" : "usual"}
              choose={(one) => change({ size: one === "usual" ? undefined : one })}
            />
          )}
        </div>
      )}
      <Answer of={answer} lines={8}>
        {(value) => {
          if (value.entities.length > 0) return <Drawn key={value.asking} answer={value} />;
          const why = kind !== undefined ? words.noneOfKind : value.namesOff ? words.unread : words.none;
          return (
            <StatePanel icon="graph" {...why}>
              {why === words.none && status.scope !== "read" && <Beginnings />}
            </StatePanel>
          );
        }}
      </Answer>
    </>
  );
};
