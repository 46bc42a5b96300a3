import type { ComponentChildren } from "preact";
import { usePage } from "../state/page.ts";
import { Link } from "./link.tsx";

interface PartsProps<Part extends string> {
  readonly label: string;
  /** In order; the first is the one that an address without a part shows. */
  readonly parts: readonly { readonly name: Part; readonly title: ComponentChildren }[];
  readonly shown: Part;
}

/** Where not all of them are in the window, the one that is shown is. */
const showCurrent = (nav: HTMLElement | null): void =>
  nav?.querySelector("[aria-current=page]")?.scrollIntoView?.({ block: "nearest", inline: "nearest" });

/** The parts of a view, as links to each: `show` in the address. What else the address holds is of the part that is left. */
export const Parts = <Part extends string>({ label, parts, shown }: PartsProps<Part>) => {
  const { place } = usePage();
  return (
    <nav class="parts" aria-label={label} ref={showCurrent}>
      {parts.map(({ name, title }, at) => (
        <Link
          key={name}
          to={{ ...place, parameters: at === 0 ? {} : { show: name } }}
          current={name === shown}
        >
          {title}
        </Link>
      ))}
    </nav>
  );
};

/** The part that an address names; the first where it names none of them. */
export function partOf<Part extends string>(
  names: readonly [Part, ...Part[]],
  named: string | undefined,
): Part {
  return names.find((name) => name === named) ?? names[0];
}
