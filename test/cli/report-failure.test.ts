import { expect, it } from "vitest";
import { reportFailure } from "../../src/cli/report-failure.ts";
import { AnsweredError } from "../../src/client/failure.ts";
import { AppError } from "../../src/errors.ts";
import { capturedTerminal } from "./run-cli.ts";

function told(error: unknown, env = {}): string {
  const { terminal, written } = capturedTerminal(env);
  reportFailure(error, terminal, false);
  return written.stderr.replace(/\n$/, "");
}

const two = new AppError("invalid_input", "Miniflare is missing:\nnpm install miniflare\u001b[2J");

it("keeps the lines of our own messages, and makes one of a server's", () => {
  expect(told(two)).toBe("recall: Miniflare is missing:\nnpm install miniflare␛[2J");
  expect(told(new AnsweredError(400, two))).toBe("recall: Miniflare is missing:␊npm install miniflare␛[2J");
});

it("is no wider than a person says", () => {
  expect(
    told(new AppError("invalid_input", "A root's name has up to 64 bytes of letters"), { COLUMNS: "30" }),
  ).toBe("recall: A root's name has up\nto 64 bytes of letters");
});

it("says what to do about a token that is not taken", () => {
  const refused = new AnsweredError(401, new AppError("unauthorized", "This token is not valid here"));
  expect(told(refused)).toBe("recall: This token is not valid here: recall init --token <token> stores one");
});

it.each([
  [
    "unauthorized",
    "This token's workspace was deleted",
    /deleted: recall workspace list shows .* recall workspace use <name> goes on with one/,
  ],
  ["forbidden", "This needs a token of scope admin; this one has read", /: recall token create --scope/],
  ["forbidden", "An owner token is bound to no workspace: mint one for the workspace with it", /with it$/],
  [
    "unavailable",
    "Could not reach https://recall.example (ENOTFOUND)",
    /: is it the right one\? recall init --list/,
  ],
  ["unavailable", "Could not reach http://127.0.0.1:1 (ECONNREFUSED): is `npm start` running?", /running\?$/],
  ["unavailable", "The database did not answer; try again", /try again$/],
  ["not_found", "There is no document", /document$/],
] as const)("says once what to do: %s, %s", (code, message, expected) => {
  expect(told(new AppError(code, message))).toMatch(expected);
});
