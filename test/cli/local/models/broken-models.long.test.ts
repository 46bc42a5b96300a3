import { execFileSync } from "node:child_process";
import {
  appendFileSync,
  copyFileSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statfsSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, it, onTestFinished } from "vitest";
import { EMBEDDER, RERANKER, TINY, tinyModels } from "../../../local-models/tiny-models.ts";
import { spawnCli } from "../../spawn-cli.ts";
import { temporaryFolder } from "../../temporary-folder.ts";
import { serveWhile } from "../serve-while.ts";
import { makeRoom } from "./room.ts";

const DOCS = {
  "docs/weir.md": "# Weir\n\nThe heron stands at the weir.\n",
  "docs/keys.md": "# Keys\n\nWe rotate the signing keys every month.\n",
};
/** A process that died is started again a second later. */
const RESTART_MS = 1_100;
const PIECE_BYTES = 65_536;

function changeManifest(
  folder: string,
  change: (manifest: { dimensions?: number; files: object[] }) => void,
): void {
  const file = join(folder, "manifest.json");
  const manifest = JSON.parse(readFileSync(file, "utf8"));
  change(manifest);
  writeFileSync(file, JSON.stringify(manifest));
}

/** Another model's tokenizer, which its manifest names as its own. */
function giveTokenizer(folder: string, of: string): void {
  copyFileSync(join(of, "tokenizer.json"), join(folder, "tokenizer.json"));
  const { size: bytes } = statSync(join(folder, "tokenizer.json"));
  changeManifest(folder, ({ files }) => Object.assign(files[1] ?? {}, { bytes }));
}

it("a model of other dimensions and one with another's tokenizer are told once, with what to do, and words are searched", async () => {
  const folder = temporaryFolder(DOCS);
  const { models } = tinyModels(EMBEDDER, RERANKER);
  const other = tinyModels({ name: "other", shape: { ...TINY, vocabulary: 900 } }).models;
  changeManifest(join(models, EMBEDDER.name), (manifest) => Object.assign(manifest, { dimensions: 64 }));
  giveTokenizer(join(models, RERANKER.name), join(other, "other"));
  const env = { RECALL_HOME: join(folder, "home"), RECALL_MODELS: models };
  const recall = (...args: readonly string[]) => spawnCli(args, { cwd: folder, env });
  const served = await serveWhile(folder, env, async () => {
    const { stdout } = await recall("search", "signing");
    expect(stdout).toMatch(/^1\. keys\.md/);
    for (const part of ["embedding", "re-ranking"])
      expect(stdout.replaceAll(/\s+/g, " ")).toContain(
        `The ${part} server answered 503: the installed model cannot be used; \`recall models check\` says why.`,
      );
  });
  const problems = [EMBEDDER, RERANKER].map(
    ({ name }) =>
      `Install it again: \`recall models remove ${name}\`, then \`recall models install ${name}\``,
  );
  const says = served.stderr.replaceAll(/\s+/g, " ");
  for (const words of [
    "The model tiny-embedder cannot be used: its vectors have 32 dimensions; its manifest says 64: one of the two is another model's.",
    "The model tiny-reranker cannot be used: its tokenizer knows 900 tokens and its table 200: one of the two is another model's.",
    ...problems,
  ])
    expect(says.split(words)).toHaveLength(2);
  expect(served.code).toBe(0);
  const { code, stdout } = await recall("models", "check");
  expect([code, problems.every((words) => stdout.includes(words))]).toEqual([1, true]);
});

/** Where a disk of its own can be mounted. */
const canMount = process.platform === "linux" && process.getuid?.() === 0;

/** A small disk, gone when the test ends. `fill` leaves so many bytes of it. */
function mountDisk(megabytes: number) {
  const disk = mkdtempSync(join(tmpdir(), "recall-test-disk-"));
  execFileSync("mount", ["-t", "tmpfs", "-o", `size=${megabytes}m,mode=700`, "tmpfs", disk]);
  onTestFinished(() => {
    execFileSync("umount", ["-l", disk]);
    rmSync(disk, { recursive: true });
  });
  const filler = join(disk, "fill");
  const fill = (left: number): void => {
    for (;;) {
      const { bavail, bsize } = statfsSync(disk);
      const more = Math.min(PIECE_BYTES, bavail * bsize - left);
      if (more <= 0) return;
      appendFileSync(filler, Buffer.alloc(more));
    }
  };
  return { disk, fill, makeRoom: () => rmSync(filler, { force: true }) };
}

it.runIf(canMount)(
  "a disk that is full while a model is installed is told, and nothing of it stays",
  async () => {
    const { disk, fill, makeRoom: empty } = mountDisk(1);
    const { models: weights } = tinyModels(EMBEDDER);
    const models = join(disk, "models");
    const install = () =>
      spawnCli(["models", "install", "--from", join(weights, EMBEDDER.name)], {
        cwd: temporaryFolder(),
        env: { RECALL_MODELS: models },
      });
    for (const left of [0, 16_384, 100_000]) {
      fill(left);
      expect(await install()).toEqual({
        code: 3,
        stdout: "",
        stderr: `recall: The disk that holds ${models} is full: make room on it and begin again\n`,
      });
      empty();
      expect(readdirSync(disk).flatMap((name) => readdirSync(join(disk, name)))).toEqual([]);
    }
    expect(await install()).toMatchObject({ code: 0 });
  },
);

it.runIf(canMount)("a model is read, and a question answered by it, on a disk that is full", async () => {
  const { disk, fill, makeRoom: empty } = mountDisk(60);
  const room = makeRoom(disk, { through: [], sent: () => undefined });
  const docs = join(temporaryFolder(DOCS), "docs");
  const { models: weights } = tinyModels(EMBEDDER);
  expect(await room.recall("models", "install", "--from", join(weights, EMBEDDER.name))).toMatchObject({
    code: 0,
  });
  const server = await room.serve();
  expect(await room.recall("push", docs)).toMatchObject({ code: 0 });
  const index = async () => JSON.parse((await room.recall("status", "--json")).stdout).index;
  await expect.poll(index, { timeout: 600_000, interval: 500 }).toMatchObject({ pendingChunks: 0 });
  fill(8_000_000);
  room.killModels();
  await sleep(RESTART_MS);
  const { code, stdout } = await room.recall("search", "heron at the weir", "--json");
  expect([code, JSON.parse(stdout)]).toEqual([
    0,
    expect.objectContaining({ degraded: [], outcome: "found" }),
  ]);
  empty();
  expect(await server.stop()).toMatchObject({ code: 0 });
});
