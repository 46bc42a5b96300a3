import type { ComponentChildren } from "preact";
import type { GraphAnswer } from "../../../graph/contract.ts";
import { strings } from "../../strings.ts";
import type { Choice } from "./graph-canvas.tsx";
import { groupOf } from "./groups.ts";

const words = strings.graph;
/** Most rows of a list. */
const SHOWN = 200;

interface GraphListsProps {
  readonly graph: GraphAnswer;
  readonly chosen: Choice | undefined;
  readonly choose: (choice: Choice) => void;
}

const isChosen = (chosen: Choice | undefined, choice: Choice): boolean =>
  JSON.stringify(chosen) === JSON.stringify(choice);

interface RowProps {
  readonly choice: Choice;
  readonly lists: GraphListsProps;
  readonly children?: ComponentChildren;
}

const Row = ({ choice, lists, children }: RowProps) => (
  <li>
    <button
      type="button"
      class="graph-row"
      aria-pressed={isChosen(lists.chosen, choice)}
      onClick={() => lists.choose(choice)}
    >
      {children}
    </button>
  </li>
);

/** Everything that the picture says, as lists that the keyboard and screen readers reach. */
export const GraphLists = (lists: GraphListsProps) => {
  const { entities, relations } = lists.graph;
  const names = new Map(entities.map(({ slug, name }) => [slug, name]));
  const nameOf = (slug: string): string => names.get(slug) ?? slug;
  return (
    <div class="graph-lists">
      <details class="card" open>
        <summary>
          <h2>
            {words.entities} <span class="badge">{entities.length}</span>
          </h2>
        </summary>
        <ul>
          {entities.slice(0, SHOWN).map(({ slug, name, type, mentions }) => (
            <Row key={slug} choice={{ kind: "entity", slug }} lists={lists}>
              <span class={`dot group-${groupOf(type)}`} /> <bdi class="graph-name">{name}</bdi>
              <span class="quiet">
                {type}, {words.mentions(mentions)}
              </span>
            </Row>
          ))}
        </ul>
      </details>
      <details class="card" open={relations.length > 0}>
        <summary>
          <h2>
            {words.relations} <span class="badge">{relations.length}</span>
          </h2>
        </summary>
        <ul>
          {relations.slice(0, SHOWN).map(({ from, to, type, manual, citations }, number) => (
            <Row key={`${from} ${type} ${to}`} choice={{ kind: "relation", number }} lists={lists}>
              <bdi class="graph-name">{words.relation(nameOf(from), type, nameOf(to))}</bdi>
              <span class="quiet">{manual ? words.manual : (citations[0]?.citation ?? "")}</span>
            </Row>
          ))}
        </ul>
      </details>
    </div>
  );
};
