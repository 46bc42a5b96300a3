import { expect, it } from "vitest";
import { ARMS } from "../../src/search/arms/table.ts";
import { STAGES } from "../../src/search/stages/table.ts";
import { whyStrings } from "../../src/web/strings/why.ts";

it("has a word for every step of a search", () => {
  const steps = [...ARMS, ...STAGES].map(({ name }) => name);
  expect(steps.filter((step) => whyStrings.steps[step] === undefined)).toEqual([]);
});
