import { describe, expect, it } from "vitest";
import { PLAN_LIMITS } from "../../src/config.ts";
import { ManifestRequest, PruneRequest } from "../../src/documents/contract.ts";
import { deleteRoot } from "../../src/documents/documents.ts";
import { compareManifest, pruneDocuments, uploadDocuments } from "../../src/documents/push.ts";
import { shortHash } from "../../src/text/hash.ts";
import { LIVE_IDENTITY, NOW_MS, sqlWorld } from "../support/worlds/sql-world.ts";

const machine = (number: number): string => String(number).repeat(32);
type Files = Readonly<Record<string, string>>;

describe("pushes of several machines to one root", () => {
  const { here, column, newWorkspace, write } = sqlWorld();

  async function root() {
    const workspace = await newWorkspace();
    const context = {
      ...{
        db: here.db,
        workspace,
        root: "notes",
        limits: PLAN_LIMITS.paid,
        generator: "writer",
        nowMs: NOW_MS,
      },
      identity: LIVE_IDENTITY,
    };
    const begin = async (origin: string, more = {}) =>
      (await compareManifest(context, ManifestRequest.parse({ origin, join: true, files: [], ...more })))
        .push;
    const upload = async (origin: string, files: Files, push?: number) =>
      uploadDocuments(context, {
        origin,
        ...(push !== undefined && { push }),
        documents: await Promise.all(
          Object.entries(files).map(async ([path, text]) => ({
            path,
            text,
            hash: await shortHash(text),
            mtime: 1,
          })),
        ),
      });
    const prune = (origin: string, paths: string[], more = {}) =>
      pruneDocuments(context, PruneRequest.parse({ origin, paths, ...more }));
    const texts = () => column(`SELECT text FROM chunks WHERE workspace = ${workspace} ORDER BY text`);
    const remove = () =>
      deleteRoot({ session: here.db, workspace } as Parameters<typeof deleteRoot>[0], { root: "notes" });
    return { workspace, begin, upload, prune, texts, remove };
  }
  const superseded = { code: "conflict", details: { reason: "push_superseded" } };

  it("that began at the same time are all taken, and one that deletes keeps none of them from it", async () => {
    const { begin, upload, prune, texts } = await root();
    const machines = [1, 2, 3, 4, 5, 6].map(machine);
    const pushes: number[] = [];
    for (const one of machines) pushes.push(await begin(one));
    const deleter = await begin(machine(7));
    expect(new Set([...pushes, deleter]).size).toBe(7);
    const answers = await Promise.all([
      ...machines.map((one, at) => upload(one, { [`${at}.md`]: `Of ${at}.\n` }, pushes[at])),
      prune(machine(7), ["0.md", "5.md"], { push: deleter, confirm: true }),
    ]);
    for (const answer of answers.slice(0, -1)) expect(answer).toMatchObject({ indexed: 1, failed: [] });
    expect((await texts()).length).toBeGreaterThanOrEqual(4);
  });

  it("write over each other in the order in which they began, whichever is done first", async () => {
    const { begin, upload, texts } = await root();
    const earlier = await begin(machine(1));
    const later = await begin(machine(2));
    await upload(machine(2), { "a.md": "Newer.\n" }, later);
    expect(await upload(machine(1), { "a.md": "Older.\n", "b.md": "Mine.\n" }, earlier)).toMatchObject({
      indexed: 1,
      failed: [{ path: "a.md", code: "conflict" }],
    });
    expect(await texts()).toEqual(["Mine.", "Newer."]);
    // Who begins anew has seen what is there.
    await upload(machine(1), { "a.md": "Newest.\n" }, await begin(machine(1)));
    expect(await texts()).toEqual(["Mine.", "Newest."]);
  });

  it("end with the next one of the same machine, or when the root is deleted", async () => {
    const { begin, upload, prune, remove } = await root();
    const first = await begin(machine(1));
    const other = await begin(machine(2));
    const second = await begin(machine(1));
    await expect(upload(machine(1), { "a.md": "A.\n" }, first)).rejects.toMatchObject(superseded);
    await expect(prune(machine(1), ["a.md"], { push: first })).rejects.toMatchObject(superseded);
    // The number of another machine is nobody else's.
    await expect(upload(machine(1), { "a.md": "A.\n" }, other)).rejects.toMatchObject(superseded);
    await upload(machine(1), { "a.md": "A.\n" }, second);
    await remove();
    await expect(upload(machine(1), { "b.md": "B.\n" }, second)).rejects.toMatchObject(superseded);
    expect(await begin(machine(1))).toBeGreaterThan(second);
  });

  it("are not gone around by an upload or a deletion that names none", async () => {
    const { begin, upload, prune, texts } = await root();
    const old = await begin(machine(1));
    await upload(machine(1), { "a.md": "Old.\n" }, old);
    await upload(machine(2), { "a.md": "New.\n" }, await begin(machine(2)));
    expect(await upload(machine(1), { "a.md": "Old.\n", "b.md": "Beside.\n" })).toMatchObject({
      indexed: 1,
      failed: [{ path: "a.md", code: "conflict", message: expect.stringContaining("send a manifest first") }],
    });
    const needed = { code: "conflict", details: { reason: "push_needed" } };
    await expect(prune(machine(1), ["a.md", "b.md"])).rejects.toMatchObject(needed);
    expect(await texts()).toEqual(["Beside.", "New."]);
  });

  it("need not be: a program without manifests writes over and deletes what it wrote", async () => {
    const { workspace, upload, prune, texts } = await root();
    await upload(machine(1), { "a.md": "One.\n", "b.md": "Two.\n" });
    await upload(machine(1), { "a.md": "Three.\n" });
    expect(await texts()).toEqual(["Three.", "Two."]);
    expect(await prune(machine(1), ["a.md", "b.md"], { confirm: true })).toMatchObject({ deleted: 2 });
    expect(await column(`SELECT documents FROM workspaces WHERE num = ${workspace}`)).toEqual([0]);
  });

  it("delete nothing that a later one wrote, and count right what is left", async () => {
    const { workspace, begin, upload, prune, texts } = await root();
    const earlier = await begin(machine(1));
    await upload(machine(1), { "a.md": "A.\n", "b.md": "B.\n" }, earlier);
    await upload(machine(2), { "b.md": "Newer B.\n" }, await begin(machine(2)));
    expect(await prune(machine(1), ["a.md", "b.md"], { push: earlier, confirm: true })).toMatchObject({
      deleted: 1,
    });
    expect(await texts()).toEqual(["Newer B."]);
    expect(await column(`SELECT documents FROM workspaces WHERE num = ${workspace}`)).toEqual([1]);
  });

  it("are still what wrote a document when the server writes it again by itself", async () => {
    const { workspace, begin, upload } = await root();
    const push = await begin(machine(1));
    await upload(machine(1), { "a.md": "A.\n" }, push);
    await write(workspace, { "a.md": "A, cut anew.\n" });
    expect(await column(`SELECT push FROM documents WHERE workspace = ${workspace}`)).toEqual([push]);
  });
});
