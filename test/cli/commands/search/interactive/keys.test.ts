import { describe, expect, it } from "vitest";
import {
  EDITS,
  type Edit,
  insert,
  type Key,
  keyOf,
  type Line,
} from "../../../../../src/cli/commands/search/interactive/keys.ts";

const edit = (name: Edit): Key => ({ kind: "edit", edit: name });

it.each<[string, Key]>([
  ["up", { kind: "move", move: "up" }],
  ["down", { kind: "move", move: "down" }],
  ["pageup", { kind: "move", move: "pageUp" }],
  ["pagedown", { kind: "move", move: "pageDown" }],
  ["left", edit("left")],
  ["right", edit("right")],
  ["home", edit("start")],
  ["end", edit("end")],
  ["backspace", edit("backspace")],
  ["delete", edit("delete")],
  ["return", { kind: "open" }],
  ["enter", { kind: "open" }],
  ["tab", { kind: "profile", by: 1 }],
  ["escape", { kind: "leave" }],
])("knows the key %s", (name, meaning) => {
  expect(keyOf(undefined, { name })).toEqual(meaning);
});

it.each<[string, Key]>([
  ["c", { kind: "interrupt" }],
  ["d", { kind: "leave" }],
  ["p", { kind: "move", move: "up" }],
  ["n", { kind: "move", move: "down" }],
  ["y", { kind: "copy" }],
  ["r", { kind: "again" }],
  ["l", { kind: "redraw" }],
  ["z", { kind: "suspend" }],
  ["a", edit("start")],
  ["e", edit("end")],
  ["b", edit("left")],
  ["f", edit("right")],
  ["h", edit("backspace")],
  ["w", edit("deleteWord")],
  ["u", edit("deleteToStart")],
  ["k", edit("deleteToEnd")],
  ["home", { kind: "move", move: "first" }],
  ["end", { kind: "move", move: "last" }],
])("knows Ctrl-%s", (name, meaning) => {
  expect(keyOf(undefined, { name, ctrl: true })).toEqual(meaning);
});

it("takes Alt-Y for copying, and no other key with Alt for text", () => {
  expect(keyOf("y", { name: "y", meta: true })).toEqual({ kind: "copy" });
  expect(keyOf("x", { name: "x", meta: true })).toBeUndefined();
  expect(keyOf("\u0001", { name: "" })).toBeUndefined();
  expect(keyOf("toString", { name: "toString" })).toEqual({ kind: "text", text: "toString" });
});

describe("an edit", () => {
  const line: Line = { text: "one two  three", cursor: 9 };

  it.each<[Edit, Line]>([
    ["backspace", { text: "one two three", cursor: 8 }],
    ["delete", { text: "one two  hree", cursor: 9 }],
    ["deleteWord", { text: "one three", cursor: 4 }],
    ["deleteToStart", { text: "three", cursor: 0 }],
    ["deleteToEnd", { text: "one two  ", cursor: 9 }],
    ["left", { ...line, cursor: 8 }],
    ["right", { ...line, cursor: 10 }],
    ["start", { ...line, cursor: 0 }],
    ["end", { ...line, cursor: 14 }],
  ])("%s acts at the cursor", (name, after) => {
    expect(EDITS[name](line)).toEqual(after);
  });

  it("takes a character of several code units whole, and no other", () => {
    const family = "👨‍👩‍👧";
    expect(EDITS.delete({ text: `a${family}bc`, cursor: 1 })).toEqual({ text: "abc", cursor: 1 });
    expect(EDITS.delete({ text: `${family}bc`, cursor: family.length })).toEqual({
      text: `${family}c`,
      cursor: family.length,
    });
    expect(EDITS.backspace({ text: `a${family}bc`, cursor: 1 + family.length })).toEqual({
      text: "abc",
      cursor: 1,
    });
  });

  it.each(Object.keys(EDITS) as Edit[])("%s does nothing to an empty line", (name) => {
    expect(EDITS[name]({ text: "", cursor: 0 })).toEqual({ text: "", cursor: 0 });
  });

  it("stays within the line at both of its ends", () => {
    for (const name of ["left", "backspace", "deleteWord", "deleteToStart"] as const)
      expect(EDITS[name]({ text: "ab", cursor: 0 }), name).toEqual({ text: "ab", cursor: 0 });
    for (const name of ["right", "delete", "deleteToEnd"] as const)
      expect(EDITS[name]({ text: "ab", cursor: 2 }), name).toEqual({ text: "ab", cursor: 2 });
  });
});

it("puts text at the cursor, what is pasted on one line, up to 2,000 characters", () => {
  expect(insert({ text: "ad", cursor: 1 }, "b\r\nc")).toEqual({ text: "ab cd", cursor: 4 });
  expect(insert({ text: "", cursor: 0 }, "a\u2028b\u2029\tc\u0085d")).toEqual({ text: "a b c d", cursor: 7 });
  expect(insert({ text: "", cursor: 0 }, "a\ud800b")).toEqual({ text: "a\ufffdb", cursor: 3 });
  const almost = { text: "x".repeat(1_999), cursor: 0 };
  expect(insert(almost, "ab")).toEqual({ text: `a${almost.text}`, cursor: 1 });
  expect(insert(almost, "😀")).toEqual(almost);
  const full = { text: "x".repeat(2_000), cursor: 7 };
  expect(insert(full, "a")).toEqual(full);
});
