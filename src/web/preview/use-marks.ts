import type { RefObject } from "preact";
import { useEffect } from "preact/hooks";
import { matcherOf } from "./matches.ts";

const NAME = "match";
const CITED = ".is-cited";

/** Ranges of the words in the cited part, as the browser's own highlights: they change nothing of the document. */
function rangesIn(pane: HTMLElement, matcher: RegExp): readonly Range[] {
  const ranges: Range[] = [];
  for (const cited of pane.querySelectorAll(CITED)) {
    const texts = document.createTreeWalker(cited, NodeFilter.SHOW_TEXT);
    for (let node = texts.nextNode(); node !== null; node = texts.nextNode())
      for (const match of node.nodeValue?.matchAll(matcher) ?? []) {
        const range = document.createRange();
        range.setStart(node, match.index);
        range.setEnd(node, match.index + match[0].length);
        ranges.push(range);
      }
  }
  return ranges;
}

/** Marks the words in the cited part of what a pane shows, and again whenever it is drawn anew. Old browsers mark none. */
export function useMarks(pane: RefObject<HTMLElement | null>, terms: readonly string[]): void {
  useEffect(() => {
    const matcher = matcherOf(terms);
    const { current } = pane;
    if (matcher === undefined || current === null || !("highlights" in CSS)) return;
    const mark = () => CSS.highlights.set(NAME, new Highlight(...rangesIn(current, matcher)));
    mark();
    const observer = new MutationObserver(mark);
    observer.observe(current, { childList: true, subtree: true, characterData: true });
    return () => {
      observer.disconnect();
      CSS.highlights.delete(NAME);
    };
  }, [terms.join("\n")]);
}
