import { expect, it } from "vitest";
import { foldName, MAX_SLUG_CHARS, slugOf } from "../../src/text/slug.ts";

it.each([
  ["Ana López", "ana-lopez"],
  ["  A  B ", "a-b"],
  ["a_b.c/d", "a-b-c-d"],
  ["C++", "c-plus-plus"],
  ["A+B", "a-plus-b"],
  ["C#", "c-sharp"],
  ["F# and C#", "f-sharp-and-c-sharp"],
  ["#tag", "tag"],
  [".NET", "dot-net"],
  ["ASP.NET", "asp-net"],
  ["./net", "net"],
  ["A&B", "a-and-b"],
  ["A & B", "a-and-b"],
  ["&b", "b"],
  ["auth_service", "auth-service"],
  ["&", ""],
  ["...", ""],
  ["a#b", "a-b"],
  ["東京 Tower", "東京-tower"],
  ["", ""],
  ["!?", ""],
])("the slug of %j is %j", (name, slug) => {
  expect(slugOf(name)).toBe(slug);
});

it("a slug has at most eighty characters, and a longer one ends in the hash of all of it", () => {
  expect(slugOf("x".repeat(MAX_SLUG_CHARS))).toBe("x".repeat(80));
  expect(slugOf(`${"x".repeat(40)} ${"y".repeat(39)}`)).toBe(`${"x".repeat(40)}-${"y".repeat(39)}`);
  expect(slugOf("x".repeat(81))).toBe(`${"x".repeat(71)}-c6915fc7`);
  expect(slugOf(`${"x".repeat(90)}a`)).not.toBe(slugOf(`${"x".repeat(90)}b`));
  expect(slugOf("x-".repeat(60))).toMatch(/^(?:x-){35}x-[0-9a-f]{8}$/);
  expect(slugOf(`${"x".repeat(70)}${"𝒜".repeat(9)}${"ж".repeat(80)}`).isWellFormed()).toBe(true);
});

it("a compared name is folded, with single spaces, and keeps its punctuation", () => {
  expect(foldName("  Ána,\n B ")).toBe("ana, b");
});
