import { readFileSync, rmSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { Hono } from "hono";
import { expect, it } from "vitest";
import { openLog, storageProblem } from "../../../src/cli/local/disk.ts";
import { AppError } from "../../../src/errors.ts";
import { errorResponder, toAppError } from "../../../src/http/errors.ts";
import { orStorageFull, roomForWrites } from "../../../src/http/storage.ts";
import { temporaryFolder } from "../temporary-folder.ts";

it.runIf(process.platform === "linux")(
  "a log that cannot be written is told once, until it can again",
  () => {
    const home = temporaryFolder();
    const told: string[] = [];
    const log = openLog(home, (problem) => told.push(problem));
    const file = join(home, "server.log");
    // What is written to this device meets a full disk.
    symlinkSync("/dev/full", file);
    for (const line of ["a", "b"]) log(line);
    rmSync(file);
    log("c");
    expect(readFileSync(file, "utf8")).toBe("c\n");
    rmSync(file);
    symlinkSync("/dev/full", file);
    log("d");
    expect(told).toHaveLength(2);
    expect(told[0]).toMatch(/^The log cannot be written: The disk that holds .* is full.*Serving goes on$/);
  },
);

it("a disk that takes no more is told in a sentence, and nothing else is taken for one", () => {
  const of = (code: string) => storageProblem("/h", Object.assign(new Error("x"), { code }));
  for (const code of ["ENOSPC", "EDQUOT", "EFBIG"])
    expect(of(code)?.message).toMatch(/^The disk that holds \/h is full: make room .*RECALL_HOME=/);
  expect(of("EROFS")).toMatchObject({
    code: "storage_full",
    message: expect.stringContaining("can only be read"),
  });
  for (const code of ["ENOENT", "EACCES"]) expect(of(code)).toBeUndefined();
  expect(storageProblem("/h", new Error("ENOSPC"))).toBeUndefined();
});

it("refuses what writes while the disk is nearly full, and lets reading and deleting go on", async () => {
  let isFull = true;
  const parts = { diskIsFull: async () => isFull };
  const app = new Hono();
  app.onError(async (error, c) => errorResponder(Date.now)(await orStorageFull(toAppError(error), parts), c));
  app.use("*", roomForWrites(parts));
  app.all("/v1/bug", () => {
    throw new Error("internal error; reference = x");
  });
  app.all("/v1/gone", () => {
    throw new AppError("not_found", "m");
  });
  app.all("*", (c) => c.json({}));
  const status = async (method: string, path: string) => (await app.request(path, { method })).status;
  const all = async () => ({
    write: await status("POST", "/v1/memories"),
    change: await status("PUT", "/v1/profiles/edge"),
    search: await status("POST", "/v1/search"),
    read: await status("GET", "/v1/status"),
    remove: await status("DELETE", "/v1/memories/m"),
    forget: await status("POST", "/v1/memories/forget"),
    prune: await status("POST", "/v1/roots/notes/prune"),
    migrate: await status("POST", "/v1/migrations"),
    bug: await status("GET", "/v1/bug"),
    gone: await status("GET", "/v1/gone"),
  });
  const open = { search: 200, read: 200, remove: 200, forget: 200, prune: 200, migrate: 200, gone: 404 };
  expect(await all()).toEqual({ ...open, write: 507, change: 507, bug: 507 });
  isFull = false;
  expect(await all()).toEqual({ ...open, write: 200, change: 200, bug: 500 });
});
