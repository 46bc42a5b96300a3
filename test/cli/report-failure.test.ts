import { CommanderError } from "commander";
import { expect, it } from "vitest";
import { reportFailure, reportInterrupted, reportUsage } from "../../src/cli/report-failure.ts";
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
  [
    "unavailable",
    "Could not reach http://127.0.0.1:1 (ECONNREFUSED): is `npm start` or `recall serve` running?",
    /running\?$/,
  ],
  ["unavailable", "The database did not answer; try again", /try again$/],
  ["not_found", "There is no document", /document$/],
] as const)("says once what to do: %s, %s", (code, message, expected) => {
  expect(told(new AppError(code, message))).toMatch(expected);
});

it.each([
  ["commander.unknownCommand", "error: unknown command 'x'", "unknown command 'x'", 2],
  ["commander.help", "(outputHelp)", "Name a command: recall --help", 2],
  ["agent.unknownHook", "error: no such hook", "no such hook", 1],
])("reports a command line that is wrong as %s with %s", (code, message, said, exit) => {
  const { terminal, written } = capturedTerminal();
  expect(reportUsage(new CommanderError(1, code, message), terminal, true)).toBe(exit);
  expect(JSON.parse(written.stdout)).toEqual({ error: { code: "usage", message: said } });
  const silent = capturedTerminal();
  expect(reportUsage(new CommanderError(1, code, message), silent.terminal, false)).toBe(exit);
  expect(silent.written).toEqual({ stdout: "", stderr: "" });
});

it("reports what nobody expected with its stack, what the disk refuses without, and says so in JSON", () => {
  const reported = (error: unknown, isJson: boolean) => {
    const { terminal, written } = capturedTerminal();
    return { code: reportFailure(error, terminal, isJson), ...written };
  };
  const bug = new TypeError("a bug");
  expect(reported(bug, false)).toEqual({ code: 3, stdout: "", stderr: `${bug.stack}\n` });
  expect(reported("text", true)).toEqual({
    ...{ code: 3, stderr: "text\n" },
    stdout: '{"error":{"code":"internal","message":"text"}}\n',
  });
  const disk = Object.assign(new Error("EACCES: x"), { code: "EACCES", syscall: "open" });
  expect(reported(disk, false)).toEqual({ code: 2, stdout: "", stderr: "recall: EACCES: x\n" });
  expect(reported(disk, true).stdout).toBe('{"error":{"code":"invalid_input","message":"EACCES: x"}}\n');
  expect(reported(new AppError("timeout", "It took long"), false)).toMatchObject({
    ...{ code: 3, stderr: "recall: It took long: try again, it may only have been busy\n" },
  });
  expect(reported(new AppError("quota", "Used up until 00:00"), false).stderr).toBe(
    "recall: Used up until 00:00\n",
  );
});

it.each([
  [true, { code: 130, stdout: '{"error":{"code":"interrupted","message":"Stopped"}}\n', stderr: "" }],
  [false, { code: 130, stdout: "", stderr: "" }],
])("tells programs alone that it was stopped: %s", (isJson, expected) => {
  const { terminal, written } = capturedTerminal();
  expect({ code: reportInterrupted(terminal, isJson), ...written }).toEqual(expected);
});
