import { answerOf } from "../../../client/client.ts";
import { Button } from "../../components/button.tsx";
import { Directed } from "../../components/directed.tsx";
import { time } from "../../components/format.ts";
import { Answer, StatePanel } from "../../components/state-panel.tsx";
import { usePage } from "../../state/page.ts";
import { useLoaded } from "../../state/use-loaded.ts";
import { strings } from "../../strings.ts";

const words = strings.memory;
/** The newest ones; the command line lists older ones. */
const SHOWN = 100;

interface PastMemoriesProps {
  readonly state: "forgotten" | "superseded";
  /** Another number: something was changed. */
  readonly round: number;
  /** Undefined: the token may not write. */
  readonly bringBack: ((id: string) => void) | undefined;
}

/** Forgotten and superseded memories; forgotten ones can be restored. */
export const PastMemories = ({ state, round, bringBack }: PastMemoriesProps) => {
  const { api } = usePage();
  const list = useLoaded(`${state} ${round}`, (options) =>
    answerOf(api.v1.memories.$get({ query: { state, limit: SHOWN } }, options)),
  );
  return (
    <Answer of={list} lines={6}>
      {({ memories }) =>
        memories.length === 0 ? (
          <StatePanel icon="memory" title={words.past.empty[state]} />
        ) : (
          <>
            <p class="quiet">{words.past[state]}</p>
            <div class="lane-cards">
              {memories.map(({ id, type, lastObserved, text, cut }) => (
                <article key={id} class="card lane-card">
                  <header class="row small">
                    <span class="badge type-badge">{type}</span>
                    <time datetime={lastObserved}>{time(lastObserved)}</time>
                  </header>
                  <p class="lane-text clamp" dir="auto">
                    <Directed text={text} />
                    {cut ? " …" : ""}
                  </p>
                  {state === "forgotten" && bringBack && (
                    <footer class="row">
                      <Button text={words.bringBack} look="small" onClick={() => bringBack(id)} />
                    </footer>
                  )}
                </article>
              ))}
            </div>
          </>
        )
      }
    </Answer>
  );
};
