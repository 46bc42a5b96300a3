import type { RefObject } from "preact";
import { useEffect } from "preact/hooks";

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\/]/g, "\\$&");

/** Finds these words in a text, whole words in scripts with spaces; undefined without words. */
export function matcherOf(terms: readonly string[]): RegExp | undefined {
  if (terms.length === 0) return undefined;
  const parts = [...terms]
    .sort((a, b) => b.length - a.length)
    .map((term) =>
      /^\p{ASCII}+$/u.test(term) ? `(?<![\\p{L}\\p{N}])${escaped(term)}(?![\\p{L}\\p{N}])` : escaped(term),
    );
  return new RegExp(parts.join("|"), "giu");
}

const NAME = "match";

/** Ranges of the words in the cited part, for CSS highlights, which leave the document unchanged. */
function rangesIn(pane: HTMLElement, matcher: RegExp): readonly Range[] {
  const ranges: Range[] = [];
  for (const cited of pane.querySelectorAll(".is-cited")) {
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

/** Marks the words in the cited part of a pane, and again after each change of it. Old browsers show no marks. */
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
