import { useEffect, useRef } from "preact/hooks";
import { answerOf } from "../../../../client/client.ts";
import type { Memory, MemoryAnswer } from "../../../../memories/contract/memories.ts";
import { Button, CopyButton } from "../../../components/button.tsx";
import { Directed } from "../../../components/directed.tsx";
import { Link } from "../../../components/link.tsx";
import { Answer, StatePanel } from "../../../components/state-panel.tsx";
import { usePage, useTitle } from "../../../state/page.ts";
import { addressOf } from "../../../state/place.ts";
import type { Loaded } from "../../../state/use-loaded.ts";
import { memoryStrings } from "../../../strings/memory.ts";
import type { Desk } from "../dialogs/use-desk.tsx";
import { KeyHints } from "../key-hints.tsx";
import { Lane } from "../lane/lane.tsx";
import type { TabProps } from "../list/memory-list.tsx";
import { More } from "../more.tsx";
import { memoryAt, titleOf } from "../titles.ts";
import { pressAt, useKeys } from "../use-keys.ts";
import { usePages } from "../use-pages.ts";
import { Facts } from "./facts.tsx";
import { entriesOf, History } from "./history.tsx";

const words = memoryStrings;
/** Searches of a year, as far as the log has them. */
const PERIOD = "1y";

const Acts = ({ id, desk, leave }: { id: string; desk: Desk; leave: () => void }) => {
  const forget = () => {
    desk.forget(id);
    leave();
  };
  return (
    <div class="row one-acts">
      <Button icon="edit" text={words.edit} look="small" data-act="edit" onClick={() => desk.edit(id)} />
      <Button text={words.supersede} look="small" data-act="supersede" onClick={() => desk.supersede(id)} />
      <Button text={words.merge} look="small" data-act="merge" onClick={() => desk.merge(id)} />
      <Button icon="trash" text={words.forget} look="small" data-act="forget" onClick={forget} />
    </div>
  );
};

const Rivals = ({ answer, desk }: { answer: MemoryAnswer; desk: Desk | undefined }) => {
  const { memory, mayContradict } = answer;
  if (mayContradict.length === 0) return null;
  return (
    <section>
      <h2>{words.one.contradicts}</h2>
      <ul class="one-rivals">
        {mayContradict.map(({ id, text, words: note }) => (
          <li key={id} class="banner is-warning">
            <div>
              <p dir="auto">
                <Link to={memoryAt(id)} text={titleOf(text)} />
              </p>
              <p class="small">{note}</p>
              {desk && (
                <p class="row">
                  <Button
                    text={words.contradictions.keep}
                    look="small"
                    onClick={() => desk.keep(memory.id, { id, text })}
                  />
                  <Button
                    text={words.contradictions.both}
                    look="small"
                    onClick={() => desk.settle(memory.id, id)}
                  />
                  <Button
                    text={words.contradictions.merge}
                    look="small"
                    onClick={() => desk.merge(memory.id, { id, text })}
                  />
                </p>
              )}
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
};

const SupersededBy = ({ id }: { readonly id: string }) => (
  <p class="banner is-warning">
    <span>
      {words.one.past} <Link to={memoryAt(id)}>{words.one.newer}</Link>
    </span>
  </p>
);

const Text = ({ memory }: { readonly memory: Memory }) => {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), [memory.id]);
  const title = titleOf(memory.text);
  return (
    <>
      <h1 class="one-title" dir="auto" tabindex={-1} ref={heading}>
        <Directed text={title} />
      </h1>
      {memory.text.trim() !== title && (
        <p class="one-text" dir="auto">
          <Directed text={memory.text} />
        </p>
      )}
    </>
  );
};

/** None until it is known what there is: of what is gone, superseded or not to be written the page can only be left. */
function keysOf({ value, failure }: Loaded<MemoryAnswer>, desk: Desk | undefined) {
  if (value === undefined && failure === undefined) return [];
  const isWritable = desk !== undefined && failure === undefined && value?.memory.state === "live";
  return isWritable ? words.keys.one : words.keys.past;
}

interface MemoryPageProps extends TabProps {
  readonly id: string;
}

/** A memory by itself: what it says and said before, where it was said, and what recalled it. */
export const MemoryPage = ({ id, desk, round }: MemoryPageProps) => {
  const page = usePage();
  const leave = () => page.change({ id: undefined });
  const { first, answers, ...pages } = usePages(`${id} ${round}`, (cursor, options) => {
    const query = { history: true, ...(cursor !== undefined && { cursor }) };
    return answerOf(page.api.v1.memories[":id"].$get({ param: { id }, query }, options));
  });
  const { value, failure } = first;
  useTitle(value && titleOf(value.memory.text));
  useKeys({
    Escape: () => {
      leave();
      return true;
    },
    e: () => pressAt("edit"),
    s: () => pressAt("supersede"),
    m: () => pressAt("merge"),
    "#": () => pressAt("forget"),
    u: () => pressAt("up"),
    d: () => pressAt("down"),
  });
  return (
    <article class="one" data-stop aria-label={words.memory}>
      <div class="row one-head">
        <Button icon="left" text={words.one.back} look="small" onClick={leave} />
        {value?.memory.state === "live" && desk && <Acts id={value.memory.id} desk={desk} leave={leave} />}
        {value && (
          <CopyButton
            text={`${location.origin}${addressOf(memoryAt(value.memory.id))}`}
            label={words.one.copyLink}
          />
        )}
      </div>
      {failure?.code === "not_found" ? (
        <StatePanel icon="memory" {...words.one.gone} tone="warning">
          {desk && <Button text={words.bringBack} onClick={() => desk.bringBack(id)} />}
        </StatePanel>
      ) : (
        <Answer of={first} lines={8}>
          {(answer) => <Whole answer={answer} answers={answers} pages={pages} desk={desk} round={round} />}
        </Answer>
      )}
      <KeyHints keys={keysOf(first, desk)} />
    </article>
  );
};

interface WholeProps extends TabProps {
  readonly answer: MemoryAnswer;
  readonly answers: readonly MemoryAnswer[];
  readonly pages: Parameters<typeof More>[0];
}

const Whole = ({ answer, answers, pages, desk, round }: WholeProps) => {
  const { memory, history = [] } = answer;
  const entries = entriesOf(
    memory,
    answers.flatMap(({ observations }) => observations),
    history,
  );
  return (
    <div class="one-columns">
      <div class="one-main">
        {memory.supersededBy !== null && <SupersededBy id={memory.supersededBy} />}
        <Text memory={memory} />
        <Rivals answer={answer} desk={desk} />
      </div>
      <aside class="card one-facts" aria-label={words.one.facts}>
        <Facts memory={memory} />
      </aside>
      <div class="one-main">
        <section>
          <h2>{words.one.history}</h2>
          {entries.length === 0 ? <p class="quiet">{words.one.noHistory}</p> : <History entries={entries} />}
          <More {...pages} />
        </section>
        <section>
          <h2>{words.one.recalls}</h2>
          <Lane of={{ memory: memory.id, period: PERIOD }} desk={undefined} round={round} />
        </section>
      </div>
    </div>
  );
};
