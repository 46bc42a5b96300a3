import { describe, expect, it } from "vitest";
import type { CommandContext } from "../../../src/cli/command.ts";
import { keepPushed, type PushedFolder } from "../../../src/cli/pushed/kept-folders.ts";
import { findStale, reportOthers, reportStale, withFreshness } from "../../../src/cli/pushed/report-stale.ts";
import type { Stale } from "../../../src/cli/pushed/stale-files.ts";
import { bookmarkKey } from "../../../src/cli/settings/bookmarks.ts";
import type { AnyHit, Hit } from "../../../src/search/contract/hits.ts";
import { bareHit, found } from "../../support/found.ts";
import { capturedTerminal } from "../run-cli.ts";
import { temporaryFolder } from "../temporary-folder.ts";

const SETTINGS = { url: "https://a.example", token: "t", config: undefined };

function contextOf() {
  const user = temporaryFolder();
  const { terminal, written } = capturedTerminal();
  const env = { XDG_CONFIG_HOME: user, APPDATA: user };
  const context = {
    terminal,
    env,
    cwd: user,
    flags: {},
    reach: () => fetch,
    interrupted: () => new AbortController().signal,
  };
  return { context: context satisfies CommandContext, written, env };
}

const stale = (path: string, isGone = false, folder = "/x"): Stale => ({ root: "n", path, isGone, folder });

it.each<[string, readonly Stale[], string]>([
  ["nothing", [], ""],
  ["one", [stale("a")], "recall: changed here since indexed: a (recall push /x sends it)\n"],
  [
    "three by their names",
    ["a", "b", "c"].map((path) => stale(path)),
    "recall: changed here since indexed: a, b, c (recall push /x sends them)\n",
  ],
  [
    "more by three names and a number",
    ["a", "b", "c", "d"].map((path) => stale(path)),
    "recall: changed here since indexed: a, b, c and 1 more (recall push /x sends them)\n",
  ],
  [
    "those of several folders",
    [stale("a"), stale("b", false, "/y")],
    "recall: changed here since indexed: a, b (recall push <folder> sends them)\n",
  ],
  [
    "a gone one",
    [stale("a", true, "/x y")],
    "recall: gone here, still indexed: a (recall push --mirror '/x y' removes it)\n",
  ],
  [
    "changed ones before gone ones",
    [stale("a", true), stale("b\u001b")],
    "recall: changed here since indexed: b␛ (recall push /x sends it)\n" +
      "recall: gone here, still indexed: a (recall push --mirror /x removes it)\n",
  ],
])("tells of stale files: %s", (_, files, said) => {
  const { context, written } = contextOf();
  reportStale(context, files);
  expect(written).toEqual({ stdout: "", stderr: said });
});

const PUSHED = { join: false, mirror: false, includeHidden: false, seenAtMs: 0, gone: new Map() };
const SEEN = { size: 0, mtimeMs: 0, ctimeMs: 0, hash: "h" };

const pushedOf = (folder: string, root: string, paths: readonly string[]): PushedFolder => ({
  ...PUSHED,
  ...{ folder, root, files: new Map(paths.map((path) => [path, SEEN])) },
});

it("names what was pushed to another database at the address, each folder once and three at most", async () => {
  const { context, written, env } = contextOf();
  await reportOthers(context, SETTINGS);
  expect(written.stderr).toBe("");
  const other = bookmarkKey(SETTINGS.url, "other");
  const keep = (folder: string, root: string) => keepPushed(env, other, pushedOf(folder, root, []));
  for (const [folder, root] of [
    ["/a b", "1"],
    ["/a b", "2"],
    ["/c", "3"],
    ["/d", "4"],
    ["/e", "5"],
  ] as const)
    await keep(folder, root);
  await reportOthers(context, SETTINGS);
  expect(written.stderr).toBe(
    "recall: pushed from here to another database at this address, not to this one: '/a b', /c, /d and 1 more " +
      "(recall push <folder> sends one)\n",
  );
});

describe("an answer", () => {
  const CITED: AnyHit = { citation: "a.md#L1-L2" };

  /** What is said of hits where the file `a.md` of the roots has changed and `b.md` is gone. */
  async function freshened(
    hits: readonly AnyHit[],
    { roots = ["notes"], format = "json" as "json" | "lines", severalRoots = false, budget = false } = {},
  ) {
    const { context, written, env } = contextOf();
    for (const root of roots) {
      const folder = temporaryFolder({ "a.md": "other" });
      await keepPushed(
        env,
        bookmarkKey(SETTINGS.url, SETTINGS.token),
        pushedOf(folder, root, ["a.md", "b.md"]),
      );
    }
    const answer = found([], { hits: [...hits] as Hit[] });
    const use = { tokens: 1, used: 1, left: 0, cut: false };
    const whole = { ...answer, index: { ...answer.index, severalRoots }, ...(budget && { budget: use }) };
    const shown = await withFreshness(context, SETTINGS, { answer: whole, format });
    expect({ ...shown, hits: [] }).toEqual({ ...whole, hits: [] });
    const marks = shown.hits.map((one) => {
      const { stale: isStale, gone } = one as { stale?: true; gone?: true };
      return `${isStale ? "stale" : ""}${gone ? " gone" : ""}`;
    });
    return { marks, said: written.stderr.replace(/\(recall.*/, "").trim() };
  }

  const passage = (path: string, changes: Partial<Hit> = {}) =>
    bareHit({ path, documentHash: "h", ...changes });

  it.each<[string, readonly AnyHit[], Parameters<typeof freshened>[1], readonly string[]]>([
    ["a passage that has changed", [passage("a.md")], {}, ["stale"]],
    ["a passage that is gone", [passage("b.md")], {}, ["stale gone"]],
    ["no passage of another path", [passage("c.md"), passage("a.md")], {}, ["", "stale"]],
    ["no passage of another root", [passage("a.md", { root: "other" })], {}, [""]],
    ["a citation of the only root", [CITED], {}, ["stale"]],
    ["no citation that may be of either root", [CITED], { roots: ["notes", "docs"] }, [""]],
    ["a citation that names its root", [{ citation: "notes:a.md#L1" }], { severalRoots: true }, ["stale"]],
    ["no citation that names another", [{ citation: "docs:a.md#L1" }], { severalRoots: true }, [""]],
    ["nothing where a budget was counted", [passage("a.md")], { budget: true }, [""]],
    ["nothing where nothing was pushed from here", [passage("a.md")], { roots: [] }, [""]],
  ])("in JSON marks %s", async (_, hits, world, marks) => {
    expect((await freshened(hits, world)).marks).toEqual(marks);
  });

  it.each<[string, Parameters<typeof freshened>[1], string]>([
    ["in JSON", {}, ""],
    ["in JSON with a budget", { budget: true }, "recall: changed here since indexed: a.md"],
    ["elsewhere", { format: "lines" }, "recall: changed here since indexed: a.md"],
  ])("says %s beside it", async (_, world, said) => {
    const fresh = await freshened([passage("a.md")], world);
    expect(fresh.said).toBe(said);
    if (said !== "") expect(fresh.marks).toEqual([""]);
  });

  it("is compared with what was pushed to its own server", async () => {
    const { context, env } = contextOf();
    const folder = temporaryFolder();
    await keepPushed(env, bookmarkKey(SETTINGS.url, "t"), pushedOf(folder, "n", ["a.md"]));
    const asked = [{ root: "n", path: "a.md", hash: "h" }];
    expect(await findStale(context, SETTINGS, asked)).toEqual([{ ...asked[0], isGone: true, folder }]);
    expect(await findStale(context, { ...SETTINGS, token: "u" }, asked)).toEqual([]);
  });
});
