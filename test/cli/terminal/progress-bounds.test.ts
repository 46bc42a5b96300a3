import { expect, it } from "vitest";
import {
  cutTable,
  cutTo,
  renderTable,
  unitsWithin,
  wrap,
  wrapLines,
} from "../../../src/cli/terminal/columns.ts";
import { duration, progressLine, progressText } from "../../../src/cli/terminal/progress-line.ts";

it.each([
  [0, "0 s"],
  [1.01, "2 s"],
  [120, "120 s"],
  [120.1, "2 min"],
  [3_599, "60 min"],
  [3_600, "1 h 0 min"],
  [7_169, "1 h 59 min"],
  [7_199, "2 h 0 min"],
  [7_260, "2 h 1 min"],
])("tells %d seconds as %s", (seconds, told) => {
  expect(duration(seconds)).toBe(told);
});

const state = (more: object) => ({ what: "w", done: 10, total: 20, before: 0, elapsedMs: 1_000, ...more });
const HALF = `${"█".repeat(12)}${"░".repeat(12)}`;

it.each([
  [{}, `w ${HALF} 10/20, 10/s, 1 s left`],
  [{ elapsedMs: 999 }, `w ${HALF} 10/20`],
  [{ elapsedMs: 1_001 }, `w ${HALF} 10/20, 10.0/s, 2 s left`],
  [{ before: 10 }, `w ${HALF} 10/20`],
  [{ before: 11 }, `w ${HALF} 10/20`],
  [{ done: 30 }, `w ${"█".repeat(24)} 30/20, 30/s, 0 s left`],
  [{ done: 10_000, total: 20_000 }, `w ${HALF} 10,000/20,000, 10,000/s, 1 s left`],
])("says of %j how far it is: %s", (more, line) => {
  expect(progressText(state(more), 80)).toBe(line);
});

it("leaves the bar out where it does not fit, and cuts what is left", () => {
  const whole = `w ${HALF} 10/20`;
  const early = state({ elapsedMs: 0 });
  expect(progressText(early, whole.length)).toBe(whole);
  expect(progressText(early, whole.length - 1)).toBe("w 10/20");
  expect(progressText(early, 5)).toBe("w 10…");
});

function drawn(columns: number) {
  const written: string[] = [];
  let nowMs = 0;
  const terminal = {
    err: (text: string) => written.push(text.replace("\r\u001b[2K", "")),
    canAsk: true,
    columns,
  };
  const progress = progressLine(terminal, () => nowMs);
  const at = (ms: number, ...[what, done, total]: Parameters<typeof progress.update>) => {
    nowMs = ms;
    progress.update(what, done, total);
    return written.length;
  };
  return { progress, at, written };
}

it("draws every 80 milliseconds, and at once what is new and what is done", () => {
  const { at } = drawn(80);
  expect([
    at(0, "a", 0, 9),
    at(79, "a", 1, 9),
    at(80, "a", 2, 9),
    at(81, "a", 9, 9),
    at(82, "b", 0, 9),
  ]).toEqual([1, 1, 2, 3, 4]);
});

it("leaves the last column free, and takes its line away only where there is one", () => {
  const { progress, at, written } = drawn(6);
  progress.end();
  expect(written).toEqual([]);
  at(0, "abcdef", 0);
  progress.end();
  expect(written).toEqual(["abcd…", ""]);
  const endless = drawn(Number.POSITIVE_INFINITY);
  endless.at(0, "w".repeat(90), 0);
  expect(endless.written[0]).toBe(`${"w".repeat(78)}…`);
});

it("cuts a line only where it is longer than its columns", () => {
  expect([cutTo("abc", 3), cutTo("abcd", 3), cutTo("ab", 1), cutTo("ab", 0)]).toEqual([
    "abc",
    "ab…",
    "…",
    "…",
  ]);
  expect([unitsWithin("日本", 2), unitsWithin("日本", 3), unitsWithin("ab", 9), unitsWithin("a", 0)]).toEqual(
    [1, 1, 2, 0],
  );
});

it("cuts the one column that may be cut by what is over, down to eight, and never widens it", () => {
  const rows = [["0123456789ab", "x"]];
  const row = (columns: number) => renderTable(["a", "b"], rows, { columns, cut: 0 })[1];
  expect([row(15), row(14), row(11), row(10), row(3)]).toEqual([
    "0123456789ab  x",
    "0123456789…  x",
    "0123456…  x",
    "0123456…  x",
    "0123456…  x",
  ]);
  expect(renderTable(["a", "b"], [["abc", "x"]], { columns: 2, cut: 0 })[1]).toBe("abc  x");
  expect(cutTable(["heading", "b"], rows, 9)).toEqual(["heading …", "01234567…"]);
  expect(renderTable(["a"], [["\u001b"]])).toEqual(["a", "␛"]);
});

it("wraps below a label, leaving words twenty columns at least", () => {
  expect(wrap("one two", 7)).toEqual(["one two"]);
  expect(wrap("one two", 6)).toEqual(["one", "two"]);
  expect(wrapLines(["label  aaaaaaaaaa bbbbbbbbb cc"], 22)).toEqual([
    "label  aaaaaaaaaa bbbbbbbbb",
    "       cc",
  ]);
  expect(wrapLines(["no label here at all in it"], 20)).toEqual(["no label here at all", "in it"]);
});
