import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { sentenceReader } from "../../../src/search/ask/sentences.ts";
import { parseWrittenAnswer, writtenInParts } from "../../../src/search/ask/written-answer.ts";

const PASSAGES = [1, 2, 3].map((at) => ({
  from: `${at}.md#L1`,
  headings: [],
  text: `Passage ${at} of 2026.`,
}));

const sentence = fc.record({
  text: fc.oneof(
    fc.string({ unit: "grapheme", maxLength: 30 }),
    fc.constantFrom('"}]', "\\", "{[", "in 2026", "in 1999"),
  ),
  passages: fc.array(fc.integer({ min: 0, max: 4 }), { maxLength: 3 }),
  note: fc.option(fc.object({ maxDepth: 2 }), { nil: undefined }),
});

/** A text in parts of these lengths. */
function cut(text: string, lengths: readonly number[]): string[] {
  const parts: string[] = [];
  let at = 0;
  for (let turn = 0; at < text.length; turn++) {
    const length = lengths[turn % lengths.length] ?? 1;
    parts.push(text.slice(at, at + length));
    at += length;
  }
  return parts;
}

describe("an answer in parts", () => {
  it("has the sentences of the whole answer, however it is cut and written", () => {
    fc.assert(
      fc.property(
        fc.array(sentence, { maxLength: 25 }),
        fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1, maxLength: 5 }),
        fc.constantFrom(undefined, 1),
        fc.constantFrom("", '<think>\n{"sentences": [{}]}\n</think>\n', "```json\n"),
        (sentences, lengths, indent, before) => {
          const whole = JSON.stringify({ sentences }, undefined, indent);
          const read = writtenInParts("Which?", PASSAGES);
          const told = cut(before + whole, lengths).flatMap((part) => read(part));
          expect(told).toEqual(parseWrittenAnswer(whole, "Which?", PASSAGES)?.sentences);
        },
      ),
    );
  });

  it("gives a sentence as soon as its last brace is there", () => {
    const read = sentenceReader();
    expect(read('Sure: {"sentences": [{"text": "a", "pass')).toEqual([]);
    expect(read('ages": [1]}, {"text": "b}"')).toEqual(['{"text": "a", "passages": [1]}']);
    expect(read("}]}, and more {}")).toEqual(['{"text": "b}"}']);
  });

  it("says nothing of a text that is no answer", () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        expect(sentenceReader()(text)).toEqual([]);
      }),
    );
  });
});
