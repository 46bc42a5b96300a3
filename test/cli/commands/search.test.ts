import { expect, it } from "vitest";
import { searchWish } from "../../../src/cli/commands/search.ts";
import { SearchRequest } from "../../../src/contract/search.ts";

it("asks for what was said and leaves the rest to the server", () => {
  expect(searchWish("rotate keys", {})).toEqual({ query: "rotate keys" });
});

it("makes of every flag what the contract calls it", () => {
  const filters = {
    root: "notes",
    prefix: "guides/",
    glob: "**/*.md",
    kind: "file",
    language: "markdown",
    after: "7d",
    before: "2026-01-01",
  } as const;
  const wish = searchWish("q", { ...filters, limit: 3, profile: "keyword", full: true });
  expect(wish).toEqual({ query: "q", limit: 3, profile: "keyword", view: "full", filters });
  expect(SearchRequest.safeParse(wish).success).toBe(true);
});
