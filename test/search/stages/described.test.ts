import { expect, it } from "vitest";
import { candidate, context, stage } from "./candidates.ts";

const DESCRIPTIONS = { notes: "Engineering decisions since 2021", docs: "The handbook for customers" };
const pool = [
  candidate("a", 0.6, { root: "docs" }),
  candidate("b", 0.58, { root: "notes" }),
  candidate("c", 0.5, { root: "other" }),
];
const run = (query: string, descriptions: Readonly<Record<string, string>> = DESCRIPTIONS, weight = 0.1) =>
  stage("described", { weight })(pool, { ...context(query), descriptions }).map(({ id, score }) => [
    id,
    Math.round(score * 1e6) / 1e6,
  ]);

it("lifts the passages of a root by the share of the query that its description holds", () => {
  expect(run("engineering decisions on caches")).toEqual([
    ["b", 0.646667],
    ["a", 0.6],
    ["c", 0.5],
  ]);
});

it("finds a description's words in other forms, and in no other root's", () => {
  expect(run("which decision did engineers make for the customer").map(([id]) => id)).toEqual([
    "b",
    "a",
    "c",
  ]);
  expect(run("customer handbooks")).toEqual([
    ["a", 0.7],
    ["b", 0.58],
    ["c", 0.5],
  ]);
});

it("changes nothing without descriptions, without words in common, and within one root", () => {
  const same = pool.map(({ id, score }) => [id, score]);
  expect(run("engineering decisions", {})).toEqual(same);
  expect(run("harbour pilots")).toEqual(same);
  expect(run("engineering decisions", DESCRIPTIONS, 0)).toEqual(same);
  const alone = pool.map((one) => ({ ...one, root: "notes" }));
  const after = stage("described")(alone, {
    ...context("engineering decisions"),
    descriptions: DESCRIPTIONS,
  });
  expect(after).toEqual(alone);
});

it("does not take a name of every object for a root's description", () => {
  const odd = [candidate("a", 0.6, { root: "constructor" }), candidate("b", 0.5, { root: "notes" })];
  const after = stage("described")(odd, { ...context("function native code"), descriptions: DESCRIPTIONS });
  expect(after).toEqual(odd);
});
