import type { ListedMemory, MemoryList } from "../../../memories/contract/memory-lists.ts";
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
    <header>
      <span class="badge type-badge">{memory.type}</span>
      <time datetime={memory.lastObserved}>{time(memory.lastObserved)}</time>
    </header>
    <p class="lane-text" dir="auto">
      {memory.text}
      {memory.cut ? " …" : ""}
    </p>
    {bringBack && (
      <footer>
        <button type="button" class="button button-small" onClick={bringBack}>
          {words.bringBack}
        </button>
      </footer>
    )}
  </article>
);

/** Memories that left: those forgotten can come back. */
export const PastMemories = ({ page, state, round, acts }: PastMemoriesProps) => {
  const { value, failure, retry } = useLoaded(`${state} ${round}`, (signal) =>
    page.api<MemoryList>({ path: "/v1/memories", query: { state, limit: SHOWN }, signal }),
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
