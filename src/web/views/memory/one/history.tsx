import type { Memory, MemoryAnswer } from "../../../../memories/contract/memories.ts";
import { Directed } from "../../../components/directed.tsx";
import { time } from "../../../components/format.ts";
import { Link } from "../../../components/link.tsx";
import { memoryStrings } from "../../../strings/memory.ts";
import { memoryAt } from "../titles.ts";

const words = memoryStrings.one;

interface Entry {
  readonly key: string;
  readonly at: string;
  readonly what: string;
  readonly text: string;
  /** Where it was said. */
  readonly where: readonly string[];
  /** Of a memory of its own. */
  readonly id?: string;
}

const whereOf = ({ source, session }: { source: string | null; session: string | null }): string[] => [
  ...(source === null ? [] : [source]),
  ...(session === null ? [] : [words.inSession(session)]),
];

/** Older wordings, what it superseded and what superseded it, newest first. */
export function entriesOf(
  memory: Memory,
  observations: MemoryAnswer["observations"],
  chain: readonly Memory[],
): readonly Entry[] {
  const own = chain.findIndex(({ id }) => id === memory.id);
  const others = chain.flatMap((one, at): Entry[] => {
    if (one.id === memory.id) return [];
    const what = at < own ? words.superseded : words.superseding;
    const { id, text, lastObserved } = one;
    return [{ key: id, at: lastObserved, what, text, where: whereOf(one), id }];
  });
  const older = observations.map((one, at): Entry => {
    const { text, at: said } = one;
    return { key: `${said} ${at}`, at: said, what: words.worded, text, where: whereOf(one) };
  });
  return [...others, ...older].toSorted((one, other) => other.at.localeCompare(one.at));
}

/** What was said before and since, with where it was said. */
export const History = ({ entries }: { readonly entries: readonly Entry[] }) => (
  <ol class="history">
    {entries.map(({ key, at, what, text, where, id }) => (
      <li key={key}>
        <p class="small">
          {what} · <time datetime={at}>{time(at)}</time>
          {where.map((place) => (
            <span key={place}>
              {" · "}
              <bdi>{place}</bdi>
            </span>
          ))}
        </p>
        <p class="history-text" dir="auto">
          {id === undefined ? (
            <Directed text={text} />
          ) : (
            <Link to={memoryAt(id)}>
              <Directed text={text} />
            </Link>
          )}
        </p>
      </li>
    ))}
  </ol>
);
