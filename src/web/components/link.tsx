import type { ComponentChildren } from "preact";
import { MEMORY_ROOT } from "../../config.ts";
import { usePage } from "../state/page.ts";
import { addressOf, type Place, searchFor } from "../state/place.ts";
import { strings } from "../strings.ts";
import { Icon } from "./icon.tsx";

interface LinkProps {
  readonly to: Place;
  readonly class?: string | undefined;
  readonly current?: boolean;
  /** A name from outside, in place of children: its direction of writing changes nothing around it. */
  readonly text?: string;
  readonly children?: ComponentChildren;
}

const isPlainClick = ({ button, metaKey, ctrlKey, shiftKey, altKey }: MouseEvent): boolean =>
  button === 0 && !metaKey && !ctrlKey && !shiftKey && !altKey;

/** A link to another place of the page: a real one, so that it opens in a new tab too. */
export const Link = ({ to, current = false, text, children, ...rest }: LinkProps) => {
  const page = usePage();
  const follow = (event: MouseEvent) => {
    if (!isPlainClick(event)) return;
    event.preventDefault();
    page.go(to);
  };
  return (
    <a href={addressOf(to)} aria-current={current ? "page" : undefined} onClick={follow} {...rest}>
      {text === undefined ? children : <bdi>{text}</bdi>}
    </a>
  );
};

const pathOf = (citation: string): string => citation.slice(0, citation.lastIndexOf("#"));

interface Passage {
  readonly root: string;
  readonly citation: string;
}

/** A passage's citation as it is shown, with its root where there are several; a memory's path says nothing. */
export const CitationText = ({ root, citation }: Passage) => {
  const { roots } = usePage().status;
  if (root === MEMORY_ROOT) return <>{strings.search.memory}</>;
  return <bdi>{roots.length > 1 ? `${root}:${citation}` : citation}</bdi>;
};

interface CitedProps extends Passage {
  /** The query that found it. */
  readonly q: string | null | undefined;
}

/** A passage by its citation, as a link to the document at that place; one of a memory, whose path says nothing, to the memory. */
export const Cited = ({ q, root, citation }: CitedProps) => {
  const isMemory = root === MEMORY_ROOT;
  const to = isMemory
    ? ({ view: "memory", parameters: { id: pathOf(citation) } } as const)
    : searchFor(q, `${root}:${citation}`);
  return (
    <span class="cited small">
      <Icon name={isMemory ? "memory" : "file"} />{" "}
      <Link to={to}>
        <CitationText root={root} citation={citation} />
      </Link>
    </span>
  );
};
