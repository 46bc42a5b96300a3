import { useEffect, useRef, useState } from "preact/hooks";
import type { DocumentAnswer } from "../../documents/contract.ts";
import { Button, Choices } from "../components/button.tsx";
import { Skeleton } from "../components/state-panel.tsx";
import { lazy } from "../state/lazy.ts";
import type { Target } from "../state/place.ts";
import { strings } from "../strings.ts";
import { type BodyProps, SourceView } from "./code/code.tsx";
import { useMarks } from "./use-marks.ts";

const words = strings.preview;

/** Lines shown around the cited ones at first: as many as a browser lays out without a pause. */
const AROUND = 400;
const MORE = 1_000;

type Shown = BodyProps["shown"];

/** What is shown of a document at first. */
export const firstShown = (cited: Shown = [1, 1], lines: number): Shown => [
  Math.max(1, cited[0] - AROUND),
  Math.min(lines, cited[1] + AROUND),
];

export const withEarlier = ([first, last]: Shown): Shown => [Math.max(1, first - MORE), last];

export const withLater = ([first, last]: Shown, lines: number): Shown => [
  first,
  Math.min(lines, last + MORE),
];

const MODES = ["rendered", "source"] as const;

/** The Markdown renderer is loaded with the first Markdown document. */
const useMarkdown = lazy(async () => (await import("./markdown/markdown-view.tsx")).MarkdownView);

/** Brings the first cited line a third of the way down, once it is drawn; a beginning stays where the document begins. */
function useCitedInView(key: string, { lines, columns }: Target) {
  const pane = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const { current } = pane;
    const cited = current?.querySelector<HTMLElement>(".is-cited");
    const isBeginning = lines?.[0] === 1 && columns === undefined;
    if (current === null || !cited || isBeginning) return;
    const offset = cited.getBoundingClientRect().top - current.getBoundingClientRect().top;
    current.scrollTop += offset - current.clientHeight / 3;
  }, [key]);
  return pane;
}

interface DocumentBodyProps {
  readonly target: Target;
  readonly document: DocumentAnswer;
  /** Words that are marked in the cited lines. */
  readonly terms: readonly string[];
}

/** The text of a document, rendered or as source. */
export const DocumentBody = ({ target, document: found, terms }: DocumentBodyProps) => {
  const { language, kind } = found;
  // What ends the last line begins none.
  const text = found.text.replace(/\r?\n$/, "");
  const lines = text.split("\n").length;
  const isMarkdown = language === "markdown" || kind === "memory";
  const [mode, setMode] = useState<(typeof MODES)[number]>(isMarkdown ? "rendered" : "source");
  const [shown, setShown] = useState(() => firstShown(target.lines, lines));
  const { part, isLost } = useMarkdown(isMarkdown);
  // Without the renderer the source can still be read.
  const View = mode === "source" || isLost ? SourceView : part;
  const isReady = View !== undefined;
  const pane = useCitedInView(`${mode}${isReady}`, target);
  useMarks(pane, terms);
  const [first, last] = shown;
  const more = (label: string, next: Shown) => (
    <Button text={label} class="more-lines" onClick={() => setShown(next)} />
  );
  return (
    <>
      {isMarkdown && kind !== "memory" ? (
        <fieldset class="row switch">
          <legend class="visually-hidden">{words.mode}</legend>
          <Choices
            class="choice"
            choices={MODES.map((name) => [name, words[name]])}
            chosen={mode}
            choose={setMode}
          />
        </fieldset>
      ) : null}
      <div class="preview-body" ref={pane}>
        {text === "" ? <p>{words.empty}</p> : null}
        {first > 1 ? more(words.earlier, withEarlier(shown)) : null}
        {View ? (
          <View key={mode} target={target} text={text} language={language} shown={shown} />
        ) : (
          <Skeleton lines={12} />
        )}
        {last < lines ? more(words.later, withLater(shown, lines)) : null}
      </div>
    </>
  );
};
