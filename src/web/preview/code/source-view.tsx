import type { BodyProps } from "../body.ts";
import { Tokens, useLines } from "./code.tsx";

/** A document's source with line numbers, the cited lines marked. */
export const SourceView = ({ target, text, language, shown }: BodyProps) => {
  const lines = useLines(text.replace(/\r\n?/g, "\n"), language);
  const [first, last] = shown;
  const { lines: cited } = target;
  const isCited = (line: number) => cited !== undefined && line >= cited[0] && line <= cited[1];
  return (
    <pre class="source" tabindex={0}>
      <code>
        {lines.slice(first - 1, last).map((tokens, at) => {
          const line = first + at;
          return (
            <span key={line} class={`code-line ${isCited(line) ? "is-cited" : ""}`} data-line={line}>
              <Tokens tokens={tokens} />
              {"\n"}
            </span>
          );
        })}
      </code>
    </pre>
  );
};
