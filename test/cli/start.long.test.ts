import { spawnSync } from "node:child_process";
import { expect, it } from "vitest";
import { temporaryFolder } from "./temporary-folder.ts";

/** Prints every file that was loaded, as the process ends. */
const LISTING = `data:text/javascript,${encodeURIComponent(`
  import { registerHooks } from "node:module";
  const loaded = new Set();
  registerHooks({ load(url, context, next) { loaded.add(url); return next(url, context); } });
  process.on("exit", () => process.stderr.write([...loaded].filter((url) => url.startsWith("file:")).join("\\n")));
`)}`;

/** The modules that a command line loads, as paths of this repository. */
function loadedBy(args: readonly string[]): readonly string[] {
  const cwd = temporaryFolder();
  const env = { PATH: process.env.PATH, HOME: cwd, XDG_CONFIG_HOME: cwd, NODE_NO_WARNINGS: "1" };
  const launcher = new URL("../../bin/recall.js", import.meta.url).pathname;
  const { stderr, status } = spawnSync(process.execPath, ["--import", LISTING, launcher, ...args], {
    cwd,
    env,
    encoding: "utf8",
  });
  expect({ args, status }).toEqual({ args, status: 0 });
  const root = new URL("../../", import.meta.url).href;
  return stderr.split("\n").map((url) => url.replace(root, ""));
}

const packagesOf = (modules: readonly string[]): readonly string[] => [
  ...new Set(modules.flatMap((path) => /^node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(path)?.[1] ?? [])),
];

/** What every start loads, 140 KB. */
const SMALL = ["commander", "fast-string-width", "fast-string-truncated-width", "fast-wrap-ansi"];

// Time is not tested, it is another machine's; what costs it is. Node with a stripped module takes about 2 ms each.
it.each([
  [["--version"], 27],
  [["--help"], 27],
  [[], 40],
] as const)(
  "starts %j with the parser of flags and the widths of text, and at most %d modules",
  (args, most) => {
    const modules = loadedBy(args);
    expect(modules).toContain("src/cli/main.ts");
    expect(packagesOf(modules).filter((name) => !SMALL.includes(name))).toEqual([]);
    expect(modules.length).toBeLessThanOrEqual(most);
  },
);

/** Packages that only few commands need, each larger than all the rest of a command. */
const HEAVY = [
  "zod",
  "@hono/zod-openapi",
  "@modelcontextprotocol/client",
  "@clack/prompts",
  "miniflare",
  "esbuild",
];

it.each(["search", "push", "status", "hook"])(
  "starts %s with its own folder, no other command's, and no heavy package",
  (command) => {
    const modules = loadedBy([command, "--help"]);
    const folders = modules.flatMap((path) => /^src\/cli\/commands\/([^/]+)/.exec(path)?.[1] ?? []);
    expect([...new Set(folders)]).toEqual([command]);
    expect(packagesOf(modules).filter((name) => HEAVY.includes(name))).toEqual([]);
  },
);
