import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { pagesOf } from "../../../src/cli/folder/folder-pages.ts";
import { countFiles } from "../../../src/cli/push/ask-page.ts";
import { pushFolder } from "../../../src/cli/push/push-folder.ts";
import type { PushPlan } from "../../../src/cli/push/push-plan.ts";
import { contentKey, keepRefusals, readRefusals } from "../../../src/cli/push/refused-files.ts";
import type { PushClient } from "../../../src/cli/session/recall-client.ts";
import type { ManifestAnswer, Refused } from "../../../src/documents/contract.ts";
import { temporaryFolder, writeInto } from "../temporary-folder.ts";

const URL_ONE = "https://one.example";
const MINUTE_MS = 60_000;
const WEEK_MS = 7 * 24 * 60 * MINUTE_MS;
const fileOf = (path: string, hash = "0".repeat(32)) => ({ path, hash });
const refusalOf = (path: string) => ({ path, code: "too_large", message: "split it" });

const newEnv = () => {
  const folder = temporaryFolder();
  return { XDG_CONFIG_HOME: folder, APPDATA: folder };
};

it("remembers a refusal for a week, and says that it was not sent again", async () => {
  const env = newEnv();
  const kept = (path: string, ageMs: number) => [
    `${URL_ONE} ${contentKey(fileOf(path))}`,
    { code: "too_large", message: "split it", keptAt: new Date(Date.now() - ageMs).toISOString() },
  ];
  const all = Object.fromEntries([kept("a b.md", WEEK_MS - MINUTE_MS), kept("old.md", WEEK_MS + MINUTE_MS)]);
  writeInto(env.XDG_CONFIG_HOME, "edge-recall/refused-files.json", JSON.stringify(all));
  expect([...(await readRefusals(env, URL_ONE))]).toEqual([
    [
      contentKey(fileOf("a b.md")),
      { path: "a b.md", code: "too_large", message: "split it (not sent again: it is unchanged)" },
    ],
  ]);
});

it("remembers the 500 latest, of each path its content, and none that it knew", async () => {
  const env = newEnv();
  const keep = async (paths: readonly string[]) => {
    const known = await readRefusals(env, URL_ONE);
    const failed = paths.map((path) => ({ ...refusalOf(path), message: `split ${known.size}` }));
    await keepRefusals(env, { url: URL_ONE, files: paths.map((path) => fileOf(path)), failed, known });
    return readRefusals(env, URL_ONE);
  };
  const many = Array.from({ length: 501 }, (_, at) => `${at}.md`);
  const first = await keep(many);
  expect([first.size, first.has(contentKey(fileOf("0.md"))), first.has(contentKey(fileOf("1.md")))]).toEqual([
    500,
    false,
    true,
  ]);
  const again = await keep(["1.md"]);
  expect(again.get(contentKey(fileOf("1.md")))?.message).toMatch(/^split 0 /);
  expect(again.has(contentKey(fileOf("1.md", "1".repeat(32))))).toBe(false);
});

const HASHES: Readonly<Record<string, string>> = { "a.md": "new", "b.md": "b", "c.md": "c", "d.md": "d" };

const FILES = Object.entries(HASHES).map(([path, hash]) => ({
  path,
  file: `/nowhere/${path}`,
  hash,
  bytes: 1,
  mtimeMs: 0,
}));

type Changes = Partial<PushPlan> & { readonly failed?: readonly Refused[] };

async function pushed(answer: Partial<ManifestAnswer>, { failed = [], ...changes }: Changes = {}) {
  const told: unknown[] = [];
  const limits = {
    maxBatchBytes: 9,
    maxBatchFiles: 9,
    maxFileBytes: 9,
    maxManifestFiles: 9,
    maxPathChars: 9,
  };
  const whole = { missing: [], gone: [], refused: [], documents: 1, push: 1, limits, ...answer };
  const client = { manifest: async () => whole } as unknown as PushClient;
  const plan: PushPlan = {
    ...{ root: "notes", origin: "o", join: false, dryRun: false, mirror: false, confirm: false },
    pages: pagesOf(FILES, failed),
    onProgress: (done, total) => told.push([done, total]),
    ...changes,
  };
  const { report, ...outcome } = await pushFolder(client, plan);
  return { report, outcome, told };
}

it("counts as unchanged neither what is sent, nor what was refused, nor what stays deleted there", async () => {
  const before = new Map(Object.entries({ ...HASHES, "a.md": "old" }));
  const knownRefusals = new Map([[contentKey(fileOf("a.md", "new")), refusalOf("a.md")]]);
  const refused = [{ path: "d.md", code: "invalid_input", message: "no" }] as ManifestAnswer["refused"];
  const failed = [
    { path: "x.txt", code: "not_text", message: "" },
    { path: "closed/", code: "unreadable", message: "" },
  ];
  const { report, outcome, told } = await pushed(
    { missing: ["a.md", "b.md"], refused },
    { before, knownRefusals, failed },
  );
  expect(report).toMatchObject({ files: 5, requests: 1, uploaded: 0, unchanged: 1 });
  expect(report.failed).toEqual([...failed, ...refused, refusalOf("a.md")]);
  expect([outcome.left, outcome.version, told]).toEqual([1, undefined, [[0, 0]]]);
  expect(countFiles({ files: [], failed })).toBe(1);
});

it("tells its progress after every upload, of files that could not be read too", async () => {
  const { report, told } = await pushed({ missing: ["a.md", "c.md"] });
  expect(told).toEqual([
    [0, 2],
    [2, 2],
  ]);
  expect(report).toMatchObject({ uploaded: 0, unchanged: 2, failed: [{ path: "a.md" }, { path: "c.md" }] });
});

it("says which documents are gone, but for those that could not be read", async () => {
  const failed = [{ path: "closed/", code: "unreadable", message: "" }];
  const { report, outcome } = await pushed({ gone: ["closed/x.md", "old.md"] }, { failed });
  expect([report.gone, report.deleted, outcome.gone]).toEqual([1, 0, ["old.md"]]);
});

it("keeps of a refusal nothing that is damaged, and writes nothing where nothing is new", async () => {
  const user = temporaryFolder();
  const env = { XDG_CONFIG_HOME: user, APPDATA: user };
  const whole = { code: "too_large", message: "m", keptAt: new Date().toISOString() };
  const kept = {
    "u h a": whole,
    ...{
      "u h b": { ...whole, code: 7 },
      "u h c": { ...whole, message: null },
      "u h d": { ...whole, keptAt: 1 },
    },
    ...{ "u h e": { ...whole, keptAt: "soon" }, "u h f": null },
  };
  writeInto(user, "edge-recall/refused-files.json", JSON.stringify(kept));
  const known = await readRefusals(env, "u");
  expect([...known.keys()]).toEqual(["h a"]);
  const files = [{ path: "a", hash: "h" }];
  await keepRefusals(env, { url: "u", files, failed: [{ ...whole, path: "a" }], known });
  const file = join(user, "edge-recall/refused-files.json");
  expect(JSON.parse(readFileSync(file, "utf8"))).toEqual(kept);
  const other = [{ path: "b", hash: "h" }];
  await keepRefusals(env, { url: "u", files: other, failed: [{ ...whole, path: "b" }], known });
  expect([...(await readRefusals(env, "u")).keys()]).toEqual(["h a", contentKey({ path: "b", hash: "h" })]);
});
