import { useEffect, useState } from "preact/hooks";
import { plainLines, type Token } from "./tokens.ts";

/** Longer code is shown without colours, characters: colouring would take too long. */
const MAX_COLOURED_CHARS = 300_000;

type Lines = readonly (readonly Token[])[];

const NO_LANGUAGE: readonly string[] = ["", "text", "plaintext"];

/** Code as lines: plain at first, in colours once the highlighter is loaded. */
export function useLines(text: string, language: string): Lines {
  const [coloured, setColoured] = useState<{ readonly of: string; readonly lines: Lines } | undefined>(
    undefined,
  );
  const key = `${language}\n${text}`;
  useEffect(() => {
    if (NO_LANGUAGE.includes(language) || text.length > MAX_COLOURED_CHARS) return;
    let isWanted = true;
    import("./highlight.ts").then(
      ({ highlight }) => {
        const lines = isWanted ? highlight(text, language) : undefined;
        if (lines !== undefined) setColoured({ of: key, lines });
      },
      // Code is readable without colours.
      (error: unknown) => console.warn(error),
    );
    return () => {
      isWanted = false;
    };
  }, [key]);
  return coloured?.of === key ? coloured.lines : plainLines(text);
}

/** The tokens of one line. */
export const Tokens = ({ tokens }: { readonly tokens: readonly Token[] }) => (
  <>
    {tokens.map(({ text, kind }, at) =>
      kind === "" ? (
        text
      ) : (
        <span key={at} class={kind}>
          {text}
        </span>
      ),
    )}
  </>
);

interface CodeProps {
  readonly text: string;
  readonly language: string;
}

/** A block of code in a document. */
export const Code = ({ text, language }: CodeProps) => {
  const lines = useLines(text.replace(/\n$/, ""), language);
  return (
    <pre class="code" tabindex={0}>
      <code>
        {lines.map((tokens, at) => (
          <span key={at} class="code-line">
            <Tokens tokens={tokens} />
            {"\n"}
          </span>
        ))}
      </code>
    </pre>
  );
};
