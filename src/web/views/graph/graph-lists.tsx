import type { ComponentChildren } from "preact";
import type { GraphAnswer } from "../../../graph/contract.ts";
import { strings } from "../../strings.ts";
import { type Choice, relationText } from "./graph-canvas.tsx";
import { Dot, groupOf } from "./groups.tsx";

const words = strings.graph;
/** Most rows of a list. */
const SHOWN = 200;

interface GraphListsProps {
  readonly graph: GraphAnswer;
  readonly chosen: Choice | undefined;
  readonly choose: (choice: Choice) => void;
}

interface ListProps extends Pick<GraphListsProps, "chosen" | "choose"> {
  readonly title: string;
  readonly isOpen: boolean;
  readonly rows: readonly (readonly [Choice, ComponentChildren])[];
}

const List = ({ title, isOpen, rows, chosen, choose }: ListProps) => (
  <details class="card" open={isOpen}>
    <summary>
      <h2>
        {title} <span class="badge">{rows.length}</span>
      </h2>
    </summary>
    <ul>
      {rows.slice(0, SHOWN).map(([row, content], at) => (
        <li key={at}>
          <button type="button" class="graph-row" aria-pressed={row === chosen} onClick={() => choose(row)}>
            {content}
          </button>
        </li>
      ))}
    </ul>
  </details>
);

/** Everything that the picture says, as lists that the keyboard and screen readers reach. */
export const GraphLists = ({ graph: { entities, relations }, ...choosing }: GraphListsProps) => (
  <div class="graph-lists">
    <List
      {...choosing}
      title={words.entities}
      isOpen
      rows={entities.map((entity) => [
        entity,
        <>
          <Dot group={groupOf(entity.type)} /> <bdi class="graph-name">{entity.name}</bdi>
          <span class="small">
            {entity.type}, {words.mentions(entity.mentions)}
          </span>
        </>,
      ])}
    />
    <List
      {...choosing}
      title={words.relations}
      isOpen={relations.length > 0}
      rows={relations.map((relation) => [
        relation,
        <>
          <bdi class="graph-name">{relationText(relation, entities)}</bdi>
          <span class="small">
            {relation.manual ? words.manual : (relation.citations[0]?.citation ?? "")}
          </span>
        </>,
      ])}
    />
  </div>
);
