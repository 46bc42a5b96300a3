import type { RefObject } from "preact";
import { useEffect, useRef } from "preact/hooks";
import type { MemoryStatistics } from "../../../../memories/contract/memory-lists.ts";
import { Button } from "../../../components/button.tsx";
import { Answer, StatePanel } from "../../../components/state-panel.tsx";
import { usePage } from "../../../state/page.ts";
import { memoryStrings } from "../../../strings/memory.ts";
import type { Desk } from "../dialogs/use-desk.tsx";
import { KeyHints } from "../key-hints.tsx";
import { More } from "../more.tsx";
import { type Keys, leaveStop, moveFocus, pressAt, useKeys } from "../use-keys.ts";
import { ListFilters } from "./list-filters.tsx";
import { MemoryRow } from "./memory-row.tsx";
import { FILTERS, STATES, useMemories, wishOf } from "./use-memories.ts";

const words = memoryStrings;

export interface TabProps {
  /** Undefined: the token may not write. */
  readonly desk: Desk | undefined;
  /** Another number: something was changed. */
  readonly round: number;
}

interface MemoryListProps extends TabProps {
  readonly statistics: MemoryStatistics | undefined;
  /** The memory that was open: who comes back finds the focus where it was. */
  readonly opened: { current: string | undefined };
}

/** Puts the focus on the row of the memory that was open, once there are rows. */
function useReturn(opened: { current: string | undefined }, isThere: boolean): void {
  useEffect(() => {
    const { current: id } = opened;
    if (!isThere || id === undefined) return;
    opened.current = undefined;
    document.querySelector<HTMLElement>(`[data-memory="${CSS.escape(id)}"] [data-focus]`)?.focus();
  }, [isThere]);
}

const Empty = ({ state, desk }: Pick<TabProps, "desk"> & { readonly state: (typeof STATES)[number] }) => {
  const { place, change } = usePage();
  const isFiltered = FILTERS.some((name) => name in place.parameters);
  if (isFiltered)
    return (
      <StatePanel icon="memory" {...words.emptyByFilters}>
        <Button
          text={words.clear}
          onClick={() => change(Object.fromEntries(FILTERS.map((name) => [name, undefined])))}
        />
      </StatePanel>
    );
  if (state !== "live") return <StatePanel icon="memory" title={words.past.empty[state]} />;
  return (
    <StatePanel icon="memory" {...words.empty}>
      {desk && <Button icon="plus" look="primary" text={words.create} onClick={desk.create} />}
    </StatePanel>
  );
};

/** Keys of the list: it is moved through, and each memory acted on, without a pointer. */
const listKeys = (box: RefObject<HTMLInputElement | null>, desk: Desk | undefined): Keys => {
  const forget = () => {
    const button = document.activeElement
      ?.closest("[data-stop]")
      ?.querySelector<HTMLElement>('[data-act="forget"]');
    if (!button) return false;
    leaveStop();
    button.click();
    return true;
  };
  return {
    j: () => moveFocus(1),
    k: () => moveFocus(-1),
    ArrowDown: () => moveFocus(1),
    ArrowUp: () => moveFocus(-1),
    f: () => {
      box.current?.focus();
      return true;
    },
    ...(desk && {
      n: () => {
        desk.create();
        return true;
      },
      e: () => pressAt("edit"),
      "#": forget,
    }),
  };
};

/** What was forgotten cannot be opened, nor edited what is past. */
const keysIn = (state: (typeof STATES)[number], desk: Desk | undefined) =>
  state === "forgotten" ? state : desk && state === "live" ? "list" : "reading";

/** Each memory once. */
export const MemoryList = ({ desk, round, statistics, opened }: MemoryListProps) => {
  const { parameters } = usePage().place;
  const state = STATES.find((one) => one === parameters.state) ?? "live";
  const { first, memories, ...pages } = useMemories(wishOf(parameters), round);
  const box = useRef<HTMLInputElement>(null);
  const shown = memories.filter(({ id }) => state === "forgotten" || desk?.hidden.has(id) !== true);
  useReturn(opened, first.value !== undefined);
  useKeys(listKeys(box, desk));
  return (
    <>
      <ListFilters box={box} statistics={statistics} create={desk?.create} />
      <Answer of={first} lines={9}>
        {() =>
          shown.length === 0 ? (
            <Empty state={state} desk={desk} />
          ) : (
            <>
              {state !== "live" && <p class="quiet">{words.past[state]}</p>}
              <ul class="memory-list card" aria-label={words.title}>
                {shown.map((memory) => (
                  <MemoryRow key={memory.id} memory={memory} state={state} desk={desk} />
                ))}
              </ul>
              <More {...pages} />
              <KeyHints keys={words.keys[keysIn(state, desk)]} />
            </>
          )
        }
      </Answer>
    </>
  );
};
