import { expect, it } from "vitest";
import { AnsweredError } from "../../src/client/failure.ts";
import { unreachable } from "../../src/client/send.ts";
import { AppError } from "../../src/errors.ts";
import { asFailure } from "../../src/web/api.ts";

const LIMITED = { code: "rate_limited", message: "Too many requests" } as const;
const limited = new AppError(LIMITED.code, LIMITED.message);
const OFFLINE = { code: "offline", message: expect.stringContaining("does not answer") };

it.each([
  ["the server's own", new AnsweredError(429, limited, 7_000), { ...LIMITED, retryAfter: 7 }],
  ["the server's without a wait", new AnsweredError(429, limited), { ...LIMITED, retryAfter: undefined }],
  ["a lost connection", unreachable("https://a", new TypeError("Failed to fetch")), OFFLINE],
  ["no answer in time", unreachable("https://a", new DOMException("slow", "TimeoutError")), OFFLINE],
  ["an answer of something else", new AppError("unavailable", "No JSON"), { code: "unavailable" }],
  ["a bug of the page", new RangeError("x"), { code: "internal", message: expect.stringMatching("console") }],
])("a failure is shown as what it is: %s", (_, error, shown) => {
  expect(asFailure(error)).toMatchObject(shown);
});
