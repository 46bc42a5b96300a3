import type { ComponentChildren } from "preact";
import { usePage } from "../state/page.ts";
import { addressOf, type Place } from "../state/place.ts";

interface LinkProps {
  readonly to: Place;
  readonly class?: string | undefined;
  readonly current?: boolean;
  readonly children?: ComponentChildren;
}

const isPlainClick = ({ button, metaKey, ctrlKey, shiftKey, altKey }: MouseEvent): boolean =>
  button === 0 && !metaKey && !ctrlKey && !shiftKey && !altKey;

/** A link to another place of the page: a real one, so that it opens in a new tab too. */
export const Link = ({ to, current = false, children, ...rest }: LinkProps) => {
  const page = usePage();
  return (
    <a
      href={addressOf(to)}
      class={rest.class}
      aria-current={current ? "page" : undefined}
      onClick={(event) => {
        if (!isPlainClick(event)) return;
        event.preventDefault();
        page.go(to);
      }}
    >
      {children}
    </a>
  );
};
