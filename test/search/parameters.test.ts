import { expect, it } from "vitest";
import { SearchParameters } from "../../src/search/contract/search.ts";

it("asks for the session that alone is searched", () => {
  const parsed = SearchParameters.safeParse({ q: "x", onlySession: "true" });
  expect(parsed.error?.issues).toMatchObject([{ path: ["onlySession"] }]);
  expect(SearchParameters.safeParse({ q: "x", onlySession: "true", session: "s" }).success).toBe(true);
});
