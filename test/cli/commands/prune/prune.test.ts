import { expect, it } from "vitest";
import { answering, refusing } from "../../answering.ts";
import { fakeServer } from "../../fake-server.ts";
import { runCli } from "../../run-cli.ts";
import { temporaryFolder } from "../../temporary-folder.ts";

async function world() {
  const server = await fakeServer();
  const env = { RECALL_URL: server.url, RECALL_TOKEN: "er_token" };
  const run = (...args: readonly string[]) => runCli(["prune", ...args], { cwd: temporaryFolder(), env });
  return { server, run };
}

const BEFORE = "2026-08-22T00:00:00.000Z";
const SAMPLE = { id: "0123456789abcdef", type: "fact", text: "Old", cut: false, lastObserved: BEFORE };
const LISTED = "01234567  2026-08-22  fact  Old\n";

const slice = (changes: object) => ({
  ...{ matched: 3, forgotten: 2, remaining: 1, before: BEFORE, samples: [SAMPLE] },
  ...changes,
});

it("forgets slice after slice up to one instant, and shows the first slice's oldest", async () => {
  const { server, run } = await world();
  server.faults.push(answering(slice({})), answering(slice({ matched: 1, forgotten: 1, remaining: 0 })));
  const { code, stdout } = await run(
    "--older-than",
    "90d",
    "--session",
    "s1",
    "--type",
    "fact",
    "--tag",
    "t",
  );
  expect([code, stdout]).toEqual([0, `Forgot 3 memories; for 24 hours --undo brings them back:\n${LISTED}`]);
  const named = { session: "s1", type: "fact", tag: "t", dryRun: false };
  expect(server.seen.map(({ body }) => body)).toEqual([
    { ...named, olderThan: "90d" },
    { ...named, olderThan: BEFORE },
  ]);
});

it("stops at a slice that forgot nothing, says what remains, and exits 1", async () => {
  const { server, run } = await world();
  server.faults.push(answering(slice({})), answering(slice({ forgotten: 0, remaining: 1 })));
  const { code, stdout } = await run("--older-than", "90d");
  expect([code, stdout.split("\n").slice(0, 2)]).toEqual([
    1,
    ["1 memory as old remain: run it again", "Forgot 2 memories; for 24 hours --undo brings them back:"],
  ]);
  expect(server.seen).toHaveLength(2);
});

it("keeps to no age where only a session is named", async () => {
  const { server, run } = await world();
  server.faults.push(answering(slice({ before: null })), answering(slice({ before: null, remaining: 0 })));
  expect((await run("--session", "s1", "--json")).stdout).toContain('"forgotten":4,"remaining":0');
  expect(server.seen.map(({ body }) => body)).toEqual([
    { session: "s1", dryRun: false },
    { session: "s1", dryRun: false },
  ]);
});

it.each([
  [3, "Would forget 3 memories; the oldest of them:"],
  [1, "Would forget 1 memory:"],
])("only tells of %i with --dry-run, and exits 0", async (matched, said) => {
  const { server, run } = await world();
  server.faults.push(answering(slice({ matched, forgotten: 0, remaining: matched })));
  const { code, stdout } = await run("--older-than", "90d", "--source", "chat", "--dry-run");
  expect([code, stdout]).toEqual([0, `${said}\n${LISTED}`]);
  expect(server.seen.map(({ body }) => body)).toEqual([{ olderThan: "90d", source: "chat", dryRun: true }]);
});

it("says that there is none of that age, or of that session", async () => {
  const { server, run } = await world();
  const none = answering(slice({ matched: 0, forgotten: 0, remaining: 0, samples: [] }));
  server.faults.push(none, none, none);
  expect((await run("--older-than", "90d", "--session", "s1")).stdout).toBe("No such memory is that old.\n");
  expect((await run("--session", "s\u001b")).stdout).toBe("No such memory of the session s␛ is left.\n");
  expect((await run("--older-than", "90d", "--dry-run")).code).toBe(0);
});

it("says that a type is none where nothing was of it", async () => {
  const { server, run } = await world();
  const none = slice({ matched: 0, forgotten: 0, remaining: 0, samples: [] });
  server.faults.push(answering(none), answering({ builtIn: ["fact"], own: ["recipe"], counts: {} }));
  expect(await run("--older-than", "90d", "--type", "fakt")).toMatchObject({
    stdout: "No such memory is that old.\n",
    stderr: "recall: There is no type fakt; known types: fact, recipe.\n",
  });
});

it("brings back page after page what the same flags name, and reports what it cannot", async () => {
  const { server, run } = await world();
  const ids = (...named: readonly string[]) => named.map((id) => ({ id }));
  server.faults.push(
    answering({ memories: ids("aaaaaaaa", "bbbbbbbb"), nextCursor: "c2" }),
    answering({}),
    refusing(409, "conflict", "bbbbbbbb is there\u0007"),
    answering({ memories: ids("cccccccc"), nextCursor: null }),
    refusing(404, "not_found", "cccccccc is gone"),
  );
  const flags = [
    "--older-than",
    "90d",
    "--session",
    "s1",
    "--type",
    "fact",
    "--tag",
    "t",
    "--source",
    "chat",
  ];
  expect(await run(...flags, "--undo")).toEqual({
    code: 1,
    stdout: "Brought back 1 memory.\n",
    stderr: "recall: bbbbbbbb is there␇\nrecall: cccccccc is gone\n",
  });
  const list = "/v1/memories?state=forgotten&before=90d&session=s1&type=fact&tag=t&source=chat&limit=100";
  expect(server.seen.map(({ url }) => url)).toEqual([
    list,
    "/v1/memories/aaaaaaaa/undo",
    "/v1/memories/bbbbbbbb/undo",
    `${list}&cursor=c2`,
    "/v1/memories/cccccccc/undo",
  ]);
});

it("counts what --undo would bring back, and brings none back, with --dry-run", async () => {
  const { server, run } = await world();
  server.faults.push(answering({ memories: [{ id: "aaaaaaaa" }, { id: "bbbbbbbb" }], nextCursor: null }));
  expect(await run("--session", "s1", "--undo", "--dry-run")).toMatchObject({
    code: 0,
    stdout: "Would bring back 2 memories.\n",
  });
  expect(server.seen).toHaveLength(1);
});

it("exits 0 only after it brought something back, and ends at any other failure", async () => {
  const { server, run } = await world();
  const one = { memories: [{ id: "aaaaaaaa" }], nextCursor: null };
  server.faults.push(answering({ memories: [], nextCursor: null }));
  expect(await run("--session", "s1", "--undo")).toMatchObject({
    code: 1,
    stdout: "Brought back 0 memories.\n",
  });
  server.faults.push(answering(one), answering({}));
  expect((await run("--session", "s1", "--undo")).code).toBe(0);
  server.faults.push(answering(one), refusing(403, "forbidden"));
  expect((await run("--session", "s1", "--undo")).code).toBe(3);
  server.faults.push(answering(one), refusing(404, "not_found"));
  expect(await run("--session", "s1", "--undo", "--json")).toMatchObject({
    code: 1,
    stdout: '{"broughtBack":0,"failed":[{"id":"aaaaaaaa","code":"not_found","message":"not_found"}]}\n',
    stderr: "",
  });
});

it("wants an age or a session, whatever else is named", async () => {
  const { server, run } = await world();
  expect(await run("--type", "fact", "--undo")).toMatchObject({
    code: 2,
    stderr: "recall: Say how old with --older-than 90d, or name a --session\n",
  });
  expect(server.seen).toEqual([]);
});
