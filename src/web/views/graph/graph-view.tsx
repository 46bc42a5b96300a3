import { Button } from "../../components/button.tsx";
import { onSubmit } from "../../components/form.tsx";
import { ViewHead } from "../../components/state-panel.tsx";
import { usePage } from "../../state/page.ts";
import { graphStrings } from "../../strings/graph.ts";
import { Around } from "./around.tsx";
import { EntityPage } from "./entity/entity-page.tsx";
import { Overview } from "./overview.tsx";

const words = graphStrings;

/** What the graph is drawn around. */
const Question = () => {
  const { place, go } = usePage();
  const { q } = place.parameters;
  const ask = onSubmit((field) =>
    go({ view: "graph", parameters: field("q") === "" ? {} : { q: field("q") } }),
  );
  return (
    <form class="row graph-question" onSubmit={ask}>
      <label class="visually-hidden" for="graph-query">
        {words.query}
      </label>
      <input id="graph-query" name="q" type="search" placeholder={words.placeholder} value={q} key={q} />
      <Button text={words.draw} type="submit" />
    </form>
  );
};

/** One entity, what is around a question, or what the workspace speaks of most. */
export const GraphView = () => {
  const { q, entity } = usePage().place.parameters;
  if (entity !== undefined) return <EntityPage key={entity} slug={entity} />;
  return (
    <>
      <ViewHead title={words.title} explanation={words.explanation}>
        <Question />
      </ViewHead>
      {q === undefined ? <Overview /> : <Around q={q} />}
    </>
  );
};
