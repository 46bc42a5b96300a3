import { expect, it } from "vitest";
import { putWaiting, readWaiting, waitingId } from "../../../../src/cli/capture/waiting/waiting.ts";
import { bookmarkKey } from "../../../../src/cli/settings/bookmarks.ts";
import { fakeServer } from "../../fake-server.ts";
import { runCli } from "../../run-cli.ts";
import { temporaryFolder } from "../../temporary-folder.ts";

const REMEMBERED = { memory: {}, action: "created" };
const REFUSED = { error: { code: "invalid_input", message: "looks like noise" } };

async function world(texts: readonly string[], answers: readonly object[] = texts.map(() => REMEMBERED)) {
  const server = await fakeServer();
  server.answers.set("POST /v1/memories/batch", { answers, created: 1, merged: 0, failed: 0 });
  const cwd = temporaryFolder();
  const env = { RECALL_URL: server.url, RECALL_TOKEN: "t" };
  const folder = { XDG_CONFIG_HOME: `${cwd}/.user-config` };
  const put = (place: string, session: string, some: readonly string[]) =>
    putWaiting(folder, session, {
      items: some.map((text) => ({
        ...{ id: waitingId(text), text, type: "decision" as const, place },
        ...{ source: "codex, session s, line 3, said by the person", tags: [], at: "2026-03-02T09:00:00Z" },
      })),
      read: "",
    });
  await put(bookmarkKey(server.url, "t"), "one", texts);
  const review = (...flags: readonly string[]) => runCli(["memories", "review", ...flags], { cwd, env });
  const left = async () => (await readWaiting(folder)).map(({ text }) => text);
  const sent = () => server.seen.flatMap(({ body }) => (body as { memories: { text: string }[] }).memories);
  return { review, left, sent, put };
}

const A = "We decided on A for queues.";
const B = "We decided on B for mail.";

it("lists what waits with where it was said, and sends nothing", async () => {
  const { review, sent, put } = await world([A]);
  await put("elsewhere", "two", [B]);
  const { code, stdout } = await review();
  expect({ code, stdout }).toEqual({
    code: 0,
    stdout: [
      `${waitingId(A)}  decision`,
      `  ${A}`,
      "  (codex, session s, line 3, said by the person)",
      "1 waits: --keep ID, --drop ID, --keep all",
      "1 more waits for other servers or workspaces.",
      "",
    ].join("\n"),
  });
  expect(JSON.parse((await review("--list", "--json")).stdout)).toMatchObject({
    waiting: [{ id: waitingId(A), text: A }],
    others: 1,
  });
  expect(sent()).toEqual([]);
});

it("keeps one, drops another, and all that are left", async () => {
  const { review, left, sent } = await world([A, B]);
  const run = await review("--keep", waitingId(A).slice(0, 6), "--drop", waitingId(B));
  expect(run).toMatchObject({ code: 0, stdout: "Kept 1, dropped 1.\n" });
  expect(sent().map(({ text }) => text)).toEqual([A]);
  expect(await left()).toEqual([]);
  const all = await world([A, B]);
  expect((await all.review("--keep", "all", "--drop", waitingId(B), "--json")).stdout).toBe(
    '{"kept":1,"dropped":1,"failed":0}\n',
  );
});

it("keeps another text in place of the one that was said, which is not asked about again", async () => {
  const { review, left, sent, put } = await world([A]);
  await review("--keep", waitingId(A), "--text", "Queues run on A.");
  expect(sent().map(({ text }) => text)).toEqual(["Queues run on A."]);
  await put("anywhere", "two", [A]);
  expect(await left()).toEqual([]);
});

it("leaves waiting what the server refuses", async () => {
  const { review, left } = await world([A, B], [REMEMBERED, REFUSED]);
  expect(await review("--keep", "all")).toMatchObject({
    code: 1,
    stdout: "Kept 1, dropped 0.\n",
    stderr: expect.stringContaining("still waits: looks like noise"),
  });
  expect(await left()).toEqual([B]);
});

it.each([
  ["an id that nothing has", ["--keep", "abcdefabcdef"], "Nothing waits with the id"],
  ["too short a start of one", ["--drop", waitingId(A).slice(0, 3)], "Nothing waits with the id"],
  [
    "an id to keep and to drop",
    ["--keep", waitingId(A), "--drop", waitingId(A).slice(0, 8)],
    "with one of them",
  ],
  ["all to keep and to drop", ["--keep", "all", "--drop", "all"], "with one of them"],
  ["a text for no memory", ["--text", "x"], "name it with --keep"],
  ["a text for several", ["--keep", "all", "--text", "x"], "name it with --keep"],
])("refuses %s", async (_, flags, message) => {
  const { review, left, sent } = await world([A, B]);
  expect(await review(...flags)).toMatchObject({ code: 2, stderr: expect.stringContaining(message) });
  expect(await left()).toHaveLength(2);
  expect(sent()).toEqual([]);
});

it("says that nothing waits", async () => {
  const { review } = await world([]);
  expect(await review()).toMatchObject({ code: 1, stdout: "Nothing waits for your word.\n" });
});
