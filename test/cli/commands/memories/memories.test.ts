import { expect, it } from "vitest";
import { answering, refusing } from "../../answering.ts";
import { fakeServer } from "../../fake-server.ts";
import { runCli } from "../../run-cli.ts";
import { temporaryFolder } from "../../temporary-folder.ts";

const LISTED = { id: "0123456789abcdef", type: "fact", text: "Old", cut: false, lastObserved: "2026-11-20" };
const PAGE = { memories: [LISTED], nextCursor: null as string | null };

async function world() {
  const server = await fakeServer();
  const env = { RECALL_URL: server.url, RECALL_TOKEN: "er_token" };
  const run = (...args: readonly string[]) => runCli(["memories", ...args], { cwd: temporaryFolder(), env });
  return { server, run };
}

it("asks for the memories that the flags name, and for all without them", async () => {
  const { server, run } = await world();
  server.faults.push(answering(PAGE), answering(PAGE));
  const flags = {
    ...{
      type: "fact",
      tag: "t",
      session: "s1",
      source: "chat",
      "min-quality": "0.5",
      after: "7d",
      before: "1d",
    },
    ...{ state: "superseded", sort: "observed", limit: "100", cursor: "c" },
  };
  const args = Object.entries(flags).flatMap(([name, value]) => [`--${name}`, value]);
  const found = await run("list", ...args);
  expect(found).toEqual({ code: 0, stdout: "01234567  2026-11-20  fact  Old\n", stderr: "" });
  await run();
  const [first, second] = server.seen.map(({ url }) => new URL(url, server.url));
  const { "min-quality": minQuality, ...others } = flags;
  expect(Object.fromEntries(first?.searchParams ?? [])).toEqual({ ...others, minQuality });
  expect([second?.pathname, second?.search]).toEqual(["/v1/memories", ""]);
});

it("says how to see more where there are more, and nothing of that in JSON", async () => {
  const { server, run } = await world();
  const page = answering({ ...PAGE, nextCursor: "c'2" });
  server.faults.push(page, page);
  expect((await run()).stderr).toBe("There are more: --limit up to 100, or --cursor 'c'2'\n");
  expect((await run("--json")).stderr).toBe("");
});

it("says that a type does not exist only where it found nothing, and exits 1", async () => {
  const { server, run } = await world();
  server.answers.set("GET /v1/memories/types", { builtIn: ["fact"], own: ["recipe"] });
  const none = answering({ memories: [], nextCursor: null });
  const typed = async (type: string, fault = none) => {
    server.faults.push(fault);
    const { code, stderr } = await run("--type", type);
    return [code, stderr];
  };
  expect(await typed("fakt")).toEqual([1, "recall: There is no type fakt; known types: fact, recipe.\n"]);
  for (const known of ["fact", "recipe"]) expect(await typed(known)).toEqual([1, ""]);
  expect(await typed("fakt", answering(PAGE))).toEqual([0, ""]);
  server.answers.delete("GET /v1/memories/types");
  expect(await typed("fakt")).toEqual([1, ""]);
});

it("goes through time around an id as a search prints it, in the numbers asked for", async () => {
  const { server, run } = await world();
  server.faults.push(answering({ before: [], around: LISTED, after: [LISTED] }));
  const flags = ["--before", "0", "--after", "100", "--same-session"];
  const { code, stdout } = await run("timeline", "memories:01234567#L1-L2", ...flags);
  const line = "01234567  2026-11-20  fact  Old\n";
  expect([code, stdout]).toEqual([0, `> ${line}  ${line}`]);
  const { pathname, searchParams } = new URL(server.seen[0]?.url ?? "", server.url);
  expect([pathname, Object.fromEntries(searchParams)]).toEqual([
    "/v1/memories/timeline",
    { before: "0", after: "100", sameSession: "true", around: "01234567" },
  ]);
});

it("shows one, with its history only when asked, and says where to look for one that is not there", async () => {
  const { server, run } = await world();
  server.faults.push(refusing(404, "not_found", "no such memory"));
  const missing = await run("show", "01234567", "--history");
  expect(missing).toMatchObject({
    code: 1,
    stderr: expect.stringContaining("recall memories lists those there are"),
  });
  await run("show", "01234567");
  expect(server.seen.map(({ url }) => url).filter((url) => url.includes("memories"))).toEqual([
    "/v1/memories/01234567?history=true",
    "/v1/memories/01234567?history=false",
  ]);
});

it("lists what is new, and exits 1 where nothing is", async () => {
  const { server, run } = await world();
  server.answers.set("GET /v1/recent?session=s1&kind=file&limit=3", { of: "workspace", items: [] });
  expect(await run("recent", "--session", "s1", "--kind", "file", "-n", "3")).toEqual({
    code: 1,
    stdout: "Nothing yet.\n",
    stderr: "",
  });
});

it.each([
  [["--limit", "0"], "from 1 to 100"],
  [["--limit", "101"], "from 1 to 100"],
  [["--min-quality", "1.1"], "from 0 to 1"],
  [["--state", "gone"], "live, superseded, forgotten"],
  [["--sort", "best"], "newest, oldest, created, importance, priority, observed"],
  [["timeline", "x", "--before", "-1"], "from 0 to 100"],
  [["timeline", "x", "--after", "101"], "from 0 to 100"],
  [["recent", "--limit", "0"], "from 1 to 100"],
  [["recent", "--kind", "folder"], "file, memory"],
])("refuses %j", async (args, said) => {
  const { server, run } = await world();
  const { code, stderr } = await run(...args);
  expect([code, stderr]).toEqual([2, expect.stringContaining(said)]);
  expect(server.seen).toEqual([]);
});

it("leaves the numbers to the server, and asks it for no id that can be none", async () => {
  const { server, run } = await world();
  server.faults.push(answering({ before: [], around: LISTED, after: [] }));
  expect((await run("timeline", "3f9a2c1b")).code).toBe(0);
  expect(server.seen[0]?.url).toBe("/v1/memories/timeline?around=3f9a2c1b");
  for (const words of ["the old one", "3f9"])
    expect(await run("timeline", words)).toMatchObject({
      code: 2,
      stderr: "recall: id: an id, or 8 characters of its beginning or more\n",
    });
  expect(server.seen).toHaveLength(1);
});
