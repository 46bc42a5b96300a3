import type { ComponentChild, ComponentChildren } from "preact";
import { leftToRightRuns, type Range } from "../../text/languages/directions.ts";

interface DirectedProps {
  readonly text: string;
  /** Draws a part of the text, by its offset in it. @default as text */
  readonly draw?: (part: string, at: number) => ComponentChildren;
}

/** A text with its paths, code and flags from left to right, where the text around them is not: they turn nothing in it. */
export const Directed = ({ text, draw = (part) => part }: DirectedProps) => {
  const runs = leftToRightRuns(text);
  if (runs.length === 0) return <>{draw(text, 0)}</>;
  return <>{partsOf(text, runs, draw)}</>;
};

function partsOf(
  text: string,
  runs: readonly Range[],
  draw: NonNullable<DirectedProps["draw"]>,
): ComponentChild[] {
  const parts: ComponentChild[] = [];
  let at = 0;
  for (const [from, to] of runs) {
    if (from > at) parts.push(draw(text.slice(at, from), at) as ComponentChild);
    parts.push(
      <bdi key={from} dir="ltr">
        {draw(text.slice(from, to), from)}
      </bdi>,
    );
    at = to;
  }
  if (at < text.length) parts.push(draw(text.slice(at), at) as ComponentChild);
  return parts;
}

/** Of a path or an address: its names, each with the slash behind it. */
const names = (path: string): readonly string[] => path.split(/(?<=\/)/);

/** A path or a citation: from left to right, whatever its names are, and broken between two of them rather than inside one. */
export const Path = ({ text, ...rest }: { readonly text: string; readonly class?: string }) => (
  <bdi dir="ltr" {...rest}>
    {names(text).flatMap((name, at) => (at === 0 ? [name] : [<wbr key={at} />, name]))}
  </bdi>
);
