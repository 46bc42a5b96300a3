import { describe, expect, it } from "vitest";
import { problemOf } from "../../../scripts/attack/judge.ts";
import type { Got, Sent } from "../../../scripts/attack/send.ts";

const SENT: Sent = { method: "GET", path: "/v1/status?q=no%20such%20table", headers: {}, body: null };
const SECRETS = [{ what: "the signing secret", text: "s3cret-s3cret" }];

const got = (status: number | undefined, body: unknown, type = "application/json"): Got => ({
  ...{ status, ms: 1, headers: { "content-type": type } },
  text: typeof body === "string" ? body : JSON.stringify(body),
});
const failed = (code: string, message = "Something was wrong") => ({ error: { code, message } });
const toolFailed = (text: string) => ({ result: { isError: true, content: [{ type: "text", text }] } });

describe("the judge of an answer to a hostile request", () => {
  it.each<[string, Got]>([
    [
      "a success, whatever people wrote",
      got(200, { text: "TypeError: x\n    at a (b.ts:1:2) SQLITE_ERROR" }),
    ],
    ["a refusal with its code", got(400, failed("invalid_input"))],
    ["a tool's error with its code", got(200, toolFailed("not_found: There is no such memory"))],
    ["an error of JSON-RPC", got(400, { error: { code: -32_600, message: "Invalid" } })],
    ["a limit", got(429, failed("rate_limited"))],
    ["no text model", got(503, failed("generator_unavailable"))],
    ["what was sent, said back", got(400, failed("invalid_input", "not known: no such table"))],
    [
      "a name that an earlier request left",
      got(400, failed("invalid_input", "not one of: ' UNION SELECT token FROM tokens --")),
    ],
    ["a refusal of the runtime, which is no HTTP to it", got(400, "Bad Request", "text/plain")],
    ["no body, as HEAD has none", got(404, "")],
    ["a closed connection", got(undefined, "")],
  ])("passes %s", (_, answer) => {
    expect(problemOf(SENT, answer, SECRETS)).toBeUndefined();
  });

  it.each<[string, Got, RegExp]>([
    ["a failure of the server", got(500, failed("internal")), /^500/],
    ["an outage", got(503, failed("unavailable")), /^503/],
    ["a failure without JSON", got(500, "Internal Server Error", "text/plain"), /^500/],
    ["a bug behind a tool", got(200, toolFailed("internal: Something went wrong")), /^internal/],
    ["a refusal without a code", got(404, "Not Found", "text/html"), /without a code/],
    ["a code that nobody knows", got(400, failed("oops")), /unknown code oops/],
    ["a name that objects have", got(400, failed("constructor")), /unknown code/],
    ["a stack", got(400, failed("invalid_input", "x\n    at f (worker.js:1:2)")), /a stack/],
    ["a file", got(400, failed("invalid_input", "in src/search/plan.ts:12")), /a file/],
    ["SQL", got(400, failed("invalid_input", "D1_ERROR: near x")), /SQL/],
    ["SQL behind a tool", got(200, toolFailed("invalid_input: fts5: syntax error")), /SQL/],
    ["the runtime's words", got(400, failed("invalid_input", "x is not a function")), /the runtime/],
    ["a secret, even in a success", got(200, { text: "… s3cret-s3cret …" }), /the signing secret/],
  ])("does not pass %s", (_, answer, problem) => {
    expect(problemOf(SENT, answer, SECRETS)).toMatch(problem);
  });
});
