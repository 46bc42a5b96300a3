import { expect, it } from "vitest";
import { failureText, reportFailure } from "../../src/cli/report-failure.ts";
import { AppError, type ErrorCode } from "../../src/errors.ts";
import { capturedTerminal } from "./run-cli.ts";

const INIT = ": recall init --token <token> stores one";
const RIGHT = ": is it the right one? recall init --list shows what is used here";

it.each<[ErrorCode, string, string]>([
  ["unauthorized", "No", INIT],
  ["unauthorized", "Is it one?", ""],
  ["unauthorized", "See recall init", ""],
  ["unauthorized", "Recall init", ""],
  ["unauthorized", "See recall", INIT],
  ["unauthorized", "recalled", INIT],
  ["unauthorized", "TRY AGAIN", ""],
  ["unauthorized", "Mint one", ""],
  ["unauthorized", "Busy until 5", ""],
  ["unauthorized", "Busy until noon", INIT],
  ["unauthorized", "That workspace was deleted", ": recall workspace list"],
  ["not_found", "That workspace was deleted", ": recall workspace list"],
  ["unauthorized", "The workspace was deleted today", INIT],
  ["unavailable", "Could not reach x", RIGHT],
  ["timeout", "Could not reach x", RIGHT],
  ["unavailable", "We Could not reach x", ""],
  ["unavailable", "Could not reachable", ""],
  ["timeout", "Slow", ": try again, it may only have been busy"],
  ["forbidden", "No", ": recall token create --scope … makes one"],
  ["conflict", "No", ""],
])("says of %s “%s” what to do: %s", (code, message, hint) => {
  const said = failureText(new AppError(code, message));
  if (hint === "") expect(said).toBe(message);
  else expect(said.startsWith(message + hint)).toBe(true);
});

it("adds nothing to a failure that is not ours", () => {
  expect(failureText(new Error("Could not reach x"))).toBe("Could not reach x");
});

const disk = (code: string) => Object.assign(new Error("disk"), { code });

const reported = (error: unknown, isJson = true) => {
  const { terminal, written } = capturedTerminal();
  return { code: reportFailure(error, terminal, isJson), ...written };
};

it("reports an AppError by its own code, and a failure of the system as wrong input", () => {
  expect(reported(new AppError("conflict", "no"))).toEqual({
    ...{ code: 1, stdout: '{"error":{"code":"conflict","message":"no"}}\n', stderr: "" },
  });
  expect(reported(Object.assign(disk("ENOSPC"), { syscall: "write" }))).toMatchObject({
    ...{ code: 2, stdout: '{"error":{"code":"invalid_input","message":"disk"}}\n', stderr: "" },
  });
  expect(reported(disk("ENOSPC"))).toMatchObject({
    ...{ code: 3, stdout: '{"error":{"code":"internal","message":"disk"}}\n' },
  });
});

it("shows nothing of an unexpected failure that a terminal would obey, and its message without a stack", () => {
  const bare = Object.assign(new Error("a\u001b\nb"), { stack: undefined });
  expect(reported(bare, false)).toEqual({ code: 3, stdout: "", stderr: "a␛\nb\n" });
});
