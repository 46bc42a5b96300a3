import type { Command } from "commander";
import { expect, it } from "vitest";
import { EXIT, exitCodeOf, okIf, print } from "../../src/cli/command.ts";
import { ifAppError, ifErrno, isErrno, tryOr } from "../../src/cli/failures.ts";
import { wholeProgram } from "../../src/cli/program.ts";
import { AppError, ERRORS, type ErrorCode } from "../../src/errors.ts";
import { capturedTerminal } from "./run-cli.ts";

const USAGE: readonly ErrorCode[] = [
  ...(["invalid_input", "ambiguous", "root_exists", "workspace_exists"] as const),
  ...(["too_many_deletions", "confirmation_needed", "idempotency_mismatch", "cursor_expired"] as const),
];
const PARTIAL: readonly ErrorCode[] = [
  ...(["not_found", "conflict", "hash_mismatch", "idempotency_done", "not_text", "too_large"] as const),
];

it("exits 2 where the command line has to be another, 1 where a part is not there, else 3", () => {
  for (const code of Object.keys(ERRORS) as ErrorCode[]) {
    const expected = USAGE.includes(code) ? 2 : PARTIAL.includes(code) ? 1 : 3;
    expect(exitCodeOf(new AppError(code, "why")), code).toBe(expected);
  }
  expect(exitCodeOf(new Error("a bug"))).toBeUndefined();
  expect(EXIT).toEqual({ ok: 0, nothingOrPartial: 1, usage: 2, unavailable: 3, interrupted: 130 });
  expect([okIf(true), okIf(false)]).toEqual([0, 1]);
});

it("prints lines for a person, or one line of JSON without making them", () => {
  const { terminal, written } = capturedTerminal({ COLUMNS: "70" });
  expect(print({ terminal, flags: {} }, {}, (columns) => [`${columns} wide`, "b"])).toBe(0);
  print({ terminal, flags: { json: true } }, { a: "\u009b" }, () => {
    throw new Error("not asked for");
  });
  print({ terminal, flags: {} }, {}, () => []);
  expect(written).toEqual({ stdout: '70 wide\nb\n{"a":"\\u009b"}\n', stderr: "" });
});

it("does without what the system or a server refuses for the reasons named, and for no other", () => {
  const missing = Object.assign(new Error("no"), { code: "ENOENT" });
  expect([
    isErrno(missing, "EPERM", "ENOENT"),
    isErrno(missing, "EPERM"),
    isErrno({ code: "ENOENT" }, "ENOENT"),
  ]).toEqual([true, false, false]);
  expect(ifErrno(7, "ENOENT")(missing)).toBe(7);
  expect(() => ifErrno(7, "EPERM")(missing)).toThrow(missing);
  const refused = new AppError("forbidden", "no");
  expect([ifAppError(7)(refused), ifAppError(7, "not_found", "forbidden")(refused)]).toEqual([7, 7]);
  expect(() => ifAppError(7, "not_found")(refused)).toThrow(refused);
  expect(() => ifAppError(7)(missing)).toThrow(missing);
  const failing = (): number => {
    throw refused;
  };
  expect([
    tryOr(
      () => 1,
      () => 2,
    ),
    tryOr(failing, (error) => (error === refused ? 3 : 4)),
  ]).toEqual([1, 3]);
});

it("no command takes a flag that stands behind the name of its subcommand, which has it, too", async () => {
  const taken: string[] = [];
  const look = (command: Command): void => {
    for (const inner of command.commands) {
      const flags = new Set(command.options.flatMap(({ short, long }) => [short, long]));
      for (const { short, long } of inner.options)
        if (flags.has(long) || (short && flags.has(short)))
          taken.push(`${command.name()} ${inner.name()} ${long}`);
      look(inner);
    }
  };
  look(await wholeProgram());
  expect(taken).toEqual([]);
});
