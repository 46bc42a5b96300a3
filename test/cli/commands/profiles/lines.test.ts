import { expect, it } from "vitest";
import { fakeServer } from "../../fake-server.ts";
import { runCli } from "../../run-cli.ts";
import { temporaryFolder } from "../../temporary-folder.ts";

const setting = (name: string, more: object = {}) => ({
  ...{ name, kind: "number", min: 0, max: 2_000, default: 1, meaning: "how much" },
  ...more,
});
const profile = (more: object = {}) => ({
  ...{ name: "edge", meaning: "finds", stages: [], overrides: {}, settings: {} },
  ...more,
});
const page = (profiles: readonly object[], settings: readonly object[] = []) => ({
  ...{ profiles, default: "edge", settings },
  stages: [
    { name: "mmr", meaning: "spreads" },
    { name: "decay", meaning: "ages" },
  ],
});

async function shown(args: readonly string[], answer: object, columns = 80) {
  const server = await fakeServer();
  server.answers.set("GET /v1/profiles", answer);
  const env = { RECALL_URL: server.url, RECALL_TOKEN: "t", COLUMNS: String(columns) };
  const { stdout } = await runCli(["profiles", ...args], { cwd: temporaryFolder(), env });
  return stdout.split("\n").slice(0, -1);
}

it("lists profiles with what runs in each, marks the default, and names what is set here", async () => {
  const stages = [
    { name: "mmr", on: true },
    { name: "decay", on: false },
    { name: "fold", on: true },
  ];
  const all = page([
    profile({ stages, overrides: { "mmr.enabled": true, "result.limit": 3 } }),
    profile({ name: "keyword", meaning: "finds\u0007 words", stages: [{ name: "mmr", on: false }] }),
  ]);
  expect(await shown([], all)).toEqual([
    "edge (default)",
    "  finds",
    "  stages: mmr, fold",
    "  set by this workspace: mmr.enabled, result.limit",
    "keyword",
    "  finds␇ words",
    "  stages: none",
    "",
    "recall profiles <name> lists its settings.",
  ]);
});

it("indents what it wraps", async () => {
  const [, first, second] = await shown([], page([profile({ meaning: "one two three four" })]), 12);
  expect([first, second]).toEqual(["  one two", "  three four"]);
});

/** The line of one setting of the part `result`. */
const line = async (one: object, values?: object, overrides: object = {}) => {
  const settings = values === undefined ? {} : { "result.limit": values };
  const answer = page([profile({ settings, overrides })], [setting("result.limit", one)]);
  const at = await shown(["edge"], answer);
  return at
    .find((text) => text.startsWith("  limit"))
    ?.trim()
    .replace(/ {2,}/g, "|");
};

it.each<readonly [string, object, object | undefined, object, string]>([
  ["a number's bounds", {}, { profile: 1, workspace: 1 }, {}, "limit|1|how much (0 to 2,000)"],
  ["their unit", { unit: "days" }, { profile: 1, workspace: 1 }, {}, "limit|1|how much (0 to 2,000 days)"],
  [
    "the two values of a switch",
    { kind: "switch", default: false },
    { profile: false, workspace: false },
    {},
    "limit|false|how much (true or false)",
  ],
  [
    "the choices there are",
    { kind: "choice", choices: ["rrf", "linear"], default: "rrf" },
    { profile: "rrf", workspace: "rrf" },
    {},
    "limit|rrf|how much (rrf, linear)",
  ],
  [
    "the usual value where the profile has another",
    {},
    { profile: 7, workspace: 7 },
    {},
    "limit|7|how much (0 to 2,000; default 1)",
  ],
  [
    "the profile's own value alone where this workspace has set one",
    {},
    { profile: 7, workspace: 9 },
    { "result.limit": 9 },
    "limit|9 *|how much (0 to 2,000; the profile's own 7)",
  ],
  [
    "a value that is set to nothing",
    { default: null },
    { profile: null, workspace: null },
    {},
    "limit|unset|how much (0 to 2,000)",
  ],
  [
    "a value that the profile does not name",
    {},
    undefined,
    {},
    "limit|unset|how much (0 to 2,000; default 1)",
  ],
  [
    "a value that is nothing otherwise",
    { default: null },
    { profile: 7, workspace: 7 },
    {},
    "limit|7|how much (0 to 2,000; default unset)",
  ],
])("names of a setting %s", async (_, one, values, overrides, told) => {
  expect(await line(one, values, overrides)).toBe(told);
});

it("shows a profile's parts in the order in which they run, each with its own settings", async () => {
  const stages = [
    { name: "decay", on: true },
    { name: "mmr", on: false },
    { name: "own", on: true },
  ];
  const settings = [
    "mmr.enabled",
    "arms.limit",
    "decay.half",
    "result.limit",
    "relevance.floor",
    "rerank.blend",
    "fusion.k",
    "armsx.y",
  ];
  const all = page(
    [profile({ stages }), profile({ name: "keyword" })],
    settings.map((name) => setting(name, { default: null })),
  );
  const lines = await shown(["edge"], all);
  expect(lines.map((text) => text.replace(/ +unset .*/, ""))).toEqual([
    "edge: finds",
    ...["", "arms", "  limit", "", "fusion", "  k", "", "rerank", "  blend"],
    ...["", "relevance", "  floor", "", "result", "  limit"],
    ...["", "decay: ages", "  half", "", "mmr (off): spreads", "  enabled", "", "own: "],
  ]);
});

it("keeps a long name apart from its value", async () => {
  const long = "aNameOfTwentyLetters";
  const settings = { [`result.${long}`]: { profile: 1, workspace: 1 } };
  const lines = await shown(["edge"], page([profile({ settings })], [setting(`result.${long}`)]));
  expect(lines.at(-1)).toMatch(new RegExp(`^  ${long} 1 {14}how much`));
});

it("says below what the mark means only where there is one", async () => {
  const marked = await shown(["edge"], page([profile({ overrides: { "result.limit": 2 } })]));
  expect(marked.slice(-2)).toEqual(["", "* set by this workspace"]);
  expect((await shown(["edge"], page([profile()]))).at(-1)).toBe("result");
});

it("puts a meaning into what the columns leave, twenty of them at least", async () => {
  const meaning = "aaaa bbbb cccc dddd eeee";
  const settings = { "result.limit": { profile: 1, workspace: 1 } };
  const all = page([profile({ settings })], [setting("result.limit", { meaning })]);
  const head = `  ${"limit".padEnd(18)}${"1".padEnd(15)}`;
  const blanks = " ".repeat(head.length);
  const at = async (columns: number) => (await shown(["edge"], all, columns)).slice(-2);
  expect(await at(60)).toEqual([`${head}aaaa bbbb cccc dddd eeee`, `${blanks}(0 to 2,000)`]);
  expect(await at(40)).toEqual([`${head}aaaa bbbb cccc dddd`, `${blanks}eeee (0 to 2,000)`]);
});

it("tells what is set otherwise in a profile, a line each, or that nothing is", async () => {
  const server = await fakeServer();
  const env = { RECALL_URL: server.url, RECALL_TOKEN: "t" };
  const changed = profile({
    overrides: { "mmr.enabled": true, "result.limit": 3 },
    settings: { "result.limit": { profile: 8, workspace: 3 } },
  });
  server.answers.set("DELETE /v1/profiles/edge", changed);
  const { stdout } = await runCli(["profiles", "edge", "--reset"], { cwd: temporaryFolder(), env });
  expect(stdout).toBe(
    "edge: mmr.enabled is true here; the profile's own: unset\nedge: result.limit is 3 here; the profile's own: 8\n",
  );
});

it("changes a profile that the list does not have by what is set alone", async () => {
  const server = await fakeServer();
  const env = { RECALL_URL: server.url, RECALL_TOKEN: "t" };
  server.answers.set(
    "GET /v1/profiles",
    page([profile({ name: "keyword", overrides: { "mmr.enabled": true } })]),
  );
  server.answers.set("PUT /v1/profiles/edge", profile());
  await runCli(["profiles", "edge", "--set", "result.limit=3"], { cwd: temporaryFolder(), env });
  expect(server.seen.at(-1)?.body).toEqual({ settings: { "result.limit": 3 } });
});

it("prints all profiles for programs where none is named", async () => {
  const all = page([profile(), profile({ name: "keyword" })]);
  expect(JSON.parse((await shown(["--json"], all)).join(""))).toEqual(all);
});
