import { answerOf } from "../../../../client/client.ts";
import type { ListedMemory } from "../../../../memories/contract/memory-lists.ts";
import { Button } from "../../../components/button.tsx";
import { inWords } from "../../../components/format.ts";
import { Link } from "../../../components/link.tsx";
import { Answer, StatePanel } from "../../../components/state-panel.tsx";
import { usePage } from "../../../state/page.ts";
import { memoryStrings } from "../../../strings/memory.ts";
import type { Desk } from "../dialogs/use-desk.tsx";
import { KeyHints } from "../key-hints.tsx";
import { Figures, Labels } from "../list/memory-row.tsx";
import type { TabProps } from "../list/memory-list.tsx";
import { More } from "../more.tsx";
import { memoryAt } from "../titles.ts";
import { moveFocus, pressAt, useKeys } from "../use-keys.ts";
import { usePages } from "../use-pages.ts";
import { Differing } from "./differing.tsx";

const words = memoryStrings.contradictions;
const PAGE = 20;

/** What the server says of when a memory was said, beside the other: the same words as everywhere. */
function whenSaid({ id }: ListedMemory, other: ListedMemory, usual: string): string {
  const said = other.mayContradict?.find((rival) => rival.id === id)?.words;
  const when = said?.slice(said.indexOf(", ") + 2);
  return when ? `${when.charAt(0).toUpperCase()}${when.slice(1)}` : usual;
}

interface SideProps {
  readonly memory: ListedMemory;
  readonly other: ListedMemory;
  readonly title: string;
  readonly act: "first" | "second";
  readonly desk: Desk | undefined;
}

const Side = ({ memory, other, title, act, desk }: SideProps) => (
  <div class="pair-side">
    <header class="row small">
      <b>{title}</b>
      <span class="badge type-badge">{inWords(memory.type)}</span>
      <Figures memory={memory} />
    </header>
    <p class="memory-said">
      <Link to={memoryAt(memory.id)}>
        <span dir="auto">
          <Differing text={memory.text} from={other.text} />
          {memory.cut ? " …" : ""}
        </span>
      </Link>
    </p>
    <Labels memory={{ ...memory, mayContradict: [] }} />
    {desk && (
      <p>
        <Button
          text={words.keep}
          look="small"
          data-act={act}
          data-focus={act === "first" ? true : undefined}
          onClick={() => desk.keep(memory.id, other)}
        />
      </p>
    )}
  </div>
);

interface PairProps {
  readonly newer: ListedMemory;
  readonly older: ListedMemory;
  readonly desk: Desk | undefined;
}

/** Two memories side by side, to be decided. */
const Pair = ({ newer, older, desk }: PairProps) => (
  <li class="card pair" data-stop>
    <div class="pair-sides">
      <Side
        memory={newer}
        other={older}
        title={whenSaid(newer, older, words.newer)}
        act="first"
        desk={desk}
      />
      <Side
        memory={older}
        other={newer}
        title={whenSaid(older, newer, words.older)}
        act="second"
        desk={desk}
      />
    </div>
    {desk && (
      <p class="row pair-acts">
        <Button
          text={words.both}
          look="small"
          data-act="both"
          onClick={() => desk.settle(newer.id, older.id)}
        />
        <Button
          text={words.merge}
          look="small"
          data-act="merge"
          onClick={() => desk.merge(newer.id, older)}
        />
      </p>
    )}
  </li>
);

/** Memories that may contradict each other: one is kept, both are, or they become one. */
export const Contradictions = ({ desk, round }: TabProps) => {
  const { api } = usePage();
  const { first, answers, ...pages } = usePages(`contradictions ${round}`, (cursor, options) => {
    const query = { limit: PAGE, ...(cursor !== undefined && { cursor }) };
    return answerOf(api.v1.memories.contradictions.$get({ query }, options));
  });
  const pairs = answers
    .flatMap((answer) => answer.pairs)
    .filter(({ newer, older }) => ![newer, older].some(({ id }) => desk?.hidden.has(id)));
  useKeys({
    j: () => moveFocus(1),
    k: () => moveFocus(-1),
    ArrowDown: () => moveFocus(1),
    ArrowUp: () => moveFocus(-1),
    "1": () => pressAt("first"),
    "2": () => pressAt("second"),
    b: () => pressAt("both"),
    m: () => pressAt("merge"),
  });
  return (
    <Answer of={first} lines={9}>
      {() =>
        pairs.length === 0 ? (
          <StatePanel icon="check" title={words.none} text={words.noneText} />
        ) : (
          <>
            <p class="quiet">{words.explanation}</p>
            <ol class="pairs">
              {pairs.map(({ newer, older }) => (
                <Pair key={`${newer.id} ${older.id}`} newer={newer} older={older} desk={desk} />
              ))}
            </ol>
            <More {...pages} />
            {desk && <KeyHints keys={memoryStrings.keys.contradictions} />}
          </>
        )
      }
    </Answer>
  );
};
