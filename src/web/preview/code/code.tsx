import type { Token } from "./tokens.ts";
import { useLines } from "./use-lines.ts";

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
