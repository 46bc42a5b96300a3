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
export const Link = ({ to, current = false, ...rest }: LinkProps) => {
  const page = usePage();
  const follow = (event: MouseEvent) => {
    if (!isPlainClick(event)) return;
    event.preventDefault();
    page.go(to);
  };
  return <a href={addressOf(to)} aria-current={current ? "page" : undefined} onClick={follow} {...rest} />;
};
