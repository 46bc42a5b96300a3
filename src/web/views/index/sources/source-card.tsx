import { useState } from "preact/hooks";
import type { SourceSummary } from "../../../../sources/contract.ts";
import { Button } from "../../../components/button.tsx";
import { Path } from "../../../components/directed.tsx";
import { Link } from "../../../components/link.tsx";
import { sourcesStrings } from "../../../strings/sources.ts";
import { Removal } from "./removal.tsx";
import { SourceFacts } from "./source-facts.tsx";
import { SourceProblems } from "./source-problems.tsx";
import { useSourceActs } from "./use-source-acts.ts";

const words = sourcesStrings;

/** How the server's reason begins when a run would have deleted too much to do it without being told. */
const ASKS_FIRST = /^too_many_deletions\b/;

const TONES = { waiting: "", running: "toned is-success", paused: "toned is-warning" } as const;

const Head = ({
  source: { root, documents, kind, state, location, options },
}: {
  readonly source: SourceSummary;
}) => (
  <>
    <div class="row">
      {/* A folder is there with its first document. */}
      <h3>
        {documents === 0 ? (
          <bdi>{root}</bdi>
        ) : (
          <Link to={{ view: "index", parameters: { root } }} text={root} />
        )}
      </h3>
      <span class="badge">{words.kinds[kind]}</span>
      <span class={`small ${TONES[state]}`}>{words.states[state]}</span>
    </div>
    <p class="small">
      <Path text={location} />
      {(["branch", "folder", "host"] as const).map(
        (name) =>
          options[name] !== undefined && (
            <span key={name}>
              {" · "}
              {words.options[name]} <Path text={options[name]} />
            </span>
          ),
      )}
    </p>
  </>
);

interface SourceCardProps {
  readonly source: SourceSummary;
  /** Something about it is different now. */
  readonly again: () => void;
  readonly removed: () => void;
}

/** A source, how it stands, and what can be done with it. */
export const SourceCard = ({ source, again, removed }: SourceCardProps) => {
  const { root, state, lastError, counts } = source;
  const acts = useSourceActs(root, again);
  const [isLeaving, setLeaving] = useState(false);
  const isPaused = state === "paused";
  return (
    <li class="pulled-source">
      <Head source={source} />
      <SourceFacts source={source} />
      {lastError !== null && (
        <div class="last-error column">
          <p>
            <b>{words.failed}</b> <bdi>{lastError}</bdi>
          </p>
          {ASKS_FIRST.test(lastError) && !isPaused && (
            <Button
              text={words.confirm}
              look="danger"
              aria-label={words.confirmOne(root)}
              disabled={acts.isBusy}
              onClick={() => acts.run(true)}
            />
          )}
        </div>
      )}
      {counts.leftOut + counts.failed > 0 && <SourceProblems root={root} />}
      <div class="row">
        {state === "waiting" && (
          <Button
            icon="refresh"
            text={words.run}
            look="small"
            aria-label={words.runOne(root)}
            disabled={acts.isBusy}
            onClick={() => acts.run(false)}
          />
        )}
        <Button
          text={isPaused ? words.resume : words.pause}
          look="small"
          aria-label={isPaused ? words.resumeOne(root) : words.pauseOne(root)}
          disabled={acts.isBusy}
          onClick={() => acts.setPaused(!isPaused)}
        />
        <Button
          text={words.remove}
          look="small"
          aria-label={words.removeOne(root)}
          onClick={() => setLeaving(true)}
        />
      </div>
      {isLeaving && <Removal source={source} close={() => setLeaving(false)} removed={removed} />}
    </li>
  );
};
