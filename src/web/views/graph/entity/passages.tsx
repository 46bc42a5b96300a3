import type { Hit } from "../../../../search/contract/hits.ts";
import { searchAnswer } from "../../../api.ts";
import { Link } from "../../../components/link.tsx";
import { Answer } from "../../../components/state-panel.tsx";
import { usePage } from "../../../state/page.ts";
import { searchFor } from "../../../state/place.ts";
import { useLoaded } from "../../../state/use-loaded.ts";
import { graphStrings } from "../../../strings/graph.ts";
import { memoryAt } from "../../memory/titles.ts";
import { BestLines, WithLines } from "../../search/results/best-lines.tsx";
import { titleOf } from "../../search/results/grouped.ts";

const words = graphStrings;
const HITS = 4;

interface PassagesProps {
  readonly name: string;
  /** @default files and memories */
  readonly kind?: "file" | "memory";
}

/** A memory leads to its own page; a passage is named by its document, and cited. */
const Title = ({ hit, name }: { readonly hit: Hit; readonly name: string }) =>
  hit.kind === "memory" ? (
    <Link to={memoryAt(hit.path)} text={words.memory(hit.memory?.type ?? "")} />
  ) : (
    <>
      <Link to={searchFor(name, `${hit.root}:${hit.citation}`)} text={titleOf(hit)} />{" "}
      <bdi class="small" dir="ltr">
        {hit.citation}
      </bdi>
    </>
  );

/** The best passages of a search for a name, each as a link to its place. */
export const PassagesOf = ({ name, kind }: PassagesProps) => {
  const { api } = usePage();
  const found = useLoaded(`${kind ?? ""} ${name}`, (options) =>
    searchAnswer(
      api,
      { query: name, limit: HITS, view: "snippet", log: false, ...(kind && { filters: { kind } }) },
      options,
    ),
  );
  return (
    <Answer of={found}>
      {({ hits }) =>
        hits.length === 0 ? (
          <p class="quiet">{words.noHits[kind ?? "file"]}</p>
        ) : (
          <WithLines>
            <ol class="graph-hits">
              {hits.map((hit) => (
                <li key={hit.id}>
                  <Title hit={hit} name={name} />
                  <BestLines of={hit} />
                </li>
              ))}
            </ol>
          </WithLines>
        )
      }
    </Answer>
  );
};
