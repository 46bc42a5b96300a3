import { expect, it } from "vitest";
import { LINE_ENDS, onOneLine, setIn } from "../../src/text/line-ends.ts";
import { isRecord, parseJson } from "../../src/text/parse-json.ts";

it("every line that is not empty is set in, wherever a system begins one", () => {
  expect(setIn("a\r\nb\n\nc\rd\u2028e\u2029f\u0085g\vh\fi")).toBe(
    "   a\r\n   b\n\n   c\r   d\u2028   e\u2029   f\u0085   g\v   h\f   i",
  );
  expect("a\r\nb\rc\u0085d".split(LINE_ENDS)).toEqual(["a", "b", "c", "d"]);
  for (const end of ["\n", "\v", "\f", "\u2028", "\u2029"])
    expect(`a${end}b`.split(LINE_ENDS)).toEqual(["a", "b"]);
  expect("a\n\rb\tc d".split(LINE_ENDS)).toEqual(["a", "", "b\tc d"]);
});

it("on one line, every run of white space is a space", () => {
  expect(onOneLine("a\r\n b\u0085c\t d\u2028e")).toBe("a b c d e");
});

it("what is not JSON is undefined, and null is null", () => {
  expect([parseJson("{"), parseJson(""), parseJson("null"), parseJson("[1]")]).toEqual([
    ...[undefined, undefined, null, [1]],
  ]);
});

it.each([
  [{}, true],
  [[], false],
  [null, false],
  ["text", false],
  [() => undefined, false],
])("%s is an object with names: %s", (value, is) => {
  expect(isRecord(value)).toBe(is);
});
