import { createHash } from "node:crypto";
import { execFileSync } from "node:child_process";
import { lstatSync, readdirSync, readFileSync, statSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { Writable } from "node:stream";
import { describe, expect, it } from "vitest";
import { toFile, toStream } from "../../../../src/cli/commands/export/export-lines.ts";
import type { RecallClient } from "../../../../src/cli/session/recall-client.ts";
import { AppError } from "../../../../src/errors.ts";
import { temporaryFolder } from "../../temporary-folder.ts";
import { exportHeader } from "../import/exported.ts";

interface Page {
  readonly version?: number;
  readonly records?: readonly object[];
  readonly damaged?: readonly object[];
  readonly next?: string;
}

/** Answers these pages, one a request; an error is thrown. */
function client(...pages: readonly (Page | Error)[]) {
  const asked: unknown[] = [];
  const left = [...pages];
  const exportPage = async (place: unknown) => {
    asked.push(place);
    const page = left.shift();
    if (page === undefined || page instanceof Error) throw page ?? new Error("no page is left");
    const { version = 7, records = [], damaged = [], next = null } = page;
    return { header: exportHeader({ workspaceVersion: version }), records, damaged, nextCursor: next };
  };
  return { asked, client: { exportPage } as unknown as Pick<RecallClient, "exportPage"> };
}

const record = (type: string) => ({ type });
const inOrder = [
  { next: "a", records: [record("root"), record("embedding")] },
  { next: "b", records: [record("document"), record("memory")], damaged: [{ root: "n", path: "a.md" }] },
  { records: [record("document"), record("embedding")], damaged: [{ root: "n", path: "b.md" }] },
];

describe("an export", () => {
  it("is one header, the records of all pages, and an end with their number and their hash", async () => {
    const pages = client(...inOrder);
    let text = "";
    const stream = new Writable({
      write(chunk: Buffer, _, done) {
        text += chunk.toString("utf8");
        done();
      },
    });
    const progress: number[] = [];
    const wish = { vectors: true, onPage: (documents: number) => void progress.push(documents) };
    const sum = await toStream(pages.client, wish, stream);
    expect(pages.asked).toEqual([
      { vectors: true },
      { vectors: true, cursor: "a" },
      { vectors: true, cursor: "b" },
    ]);
    const lines = text
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line));
    expect(lines.slice(0, -1)).toEqual([
      exportHeader({ workspaceVersion: 7 }),
      ...["root", "embedding", "document", "memory", "document", "embedding"].map(record),
    ]);
    const before = text.slice(0, text.lastIndexOf('{"type":"end"'));
    const checksum = createHash("sha256").update(before).digest("hex");
    expect(lines.at(-1)).toEqual({ type: "end", records: 6, checksum });
    expect(sum).toMatchObject({ records: 6, documents: 3, vectors: 2, header: { workspaceVersion: 7 } });
    expect(sum.damaged).toEqual([
      { root: "n", path: "a.md" },
      { root: "n", path: "b.md" },
    ]);
    expect(progress).toEqual([0, 2, 3]);
    expect(stream.writableEnded).toBe(false);
  });

  it("into a file is for the owner's eyes, in place of what was there", async () => {
    const folder = temporaryFolder({ "out.ndjson": "before" });
    await toFile(client(...inOrder).client, { vectors: false }, join(folder, "out.ndjson"));
    expect(readFileSync(join(folder, "out.ndjson"), "utf8")).toMatch(/^\{"format".*\n[\s\S]*"end".*\n$/);
    if (process.platform !== "win32") expect(statSync(join(folder, "out.ndjson")).mode & 0o777).toBe(0o600);
    expect(readdirSync(folder)).toEqual(["out.ndjson"]);
  });

  it("into a file by a link is in the place that the link names, which stays one", async () => {
    const folder = temporaryFolder({ "real.ndjson": "before" });
    symlinkSync(join(folder, "real.ndjson"), join(folder, "link"));
    await toFile(client(...inOrder).client, { vectors: false }, join(folder, "link"));
    expect(lstatSync(join(folder, "link")).isSymbolicLink()).toBe(true);
    expect(readFileSync(join(folder, "real.ndjson"), "utf8")).toContain('"end"');
  });

  it.skipIf(process.platform === "win32")("takes no pipe's place", async () => {
    const pipe = join(temporaryFolder(), "pipe");
    execFileSync("mkfifo", [pipe]);
    const { client: asked, asked: pages } = client(...inOrder);
    await expect(toFile(asked, { vectors: false }, pipe)).rejects.toMatchObject({
      code: "invalid_input",
      message: expect.stringContaining("redirect"),
    });
    expect([lstatSync(pipe).isFIFO(), pages]).toEqual([true, []]);
  });

  it("ends without a failure where its reader has gone", async () => {
    const closed = new Writable({
      write: (_, __, done) => done(Object.assign(new Error(), { code: "EPIPE" })),
    });
    expect(await toStream(client(...inOrder).client, { vectors: false }, closed)).toBeDefined();
    const full = new Writable({
      write: (_, __, done) => done(Object.assign(new Error(), { code: "ENOSPC" })),
    });
    await expect(toStream(client(...inOrder).client, { vectors: false }, full)).rejects.toMatchObject({
      code: "ENOSPC",
    });
  });

  const CHANGED = [{ next: "a" }, { version: 8 }];
  const REFUSED = [{ next: "a" }, new AppError("conflict", "It changed")];

  it.each([
    ["the pages are of two versions", CHANGED],
    ["the server says so", REFUSED],
  ])("into a file is made anew, three times at most, where %s", async (_, changing) => {
    const folder = temporaryFolder({ "out.ndjson": "before" });
    const file = join(folder, "out.ndjson");
    const often = client(...changing, ...changing, ...changing, { records: [] });
    await expect(toFile(often.client, { vectors: false }, file)).rejects.toMatchObject({
      code: "conflict",
      message: expect.stringContaining("changed meanwhile"),
    });
    expect(often.asked).toHaveLength(6);
    expect([readFileSync(file, "utf8"), readdirSync(folder)]).toEqual(["before", ["out.ndjson"]]);
    const twice = client(...changing, ...changing, { version: 9, records: [record("document")] });
    expect(await toFile(twice.client, { vectors: false }, file)).toMatchObject({
      documents: 1,
      header: { workspaceVersion: 9 },
    });
  });

  it("is not made anew after another failure", async () => {
    const failing = client(new AppError("forbidden", "No"), {});
    const file = join(temporaryFolder(), "out.ndjson");
    await expect(toFile(failing.client, { vectors: false }, file)).rejects.toMatchObject({
      code: "forbidden",
    });
    expect(failing.asked).toHaveLength(1);
  });

  it.each(["", "missing/out.ndjson"])("says that %j cannot be written", async (path) => {
    const file = join(temporaryFolder(), path);
    await expect(toFile(client({}).client, { vectors: false }, file)).rejects.toMatchObject({
      code: "invalid_input",
      message: `${file} cannot be written`,
    });
  });
});
