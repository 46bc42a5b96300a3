import { useState } from "hono/jsx/dom";
import type { Memory } from "../../../memories/contract/memories.ts";
import type { Page, ViewProps } from "../../state/page.ts";
import { asFailure } from "../../state/use-loaded.ts";
import { strings } from "../../strings.ts";
import { Lane } from "./lane.tsx";
import { PastMemories, type PastState } from "./past-memories.tsx";
import { SupersedeDialog } from "./supersede-dialog.tsx";
import { readMemory, useMemoryActs } from "./use-memory-acts.ts";
import { useVotes } from "./use-votes.ts";

const words = strings.memory;
const STATES = ["lane", "forgotten", "superseded"] as const;
type State = (typeof STATES)[number];

const stateOf = ({ place }: Page): State => STATES.find((state) => state === place.parameters.show) ?? "lane";

/** The lane, or what left it. */
const States = ({ page, state }: { readonly page: Page; readonly state: State }) => (
  <fieldset class="segments">
    <legend class="visually-hidden">{words.show}</legend>
    {STATES.map((one) => (
      <button
        key={one}
        type="button"
        aria-pressed={one === state ? "true" : "false"}
        onClick={() => page.go({ view: "memory", parameters: one === "lane" ? {} : { show: one } })}
      >
        {words.states[one]}
      </button>
    ))}
  </fieldset>
);

/** What was recalled and remembered, with what can be done about it. */
export const MemoryView = ({ page }: ViewProps) => {
  const [round, setRound] = useState(0);
  const [older, setOlder] = useState<Memory | undefined>(undefined);
  const votes = useVotes(page);
  const acts = useMemoryActs(page, () => setRound((count) => count + 1));
  const state = stateOf(page);
  const { scope } = page.status;
  const mayWrite = scope !== "read";
  const supersede = (id: string) =>
    void readMemory(page, id).then(setOlder, (error: unknown) =>
      page.tell({ tone: "error", text: words.notSuperseded(asFailure(error).message) }),
    );
  return (
    <>
      <div class="view-head">
        <div>
          <h1>{words.title}</h1>
          <p class="quiet">{scope === "admin" ? words.of.workspace : words.of.token}</p>
        </div>
        <States page={page} state={state} />
      </div>
      {state === "lane" ? (
        <Lane {...{ page, votes, acts, mayWrite, round, supersede }} />
      ) : (
        <PastMemories
          page={page}
          state={state satisfies PastState}
          round={round}
          acts={mayWrite ? acts : undefined}
        />
      )}
      {older !== undefined && (
        <SupersedeDialog
          older={older}
          save={(text) => acts.supersede(older, text)}
          close={() => setOlder(undefined)}
        />
      )}
    </>
  );
};
