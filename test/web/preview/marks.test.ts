import { h } from "preact";
import { useRef } from "preact/hooks";
import { describe, expect, it } from "vitest";
import { matchedTerms } from "../../../src/web/preview/matched-terms.ts";
import { matcherOf, useMarks } from "../../../src/web/preview/use-marks.ts";
import { Screen } from "../support/screen.ts";
import { asWindow } from "../support/window.ts";

const found = (terms: readonly string[], text: string) => text.match(matcherOf(terms) ?? /$^/g);

describe("the words that a hit was marked for", () => {
  const terms = (text: string, highlights: readonly (readonly [number, number])[]) =>
    matchedTerms({ snippet: { text, startLine: 1, endLine: 1, highlights } } as never);

  it("are in small letters, once each, in the order of the text, and never blank", () => {
    expect(
      terms("Key a \nkey", [
        [0, 3],
        [3, 4],
        [4, 4],
        [5, 7],
        [7, 10],
        [4, 5],
      ]),
    ).toEqual(["key", "a"]);
  });

  it("are fifty at most, of different ones", () => {
    const words = Array.from({ length: 51 }, (_, at) => `w${String(at).padStart(2, "0")}`);
    const marks = words.map((_, at) => [at * 4, at * 4 + 3] as const);
    expect(terms(words.join(" "), marks)).toEqual(words.slice(0, 50));
    expect(terms(words.join(" "), [...marks.slice(0, 1), ...marks.slice(0, 50)])).toEqual(words.slice(0, 50));
  });
});

describe("words that are looked for", () => {
  it.each([..."-.*+?^$()|[]\\/{}"].map((sign) => [sign]))("may have %s in them, as it is", (sign) => {
    const term = `a${sign}b`;
    expect(found([term], `x ${term} y`)).toEqual([term]);
    expect(found([`${term}c`], "x abc a ac bc axbc y")).toBeNull();
    expect(found([`会${sign}`, `${sign}会`], `会${sign} ${sign}会`)).toEqual([`会${sign}`, `${sign}会`]);
  });

  it.each([
    ["the longest first", ["a", "a b"], "a b a", ["a b", "a"]],
    ["whole, behind a letter", ["key"], "monkey ékey", null],
    ["whole, before a letter", ["key"], "keys keyé", null],
    ["whole, beside a digit", ["key"], "1key key2", null],
    ["beside a line and a dash", ["key"], "_key -key-", ["key", "key"]],
    ["anywhere, in other scripts", ["会議"], "次会議は", ["会議"]],
    ["anywhere, where only a part is of another script", ["a会"], "xa会b", ["a会"]],
    ["in any case", ["é"], "É", ["É"]],
  ])("are found %s", (_, terms, text, expected) => {
    const matches = found(terms, text);
    expect(matches && [...matches]).toEqual(expected);
  });
});

describe("marks", () => {
  /** Draws lines, the second cited, in a browser that has these highlights. */
  function draw(parts: object = {}) {
    const marked = new Map<string, readonly string[]>();
    const observed: (() => void)[] = [];
    let observations = 0;
    class Highlight extends Array<Range> {}
    class MutationObserver {
      readonly changed: () => void;
      constructor(changed: () => void) {
        this.changed = changed;
      }
      observe(_: Node, options: object) {
        observations += 1;
        expect(options).toEqual({ childList: true, subtree: true, characterData: true });
        observed.push(this.changed);
      }
      disconnect() {
        observations -= 1;
      }
    }
    const highlights = {
      set: (name: string, ranges: Highlight) =>
        marked.set(
          name,
          [...ranges].map((range) => `${range.startOffset}-${range.endOffset} ${range}`),
        ),
      delete: (name: string) => marked.delete(name),
    };
    const window = asWindow();
    const screen = (terms: readonly string[], cited = "a key; Key, monkey") => {
      const Pane = () => {
        const pane = useRef<HTMLDivElement>(null);
        useMarks(pane, terms);
        const line = h("p", { class: "is-cited" }, cited, h("b", {}, "key"));
        return h("div", { ref: pane }, h("p", {}, "key"), line);
      };
      return h(Pane, {});
    };
    const shown = (...given: Parameters<typeof screen>) =>
      new Screen(
        screen(...given),
        asWindow({
          CSS: { highlights },
          ...{ Highlight, MutationObserver, NodeFilter: window.NodeFilter },
          ...parts,
        }),
      );
    return { shown, screen, marked, observed, observations: () => observations };
  }

  it("are on each word of the cited part, in each of its texts, and nowhere else", () => {
    const { shown, marked } = draw();
    shown(["key"]);
    expect([...marked]).toEqual([["match", ["2-5 key", "7-10 Key", "0-3 key"]]]);
  });

  it("are made again after a change, and taken away with the words or the pane", () => {
    const { shown, screen, marked, observed, observations } = draw();
    const drawn = shown(["key"]);
    const text = drawn.one(".is-cited").firstChild;
    if (text !== null) text.nodeValue = "no keys";
    for (const changed of observed) changed();
    expect(marked.get("match")).toEqual(["0-3 key"]);
    drawn.draw(screen(["no"], "no"));
    expect([marked.get("match"), observations()]).toEqual([["0-2 no"], 1]);
    drawn.draw(null);
    expect([[...marked], observations()]).toEqual([[], 0]);
  });

  it("are none without words, and in a browser that has no highlights", () => {
    const { shown, marked, observations } = draw();
    shown([]);
    expect([[...marked], observations()]).toEqual([[], 0]);
    const old = draw({ CSS: {} });
    old.shown(["key"]);
    expect([[...old.marked], old.observations()]).toEqual([[], 0]);
  });
});
