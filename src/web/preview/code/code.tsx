import { Fragment } from "preact";
import { useMemo } from "preact/hooks";
import { Directed } from "../../components/directed.tsx";
import { lazy } from "../../state/lazy.ts";
import type { Target } from "../../state/place.ts";
import { partOfLine } from "../cited-part.ts";
import { Highlighted, type Marked } from "../highlighted.tsx";
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
  /** What is cited of it where that is not all of it. */
  readonly part?: Marked | undefined;
  /** Its number in the document; undefined: not shown. */
  readonly number?: number;
  /** It has the direction of its own letters, beside its number on the left. */
  readonly isProse?: boolean;
}

/** A piece of a line, by its offset in it, with what is cited of it. */
const pieceOf = (text: string, from: number, part: Marked | undefined) =>
  part === undefined ? text : <Highlighted text={text} marks={[part]} from={from} class="is-cited" />;

type TokensProps = Pick<LineProps, "tokens" | "part">;

const Tokens = ({ tokens, part }: TokensProps) => {
  let end = 0;
  return (
    <>
      {tokens.map(({ text, kind }, at) => {
        end += text.length;
        const piece = pieceOf(text, end - text.length, part);
        return kind === "" ? (
          <Fragment key={at}>{piece}</Fragment>
        ) : (
          <span key={at} class={kind}>
            {piece}
          </span>
        );
      })}
    </>
  );
};

const SentenceLine = ({ tokens, part }: TokensProps) => {
  const isPlain = tokens.every(({ kind }) => kind === "");
  return (
    <bdi>
      {isPlain ? (
        <Directed
          text={tokens.map(({ text }) => text).join("")}
          draw={(piece, at) => pieceOf(piece, at, part)}
        />
      ) : (
        <Tokens tokens={tokens} part={part} />
      )}
    </bdi>
  );
};

const Line = ({ tokens, part, isCited = false, number, isProse = false }: LineProps) => {
  const Words = isProse ? SentenceLine : Tokens;
  return (
    <span class={`code-line ${isCited && part === undefined ? "is-cited" : ""}`} data-line={number}>
      <Words tokens={tokens} part={part} />
      {"\n"}
    </span>
  );
};

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

/** A document's source with line numbers, the cited lines marked, or the cited part of one, which is broken to be read. */
export const SourceView = ({ target, text, language, shown: [first, last] }: BodyProps) => {
  const lines = useLines(text.replaceAll("\r\n", "\n"), language);
  const [from, to] = target.lines ?? [0, 0];
  const isProse = PROSE.includes(language);
  return (
    <pre class={target.columns === undefined ? "source" : "source is-broken"} dir="ltr" tabindex={0}>
      <code>
        {lines.slice(first - 1, last).map((tokens, at) => {
          const number = first + at;
          return (
            <Line
              key={number}
              number={number}
              tokens={tokens}
              part={partOfLine(
                target,
                number,
                tokens.reduce((sum, { text: { length } }) => sum + length, 0),
              )}
              isCited={number >= from && number <= to}
              isProse={isProse}
            />
          );
        })}
      </code>
    </pre>
  );
};
