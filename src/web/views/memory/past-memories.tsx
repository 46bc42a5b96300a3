import { answerOf } from "../../../client.ts";
import type { ListedMemory } from "../../../contract/memory-lists.ts";
import { Button } from "../../components/button.tsx";
import { time } from "../../components/format.ts";
import { FailurePanel, Skeleton, StatePanel } from "../../components/state-panel.tsx";
import type { Page } from "../../state/page.ts";
import { useLoaded } from "../../state/use-loaded.ts";
import { strings } from "../../strings.ts";
import type { MemoryActs } from "./use-memory-acts.ts";

const words = strings.memory;
/** The newest of them: what is older is listed by the command line. */
const SHOWN = 100;

export type PastState = "forgotten" | "superseded";

interface PastMemoriesProps {
  readonly page: Page;
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

/** Memories that left: those forgotten can come back. */
export const PastMemories = ({ page, state, round, acts }: PastMemoriesProps) => {
  const { value, failure, retry } = useLoaded(`${state} ${round}`, (signal) =>
    answerOf(page.api.v1.memories.$get({ query: { state, limit: SHOWN } }, { init: { signal } })),
  );
  if (failure !== undefined) return <FailurePanel failure={failure} retry={retry} />;
  if (value === undefined) return <Skeleton lines={6} />;
  if (value.memories.length === 0)
    return (
      <StatePanel
        icon="memory"
        title={state === "forgotten" ? words.past.emptyForgotten : words.past.emptySuperseded}
      />
    );
  return (
    <>
      <p class="quiet">{words.past[state]}</p>
      <div class="lane-cards">
        {value.memories.map((memory) => (
          <PastCard
            key={memory.id}
            memory={memory}
            bringBack={state === "forgotten" && acts ? () => acts.bringBack(memory.id) : undefined}
          />
        ))}
      </div>
    </>
  );
};
