import { expect, it } from "vitest";
import { answering } from "../../answering.ts";
import { fakeServer } from "../../fake-server.ts";
import { runCli } from "../../run-cli.ts";
import { temporaryFolder, writeInto } from "../../temporary-folder.ts";

const ENTRY = {
  ...{ seq: 7, workspace: "team", at: "2026-11-24T10:11:12.000Z", token: "t1", door: "mcp" },
  ...{ route: "mcp search", outcome: "ok", requests: 3, address: "203.0.113.0/24" },
};
const OWNERS = { ...ENTRY, seq: 2, workspace: null, route: "POST /v1/tokens", door: "cli", requests: 1 };

async function world() {
  const server = await fakeServer();
  const cwd = temporaryFolder();
  const config = { url: server.url, token: "er_token", ownerToken: "owner" };
  writeInto(cwd, "home/config.json", JSON.stringify(config));
  const env = { RECALL_HOME: `${cwd}/home` };
  const run = (...args: readonly string[]) => runCli(["log", "access", ...args], { cwd, env });
  const asked = () =>
    server.seen.map(({ url, headers }) => {
      const { pathname, searchParams } = new URL(url, server.url);
      return [pathname, Object.fromEntries(searchParams), headers.authorization] as const;
    });
  return { server, run, asked };
}

it("lists who did what as a table, with what the flags ask for", async () => {
  const { server, run, asked } = await world();
  server.faults.push(answering({ entries: [ENTRY, OWNERS], nextCursor: null }));
  const flags = ["--by", "t1", "--door", "mcp", "--route", "mcp", "--outcome", "ok", "-n", "2"];
  const { code, stdout, stderr } = await run(...flags, "--since", "2026-01-02", "--before", "2026-12-01");
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  expect(stdout.split("\n")).toEqual([
    "at (UTC)          workspace  token  door  request          outcome  times  network",
    "2026-11-24 10:11  team       t1     mcp   mcp search       ok       3      203.0.113.0/24",
    "2026-11-24 10:11  (owner)    t1     cli   POST /v1/tokens  ok              203.0.113.0/24",
    "",
  ]);
  const query = {
    ...{ token: "t1", door: "mcp", route: "mcp", outcome: "ok", limit: "2" },
    ...{ from: "2026-01-02T00:00:00.000Z", to: "2026-12-01T00:00:00.000Z" },
  };
  expect(asked()).toEqual([["/v1/access-log", query, "Bearer er_token"]]);
});

it("shows no escape that somebody put into a name, and all of it as JSON", async () => {
  const { server, run } = await world();
  const hostile = { ...ENTRY, route: "mcp \u001b[2Jsearch\u202e", token: "t\u0007" };
  const page = answering({ entries: [hostile], nextCursor: null });
  server.faults.push(page, page);
  const { stdout } = await run();
  expect(stdout).toContain("search");
  expect([...stdout].filter((sign) => sign !== "\n" && /[\p{Cc}\u202e]/u.test(sign))).toEqual([]);
  expect(JSON.parse((await run("--json")).stdout)).toEqual({ entries: [hostile], nextCursor: null });
});

it("writes every page as lines, with the owner's token where all is asked for", async () => {
  const { server, run, asked } = await world();
  server.faults.push(
    answering({ entries: [ENTRY], nextCursor: "1.7" }),
    answering({ entries: [OWNERS], nextCursor: null }),
  );
  const { stdout } = await run("--all", "--lines");
  expect(
    stdout
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line)),
  ).toEqual([ENTRY, OWNERS]);
  expect(asked()).toEqual([
    ["/v1/access-log", { limit: "1000" }, "Bearer owner"],
    ["/v1/access-log", { limit: "1000", cursor: "1.7" }, "Bearer owner"],
  ]);
});

it("checks a chain to its end, and every chain with the owner's token", async () => {
  const { server, run, asked } = await world();
  server.faults.push(
    answering({ workspace: "team", checked: 500, broken: [], nextCursor: "500" }),
    answering({ workspace: "team", checked: 1, broken: [], nextCursor: null }),
  );
  expect(await run("--check")).toEqual({
    code: 0,
    stdout: "team: 501 entries, none changed or removed\n",
    stderr: "",
  });
  expect(asked().map(([path, query]) => [path, query])).toEqual([
    ["/v1/access-log/check", {}],
    ["/v1/access-log/check", { cursor: "500" }],
  ]);
  const broken = [{ seq: 4, problem: "lines 3 to 3 are missing" }];
  server.faults.push(
    answering({ workspace: null, checked: 9, broken, nextCursor: null }),
    answering({ workspaces: [{ slug: "team" }] }),
    answering({ workspace: "team", checked: 1, broken: [], nextCursor: null }),
  );
  const all = await run("--check", "--all");
  expect(all).toMatchObject({
    code: 1,
    stdout:
      "(owner): 9 entries, NOT as they were written:\n  entry 4: lines 3 to 3 are missing\nteam: 1 entry, none changed or removed\n",
  });
  expect(asked().at(-1)).toEqual(["/v1/access-log/check", { workspace: "team" }, "Bearer owner"]);
});

it.each([
  [["--door", "window"], "door"],
  [["-n", "0"], "1 to 1000"],
  [["--since", "soon"], "A date filter is"],
  [["--check", "--by", "t1"], "cannot be used with"],
  [["--check", "--lines"], "cannot be used with"],
])("refuses %j before any server is asked", async (args, said) => {
  const { server, run } = await world();
  const { code, stdout, stderr } = await run(...args);
  expect([code, stdout]).toEqual([2, ""]);
  expect(stderr).toContain(said);
  expect(server.seen).toEqual([]);
});
