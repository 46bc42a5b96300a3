import { expect, it } from "vitest";
import type { SourceBucket } from "../../src/sources/adapter.ts";
import { openBucket } from "../support/worlds/bucket.ts";
import { sourceWorld } from "./source-world.ts";
import { archiveOf, refsOf } from "./tar-archive.ts";

const { site, source, pull, pullAgain, read, paths, text, buckets } = sourceWorld();

it("a repository is fetched when its commit is another, and its changed files alone are written", async () => {
  const made = await site();
  const serve = async (commit: string, files: Record<string, string | Uint8Array>) => {
    const archive = await archiveOf(`birds-${commit}`, files);
    made.pages["/owner/birds.git/info/refs?service=git-upload-pack"] = refsOf(
      { dev: "d".repeat(40), main: commit },
      "main",
    );
    made.pages[`/owner/birds/archive/${commit}.tar.gz`] = (response) => response.writeHead(200).end(archive);
  };
  const files = {
    "docs/a.md": "# A\n\nHerons.\n",
    "docs/b.md": "# B\n\nStorks.\n",
    "src/main.ts": "export const crane = 1;\n",
    ".env": "SECRET=1\n",
    "node_modules/x/index.js": "x\n",
    "picture.png": Uint8Array.of(1, 0, 2),
    data: Uint8Array.of(1, 0, 2),
  };
  await serve("1".repeat(40), files);
  const workspace = await source({ location: `${made.url}owner/birds`, kind: "git", host: "github" });
  await pull();
  expect(await paths(workspace)).toEqual(["docs/a.md", "docs/b.md", "src/main.ts"]);
  made.asked();
  await pullAgain();
  expect(made.asked()).toEqual(["/owner/birds.git/info/refs?service=git-upload-pack"]);
  const { "docs/b.md": _, ...others } = files;
  await serve("2".repeat(40), { ...others, "docs/a.md": "# A\n\nEgrets.\n" });
  await pullAgain();
  expect((await read(workspace)).counts).toMatchObject({ asked: 1, written: 1, removed: 0 });
  expect(await text(workspace, "docs/a.md")).toContain("Egrets.");
  // The commit is the same: what was missing is missing still.
  await pullAgain();
  expect(await paths(workspace)).toEqual(["docs/a.md", "src/main.ts"]);
});

it("a bucket of Miniflare's R2 is pulled by its etags", async () => {
  const { bucket, dispose } = await openBucket();
  try {
    for (const [key, body] of Object.entries({
      "kept/a.md": "Herons.\n",
      "kept/b.html": "<p>Storks.</p>",
      "other.md": "x\n",
    }))
      await bucket.put(key, body);
    buckets.BIRDS = bucket as unknown as SourceBucket;
    const workspace = await source({ location: "r2://BIRDS/kept/" });
    await pull();
    expect(await paths(workspace)).toEqual(["a.md", "b.html"]);
    expect(await text(workspace, "b.html")).toContain("Storks.");
    await bucket.put("kept/a.md", "Egrets.\n");
    await pullAgain();
    expect((await read(workspace)).counts).toMatchObject({ asked: 1, written: 1 });
    await bucket.delete("kept/b.html");
    await pullAgain();
    await pullAgain();
    expect(await paths(workspace)).toEqual(["a.md"]);
  } finally {
    await dispose();
  }
});
