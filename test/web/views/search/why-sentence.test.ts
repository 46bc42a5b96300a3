import { describe, expect, it } from "vitest";
import type { Hit } from "../../../../src/search/contract/hits.ts";
import { markedNames, whyAbove, whySentence } from "../../../../src/web/views/search/why/why-sentence.ts";
import { hitOf } from "../../support/answers.ts";

const standing = (step: string, rank: number, score = 0.5) => ({ step, rank, score });

/** A hit whose marked words are those in brackets. */
function marked(text: string, more: Partial<Hit> = {}): Hit {
  const highlights: [number, number][] = [];
  let plain = "";
  for (const part of text.split(/(\[[^\]]+\])/)) {
    const word = part.startsWith("[") ? part.slice(1, -1) : part;
    if (word !== part) highlights.push([plain.length, plain.length + word.length]);
    plain += word;
  }
  return hitOf({ snippet: { text: plain, startLine: 1, endLine: 1, highlights }, ...more });
}

describe("why a passage is there", () => {
  it("is the names in it, what it is newer than, and the reader's own vote", () => {
    const hit = marked("Ana works at [Kestrel] [Labs].", {
      arms: { keyword: 2, entity: 1 },
      trace: [
        ...[standing("keyword", 2), standing("entity", 1), standing("fuse", 3, 0.5)],
        ...[standing("feedback", 3, 0.55), standing("newest", 1, 0.55)],
      ],
    });
    expect(whySentence(hit, "up")).toBe("Names Kestrel Labs. You marked it helpful. Newer than 2 others.");
    expect(whySentence(hit)).toBe("Names Kestrel Labs. It was marked helpful. Newer than 2 others.");
  });

  it("is the words in it, and the meaning", () => {
    const text = "[keys] are [rotated], [keys] and [doors] and [gates]";
    const both = marked(text, { arms: { keyword: 1, vector: 1 } });
    expect(whySentence(both)).toBe("Has “keys”, “rotated”, “doors”. Close in meaning too.");
    expect(whySentence(marked(text, { arms: { vector: 1 } }))).toBe("Means the same.");
    expect(whySentence(hitOf({ arms: { keyword: 1 } }))).toBe("");
    expect(whySentence(hitOf({ arms: { recent: 1 } }))).toBe("It is among the newest.");
  });

  it.each<[string, NonNullable<Hit["trace"]>, string]>([
    [
      "the model",
      [standing("fuse", 4), standing("rerank", 1)],
      "The re-ranking model put it 3 places higher.",
    ],
    ["the model", [standing("fuse", 1), standing("rerank", 2)], "The re-ranking model put it 1 place lower."],
    ["the model", [standing("fuse", 1), standing("rerank", 1)], ""],
    ["its age", [standing("fuse", 2), standing("newest", 1)], "Newer than another."],
    ["its age", [standing("fuse", 1), standing("newest", 2)], "A newer one stands before it."],
    ["its age", [standing("fuse", 1), standing("newest", 4)], "3 newer ones stand before it."],
    ["a stage", [standing("fuse", 1, 0.5), standing("recencyBoost", 1, 0.6)], "Recent."],
    ["a stage", [standing("fuse", 1, 0.5), standing("recencyBoost", 1, 0.502)], ""],
    ["a stage", [standing("fuse", 1, 0.5), standing("unheard", 1, 0.6)], ""],
    ["a stage", [standing("fuse", 1, 0.5), standing("constructor", 1, 0.6)], ""],
    [
      "what it is",
      [standing("fuse", 1, 0.5), standing("supporting", 1, 0.3)],
      "It only supports: tests and change logs stand lower.",
    ],
    ["votes", [standing("fuse", 1, 0.5), standing("feedback", 1, 0.4)], "It was marked misleading."],
  ])("is what %s made of it: %j", (_, trace, sentence) => {
    expect(whySentence(hitOf({ arms: {}, trace }))).toBe(sentence);
  });

  it("takes no list of an arm for a stage, where the arm only lends it", () => {
    const trace = [standing("keyword", 9, 25), standing("vector", 1, 0.4), standing("fuse", 1, 0.4)];
    expect(whySentence(hitOf({ arms: { vector: 1 }, trace }))).toBe("Means the same.");
  });

  it("says a vote that is in no score yet", () => {
    expect(whySentence(hitOf({ arms: {} }), "down")).toBe("You marked it misleading.");
  });
});

it("names are marked words that begin large, those that follow each other as one, each once", () => {
  expect(markedNames(marked("[Ana] [López] of [Kestrel]  [Labs], [keys], [Ana] [López]"))).toEqual([
    ...["Ana López", "Kestrel", "Labs"],
  ]);
  expect(markedNames({})).toEqual([]);
});

describe("why a passage stands above one of more relevance", () => {
  const hit = (id: string, relevance: number, fused: number) =>
    hitOf({ id, relevance, trace: [standing("fuse", fused), standing("remembered", 1)] });

  it("is what moved it there, or that the order compares otherwise", () => {
    const [memory, best, last] = [hit("m", 0.64, 2), hit("a", 0.94, 1), hit("b", 0.01, 3)];
    expect(whyAbove(memory, [memory, best, last])).toBe("That put it above a passage of 94% relevance.");
    const [first, other] = [hit("c", 0.3, 1), hit("d", 0.5, 2)];
    expect(whyAbove(first, [first, other])).toContain("One of 50% relevance stands below");
  });

  it("is nothing where none below has more, as it is shown", () => {
    const [first, second, third] = [hit("a", 0.901, 1), hit("b", 0.904, 2), hit("c", 0.2, 3)];
    expect(whyAbove(first, [first, second, third])).toBeUndefined();
    expect(whyAbove(second, [first, second, third])).toBeUndefined();
    expect(whyAbove(third, [first, second, third])).toBeUndefined();
  });
});
