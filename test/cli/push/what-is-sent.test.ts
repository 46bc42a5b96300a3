import { mkdirSync, readFileSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import type { CommandContext } from "../../../src/cli/command.ts";
import { collectFolder, realFolder } from "../../../src/cli/folder/collect-folder.ts";
import { pagesOf } from "../../../src/cli/folder/folder-pages.ts";
import { hashOf } from "../../../src/cli/folder/read-text.ts";
import { folderOptions, machineId, originOf, type PushFlags } from "../../../src/cli/push/folder-options.ts";
import { askPage } from "../../../src/cli/push/ask-page.ts";
import { pushFolder } from "../../../src/cli/push/push-folder.ts";
import type { PushPlan } from "../../../src/cli/push/push-plan.ts";
import { rootTaken } from "../../../src/cli/push/send-folder.ts";
import type { PushClient } from "../../../src/cli/session/recall-client.ts";
import { AppError } from "../../../src/errors.ts";
import { temporaryFolder, writeInto } from "../temporary-folder.ts";

const LIMITS = { maxBatchBytes: 10, maxBatchFiles: 9, maxFileBytes: 99 };

interface Server {
  readonly manifest?: object;
  /** Answers the upload with this number, from 1. */
  readonly upload?: (at: number) => object;
  readonly prune?: () => object;
}

/** A client whose server lacks all that it is told of, and what it was asked. */
function clientOf({ manifest = {}, upload = () => ({}), prune = () => ({}) }: Server = {}) {
  const asked: [kind: string, root: string, body: Record<string, unknown>][] = [];
  const noted = (kind: string, root: string, body: unknown) =>
    asked.push([kind, root, body as Record<string, unknown>]);
  const client = {
    manifest: async (root: string, body: { files: readonly (readonly [string])[] }) => {
      noted("manifest", root, body);
      const missing = body.files.map(([path]) => path);
      return { missing, gone: [], refused: [], documents: 3, push: 7, limits: LIMITS, ...manifest };
    },
    upload: async (root: string, body: { documents: readonly unknown[] }) => {
      noted("upload", root, body);
      const counts = { indexed: 1, chunks: 2, toEmbed: 1, unchanged: 0, failed: [], version: 5 };
      return { ...counts, ...upload(asked.filter(([kind]) => kind === "upload").length) };
    },
    prune: async (root: string, body: unknown) => {
      noted("prune", root, body);
      return { deleted: 1, version: 8, ...prune() };
    },
  };
  const bodies = (kind: string) => asked.filter(([one]) => one === kind).map(([, , body]) => body);
  return { client: client as unknown as PushClient, asked, bodies };
}

const PLAN: PushPlan = {
  ...{ root: "notes", origin: "o", join: false, dryRun: false, mirror: false, confirm: false },
  pages: pagesOf([]),
};

async function planOf(files: Readonly<Record<string, string>>, changes: Partial<PushPlan> = {}) {
  const folder = temporaryFolder(files);
  const collected = await collectFolder(folder, { includeHidden: false });
  return { folder, files: collected.files, plan: { ...PLAN, pages: pagesOf(collected.files), ...changes } };
}

it("asks by path, hash, bytes and time, for the whole range of paths, and sends what is lacking", async () => {
  const { client, asked } = clientOf();
  const { plan, files } = await planOf({ "a.md": "one" }, { join: true });
  const { report, version } = await pushFolder(client, plan);
  const [file] = files;
  const hash = hashOf(Buffer.from("one"));
  const row = ["a.md", hash, 3, file?.mtimeMs];
  const page = {
    origin: "o",
    join: true,
    dryRun: false,
    push: undefined,
    files: [row],
    after: "",
    upTo: null,
  };
  const document = { path: "a.md", hash, mtime: file?.mtimeMs, text: "one" };
  expect(asked).toEqual([
    ["manifest", "notes", page],
    ["upload", "notes", { origin: "o", push: 7, documents: [document] }],
  ]);
  expect(report).toEqual({
    ...{ root: "notes", files: 1, requests: 2, uploaded: 1, indexed: 1, chunks: 2, toEmbed: 1, bytes: 3 },
    ...{ unchanged: 0, deleted: 0, gone: 0, failed: [], recoded: [], redacted: [] },
  });
  expect(version).toBe(5);
});

it.each<[Partial<PushPlan>, object]>([
  [{}, {}],
  [{ contextualize: false }, { contextualize: false }],
  [
    { contextualize: true, entities: false },
    { contextualize: true, entities: false },
  ],
  [{ entities: true }, { entities: true }],
])("asks with %j for the root's switches %j", async (changes, switches) => {
  const { client, bodies } = clientOf();
  await askPage(client, { ...PLAN, ...changes }, { files: [], after: "", upTo: null });
  const named = Object.entries(bodies("manifest")[0] ?? {}).filter(([name]) => /^(con|ent)/.test(name));
  expect(Object.fromEntries(named)).toEqual(switches);
});

it("deletes with the push's number and the confirmation, and counts what was deleted", async () => {
  const { client, bodies } = clientOf({ manifest: { gone: ["x.md"] } });
  const outcome = await pushFolder(client, { ...PLAN, mirror: true, confirm: true });
  expect(bodies("prune")).toEqual([{ origin: "o", push: 7, paths: ["x.md"], confirm: true }]);
  expect(outcome).toMatchObject({
    report: { requests: 2, deleted: 1, gone: 0 },
    version: 8,
    gone: [],
    left: 0,
  });
});

it("deletes nothing where nothing is gone, and nothing where it is not to mirror", async () => {
  const none = clientOf();
  await pushFolder(none.client, { ...PLAN, mirror: true });
  const kept = clientOf({ manifest: { gone: ["x.md"] } });
  expect(await pushFolder(kept.client, PLAN)).toMatchObject({ report: { gone: 1 }, gone: ["x.md"] });
  expect([...none.bodies("prune"), ...kept.bodies("prune")]).toEqual([]);
});

it.each([
  ["too_many_deletions", "pruneRefused"],
  ["forbidden", "stopped"],
] as const)("tells of a refusal to delete as %s that it is %s", async (code, name) => {
  const refusing = () => {
    throw new AppError(code, "no");
  };
  const { client } = clientOf({ manifest: { gone: ["x.md"] }, prune: refusing });
  const outcome = await pushFolder(client, { ...PLAN, mirror: true });
  expect(outcome).toMatchObject({
    [name]: { code },
    left: 0,
    gone: ["x.md"],
    report: { requests: 2, deleted: 0, gone: 1 },
  });
  expect(Object.keys(outcome).filter((key) => ["pruneRefused", "stopped"].includes(key))).toEqual([name]);
});

describe("uploads", () => {
  const FILES = { "a.md": "123456", "b.md": "123456", "c.md": "123456" };

  it("have the version of the latest write, whatever order answers come in", async () => {
    const { client } = clientOf({ upload: (at) => ({ version: at === 2 ? 9 : 4 }) });
    expect((await pushFolder(client, (await planOf(FILES)).plan)).version).toBe(9);
  });

  it("are cut anew where files have grown since they were asked for", async () => {
    const { client, bodies } = clientOf();
    const { folder, plan } = await planOf({ "a.md": "1", "b.md": "2" });
    for (const name of ["a.md", "b.md"]) writeInto(folder, name, "123456");
    const { report } = await pushFolder(client, plan);
    expect(bodies("upload")).toHaveLength(2);
    expect(report).toMatchObject({ uploaded: 2, bytes: 12 });
  });

  it("hold no file that has grown over what the server takes", async () => {
    const { client, bodies } = clientOf();
    const { folder, plan } = await planOf({ "a.md": "1" });
    writeInto(folder, "a.md", "x".repeat(100));
    const { report } = await pushFolder(client, plan);
    expect([bodies("upload"), report.failed]).toMatchObject([[], [{ path: "a.md", code: "too_large" }]]);
  });

  it("are four at once", async () => {
    let [underWay, most] = [0, 0];
    let open = (): void => undefined;
    const four = new Promise<void>((resolve) => {
      open = resolve;
    });
    const { client } = clientOf();
    const { upload } = client;
    const slow: PushClient["upload"] = async (...given) => {
      most = Math.max(most, ++underWay);
      if (underWay === 4) open();
      await four;
      await sleep(20);
      underWay--;
      return upload(...given);
    };
    const names = ["a", "b", "c", "d", "e", "f"].map((name) => [`${name}.md`, "123456"]);
    await pushFolder({ ...client, upload: slow }, (await planOf(Object.fromEntries(names))).plan);
    expect(most).toBe(4);
  });

  it("begin no more after one that failed", async () => {
    const failing = (at: number) => {
      if (at === 1) throw new AppError("unavailable", "lost");
      return {};
    };
    const { client, bodies } = clientOf({ upload: failing });
    const { plan } = await planOf(
      Object.fromEntries([..."abcdefgh"].map((name) => [`${name}.md`, "123456"])),
    );
    expect((await pushFolder(client, plan)).stopped?.message).toBe("lost");
    expect(bodies("upload").length).toBeLessThanOrEqual(4);
  });

  it("end at a signal, and not with a bug in them", async () => {
    const { plan } = await planOf(FILES, { signal: AbortSignal.abort() });
    const { client, bodies } = clientOf({ manifest: { gone: ["x.md"] } });
    const outcome = await pushFolder(client, { ...plan, mirror: true });
    expect(outcome).toMatchObject({ stopped: { code: "unavailable", message: "Stopped" } });
    expect([...bodies("upload"), ...bodies("prune")]).toEqual([]);
    const broken = clientOf({
      upload: () => {
        throw new TypeError("a bug");
      },
    });
    await expect(pushFolder(broken.client, (await planOf(FILES)).plan)).rejects.toThrow("a bug");
  });

  it("tell how many of all files are sent, from none on", async () => {
    const told: string[] = [];
    const onProgress = (done: number, total?: number) => told.push(`${done}/${total}`);
    await pushFolder(clientOf().client, (await planOf(FILES, { onProgress })).plan);
    expect(told).toEqual(["0/3", "1/3", "2/3", "3/3"]);
  });
});

describe("how a folder is pushed", () => {
  const OFF = { join: false, dryRun: false, mirror: false, confirm: false };

  it.each<[PushFlags, boolean, object]>([
    [{}, false, {}],
    [{ root: "cafe\u0301" }, false, { root: "caf\u00e9" }],
    [{ join: true }, false, { join: true }],
    [{ dryRun: true }, false, { dryRun: true }],
    [{ mirror: true }, false, { mirror: true }],
    [{ yes: true }, false, { confirm: true }],
    [{ includeHidden: true }, true, {}],
    [{ contextualize: false, entities: true }, false, { contextualize: false, entities: true }],
  ])("is with the flags %j", async (flags, includeHidden, changes) => {
    const folder = join(temporaryFolder({ "notes/a.md": "" }), "notes");
    const env = { XDG_CONFIG_HOME: temporaryFolder(), APPDATA: "" };
    const options = folderOptions(folder, flags, { env } as unknown as CommandContext);
    expect([options.folder, options.includeHidden]).toEqual([folder, includeHidden]);
    const origin = await originOf(folder, await machineId(env));
    expect(await options.manner()).toEqual({
      ...{ root: "notes", origin, ...OFF },
      ...changes,
    });
  });

  it("is refused for a root's name at once", () => {
    const context = { env: {} } as unknown as CommandContext;
    for (const root of ["", " a", "a ", "_a", "a/b"])
      expect(() => folderOptions("/x/notes", { root }, context), root).toThrow("A root's name has");
    expect(rootTaken("notes")).toMatchObject({
      code: "root_exists",
      message: expect.stringMatching("“notes”"),
    });
  });

  it("is by the id that its machine keeps, without the blanks around it", async () => {
    const user = temporaryFolder({ "edge-recall/machine-id": "  kept-id \n" });
    const env = { XDG_CONFIG_HOME: user, APPDATA: user };
    expect(await machineId(env)).toBe("kept-id");
    writeInto(user, "edge-recall/machine-id", " \n");
    await expect(machineId(env)).rejects.toThrow("cannot be kept in");
    expect(readFileSync(join(user, "edge-recall/machine-id"), "utf8")).toBe(" \n");
  });

  it("is by its real path, named from the working folder", async () => {
    const folder = temporaryFolder({ "a/x.md": "" });
    symlinkSync(join(folder, "a"), join(folder, "link"));
    mkdirSync(join(folder, "b"));
    expect(await realFolder(join(folder, "b"), "../link")).toBe(join(folder, "a"));
    expect(await realFolder("/nowhere", join(folder, "b"))).toBe(join(folder, "b"));
    for (const name of ["c", "a/x.md/y"])
      await expect(realFolder(folder, name), name).rejects.toThrow(`${name} is not a folder`);
  });
});
