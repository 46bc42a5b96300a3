import { answerOf } from "../../../client/client.ts";
import type { ListedMemory } from "../../../memories/contract/memory-lists.ts";
import { Button } from "../../components/button.tsx";
import { time } from "../../components/format.ts";
import { Answer, StatePanel } from "../../components/state-panel.tsx";
import { usePage } from "../../state/page.ts";
import { useLoaded } from "../../state/use-loaded.ts";
import { strings } from "../../strings.ts";
import type { MemoryActs } from "./use-memory-acts.ts";

const words = strings.memory;
/** The newest ones; the command line lists older ones. */
const SHOWN = 100;

export type PastState = "forgotten" | "superseded";

interface PastMemoriesProps {
  readonly state: PastState;
  /** Another number: something was changed. */
  readonly round: number;
  /** Undefined: the token may not write. */
  readonly acts: MemoryActs | undefined;
}

const PastCard = ({ memory, bringBack }: { memory: ListedMemory; bringBack: (() => void) | undefined }) => (
  <article class="card lane-card">
    <header class="row small">
      <span class="badge type-badge">{memory.type}</span>
      <time datetime={memory.lastObserved}>{time(memory.lastObserved)}</time>
    </header>
    <p class="lane-text clamp" dir="auto">
      {memory.text}
      {memory.cut ? " …" : ""}
    </p>
    {bringBack && (
      <footer class="row">
        <Button text={words.bringBack} look="small" onClick={bringBack} />
      </footer>
    )}
  </article>
);

/** Forgotten and superseded memories; forgotten ones can be restored. */
export const PastMemories = ({ state, round, acts }: PastMemoriesProps) => {
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
              {memories.map((memory) => (
                <PastCard
                  key={memory.id}
                  memory={memory}
                  bringBack={state === "forgotten" && acts ? () => acts.bringBack(memory.id) : undefined}
                />
              ))}
            </div>
          </>
        )
      }
    </Answer>
  );
};
