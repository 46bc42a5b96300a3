import type { ComponentChildren } from "preact";
import type { GraphAnswer } from "../../../graph/contract.ts";
import { strings } from "../../strings.ts";
import type { Choice } from "./graph-canvas.tsx";
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
  readonly rows: readonly (readonly [key: string, choice: Choice, row: ComponentChildren])[];
}

const List = ({ title, isOpen, rows, chosen, choose }: ListProps) => (
  <details class="card" open={isOpen}>
    <summary>
      <h2>
        {title} <span class="badge">{rows.length}</span>
      </h2>
    </summary>
    <ul>
      {rows.slice(0, SHOWN).map(([key, choice, row]) => (
        <li key={key}>
          <button
            type="button"
            class="graph-row"
            aria-pressed={JSON.stringify(chosen) === JSON.stringify(choice)}
            onClick={() => choose(choice)}
          >
            {row}
          </button>
        </li>
      ))}
    </ul>
  </details>
);

/** Everything that the picture says, as lists that the keyboard and screen readers reach. */
export const GraphLists = ({ graph: { entities, relations }, ...choosing }: GraphListsProps) => {
  const names = new Map(entities.map(({ slug, name }) => [slug, name]));
  const nameOf = (slug: string): string => names.get(slug) ?? slug;
  return (
    <div class="graph-lists">
      <List
        {...choosing}
        title={words.entities}
        isOpen
        rows={entities.map(({ slug, name, type, mentions }) => [
          slug,
          { kind: "entity", slug },
          <>
            <Dot group={groupOf(type)} /> <bdi class="graph-name">{name}</bdi>
            <span class="small">
              {type}, {words.mentions(mentions)}
            </span>
          </>,
        ])}
      />
      <List
        {...choosing}
        title={words.relations}
        isOpen={relations.length > 0}
        rows={relations.map(({ from, to, type, manual, citations }, number) => [
          `${from} ${type} ${to}`,
          { kind: "relation", number },
          <>
            <bdi class="graph-name">{words.relation(nameOf(from), type, nameOf(to))}</bdi>
            <span class="small">{manual ? words.manual : (citations[0]?.citation ?? "")}</span>
          </>,
        ])}
      />
    </div>
  );
};
