import { type ChildProcess, spawn } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { claimHome, type RunFile } from "../../../src/cli/local/claim-home.ts";
import { listProcesses } from "../../../src/cli/local/list-processes.ts";

/** No process has this id: it is above what the system gives out. */
const DEAD_PID = 2 ** 30;

let home = "";
let other: ChildProcess | undefined;
const runFile = (): string => join(home, "run.json");
const readRun = (): RunFile => JSON.parse(readFileSync(runFile(), "utf8")) as RunFile;
const leaveBehind = (run: RunFile): void => writeFileSync(runFile(), JSON.stringify(run));
const find = (pid: number | undefined) => listProcesses().find((running) => running.pid === pid);

/** A process that only waits; on Linux its name can be chosen, as a runtime's. */
async function startOther(name: string): Promise<number> {
  const script = `process.title = ${JSON.stringify(name)}; console.log(1); setInterval(() => 0, 1000)`;
  const child = spawn(process.execPath, ["-e", script], { stdio: ["ignore", "pipe", "ignore"] });
  other = child;
  await new Promise((done) => child.stdout.once("data", done));
  return child.pid ?? 0;
}

beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), "home-"));
});
afterEach(() => {
  other?.kill("SIGKILL");
  other = undefined;
  rmSync(home, { recursive: true });
});

it("is one server's, with its address once it is known, and free again after it", async () => {
  const claim = await claimHome(home);
  await claim.note("http://127.0.0.1:1");
  expect(readRun()).toMatchObject({ pid: process.pid, url: "http://127.0.0.1:1" });
  claim.release();
  expect(existsSync(runFile())).toBe(false);
});

it("is refused to a second server, by name of the first and with what to do", async () => {
  const pid = await startOther("server");
  leaveBehind({ pid, started: find(pid)?.started ?? "", url: "http://127.0.0.1:4711" });
  await expect(claimHome(home)).rejects.toThrow(/4711.*RECALL_HOME/s);
  expect(readRun().pid).toBe(pid);
});

it("is taken over from a server that died, and from a process that only has its number", async () => {
  leaveBehind({ pid: DEAD_PID, started: "1" });
  (await claimHome(home)).release();
  const pid = await startOther("newcomer");
  leaveBehind({ pid, started: "another start" });
  (await claimHome(home)).release();
  expect(find(pid)).toBeDefined();
});

it("is taken over from a file that was never written whole", async () => {
  writeFileSync(runFile(), '{"pid":');
  (await claimHome(home)).release();
});

it.runIf(process.platform === "linux")(
  "ends the runtime that a killed server left, and nothing else",
  async () => {
    const pid = await startOther("workerd");
    leaveBehind({ pid: DEAD_PID, started: "1", runtime: { pid, started: "another start" } });
    (await claimHome(home)).release();
    expect(find(pid)).toBeDefined();
    leaveBehind({ pid: DEAD_PID, started: "1", runtime: { pid, started: find(pid)?.started ?? "" } });
    (await claimHome(home)).release();
    expect(find(pid)).toBeUndefined();
  },
);
