import { expect, it } from "vitest";
import { standsAlone, standsIn } from "../../src/names/stands-in.ts";

it.each([
  ["Ana López", "told Ana\n  López", true],
  ["Ana López", "told Ana López", true],
  ["AnaLópez", "Ana\nLópez", false],
  ["Ana", "Anabel", true],
  ["ana", "Ana", false],
])("%s stands in %j: %s", (name, text, isThere) => {
  expect(standsIn(text)(name)).toBe(isThere);
});

it.each([
  ["Ana López", "told Ana\n  López.", true],
  ["Ana", "Anabel", false],
  ["Ana", "Joana", false],
  ["Ana", "Ana_2", false],
  ["Ana", "Ana2", false],
  ["Ana", "Anabel, Ana", true],
  ["@ana", "x@ana", true],
  ["", "Ana", false],
  ["田中", "の田中さん", true],
  ["김민수", "김민수는", true],
])("%s stands alone in %j: %s", (name, text, isThere) => {
  expect(standsAlone(text)(name)).toBe(isThere);
});
