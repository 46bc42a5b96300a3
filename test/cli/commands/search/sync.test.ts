import { expect, it } from "vitest";
import { found, hit } from "../../../support/found.ts";
import { fakeServer } from "../../fake-server.ts";
import { runCli } from "../../run-cli.ts";
import { temporaryFolder, writeInto } from "../../temporary-folder.ts";

const CONFIG = ".user-config/edge-recall/config.json";

/** A pushed folder `n`, in a place that is kept, with what its configuration says of syncing. */
async function world(sync?: string) {
  const server = await fakeServer();
  server.answers.set("POST /v1/search", found([hit()]));
  const cwd = temporaryFolder({ "n/a.md": "one" });
  const run = (...args: readonly string[]) => runCli(args, { cwd });
  writeInto(cwd, CONFIG, JSON.stringify({ url: server.url, token: "t", sync }));
  await run("push", "n");
  server.seen.length = 0;
  const asked = () => server.seen.splice(0).map(({ url }) => url.replace(/^.*\//, ""));
  /** What a search answers of the index. */
  const indexed = (index: object, more: object = {}) =>
    server.answers.set("POST /v1/search", found([], { index: { ...found([]).index, ...index }, ...more }));
  return { server, cwd, run, asked, indexed };
}

it.each<readonly [string | undefined, readonly string[], boolean]>([
  [undefined, [], false],
  [undefined, ["--sync"], true],
  [undefined, ["--no-sync"], false],
  ["onSearch", [], true],
  ["onSearch", ["--sync"], true],
  ["onSearch", ["--no-sync"], false],
])(
  "pushes what changed before a search where configuration (%s) and flags (%j) ask for that",
  async (sync, flags, isPushed) => {
    const { cwd, run, asked } = await world(sync);
    writeInto(cwd, "n/a.md", "two");
    expect((await run("search", "keys", ...flags)).code).toBe(0);
    expect(asked()).toEqual(isPushed ? ["manifest", "documents", "search"] : ["search"]);
  },
);

it("pushes the folder of the root that is searched, and no other", async () => {
  const { cwd, run, asked } = await world("onSearch");
  writeInto(cwd, "n/a.md", "two");
  await run("search", "keys", "--root", "other");
  expect(asked()).toEqual(["search"]);
  await run("search", "keys", "--root", "n");
  expect(asked()).toEqual(["manifest", "documents", "search"]);
});

it("sends what the server has lost, and then asks once more", async () => {
  const { server, run, asked, indexed } = await world("onSearch");
  server.roots.clear();
  indexed({ version: 0 });
  await run("search", "keys");
  expect(asked()).toEqual(["search", "manifest", "documents", "search"]);
});

it("asks no second time where nothing was lost, or nobody asked for a sync", async () => {
  const { server, run, asked, indexed } = await world("onSearch");
  await run("search", "keys");
  expect(asked()).toEqual(["search"]);
  server.roots.clear();
  indexed({ version: 0 });
  await run("search", "keys", "--no-sync");
  expect(asked()).toEqual(["search"]);
});

it.each([
  ["an empty workspace, where nothing was pushed to it from here", null, "another", ["--sync"], true],
  ["a workspace that has something", "2026-01-01T00:00:00.000Z", "another", ["--sync"], false],
  ["a workspace to which a folder was pushed from here", null, "t", ["--sync"], false],
  ["a search that does not sync", null, "another", [], false],
])(
  "names folders pushed to another database at this address of %s: %#",
  async (_, indexedAt, token, flags, isSaid) => {
    const { run, indexed } = await world();
    indexed({ indexedAt });
    const { stderr } = await run("search", "keys", "--token", token, ...flags);
    expect(stderr.includes("pushed from here to another database")).toBe(isSaid);
  },
);

it("names no folder of another database where one of this was pushed from here", async () => {
  const { cwd, run, indexed } = await world();
  writeInto(cwd, "m/b.md", "two");
  await run("push", "m", "--token", "another");
  indexed({ indexedAt: null });
  expect((await run("search", "keys", "--sync")).stderr).not.toContain("another database");
  expect((await run("search", "keys", "--sync", "--token", "third")).stderr).toMatch(
    /another database.*\/m, .*\/n /,
  );
});

it("takes a format's flags for data, which has no notes beside it", async () => {
  const { server, run } = await world();
  server.answers.set("POST /v1/search", found([], { unknownRoots: ["x"], knownRoots: ["n"] }));
  expect((await run("search", "keys", "--root", "x")).stdout).toContain("There is no root “x”");
  expect((await run("search", "keys", "--root", "x", "--json")).stdout).not.toContain("There is no root");
});
