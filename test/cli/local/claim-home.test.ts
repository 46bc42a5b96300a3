import { type ChildProcess, spawn } from "node:child_process";
import {
  existsSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, beforeEach, expect, it } from "vitest";
import { claimHome, type RunFile } from "../../../src/cli/local/home/claim-home.ts";
import { listProcesses, markRuntimes } from "../../../src/cli/local/runtime-process.ts";

/** No process has this id: it is above what the system gives out. */
const DEAD_PID = 2 ** 30;
const POLL_MS = 50;

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
  claim.note("http://127.0.0.1:1");
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

it("keeps nothing of writers that were killed, and leaves those that live alone", async () => {
  const alive = await startOther("writer");
  const names = (pid: number) => [
    `run.json.${pid}.draft`,
    `run.json.dead.${pid}`,
    `config.json.${pid}-0f.tmp`,
  ];
  for (const name of [...names(DEAD_PID), ...names(alive), "notes.json.1.draft"])
    writeFileSync(join(home, name), "");
  // Killed between the claim and the end of its draft.
  leaveBehind({ pid: DEAD_PID, started: "1" });
  linkSync(runFile(), join(home, `run.json.${alive}0.draft`));
  const claim = await claimHome(home);
  expect(readdirSync(home).sort()).toEqual(["run.json", ...names(alive), "notes.json.1.draft"].sort());
  expect(statSync(runFile()).nlink).toBe(1);
  claim.release();
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

/** What a runtime's process does: it only waits, with a file of the home's state open. */
const RUNTIME_SCRIPT =
  'process.title = "workerd"; require("fs").openSync(process.argv[1], "w"); console.log(process.pid); setInterval(() => 0, 1000)';

/** Starts such a process; as an orphan its parent, a shell, is gone before this ends. */
async function startRuntime(isOrphan: boolean, opened = "state/db"): Promise<number> {
  mkdirSync(join(home, "state"), { recursive: true });
  const args = [process.execPath, "-e", RUNTIME_SCRIPT, join(home, opened)];
  const [program = "", ...rest] = isOrphan ? ["sh", "-c", '"$@" & :', "sh", ...args] : args;
  const child = spawn(program, rest, { stdio: ["ignore", "pipe", "ignore"] });
  delete process.env.RECALL_SERVED_HOME;
  const [pid] = await Promise.all([
    new Promise<number>((done) => child.stdout.once("data", (line) => done(Number(line)))),
    isOrphan ? new Promise((done) => child.once("exit", done)) : undefined,
  ]);
  return pid;
}

it.runIf(process.platform === "linux")(
  "ends a runtime that no file names by what it has open, and only that of this home",
  async () => {
    const pid = await startRuntime(true);
    const elsewhere = join(home, "another");
    (await claimHome(elsewhere)).release();
    expect(find(pid)).toBeDefined();
    (await claimHome(home)).release();
    expect(find(pid)).toBeUndefined();
  },
);

it.runIf(process.platform === "linux")(
  "ends a runtime that was started for this home and has nothing open yet",
  async () => {
    markRuntimes(home);
    const pid = await startRuntime(true, "elsewhere");
    (await claimHome(join(home, "another"))).release();
    expect(find(pid)).toBeDefined();
    (await claimHome(home)).release();
    expect(find(pid)).toBeUndefined();
  },
);

it.runIf(process.platform === "linux")(
  "is refused where a living server has the database open, and not left claimed",
  async () => {
    const pid = await startRuntime(false);
    try {
      await expect(claimHome(home)).rejects.toThrow(`process ${process.pid}`);
      expect([find(pid)?.pid, existsSync(runFile())]).toEqual([pid, false]);
    } finally {
      process.kill(pid, "SIGKILL");
    }
  },
);

it.runIf(process.platform === "linux")(
  "names the runtime that took the place of one that ended",
  async () => {
    const first = await startRuntime(false);
    const claim = await claimHome(join(home, "another"));
    const readOther = () => JSON.parse(readFileSync(join(home, "another/run.json"), "utf8")) as RunFile;
    claim.note("http://127.0.0.1:1");
    expect(readOther().runtime?.pid).toBe(first);
    process.kill(first, "SIGKILL");
    const second = await startRuntime(false);
    try {
      while (readOther().runtime?.pid === first) await sleep(POLL_MS);
      expect(readOther()).toMatchObject({ url: "http://127.0.0.1:1", runtime: { pid: second } });
    } finally {
      claim.release();
      process.kill(second, "SIGKILL");
    }
    expect(existsSync(join(home, "another/run.json"))).toBe(false);
  },
);
