import { expect, it } from "vitest";
import { Absence, Calibration } from "../../src/search/contract/relevance.ts";
import { COEFFICIENTS } from "../../src/search/relevance/coefficients.ts";
import { type Basis, DEFAULT_FLOOR } from "../../src/search/relevance/model.ts";
import { pageText } from "./pages.ts";

const RANKING = pageText("docs/ranking.md").replace(/\s+/g, " ");

it("the pages name the floor that holds", () => {
  expect(RANKING).toContain(`The floor is \`relevance.floor\`, ${DEFAULT_FLOOR} unless you set it`);
  const changes = pageText("CHANGELOG.md").replace(/\s+/g, " ");
  expect(changes).toContain(`\`relevance.floor\` sets how likely (${DEFAULT_FLOOR}; 0 turns it off)`);
});

it("the page of ranking says of each basis whether it was measured, and names each kind of absence", () => {
  const rows = [...RANKING.matchAll(/\| `([\w-]+)` \| [^|]+ \| (yes|no)\b/g)];
  const told = rows.map(([, basis = "", measured]) => [basis, measured === "yes"]);
  expect(told).toEqual(
    Calibration.shape.basis.options.map((basis: Basis) => [basis, COEFFICIENTS[basis].isMeasured]),
  );
  for (const { shape } of Absence.options) expect(RANKING).toContain(`| \`${shape.kind.value}\` |`);
});
