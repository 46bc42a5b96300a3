import { z } from "@hono/zod-openapi";
import { ERRORS, type ErrorCode } from "../../errors.ts";
import { SearchAnswer, SearchRequest } from "./search.ts";

/** Searches that one request asks. */
const MAX_SEARCHES = 20;

export const SearchesRequest = z
  .strictObject({ searches: z.array(SearchRequest).min(1).max(MAX_SEARCHES) })
  .openapi("SearchesRequest");
export type SearchesRequest = z.infer<typeof SearchesRequest>;

const CODES = Object.keys(ERRORS) as [ErrorCode, ...ErrorCode[]];

const Answered = z.object({ status: z.literal("answered"), answer: SearchAnswer }).openapi("AnsweredSearch");
const Failed = z
  .object({
    status: z.literal("failed"),
    error: z.object({ code: z.enum(CODES), message: z.string() }),
  })
  .openapi("FailedSearch");

export const SearchesAnswer = z
  .object({
    results: z
      .array(z.discriminatedUnion("status", [Answered, Failed]))
      .meta({ description: "One for each search, in their order" }),
  })
  .openapi("SearchesAnswer");
export type SearchesAnswer = z.infer<typeof SearchesAnswer>;
