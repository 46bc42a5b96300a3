import { expect, it } from "vitest";
import { extractKeywords } from "../../src/retrieval/extract-keywords.ts";

it.each([
  ["that thing we discussed about the API", ["discussed", "api"]],
  ["Caching caching CACHING", ["caching"]],
  ["go to v2 in 2024 with redis", ["redis"]],
  ["2024 11", ["2024", "11"]],
  ["of it", ["of", "it"]],
  ["录音机的时钟", ["录音", "音机", "时钟"]],
  ["학교에서", ["학교"]],
])("of %j are %j", (query, keywords) => {
  expect(extractKeywords(query)).toEqual(keywords);
});
