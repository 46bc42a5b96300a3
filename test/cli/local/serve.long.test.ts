import { chmodSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { expect, it } from "vitest";
import { noteServed } from "../../../src/cli/settings/served-homes.ts";
import { spawnCli } from "../spawn-cli.ts";
import { temporaryFolder, writeInto } from "../temporary-folder.ts";
import { serveWhile, serveWith } from "./serve-while.ts";

const OTHERS = 0o077;
const READABLE_BY_ALL = { "state/old.sqlite": 0o644, state: 0o755, "server.log": 0o644, "notes.txt": 0o644 };

/** A home from before, open to everybody, with a file of the user's own in it. */
function openHome(folder: string): string {
  const home = join(folder, ".recall");
  mkdirSync(join(home, "state"), { recursive: true });
  for (const [path, mode] of Object.entries(READABLE_BY_ALL)) {
    if (path.includes(".")) writeInto(home, path, "");
    chmodSync(join(home, path), mode);
  }
  chmodSync(home, 0o755);
  return home;
}

const modeOf = (path: string): number => statSync(path).mode;

/** Paths below a folder that group or others may use. */
const openTo = (folder: string): readonly string[] =>
  readdirSync(folder, { recursive: true, encoding: "utf8" }).filter(
    (path) => (modeOf(join(folder, path)) & OTHERS) !== 0,
  );

it("closes an open home to others, is found by the next command, and obeys no name or heading it greets with", async () => {
  const folder = temporaryFolder({
    "docs/README.md":
      "## Ring \u001b[2J the bell\n\n## Owner's $(id) handbook\n\n## Baker's dozen rolls\n\nBread.\n",
    "docs/\u001b[2Jcaf\u00e9.txt": Uint8Array.of(0xcf, 0xf0, 0xe8, 0xe2),
  });
  const home = openHome(folder);
  // It was served from before.
  await noteServed({ XDG_CONFIG_HOME: join(folder, ".user-config") }, home, "an earlier secret");
  const { stdout, stderr, code } = await serveWhile(folder, { RECALL_HOME: home }, async () => {
    const cwd = join(folder, "docs");
    const env = { XDG_CONFIG_HOME: join(folder, ".user-config") };
    const found = await spawnCli(["search", "bread", "-n", "1"], { cwd, env });
    expect(found).toMatchObject({ code: 0, stderr: "" });
    expect(found.stdout).toContain("README.md");
  });
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  expect([...stdout].filter((character) => /[\p{Cc}]/u.test(character) && character !== "\n")).toEqual([]);
  expect(stdout).toContain("not pushed: ␛[2Jcaf\u00e9.txt");
  expect(stdout).toContain(`search 'Baker'\\''s dozen rolls' --full`);
  expect(stdout).toContain("get README.md:1-20");
  if (process.platform === "win32") return;
  expect(openTo(home)).toEqual(["notes.txt"]);
  expect(readdirSync(join(home, "state")).length).toBeGreaterThan(1);
  expect(modeOf(home) & OTHERS).toBe(0o055);
});

it.each([1_000, 2_000, 3_000])(
  "ends with a word and no stack at Ctrl-C, %i ms after the start",
  async (ms) => {
    const folder = temporaryFolder({ "docs/a.md": "text" });
    const env = { RECALL_HOME: join(folder, ".recall") };
    let pid = 0;
    const onStart = (started: number) => {
      pid = started;
    };
    const served = spawnCli(["serve", "docs", "--port", "0"], { cwd: folder, env, onStart });
    await delay(ms);
    process.kill(pid, "SIGINT");
    const { code, stdout, stderr } = await served;
    expect(stderr).toBe("");
    // Before the program has loaded the system ends it, or its launcher.
    const ended = stdout === "" ? [expect.toBeOneOf([130, null]), false] : [0, true];
    expect([code, stdout.endsWith("Stopped.\n")]).toEqual(ended);
  },
);

it("makes a home of its own that nobody else can look into", async () => {
  const folder = temporaryFolder({ "docs/a.md": "text" });
  const home = join(folder, "data/home");
  await serveWhile(folder, { RECALL_HOME: home }, async () => {
    expect(JSON.parse(readFileSync(join(home, "config.json"), "utf8"))).toHaveProperty("token");
  });
  if (process.platform !== "win32") expect([modeOf(home) & OTHERS, ...openTo(home)]).toEqual([0]);
});

it("goes on where it cannot note its home nor push, and says how the home is found then", async () => {
  const folder = temporaryFolder({ "docs/a.md": "text", occupied: "" });
  const home = join(folder, ".recall");
  const env = { RECALL_HOME: home, XDG_CONFIG_HOME: join(folder, "occupied") };
  const { stdout, stderr } = await serveWhile(folder, env, async () => undefined);
  expect(stderr).toContain(`RECALL_HOME=${home}`);
  expect(stdout).toContain("could not be pushed (exit 2): This machine's id");
  expect(stdout).toContain(`RECALL_HOME=${home} npx recall status`);
});

it("shows a search that finds what it was taken from, in this folder only, and nothing that does not work", async () => {
  const folder = temporaryFolder({
    "docs/README.md": "## Sour dough bread\n\n## Kneading the dough\n\nFold it.\n",
    "docs/empty.md": "",
    "docs/z.md": "# Kneading the dough\n\nKneading the dough: kneading the dough by hand.\n".repeat(3),
  });
  const env = { RECALL_HOME: join(folder, "home"), HOME: folder };
  const searchesNow = async () => {
    const { stdout } = await spawnCli(["status", "--json"], { cwd: folder, env });
    return JSON.parse(stdout).searches.count;
  };
  let counted: unknown;
  const first = await serveWhile(folder, env, async () => {
    counted = await searchesNow();
  });
  expect(counted).toBe(0);
  expect(first.stdout).not.toMatch(/^Recall /m);
  const [, path, query] = /A sample search, from (.*): (.*)\n\n1\. /.exec(first.stdout) ?? [];
  expect(first.stdout).toContain(`${query}\n\n1. ${path}#L`);
  expect(first.stdout).toContain(`get ${path}:1-20`);
  expect(first.stdout).toContain(`recall push ${join(folder, "docs")} --dry-run`);
  rmSync(join(folder, "docs"), { recursive: true });
  writeInto(folder, "docs/empty.md", "");
  const second = await serveWhile(
    folder,
    { ...env, RECALL_HOME: join(folder, "other") },
    async () => undefined,
  );
  expect(second.stdout).not.toMatch(/sample search|recall get|recall search/);
  expect(second.stdout).toContain("recall status");
  expect(first.stdout.match(/^ {2}\S.* recall (?:search|get|push) /gm)).toHaveLength(3);
});

it("pushes nothing without a folder, and says so", async () => {
  const folder = temporaryFolder({ "notes.md": "# Bread\n" });
  const env = { RECALL_HOME: join(folder, "home"), HOME: folder };
  const status = () => spawnCli(["status", "--json"], { cwd: folder, env });
  const { stdout, stderr } = await serveWith([], {
    folder,
    env,
    work: async () => expect(JSON.parse((await status()).stdout)).toMatchObject({ documents: 0, roots: [] }),
  });
  expect(stdout).toContain("nothing is pushed by itself");
  expect(stdout).toContain("recall push . --dry-run");
  expect(stderr).toBe("");
});
