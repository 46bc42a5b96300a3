import { join } from "node:path";
import { expect, it, vi } from "vitest";
import type { CommandContext } from "../../../src/cli/command.ts";
import { keepConfirmed, MANY_FILES, startConfirmed, surveyText } from "../../../src/cli/push/ask-first.ts";
import { fakeServer } from "../fake-server.ts";
import { runCli } from "../run-cli.ts";
import { temporaryFolder } from "../temporary-folder.ts";

const FILES = { "a.md": "one", "src/b.md": "three", "src/c.md": "four" };

/** A person whose home is the folder, asked with the answers given. */
function person(home: string, answers: readonly boolean[], flags = {}) {
  const config = temporaryFolder();
  const terminal = { canAsk: answers.length > 0, columns: 80, err: vi.fn() };
  const env = { HOME: home, XDG_CONFIG_HOME: config, APPDATA: config };
  const asked: string[] = [];
  const ask = async (message: string) => {
    asked.push(message);
    return answers[asked.length - 1] === true;
  };
  const context = { terminal, env, flags } as unknown as CommandContext;
  const start = (folder: string, changes = {}) =>
    startConfirmed(context, folder, { yes: false, ...changes }, ask);
  return { start, asked, env };
}

async function pathsOf({ pages }: Awaited<ReturnType<typeof startConfirmed>>) {
  const paths: string[] = [];
  for await (const { files } of pages) paths.push(...files.map(({ path }) => path));
  return paths;
}

const ALL = ["a.md", "src/b.md", "src/c.md"];

it("asks before a home folder with what it found, and not again once that was meant", async () => {
  const home = temporaryFolder(FILES);
  const { start, asked } = person(home, [true]);
  expect(await pathsOf(await start(home))).toEqual(ALL);
  expect(asked).toEqual([
    `${home} is a home folder: 3 files, 12 bytes, most of them in src/ (2 files, 9 bytes). Push all of it?`,
  ]);
  expect(await pathsOf(await start(home))).toEqual(ALL);
  expect(asked).toHaveLength(1);
});

it("pushes nothing where the person says no, and asks again the next time", async () => {
  const home = temporaryFolder(FILES);
  const { start, asked } = person(home, [false, true]);
  await expect(start(home)).rejects.toMatchObject({ code: "confirmation_needed" });
  expect(await pathsOf(await start(home))).toEqual(ALL);
  expect(asked).toHaveLength(2);
});

it.each([
  ["without a terminal", [], {}, {}, /3 files, 12 bytes.*--yes/],
  ["where it prints JSON", [true], { json: true }, {}, /3 files/],
  ["while somebody waits for a search", [true], {}, { isUnattended: true }, /is a home folder\. Nothing/],
])("refuses with a stable code %s", async (_, answers, flags, changes, said) => {
  const home = temporaryFolder(FILES);
  const { start, asked } = person(home, answers, flags);
  await expect(start(home, changes)).rejects.toMatchObject({
    code: "confirmation_needed",
    message: expect.stringMatching(said),
  });
  expect(asked).toEqual([]);
});

it("asks nothing of a folder in a home, nor with --yes, which is remembered", async () => {
  const home = temporaryFolder(FILES);
  const { start, asked } = person(home, []);
  expect(await pathsOf(await start(join(home, "src")))).toEqual(["b.md", "c.md"]);
  expect(await pathsOf(await start(home, { yes: true }))).toEqual(ALL);
  expect(await pathsOf(await start(home))).toEqual(ALL);
  expect(asked).toEqual([]);
});

it("refuses the whole disk, whoever pushes it", async () => {
  const { start } = person(temporaryFolder(), []);
  await expect(start("/", { isUnattended: true })).rejects.toThrow("/ is the whole disk");
});

it("asks before more files than are pushed unasked, reading none of them", async () => {
  const folder = temporaryFolder(FILES);
  const { start, env } = person("/nowhere", []);
  const most = { many: 2 };
  expect(await pathsOf(await start(folder, { many: 3 }))).toEqual(ALL);
  await expect(start(folder, most)).rejects.toThrow(/has 3 files, 12 bytes, most of them in src\/ \(2 files/);
  await expect(start(folder, { ...most, isUnattended: true })).rejects.toThrow("of more than 2 files");
  expect(MANY_FILES).toBe(20_000);
  await keepConfirmed(env, folder);
  expect(await pathsOf(await start(folder, most))).toEqual(ALL);
});

it("ends its counting after a while, and says that there is more", async () => {
  // More than are handed on at once.
  const names = Array.from({ length: 600 }, (_, at) => [`d${at % 2}/n${at}.md`, "x"]);
  const home = temporaryFolder(Object.fromEntries(names));
  const { start, asked } = person(home, [true]);
  expect(await pathsOf(await start(home, { countingMs: 0 }))).toHaveLength(600);
  expect(asked).toEqual([
    `${home} is a home folder: more than 500 files, 500 bytes, most of them so far in d0/ (300 files, 300 bytes), d1/ (200 files, 200 bytes). Push all of it?`,
  ]);
  const { start: elsewhere } = person("/nowhere", []);
  await expect(elsewhere(home, { many: 300, countingMs: 0 })).rejects.toThrow(/has more than 500 files/);
});

it("shows no control characters of names", () => {
  const folders = [{ path: "\u001b[2J/", files: 1, bytes: 1 }];
  expect(surveyText("/x", undefined, { files: 1, bytes: 1, folders, isMore: false })).toBe(
    "/x has 1 file, 1 bytes, most of them in ␛[2J/ (1 file, 1 bytes)",
  );
});

it("ends a push of a home with exit code 2 and the way on, and sends nothing", async () => {
  const server = await fakeServer();
  const cwd = temporaryFolder(FILES);
  const options = { cwd, env: { RECALL_URL: server.url, RECALL_TOKEN: "t", HOME: cwd } };
  const { code, stderr } = await runCli(["push", "."], options);
  expect([code, stderr]).toEqual([2, expect.stringMatching(/a home folder: 3 files.*--yes/s)]);
  expect(server.seen).toEqual([]);
  expect((await runCli(["push", ".", "--yes"], options)).code).toBe(0);
});
