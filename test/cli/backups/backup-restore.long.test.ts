import { existsSync, readdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { keepBackups } from "../../../src/cli/local/keep-backups.ts";
import { packageRoot } from "../../../src/cli/local/load-runtime.ts";
import { PROFILES } from "../../../src/search/contract/constants.ts";
import { serveWith } from "../local/serve-while.ts";
import { runCli } from "../run-cli.ts";
import { temporaryFolder } from "../temporary-folder.ts";

const OTHERS = 0o077;
const FILES = {
  "docs/a.md": "# Keys\n\nAna López works at Kestrel Labs and rotates the signing keys each quarter.\n",
  "docs/b.md": "# Queue\n\nThe queue of Kestrel Labs keeps 14 days of messages; Bo drains it on Mondays.\n",
};
const QUERIES = ["signing keys", "queue messages", "deploys", "Kestrel Labs", "Ana"];

type Run = (...args: readonly string[]) => Promise<Awaited<ReturnType<typeof runCli>>>;

const recallIn =
  (folder: string, env: Readonly<Record<string, string>>): Run =>
  (...args) =>
    runCli(args, { cwd: folder, env: { RECALL_HOME: env.RECALL_HOME ?? "" } });

const json = async (run: Promise<{ readonly stdout: string }>) => JSON.parse((await run).stdout);

/** Texts lose with their age, or with its share of the oldest's: by less than the digits that are left out. */
const rounded = (score: unknown): string => Number(score).toFixed(4);
const LONG_AGO = new Date("2020-01-01T00:00:00Z");

/** What a person sees of a server: searches with their scores, memories with their history, names, settings. */
async function seen(recall: Run) {
  await expect
    .poll(async () => {
      const { index } = await json(recall("status", "--json"));
      return index.pendingChunks + index.invisibleVectors;
    })
    .toBe(0);
  const searches: unknown[] = [];
  const asked = QUERIES.flatMap((query) => PROFILES.map((profile) => [query, profile] as const));
  for (const [query, profile] of asked) {
    const { hits } = await json(recall("search", query, "--profile", profile, "--json", "-n", "10"));
    searches.push(
      hits.map(({ id, path, score, text }: Record<string, unknown>) => ({
        id,
        path,
        score: rounded(score),
        text,
      })),
    );
  }
  const entity = await json(recall("graph", "entity", "Kestrel Labs", "--json"));
  const { memories } = await json(recall("memories", "list", "--json"));
  return {
    searches,
    memories: memories.map(({ id, text, type, timesObserved }: Record<string, unknown>) => ({
      id,
      text,
      type,
      timesObserved,
    })),
    entity: { ...entity, observations: entity.observations.map(({ text }: { text: string }) => text) },
    votes: (await json(recall("feedback", "--json"))).feedback?.length,
    profile: await json(recall("profiles", "edge", "--json")),
    text: (await recall("get", "a.md")).stdout,
  };
}

async function fill(recall: Run): Promise<void> {
  const first = await json(recall("remember", "Deploys go out on Tuesdays", "--type", "fact", "--json"));
  await recall("remember", "Deploys go out on Tuesdays", "--type", "fact");
  await recall(
    "remember",
    "Deploys go out on Thursdays now",
    "--type",
    "fact",
    "--supersedes",
    first.memory.id,
  );
  await recall("remember", "Kestrel Labs pays for the queue", "--type", "fact");
  await recall("graph", "observe", "Kestrel Labs", "Pays by the quarter");
  await recall("profiles", "edge", "--set", "mmr.lambda=0.5");
  const { recallId } = await json(recall("search", "signing keys", "--json"));
  await recall("feedback", recallId, "1", "up");
}

it("brings everything back in one command after the database is gone, and passes over no damaged backup", async () => {
  const folder = temporaryFolder(FILES);
  for (const path of Object.keys(FILES)) utimesSync(join(folder, path), LONG_AGO, LONG_AGO);
  const home = join(folder, "home");
  const env = { RECALL_HOME: home };
  const recall = recallIn(folder, env);
  let before: unknown;
  await serveWith(["docs"], {
    folder,
    env,
    work: async () => {
      await fill(recall);
      await recall("workspace", "create", "team");
      before = await seen(recall);
      const made = await recall("backup", "--keep", "2");
      expect(made).toMatchObject({ code: 0, stderr: "" });
      expect(made.stdout).toContain("default:");
      const used = await recall("restore");
      expect([used.code, used.stderr]).toEqual([1, expect.stringContaining("documents: a restore needs")]);
    },
  });
  const [name = ""] = readdirSync(join(home, "backups")).sort().reverse();
  const kept = join(home, "backups", name);
  if (process.platform !== "win32")
    for (const path of [kept, ...readdirSync(kept).map((file) => join(kept, file))])
      expect(statSync(path).mode & OTHERS, path).toBe(0);

  rmSync(join(home, "state"), { recursive: true });
  await serveWith([], {
    folder,
    env,
    work: async () => {
      const restored = await recall("restore");
      expect(restored).toMatchObject({ code: 0, stderr: "" });
      expect(restored.stdout).toContain("Everything of the backup is there.");
      expect(await seen(recall)).toEqual(before);
      const { workspaces } = await json(recall("workspace", "list", "--json"));
      expect(workspaces.map(({ slug }: { slug: string }) => slug)).toEqual(["default", "team"]);
      expect((await recall("doctor")).code).toBe(0);
      for (let more = 0; more < 3; more++) expect((await recall("backup", "--keep", "2")).code).toBe(0);
    },
  });
  const [newest = "", older = "", ...others] = readdirSync(join(home, "backups")).sort().reverse();
  expect(others).toEqual([]);

  // One byte of the newest is changed: it is named, nothing of it is sent, and the one before is offered.
  const file = join(home, "backups", newest, "default.ndjson");
  writeFileSync(file, readFileSync(file, "utf8").replace("quarter", "quartet"));
  rmSync(join(home, "state"), { recursive: true });
  await serveWith([], {
    folder,
    env,
    work: async () => {
      const refused = await recall("restore");
      expect(refused.code).toBe(2);
      expect(refused.stderr).toContain(`${newest} is damaged`);
      expect((await json(recall("status", "--json"))).documents).toBe(0);
      const taken = await recall("restore", join(home, "backups", older));
      expect(taken).toMatchObject({ code: 0, stderr: "" });
    },
  });
});

it("is backed up by its own server once a day, while something changes", async () => {
  const folder = temporaryFolder(FILES);
  const home = join(folder, "home");
  const ends = new AbortController();
  const complaints: string[] = [];
  const look = () =>
    keepBackups({
      ...{ root: packageRoot(), home, keep: 3, signal: ends.signal, firstMs: 0 },
      complain: (line) => complaints.push(line),
    });
  const kept = () => (existsSync(join(home, "backups")) ? readdirSync(join(home, "backups")) : []);
  const { stderr } = await serveWith(["docs"], {
    folder,
    env: { RECALL_HOME: home },
    work: async () => {
      look();
      await expect.poll(() => kept().filter((name) => name.startsWith("recall-")).length).toBe(1);
      const again = await recallIn(folder, { RECALL_HOME: home })("backup", "--if-due");
      expect([again.code, again.stdout]).toEqual([0, expect.stringContaining("None is due")]);
      ends.abort();
    },
  });
  expect([stderr, complaints, kept().length]).toEqual(["", [], 1]);
});
