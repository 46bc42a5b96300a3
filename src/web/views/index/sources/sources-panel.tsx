import { useEffect, useState } from "preact/hooks";
import { answerOf } from "../../../../client/client.ts";
import type { SourceSummary } from "../../../../sources/contract.ts";
import { Button } from "../../../components/button.tsx";
import { Answer } from "../../../components/state-panel.tsx";
import { usePage } from "../../../state/page.ts";
import { useLoaded } from "../../../state/use-loaded.ts";
import { sourcesStrings } from "../../../strings/sources.ts";
import { Panel } from "../panel.tsx";
import { AddSource } from "./add-source.tsx";
import { SourceCard } from "./source-card.tsx";
import { isDue } from "./source-facts.tsx";

const words = sourcesStrings;
/** Between two looks at a source that is being pulled, milliseconds. */
const LOOK_MS = 5_000;

const isUnderWay = (source: SourceSummary): boolean => source.state === "running" || isDue(source);

/** The workspace's sources, looked at again by itself while one of them is pulled. */
function useSources(round: number) {
  const { api } = usePage();
  const [looks, setLooks] = useState(0);
  const again = () => setLooks((count) => count + 1);
  const list = useLoaded(`${round} ${looks}`, (options) => answerOf(api.v1.sources.$get({}, options)));
  const isWaiting = !list.isLoading && list.value?.sources.some(isUnderWay) === true;
  useEffect(() => {
    if (!isWaiting) return;
    const timer = setTimeout(again, LOOK_MS);
    return () => clearTimeout(timer);
  }, [isWaiting]);
  return { list, again };
}

interface SourcesPanelProps {
  readonly round: number;
  /** Documents went with a source. */
  readonly changed: () => void;
}

/** What the server pulls by itself, for an admin: each with what came of its last run, and its acts. */
export const SourcesPanel = ({ round, changed }: SourcesPanelProps) => {
  const page = usePage();
  const { list, again } = useSources(round);
  const isAdding = page.place.parameters.add === "source";
  return (
    <>
      <Panel id="sources" title={words.title} explanation={words.explained} isWide>
        <p>
          <Button icon="plus" text={words.add} onClick={() => page.change({ add: "source" })} />
        </p>
        <Answer of={list}>
          {({ sources }) =>
            sources.length === 0 ? (
              <p class="quiet">{words.none}</p>
            ) : (
              <ul class="pulled-sources" aria-label={words.title}>
                {sources.map((source) => (
                  <SourceCard key={source.root} source={source} again={again} removed={changed} />
                ))}
              </ul>
            )
          }
        </Answer>
      </Panel>
      {isAdding && (
        <AddSource added={again} close={() => page.change({ add: undefined }, { replace: true })} />
      )}
    </>
  );
};
