import { expect, it } from "vitest";
import {
  decimal,
  digits,
  jsonObject,
  placeName,
  port,
  several,
  share,
  wholeNumber,
} from "../../../src/cli/flags/parsers.ts";

it("takes an id of digits as it is and says of others what one has", () => {
  expect(digits("0123456789012345")).toBe("0123456789012345");
  for (const text of ["", "-1", "1.5", "12345678901234567"])
    expect(() => digits(text), text).toThrow("1 to 16 digits");
});

it.each([
  [
    "a whole number",
    wholeNumber(2, 5),
    ["2", "5", " 3 "],
    ["1", "6", "2.5", "", " ", "x", "NaN", "Infinity"],
  ],
  ["any number", decimal(1, 5), ["1", "1.5", "5"], ["0.99", "5.01", "", "  ", "x"]],
  ["a share", share, ["0", "0.25", "1"], ["-0.01", "1.01", ""]],
  ["a port", port, ["0", "65535"], ["-1", "65536", "80.5"]],
])("takes %s within its bounds, each included", (_, parse, fine, wrong) => {
  expect(fine.map(parse)).toEqual(fine.map(Number));
  for (const text of wrong) expect(() => parse(text), text).toThrow("Expected a");
});

it("says what a number counts, and between which bounds it is", () => {
  expect(() => wholeNumber(1, 9)("0")).toThrow("Expected a whole number from 1 to 9.");
  expect(() => wholeNumber(1, 9, "days")("0")).toThrow("Expected a number of days from 1 to 9.");
  expect(() => decimal(0, 1)("2")).toThrow("Expected a number from 0 to 1.");
});

it("keeps the values of a flag in the order in which they came", () => {
  expect(several("a")).toEqual(["a"]);
  expect(several("a", ["c", "b"])).toEqual(["c", "b", "a"]);
});

it("takes as a place's name what a shell takes as one word, up to 48 characters", () => {
  for (const name of ["w", "Work-2.a_b", "x".repeat(48)]) expect(placeName(name)).toBe(name);
  for (const name of ["", "-w", ".w", "_w", "a b", "a/b", "é", "x".repeat(49)])
    expect(() => placeName(name), name).toThrow("at most 48");
});

it("takes a JSON object and nothing else", () => {
  expect(jsonObject('{"ticket": 42}')).toEqual({ ticket: 42 });
  for (const text of ["[1]", "null", "7", '"a"', "{", ""])
    expect(() => jsonObject(text), text).toThrow("JSON object");
});
