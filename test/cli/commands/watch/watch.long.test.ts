import { once } from "node:events";
import { mkdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { type AddressInfo, createServer } from "node:net";
import { setTimeout as delay } from "node:timers/promises";
import { expect, it } from "vitest";
import { fakeServer, resetOnce } from "../../fake-server.ts";
import { started, watching } from "./watching.ts";

const TIME = /^\d\d:\d\d:\d\d {2}/;
/** Longer than changes take to settle, milliseconds. */
const SETTLED_MS = 3_000;

/** What was printed, without the times. */
const lines = (text: string): readonly string[] =>
  text
    .trimEnd()
    .split("\n")
    .map((line) => line.replace(TIME, ""));

it("pushes the folder, then each change with one line, and ends with Ctrl-C", async () => {
  const watched = await started();
  writeFileSync(`${watched.folder}/second.md`, "second");
  await watched.until(() => watched.paths().includes("second.md"));
  await watched.until(() => lines(watched.printed()).length === 3);
  watched.stop();
  const { code, stdout } = await watched.ended;
  expect(stdout).toMatch(TIME);
  expect(lines(stdout)).toEqual([
    "n: 1 sent (5 bytes), 1 passage",
    "watching; Ctrl-C ends it",
    "n: 1 sent (6 bytes), 1 passage, 1 unchanged",
  ]);
  expect(code).toBe(0);
});

it("sees a file that an editor saves by putting another in its place", async () => {
  const watched = await started({ files: { "deep/er/note.md": "old" } });
  const file = `${watched.folder}/deep/er/note.md`;
  const before = watched.server.roots.get("n")?.get("deep/er/note.md");
  for (const text of ["newer", "newest"]) {
    const uploads = watched.server.seen.length;
    writeFileSync(`${file}~`, text);
    renameSync(`${file}~`, file);
    await watched.until(() => watched.server.seen.length === uploads + 2);
  }
  expect(watched.server.roots.get("n")?.get("deep/er/note.md")).not.toBe(before);
  expect(watched.paths()).toEqual(["deep/er/note.md", "first.md"]);
});

const sentIn = (line: string): number => Number(/^n: ([\d,]+) sent/.exec(line)?.[1]?.replace(",", ""));
const sum = (counts: readonly number[]): number => counts.reduce((total, count) => total + count, 0);

it("makes one push of thousands of changes, in folders that are new", async () => {
  const watched = await started();
  for (let at = 0; at < 2_000; at++) {
    mkdirSync(`${watched.folder}/d${at % 40}`, { recursive: true });
    writeFileSync(`${watched.folder}/d${at % 40}/f${at}.md`, `text ${at}`);
  }
  const pushes = () => lines(watched.printed()).slice(2).map(sentIn);
  await watched.until(() => sum(pushes()) === 2_000);
  // A second one where the machine stood still while they were written.
  expect(pushes().length).toBeLessThanOrEqual(2);
  const before = pushes().length;
  writeFileSync(`${watched.folder}/d7/f7.md`, "changed");
  await watched.until(() => pushes().length === before + 1);
  expect(pushes().at(-1)).toBe(1);
});

it("goes on watching a folder that was removed and made again", async () => {
  const watched = await started({ files: { "d/e/a.md": "one" }, flags: ["--mirror"] });
  rmSync(`${watched.folder}/d`, { recursive: true });
  mkdirSync(`${watched.folder}/d/e`, { recursive: true });
  writeFileSync(`${watched.folder}/d/e/b.md`, "two");
  await watched.until(() => lines(watched.printed()).length === 3);
  expect(lines(watched.printed())[2]).toBe("n: 1 sent (3 bytes), 1 deleted, 1 passage, 1 unchanged");
  await delay(SETTLED_MS);
  writeFileSync(`${watched.folder}/d/e/c.md`, "three");
  await watched.until(() => watched.paths().includes("d/e/c.md"));
});

it("asks the server nothing about what rules leave out, and nothing about what is as it was", async () => {
  const watched = await started({ files: { ".gitignore": "*.log\nout/\n", "out/x.md": "x" } });
  const requests = watched.server.seen.length;
  writeFileSync(`${watched.folder}/a.log`, "noise");
  writeFileSync(`${watched.folder}/out/y.md`, "noise");
  writeFileSync(`${watched.folder}/first.md`, "first");
  await delay(SETTLED_MS);
  expect(watched.server.seen).toHaveLength(requests);
});

it("tells a lost connection once, and sends what changed meanwhile when it is back", async () => {
  const watched = await started();
  watched.server.faults.push(resetOnce, resetOnce, resetOnce, resetOnce);
  writeFileSync(`${watched.folder}/first.md`, "changed");
  await watched.until(() => watched.printed().includes("etrying"));
  writeFileSync(`${watched.folder}/late.md`, "late");
  await watched.until(() => watched.paths().includes("late.md"));
  await watched.until(() => lines(watched.printed()).length === 4);
  expect(lines(watched.printed()).filter((line) => line.includes("etrying"))).toHaveLength(1);
  expect(lines(watched.printed())[3]).toMatch(/^n: 2 sent/);
});

it("tells it again when the connection is lost anew, after a push that succeeded", async () => {
  const watched = await started();
  for (const text of ["second", "third"]) {
    watched.server.faults.push(resetOnce, resetOnce);
    const printed = lines(watched.printed()).length;
    writeFileSync(`${watched.folder}/first.md`, text);
    await watched.until(() => lines(watched.printed()).length === printed + 2);
  }
  const told = lines(watched.printed()).slice(2);
  expect(told.map((line) => /etrying|1 sent/.exec(line)?.[0])).toEqual([
    "etrying",
    "1 sent",
    "etrying",
    "1 sent",
  ]);
});

it("tells a file that cannot be pushed once, and again when it changed", async () => {
  const watched = await started();
  const cyrillic = (...bytes: readonly number[]): void =>
    writeFileSync(`${watched.folder}/cyrillic.txt`, Uint8Array.from(bytes));
  const change = async (text: string, count: number): Promise<void> => {
    writeFileSync(`${watched.folder}/first.md`, text);
    await watched.until(() => lines(watched.printed()).length === count);
  };
  cyrillic(0xcf, 0xf0, 0xe8);
  await change("one", 3);
  await change("two", 4);
  cyrillic(0xcf, 0xf0, 0xe8, 0xe2);
  await change("three", 5);
  await change("four", 6);
  const told = lines(watched.printed())
    .slice(2)
    .map((line) => line.includes("1 not pushed (cyrillic.txt: the text is not UTF-8"));
  expect(told).toEqual([true, false, true, false]);
});

it("says once that the folder is gone, and goes on when it is there again", async () => {
  const watched = await started();
  rmSync(watched.folder, { recursive: true });
  await watched.until(() => lines(watched.printed()).length === 3);
  await delay(SETTLED_MS);
  mkdirSync(watched.folder);
  writeFileSync(`${watched.folder}/back.md`, "back");
  await watched.until(() => watched.paths().includes("back.md"));
  await watched.until(() => lines(watched.printed()).length === 5);
  writeFileSync(`${watched.folder}/more.md`, "more");
  await watched.until(() => watched.paths().includes("more.md"));
  expect(lines(watched.printed()).slice(2, 5)).toEqual([
    `${watched.folder} is gone: waiting until it is there again`,
    `${watched.folder} is there again`,
    "n: 1 sent (4 bytes), 1 passage, 1 gone, still indexed (--mirror)",
  ]);
});

/** Where nobody listens. */
async function closedUrl(): Promise<string> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  server.close();
  return `http://127.0.0.1:${port}`;
}

it("says in one sentence after another that it tries a server again that is not running", async () => {
  const server = await fakeServer();
  const url = await closedUrl();
  const watched = await watching({ server: { ...server, url } });
  await watched.until(() => watched.printed().endsWith("\n"));
  expect(lines(watched.printed())).toEqual([
    `Could not reach ${url} (ECONNREFUSED): is \`npm start\` or \`recall serve\` running? Retrying.`,
  ]);
});

it("waits for a server that is not there yet", async () => {
  const server = await fakeServer();
  server.faults.push(resetOnce, resetOnce);
  const watched = await watching({ server });
  await watched.until(() => watched.printed().includes("watching"));
  expect(lines(watched.printed())[0]).toMatch(/; retrying$/);
});

it("ends with what another try would not mend", async () => {
  const server = await fakeServer();
  server.faults.push((_, response) => {
    const body = { error: { code: "unauthorized", message: "This token has ended" } };
    response.writeHead(401, { "content-type": "application/json" }).end(JSON.stringify(body));
    return true;
  });
  const watched = await watching({ server });
  expect(await watched.ended).toMatchObject({
    code: 3,
    stderr: "recall: This token has ended: recall init --token <token> stores one\n",
  });
});

it("lets a later push of the same root pass, and goes on after it", async () => {
  const watched = await started();
  const body = {
    error: { code: "conflict", message: "A later push goes on", details: { reason: "push_superseded" } },
  };
  watched.server.faults.push((seen, response) => {
    if (!seen.url.endsWith("/documents")) return false;
    response.writeHead(409, { "content-type": "application/json" }).end(JSON.stringify(body));
    return true;
  });
  writeFileSync(`${watched.folder}/first.md`, "ours");
  await watched.until(() => lines(watched.printed()).length === 4);
  expect(lines(watched.printed()).slice(2)).toEqual([
    "A later push goes on; retrying",
    "n: 1 sent (4 bytes), 1 passage",
  ]);
});

it("prints an object a push with --json", async () => {
  const watched = await watching({ flags: ["--json"] });
  await watched.until(() => watched.printed().endsWith("\n"));
  watched.stop();
  const { code, stdout } = await watched.ended;
  expect(JSON.parse(stdout)).toMatchObject({ at: expect.stringMatching(/^\d{4}-/), root: "n", uploaded: 1 });
  expect(code).toBe(0);
});
