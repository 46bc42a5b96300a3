import type { ComponentChildren } from "preact";
import { usePage } from "../state/page.ts";
import { Link } from "./link.tsx";

interface PartsProps<Part extends string> {
  readonly label: string;
  /** In order; the first is the one that an address without a part shows. */
  readonly parts: readonly { readonly name: Part; readonly title: ComponentChildren }[];
  readonly shown: Part;
}

/** The parts of a view, as links to each: `show` in the address. What else the address holds is of the part that is left. */
export const Parts = <Part extends string>({ label, parts, shown }: PartsProps<Part>) => {
  const { place } = usePage();
  return (
    <nav class="parts" aria-label={label}>
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
