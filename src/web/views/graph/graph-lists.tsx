import type { ComponentChildren } from "preact";
import type { GraphAnswer } from "../../../graph/contract.ts";
import { CitationText } from "../../components/link.tsx";
import { graphStrings } from "../../strings/graph.ts";
import { Dot, groupOf } from "./groups.tsx";
import type { Choice } from "./picture/graph-canvas.tsx";
import type { Relation } from "./picture/picture.ts";
import { relationText } from "./relation-details.tsx";

const words = graphStrings;
/** Most rows of a list. */
const SHOWN = 200;

interface GraphListsProps {
  readonly answers: readonly GraphAnswer[];
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

/** Things of several answers, each once, as the first has it. */
const once = <Thing,>(things: readonly Thing[], keyOf: (thing: Thing) => string): readonly Thing[] =>
  [...new Map(things.toReversed().map((thing) => [keyOf(thing), thing])).values()].toReversed();

/** A passage that says so, or that none does. */
const FirstCitation = ({ relation: { manual, citations } }: { readonly relation: Relation }) => {
  const [first] = citations;
  return <span class="small">{manual ? words.manual : first && <CitationText {...first} />}</span>;
};

/** Everything that the picture says, as lists that the keyboard and screen readers reach. */
export const GraphLists = ({ answers, ...choosing }: GraphListsProps) => {
  const entities = once(
    answers.flatMap((answer) => answer.entities),
    ({ slug }) => slug,
  );
  const relations = once(
    answers.flatMap((answer) => answer.relations),
    ({ from, type, to }) => JSON.stringify([from, type, to]),
  );
  return (
    <div class="graph-lists">
      <List
        {...choosing}
        title={words.entities}
        isOpen
        rows={entities.map(({ slug, name, type, mentions }) => [
          slug,
          <>
            <Dot group={groupOf(type)} /> <bdi class="graph-entity-name">{name}</bdi>
            <span class="small">{words.whatItIs(type, mentions)}</span>
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
            <bdi class="graph-entity-name">{relationText(relation, entities)}</bdi>
            <FirstCitation relation={relation} />
          </>,
        ])}
      />
    </div>
  );
};
