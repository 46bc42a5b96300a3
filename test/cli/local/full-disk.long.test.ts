import { execFileSync } from "node:child_process";
import { appendFileSync, mkdirSync, mkdtempSync, rmSync, statfsSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { packageRoot } from "../../../src/cli/local/load-runtime.ts";
import { ensureAccess } from "../../../src/cli/local/local-access.ts";
import { startServer } from "../../../src/cli/local/start-server.ts";
import { spawnCli } from "../spawn-cli.ts";
import { temporaryFolder } from "../temporary-folder.ts";
import { serveWith } from "./serve-while.ts";

const SECRET = "a secret for tests only, long enough";
const PIECE_BYTES = 65_536;

/** Where a disk of its own can be mounted: elsewhere `disk.test.ts` alone meets a full device. */
const canMount = process.platform === "linux" && process.getuid?.() === 0;

let disk = "";
/** Fills the disk until so many bytes are left. */
function fillTo(left: number): void {
  for (;;) {
    const { bavail, bsize } = statfsSync(disk);
    const more = Math.min(PIECE_BYTES, bavail * bsize - left);
    if (more <= 0) return;
    appendFileSync(join(disk, "fill"), Buffer.alloc(more));
  }
}

beforeEach(() => {
  if (!canMount) return;
  disk = mkdtempSync(join(tmpdir(), "disk-"));
  execFileSync("mount", ["-t", "tmpfs", "-o", "size=40m,mode=700", "tmpfs", disk]);
});
afterEach(() => {
  if (!canMount) return;
  execFileSync("umount", ["-l", disk]);
  rmSync(disk, { recursive: true });
});

describe.runIf(canMount)("on a disk that fills up (needs root, to mount one)", () => {
  it("a server refuses to write while it goes on reading, survives the last byte, and goes on when there is room", async () => {
    const home = join(disk, "home");
    mkdirSync(home);
    const told: string[] = [];
    const options = { root: packageRoot(), home, port: 0, secret: SECRET };
    const server = await startServer({ ...options, tell: (problem) => told.push(problem) });
    try {
      const { token } = await ensureAccess(server, home, SECRET);
      const call = async (method: string, path: string, body?: object) => {
        const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
        const init = { method, headers, ...(body && { body: JSON.stringify(body) }) };
        const answer = await server.fetch(`${server.url}${path}`, init);
        const { error, memory } = (await answer.json()) as {
          error?: { code: string };
          memory?: { id: string };
        };
        return { code: error?.code ?? answer.status, id: memory?.id ?? "" };
      };
      const remember = () => call("POST", "/v1/memories", { text: "Herons eat frogs." });
      const search = () => call("POST", "/v1/search", { query: "herons" });
      const { id } = await remember();
      fillTo(8_000_000);
      expect((await remember()).code).toBe("storage_full");
      expect([(await search()).code, (await call("GET", "/v1/memories")).code]).toEqual([200, 200]);
      expect((await call("DELETE", `/v1/memories/${id}`)).code).toBe(200);
      fillTo(0);
      for (let round = 0; round < 3; round++) {
        expect((await remember()).code).toBe("storage_full");
        expect((await search()).code).toBeOneOf([200, "storage_full"]);
      }
      const toldBySearch = async (): Promise<number> => {
        await search();
        return told.length;
      };
      await expect.poll(toldBySearch).toBeGreaterThan(0);
      expect(told).toEqual([expect.stringMatching(/^The log cannot be written: .* is full/)]);
      rmSync(join(disk, "fill"));
      expect((await remember()).code).toBe(200);
      expect((await search()).code).toBe(200);
    } finally {
      await server.stop();
    }
  });

  it("a start says in a sentence that the disk is full, in a new home and in one with a database", async () => {
    const folder = temporaryFolder({ "docs/a.md": "text" });
    const env = { RECALL_HOME: join(disk, "home") };
    await serveWith(["docs"], { folder, env, work: async () => undefined });
    fillTo(0);
    for (const home of ["home", "new"]) {
      const run = await spawnCli(["serve", "docs", "--port", "0"], {
        cwd: folder,
        env: { ...env, RECALL_HOME: join(disk, home) },
      });
      expect(run).toMatchObject({ code: 3, stdout: "" });
      expect(run.stderr).toMatch(/The disk that holds \S+ is full: make room on it/);
      expect(run.stderr).not.toMatch(/^ +at /m);
    }
    rmSync(join(disk, "fill"));
    expect((await serveWith(["docs"], { folder, env, work: async () => undefined })).code).toBe(0);
  });

  it("a start says in a sentence that the disk can only be read", async () => {
    const folder = temporaryFolder({ "docs/a.md": "text" });
    const env = { RECALL_HOME: join(disk, "home") };
    execFileSync("mount", ["-o", "remount,ro", disk]);
    const run = await spawnCli(["serve", "docs", "--port", "0"], { cwd: folder, env });
    expect(run).toMatchObject({ code: 3, stdout: "" });
    expect(run.stderr).toMatch(/The disk that holds \S+ can only be read/);
    execFileSync("mount", ["-o", "remount,rw", disk]);
  });
});
