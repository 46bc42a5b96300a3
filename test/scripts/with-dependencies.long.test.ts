import { type ChildProcess, spawn } from "node:child_process";
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";

/** Stands in for npm: notes that it was called, takes its time, then leaves behind what `npm ci` leaves. */
const FAKE_NPM = `#!/bin/sh
echo "$@" >> npm-calls.txt
if [ -f npm-fails.txt ]; then echo "npm error code EUSAGE" >&2; exit 7; fi
sleep 1
mkdir -p node_modules/.bin
ln -sf "$REAL_NODE" node_modules/.bin/node
cp package-lock.json node_modules/.package-lock.json
`;
/** Says who it is and what it was given, and leaves with a code of its own; told to wait, it waits for a signal. */
const ENTRY = `
if (process.argv[2] === "wait") {
  process.on("SIGTERM", () => process.exit(9));
  setInterval(() => undefined, 1000);
} else process.exitCode = 5;
console.log(JSON.stringify(process.argv.slice(2)));
`;
/** No process has this id: it is above what the system gives out. */
const DEAD_PID = 2 ** 30;

interface Ended {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

let folder = "";
const inFolder = (...parts: readonly string[]): string => join(folder, ...parts);
const calls = (): readonly string[] =>
  existsSync(inFolder("npm-calls.txt"))
    ? readFileSync(inFolder("npm-calls.txt"), "utf8").trim().split("\n")
    : [];
const writeLock = (version: string): void => {
  const packages = {
    "": {},
    "node_modules/a": { version },
    "node_modules/b-elsewhere": { version, optional: true },
  };
  writeFileSync(inFolder("package-lock.json"), JSON.stringify({ packages }));
};

function start(...parameters: readonly string[]): ChildProcess {
  const script = inFolder("scripts", "with-dependencies.js");
  const PATH = `${inFolder("bin")}${delimiter}${process.env.PATH}`;
  return spawn("node", [script, "entry.js", ...parameters], {
    env: { ...process.env, PATH, REAL_NODE: process.execPath },
    stdio: ["ignore", "pipe", "pipe"],
  });
}

function ended(child: ChildProcess): Promise<Ended> {
  const output = { stdout: "", stderr: "" };
  child.stdout?.on("data", (chunk) => (output.stdout += chunk));
  child.stderr?.on("data", (chunk) => (output.stderr += chunk));
  return new Promise((done) => child.on("close", (code) => done({ code, ...output })));
}

const run = (...parameters: readonly string[]): Promise<Ended> => ended(start(...parameters));

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "with-dependencies-"));
  mkdirSync(inFolder("scripts"));
  mkdirSync(inFolder("bin"));
  copyFileSync("scripts/with-dependencies.js", inFolder("scripts", "with-dependencies.js"));
  writeFileSync(inFolder("bin", "npm"), FAKE_NPM, { mode: 0o755 });
  writeFileSync(inFolder("package.json"), '{"type":"module"}');
  writeFileSync(inFolder("entry.js"), ENTRY);
  writeLock("1.0.0");
});
afterEach(() => rmSync(folder, { recursive: true }));

it("installs once, then runs the entry with its arguments and hands on its exit code", async () => {
  const first = await run("search", "two words");
  expect(first).toMatchObject({ code: 5, stdout: '["search","two words"]\n' });
  expect(first.stderr).toContain("npm ci");
  const second = await run();
  expect(second).toMatchObject({ code: 5, stderr: "" });
  expect(calls()).toHaveLength(1);
  expect(calls()[0]).toMatch(/^ci /);
});

it("installs again when the lock names another version, not when an optional package is absent", async () => {
  await run();
  writeLock("2.0.0");
  await run();
  expect(calls()).toHaveLength(2);
});

it("installs again when what is installed was built for another system", async () => {
  await run();
  const packages = { "node_modules/a": { version: "1.0.0", os: ["plan9"] } };
  writeFileSync(inFolder("node_modules", ".package-lock.json"), JSON.stringify({ packages }));
  await run();
  expect(calls()).toHaveLength(2);
});

it("installs nothing into a node_modules that is another folder's", async () => {
  await run();
  renameSync(inFolder("node_modules"), inFolder("others"));
  symlinkSync(inFolder("others"), inFolder("node_modules"));
  writeLock("2.0.0");
  expect(await run()).toMatchObject({ code: 5, stderr: "" });
  expect(calls()).toHaveLength(1);
});

it("lets one of two processes side by side install, and the other wait and say so", async () => {
  const both = await Promise.all([run(), run()]);
  expect(both.map(({ code }) => code)).toEqual([5, 5]);
  expect(calls()).toHaveLength(1);
  expect(both.filter(({ stderr }) => stderr.includes("waiting for it"))).toHaveLength(1);
  expect(existsSync(inFolder(".recall", "install.lock"))).toBe(false);
});

it("takes over the lock of a process that died", async () => {
  mkdirSync(inFolder(".recall"));
  writeFileSync(inFolder(".recall", "install.lock"), String(DEAD_PID));
  expect(await run()).toMatchObject({ code: 5 });
  expect(calls()).toHaveLength(1);
  expect(existsSync(inFolder(".recall", "install.lock"))).toBe(false);
});

it("shows npm's own words when the installation fails, and leaves no lock", async () => {
  writeFileSync(inFolder("npm-fails.txt"), "");
  const { code, stdout, stderr } = await run();
  expect([code, stdout]).toEqual([7, ""]);
  expect(stderr).toContain("npm error code EUSAGE");
  expect(existsSync(inFolder(".recall", "install.lock"))).toBe(false);
});

it("passes a request to end on to the entry and waits for it", async () => {
  await run();
  const child = start("wait");
  const end = ended(child);
  await new Promise((done) => child.stdout?.once("data", done));
  child.kill("SIGTERM");
  expect(await end).toMatchObject({ code: 9 });
});

it("ends the entry when the shell that npm ran it in is gone", async () => {
  await run();
  const script = inFolder("scripts", "with-dependencies.js");
  const shell = spawn("sh", ["-c", `"$NODE" "${script}" entry.js wait; true`], {
    env: { ...process.env, NODE: process.execPath, npm_lifecycle_event: "start" },
    stdio: ["ignore", "pipe", "ignore"],
  });
  // The pipe closes when the last process that could write to it is gone.
  const closed = new Promise((done) => shell.stdout.on("close", done));
  await new Promise((done) => shell.stdout.once("data", done));
  shell.kill("SIGKILL");
  await closed;
});
