import type { ListedMemory } from "../../../../memories/contract/memory-lists.ts";
import { Button, IconButton } from "../../../components/button.tsx";
import { Directed } from "../../../components/directed.tsx";
import { inWords, percent, since, time } from "../../../components/format.ts";
import { Link } from "../../../components/link.tsx";
import { usePage } from "../../../state/page.ts";
import { withParameters } from "../../../state/place.ts";
import { memoryStrings } from "../../../strings/memory.ts";
import type { Desk } from "../dialogs/use-desk.tsx";
import { memoryAt } from "../titles.ts";

const words = memoryStrings;
/** Names and tags of a row; its page shows all. */
const SHOWN_NAMES = 3;
/** What a memory has where nobody said how sure it is: a row that repeats it says nothing. */
export const USUAL_CONFIDENCE = 0.7;

type RowProps = { readonly memory: ListedMemory };

/** How often it was recalled, what votes say, how sure it is where somebody said so, and since when. */
export const Figures = ({ memory }: RowProps) => {
  const { recalled = 0, votes, confidence, lastObserved, timesObserved } = memory;
  return (
    <ul class="memory-figures small">
      {recalled > 0 && <li title={words.recalledTimes(recalled)}>{words.recalledShort(recalled)}</li>}
      {timesObserved > 1 && <li title={words.times(timesObserved)}>{words.timesShort(timesObserved)}</li>}
      {votes.up > 0 && <li title={words.votedUp(votes.up)}>▲ {votes.up}</li>}
      {votes.down > 0 && <li title={words.votedDown(votes.down)}>▼ {votes.down}</li>}
      {confidence !== USUAL_CONFIDENCE && <li title={words.confidence}>{words.sure(percent(confidence))}</li>}
      <li>
        <time datetime={lastObserved} title={time(lastObserved)}>
          {since(lastObserved, Date.now())}
        </time>
      </li>
    </ul>
  );
};

/** Whom it is about, tags, and where it comes from; a click leads to others of the same. */
export const Labels = ({ memory }: RowProps) => {
  const { tags, entities, source, session, mayContradict = [], supersedes } = memory;
  const { place } = usePage();
  const filtered = (filter: "tag" | "session", value: string) =>
    withParameters(
      { view: "memory", parameters: {} },
      { ...place.parameters, id: undefined, [filter]: value },
    );
  return (
    <ul class="row memory-labels small">
      {entities.slice(0, SHOWN_NAMES).map((name) => (
        <li key={name}>
          <Link to={{ view: "graph", parameters: { q: name } }} class="badge" text={name} />
        </li>
      ))}
      {tags.slice(0, SHOWN_NAMES).map((tag) => (
        <li key={tag}>
          <Link to={filtered("tag", tag)} class="badge">
            #<bdi>{tag}</bdi>
          </Link>
        </li>
      ))}
      {source !== null && (
        <li class="memory-source" title={words.source}>
          <bdi>{source}</bdi>
        </li>
      )}
      {source === null && session !== null && (
        <li>
          <Link to={filtered("session", session)} class="badge">
            {words.session} <bdi>{session}</bdi>
          </Link>
        </li>
      )}
      {supersedes !== null && <li>{words.isSuperseding}</li>}
      {mayContradict.length > 0 && (
        <li>
          <Link
            to={{ view: "memory", parameters: { show: "contradictions" } }}
            class="badge is-warning memory-rivals"
          >
            {words.mayContradict(mayContradict.length)}
          </Link>
        </li>
      )}
    </ul>
  );
};

interface MemoryRowProps extends RowProps {
  readonly state: "live" | "superseded" | "forgotten";
  /** Undefined: the token may not write. */
  readonly desk: Desk | undefined;
}

/** One memory of the list: what it says, and in short all that matters of it. */
export const MemoryRow = ({ memory, state, desk }: MemoryRowProps) => {
  const { place } = usePage();
  const { id, type, text, cut } = memory;
  const said = (
    <>
      <Directed text={text} />
      {cut ? " …" : ""}
    </>
  );
  return (
    <li class="memory-row" data-stop data-memory={id}>
      <span class="badge type-badge">{inWords(type)}</span>
      {state === "forgotten" ? (
        <p class="memory-said" dir="auto" tabindex={-1} data-focus>
          {said}
        </p>
      ) : (
        <Link to={memoryAt(id, place.parameters)} class="memory-said" data-focus>
          <span dir="auto">{said}</span>
        </Link>
      )}
      <Figures memory={memory} />
      <Labels memory={memory} />
      {desk && state !== "superseded" && (
        <span class={`row ${state === "live" ? "memory-acts" : "memory-restore"}`}>
          {state === "live" ? (
            <>
              <IconButton icon="edit" label={words.edit} data-act="edit" onClick={() => desk.edit(id)} />
              <IconButton
                icon="trash"
                label={words.forget}
                data-act="forget"
                onClick={() => desk.forget(id)}
              />
            </>
          ) : (
            <Button text={words.bringBack} look="small" onClick={() => desk.bringBack(id)} />
          )}
        </span>
      )}
    </li>
  );
};
