import { describe, expect, it } from "vitest";
import { connectionTo, sender } from "../../../src/client/send.ts";
import { typedClient } from "../../../src/client/typed-client.ts";
import { chosenFiles, droppedFiles } from "../../../src/web/push/choose-files.ts";
import { type PushProgress, pushFiles } from "../../../src/web/push/push-files.ts";
import { originOf } from "../../../src/web/push/root-name.ts";
import { selectFiles } from "../../../src/web/push/use-push.ts";
import { type Asked, fetchOf } from "../support/screen.ts";

const SERVER = "https://recall.example";
const LIMITS = { maxBatchBytes: 1_000_000, maxBatchFiles: 1, maxFileBytes: 1_000_000 };

interface Body {
  readonly files?: readonly (readonly unknown[])[];
  readonly documents?: readonly { readonly path: string }[];
}

interface Options {
  readonly missing?: readonly string[];
  readonly join?: boolean;
  /** Called with each progress; what it throws ends the push. */
  readonly onProgress?: (progress: PushProgress, stop: () => void) => void;
}

/** Pushes files to a server that lacks some of them. */
async function push(files: readonly File[], { missing = [], join = false, onProgress }: Options = {}) {
  const asked: Asked[] = [];
  const fetch = fetchOf((request) => {
    asked.push(request);
    const { documents } = request.body as Body;
    if (documents === undefined)
      return { push: 3, limits: LIMITS, documents: 0, gone: [], refused: [], missing };
    const failed = [{ path: "x", code: "c", message: "m" }];
    return { indexed: documents.length, unchanged: 0, chunks: 2, toEmbed: 0, version: 1, failed };
  });
  const api = typedClient(SERVER, sender(connectionTo(SERVER, "t", fetch), { retries: 0, timeoutMs: 5_000 }));
  const controller = new AbortController();
  const seen: string[] = [];
  const report = await pushFiles(
    { root: "my notes", join, files: files.map((file) => ({ path: file.name, file })) },
    {
      ...{ api, browser: "b1", signal: controller.signal },
      onProgress: (progress) => {
        seen.push(`${progress.phase} ${progress.done}/${progress.total}`);
        onProgress?.(progress, () => controller.abort());
      },
    },
  ).catch((error: unknown) => error);
  return { report, seen, asked, bodies: asked.map(({ body }) => body as Body & Record<string, unknown>) };
}

const text = (name: string, content = "text\n") => new File([content], name, { lastModified: 7 });
const binary = (name: string) => new File([Uint8Array.of(0, 1)], name);

describe("a push", () => {
  it("names each text once: its path, hash, bytes and time", async () => {
    const { asked, bodies, report } = await push([text("a.md", "é\n"), binary("b"), text("c.md")], {
      join: true,
    });
    expect(asked.map(({ method, path }) => `${method} ${path}`)).toEqual([
      "POST /v1/roots/my notes/manifest",
    ]);
    const hash = expect.stringMatching(/^[0-9a-f]{32}$/);
    expect(bodies[0]).toMatchObject({
      ...{ join: true, origin: await originOf("b1", "my notes") },
      files: [
        ["a.md", hash, 3, 7],
        ["c.md", hash, 5, 7],
      ],
    });
    expect(bodies[0]).not.toHaveProperty("push");
    expect(report).toEqual({ sent: 0, unchanged: 2, chunks: 0, binary: ["b"], redacted: [], failed: [] });
  });

  it("sends what is missing, in its batches, under the number of the push", async () => {
    const { asked, bodies, seen, report } = await push([text("a.md"), text("b.md"), text("c.md")], {
      missing: ["c.md", "a.md", "other.md"],
    });
    expect(asked.slice(1).map(({ path }) => path)).toEqual([
      "/v1/roots/my notes/documents",
      "/v1/roots/my notes/documents",
    ]);
    expect(
      bodies.slice(1).map(({ push: number, documents }) => [number, documents?.map(({ path }) => path)]),
    ).toEqual([
      [3, ["a.md"]],
      [3, ["c.md"]],
    ]);
    expect(bodies[1]?.origin).toBe(bodies[0]?.origin);
    expect(bodies[1]?.documents?.[0]).toMatchObject({ text: "text\n", mtime: 7 });
    expect(seen).toEqual([
      ...["reading 0/3", "reading 1/3", "reading 2/3", "comparing 0/3"],
      ...["sending 0/2", "sending 1/2", "done 2/2"],
    ]);
    const failed = { path: "x", code: "c", message: "m" };
    expect(report).toEqual({
      sent: 2,
      unchanged: 1,
      chunks: 4,
      binary: [],
      redacted: [],
      failed: [failed, failed],
    });
  });

  it("of nothing names nothing and is done", async () => {
    const { bodies, report, seen } = await push([]);
    expect(bodies.map(({ files }) => files)).toEqual([[]]);
    expect([report, seen]).toEqual([
      { sent: 0, unchanged: 0, chunks: 0, binary: [], redacted: [], failed: [] },
      ["comparing 0/0", "done 0/0"],
    ]);
  });

  it.each(["reading", "sending"] as const)("that is stopped while %s asks for no more", async (phase) => {
    const { report, asked, seen } = await push([text("a.md"), text("b.md")], {
      missing: ["a.md", "b.md"],
      onProgress: (progress, stop) => progress.phase === phase && stop(),
    });
    expect(report).toHaveProperty("name", "AbortError");
    expect(seen.filter((one) => one.startsWith(phase))).toHaveLength(1);
    expect(asked.filter(({ path }) => path.endsWith("documents")).length).toBeLessThanOrEqual(1);
    expect(seen.some((one) => one.startsWith("done"))).toBe(false);
  });

  it("tells of a file that cannot be read when it is sent, and sends no empty batch", async () => {
    let reads = 0;
    const vanishing = Object.assign(text("a.md"), {
      arrayBuffer: async () => {
        reads += 1;
        if (reads > 1) throw new DOMException("gone", "NotFoundError");
        return new TextEncoder().encode("text\n").buffer;
      },
    });
    const { report, asked } = await push([vanishing], { missing: ["a.md"] });
    expect(report).toMatchObject({ sent: 0, failed: [{ path: "a.md", code: "unreadable" }] });
    expect(asked).toHaveLength(1);
  });
});

type Tree = { readonly [name: string]: Tree | string };

/** Entries as a browser gives them: two at a time. */
function entryOf(name: string, path: string, content: Tree | string): FileSystemEntry {
  const fullPath = `${path}/${name}`;
  if (typeof content === "string") {
    const file = (done: (file: File) => void) => done(new File([content], name));
    return { name, fullPath, isFile: true, isDirectory: false, file } as unknown as FileSystemEntry;
  }
  const createReader = () => {
    const all = Object.entries(content).map(([one, inside]) => entryOf(one, fullPath, inside));
    return { readEntries: (done: (some: FileSystemEntry[]) => void) => done(all.splice(0, 2)) };
  };
  return { name, fullPath, isFile: false, isDirectory: true, createReader } as unknown as FileSystemEntry;
}

const drop = (tree: Tree, loose: readonly File[] = []) => {
  const entries = Object.entries(tree).map(([name, content]) => ({
    webkitGetAsEntry: () => entryOf(name, "", content),
    getAsFile: () => null,
  }));
  const files = loose.map((file) => ({ webkitGetAsEntry: () => null, getAsFile: () => file }));
  const nothing = { webkitGetAsEntry: () => null, getAsFile: () => null };
  return droppedFiles({ items: [...entries, ...files, nothing] } as unknown as DataTransfer);
};

describe("what is dropped", () => {
  it("is every file of a folder, however many a browser gives at a time", async () => {
    const { folder, files } = await drop({
      notes: { "a.md": "", "b.md": "", "c.md": "", d: { e: { "cafe\u0301.md": "" } }, f: {} },
    });
    expect([folder, files.map(({ path }) => path)]).toEqual([
      "notes",
      ["a.md", "b.md", "c.md", "d/e/caf\u00e9.md"],
    ]);
  });

  it("is what several folders and loose files hold", async () => {
    const { folder, files } = await drop({ one: { "a.md": "" }, two: { "b.md": "" }, "c.md": "" }, [
      new File([""], "pictu\u0301re.txt"),
    ]);
    expect(folder).toBeUndefined();
    expect(files.map(({ path }) => path)).toEqual(["c.md", "one/a.md", "pict\u00fare.txt", "two/b.md"]);
  });

  it("is nothing of folders that every push leaves out, unless a rule releases them", async () => {
    const paths = async (tree: Tree) => (await drop(tree)).files.map(({ path }) => path);
    const inside = { "a.js": "", deep: { "b.js": "" } };
    expect(await paths({ w: { node_modules: inside, "a.md": "" } })).toEqual(["a.md"]);
    expect(await paths({ w: { ".recallignore": "!node_modules/\n", node_modules: inside } })).toEqual([
      ...[".recallignore", "node_modules/a.js", "node_modules/deep/b.js"],
    ]);
    expect(await paths({ w: { ".gitignore": "kept\n", kept: inside, "a.md": "" } })).toEqual([
      ...[".gitignore", "a.md", "kept/a.js", "kept/deep/b.js"],
    ]);
  });
});

it("a chosen file without a folder has its name, composed", () => {
  const file = Object.assign(new File([""], "cafe\u0301.md"), { webkitRelativePath: "" });
  expect(chosenFiles([file] as unknown as FileList).files.map(({ path }) => path)).toEqual(["caf\u00e9.md"]);
});

it("a selection is called after its folder, or as usual where that gives no name", async () => {
  const nameOf = async (folder: string | undefined) => (await selectFiles({ folder, files: [] })).root;
  expect([await nameOf("a:b"), await nameOf("..."), await nameOf(undefined)]).toEqual([
    "a-b",
    "uploads",
    "uploads",
  ]);
});
