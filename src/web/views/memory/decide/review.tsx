import { REVIEW_TAG } from "../../../../config.ts";
import type { ListedMemory } from "../../../../memories/contract/memory-lists.ts";
import { Button } from "../../../components/button.tsx";
import { Directed } from "../../../components/directed.tsx";
import { inWords, since, time } from "../../../components/format.ts";
import { Link } from "../../../components/link.tsx";
import { Answer, StatePanel } from "../../../components/state-panel.tsx";
import { memoryStrings } from "../../../strings/memory.ts";
import type { Desk } from "../dialogs/use-desk.tsx";
import { KeyHints } from "../key-hints.tsx";
import type { TabProps } from "../list/memory-list.tsx";
import { useMemories } from "../list/use-memories.ts";
import { More } from "../more.tsx";
import { memoryAt } from "../titles.ts";
import { leaveStop, moveFocus, pressAt, useKeys } from "../use-keys.ts";

const words = memoryStrings.review;

const Captured = ({ memory, desk }: { memory: ListedMemory; desk: Desk | undefined }) => {
  const { id, type, text, cut, source, firstObserved } = memory;
  return (
    <li class="card captured" data-stop>
      <header class="row small">
        <span class="badge type-badge">{inWords(type)}</span>
        {source !== null && <bdi class="memory-source">{source}</bdi>}
        <time datetime={firstObserved} title={time(firstObserved)}>
          {since(firstObserved, Date.now())}
        </time>
      </header>
      <p class="memory-said">
        <Link to={memoryAt(id)} data-focus={desk ? undefined : true}>
          <span dir="auto">
            <Directed text={text} />
            {cut ? " …" : ""}
          </span>
        </Link>
      </p>
      {desk && (
        <p class="row">
          <Button
            icon="check"
            text={words.keep}
            look="small"
            data-act="keep"
            data-focus
            onClick={() => desk.confirm(memory)}
          />
          <Button icon="edit" text={words.edit} look="small" data-act="edit" onClick={() => desk.edit(id)} />
          <Button
            icon="trash"
            text={words.drop}
            look="small"
            data-act="drop"
            onClick={() => desk.forget(id)}
          />
        </p>
      )}
    </li>
  );
};

/** Presses a button whose item then goes: the next one has the focus. */
const decide = (name: string) => (): boolean => {
  const button = document.activeElement
    ?.closest("[data-stop]")
    ?.querySelector<HTMLElement>(`[data-act="${name}"]`);
  if (!button) return pressAt(name);
  leaveStop();
  button.click();
  return true;
};

/** What hooks kept without a person's word: kept, edited or dropped, one after the other. */
export const Review = ({ desk, round }: TabProps) => {
  const { first, memories, ...pages } = useMemories({ tag: REVIEW_TAG, sort: "created" }, round);
  const waiting = memories.filter(({ id }) => desk?.hidden.has(id) !== true);
  useKeys({
    ArrowDown: () => moveFocus(1),
    ArrowUp: () => moveFocus(-1),
    k: decide("keep"),
    d: decide("drop"),
    e: () => pressAt("edit"),
  });
  return (
    <Answer of={first} lines={9}>
      {() =>
        waiting.length === 0 ? (
          <StatePanel icon="check" title={words.none} text={words.noneText} command={words.command} />
        ) : (
          <>
            <p class="quiet">{words.explanation}</p>
            <ol class="pairs">
              {waiting.map((memory) => (
                <Captured key={memory.id} memory={memory} desk={desk} />
              ))}
            </ol>
            <More {...pages} />
            {desk && <KeyHints keys={memoryStrings.keys.review} />}
          </>
        )
      }
    </Answer>
  );
};
