import { type ChildProcess, spawn } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, beforeEach, expect, it } from "vitest";

/** Prints its own process id, then waits; told to, it ends by itself when it is asked to end. */
const PROGRAM = `
if (process.argv[2] === "code") process.exit(Number(process.argv[3]));
if (process.argv[2] === "polite") process.on("SIGTERM", () => process.exit(7));
setInterval(() => undefined, 1_000);
console.log(process.pid);
`;
const LOCK = JSON.stringify({ packages: { "node_modules/a": { version: "1.0.0" } } });

let clone = "";

/** A clone whose launcher hands over: of what it looks for, the program's dependencies are not there. */
beforeEach(() => {
  clone = mkdtempSync(join(tmpdir(), "launcher-"));
  for (const file of ["bin/recall.js", "scripts/with-dependencies.js"]) cpSync(file, join(clone, file));
  for (const folder of ["src/cli", "node_modules/.bin"]) mkdirSync(join(clone, folder), { recursive: true });
  writeFileSync(join(clone, "package.json"), '{ "type": "module" }');
  writeFileSync(join(clone, "src/cli/main.ts"), PROGRAM);
  writeFileSync(join(clone, "package-lock.json"), LOCK);
  writeFileSync(join(clone, "node_modules/.package-lock.json"), LOCK);
  symlinkSync(process.execPath, join(clone, "node_modules/.bin/node"));
});
let launched: ChildProcess | undefined;
afterEach(() => {
  launched?.kill("SIGKILL");
  rmSync(clone, { recursive: true });
});

function launch(...args: readonly string[]): ChildProcess {
  const stdio = ["ignore", "pipe", "inherit"] as const;
  launched = spawn(process.execPath, [join(clone, "bin/recall.js"), ...args], { stdio: [...stdio] });
  return launched;
}

const codeOf = (child: ChildProcess): Promise<number | null> =>
  new Promise((done) => child.on("close", (code) => done(code)));

const programOf = (child: ChildProcess): Promise<number> =>
  new Promise((done) => child.stdout?.once("data", (line) => done(Number(line))));

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

it.each([
  ["SIGTERM", "wait", 143],
  ["SIGHUP", "wait", 129],
  ["SIGINT", "wait", 130],
  ["SIGTERM", "polite", 7],
] as const)(
  "passes %s on to a program that may %s, and leaves nothing behind",
  async (signal, how, expected) => {
    const launcher = launch(how);
    const ended = codeOf(launcher);
    const program = await programOf(launcher);
    launcher.kill(signal);
    expect(await ended).toBe(expected);
    await sleep(20);
    expect(isAlive(program)).toBe(false);
  },
);

it("ends with the program's own code", async () => {
  expect(await codeOf(launch("code", "3"))).toBe(3);
});
