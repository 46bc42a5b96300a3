import { useMemo } from "preact/hooks";
import { Directed } from "../../components/directed.tsx";
import { lazy } from "../../state/lazy.ts";
import type { Target } from "../../state/place.ts";
import type { Lines } from "./highlight.ts";

/** Longer code is shown without colours, characters: colouring would take too long. */
const MAX_COLOURED_CHARS = 300_000;

const NO_LANGUAGE: readonly string[] = ["", "text", "plaintext"];

/** Code as lines without colours. */
export const plainLines = (text: string): Lines =>
  text.split("\n").map((line) => (line === "" ? [] : [{ text: line, kind: "" }]));

const useHighlighter = lazy(() => import("./highlight.ts"));

/** Code as lines: plain until the highlighter is loaded, and if it cannot be. */
function useLines(text: string, language: string): Lines {
  const isColoured = !NO_LANGUAGE.includes(language) && text.length <= MAX_COLOURED_CHARS;
  const { part } = useHighlighter(isColoured);
  return useMemo(
    () => (isColoured && part?.highlight(text, language)) || plainLines(text),
    [isColoured, part, text, language],
  );
}

/** Languages whose lines are sentences, each with a direction of its own. */
const PROSE: readonly string[] = ["markdown", "text", ""];

interface LineProps {
  readonly tokens: Lines[number];
  readonly isCited?: boolean;
  /** Its number in the document; undefined: not shown. */
  readonly number?: number;
  /** It has the direction of its own letters, beside its number on the left. */
  readonly isProse?: boolean;
}

const Tokens = ({ tokens }: Pick<LineProps, "tokens">) => (
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

const SentenceLine = ({ tokens }: Pick<LineProps, "tokens">) => {
  const isPlain = tokens.every(({ kind }) => kind === "");
  return (
    <bdi>
      {isPlain ? <Directed text={tokens.map(({ text }) => text).join("")} /> : <Tokens tokens={tokens} />}
    </bdi>
  );
};

const Line = ({ tokens, isCited = false, number, isProse = false }: LineProps) => (
  <span class={`code-line ${isCited ? "is-cited" : ""}`} data-line={number}>
    {isProse ? <SentenceLine tokens={tokens} /> : <Tokens tokens={tokens} />}
    {"\n"}
  </span>
);

/** A block of code in a document. */
export const Code = ({ text, language }: { readonly text: string; readonly language: string }) => (
  <pre class="code" dir="ltr" tabindex={0}>
    <code>
      {useLines(text.replace(/\n$/, ""), language).map((tokens, at) => (
        <Line key={at} tokens={tokens} />
      ))}
    </code>
  </pre>
);

/** Properties of what shows a document's text. */
export interface BodyProps {
  readonly target: Target;
  readonly text: string;
  readonly language: string;
  /** First and last line to draw, from 1. */
  readonly shown: readonly [number, number];
}

/** A document's source with line numbers, the cited lines marked. */
export const SourceView = ({ target, text, language, shown: [first, last] }: BodyProps) => {
  const lines = useLines(text.replaceAll("\r\n", "\n"), language);
  const [from, to] = target.lines ?? [0, 0];
  const isProse = PROSE.includes(language);
  return (
    <pre class="source" dir="ltr" tabindex={0}>
      <code>
        {lines.slice(first - 1, last).map((tokens, at) => {
          const number = first + at;
          return (
            <Line
              key={number}
              number={number}
              tokens={tokens}
              isCited={number >= from && number <= to}
              isProse={isProse}
            />
          );
        })}
      </code>
    </pre>
  );
};
