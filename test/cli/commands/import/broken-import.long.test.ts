import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { ExportRecord } from "../../../../src/backup/contract.ts";
import { toFile } from "../../../../src/cli/commands/export/export-lines.ts";
import { importFile } from "../../../../src/cli/commands/import/import-file.ts";
import type { RecallClient } from "../../../../src/cli/session/recall-client.ts";
import { fakeVectorize } from "../../../support/fakes/fake-vectorize.ts";
import { openQuickDatabase } from "../../../support/worlds/quick-database.ts";
import { type World, worldOn } from "../../../support/worlds/world.ts";
import { inProcessClient, SETTINGS } from "./in-process.ts";

const NOTES = Object.fromEntries(
  Array.from({ length: 24 }, (_, at) => [
    `${String(at).padStart(2, "0")}.md`,
    `# Note ${at}\n\nHeron ${at}.\n`,
  ]),
);
const PROJECT = Object.fromEntries(
  Array.from({ length: 8 }, (_, at) => [`src/f${at}.md`, `# File ${at}\n\nOtter ${at}.\n`]),
);
const DOCUMENTS = [
  ...Object.keys(NOTES).map((path) => ({ root: "notes", path })),
  ...Object.keys(PROJECT).map((path) => ({ root: "proj", path })),
];
/** So that the file takes many batches; a server's own limits are far above. */
const SMALL = { maxBatchBytes: 100_000, maxBatchFiles: 3 };

type Place = (typeof DOCUMENTS)[number];
type Break = { readonly at: number; readonly isAnswerLost: boolean };
type Recipient = {
  readonly token: string;
  readonly client: RecallClient;
  readonly env: { XDG_CONFIG_HOME: string };
};

const newWorld = async (): Promise<World> =>
  worldOn(await openQuickDatabase(), { more: {}, vectorize: fakeVectorize({ now: Date.now }) });

/** The lines of an export; when a folder joined its root is no part of it: a push before the import joins it earlier. */
const linesOf = (file: string): readonly string[] =>
  readFileSync(file, "utf8")
    .trimEnd()
    .replaceAll(/"joinedAt":\d+/g, '"joinedAt":0')
    .split("\n");

/** A client whose server dies at a call, before it has done it or before its answer arrives. */
function breaking(client: RecallClient, { at, isAnswerLost }: Break): RecallClient {
  let calls = 0;
  return {
    ...client,
    importRecords: async (request) => {
      const isLast = calls++ === at;
      if (isLast && !isAnswerLost) throw new Error("cut off");
      const answer = await client.importRecords(request);
      if (isLast) throw new Error("cut off");
      return { ...answer, limits: SMALL };
    },
  };
}

const neverBreaking = (client: RecallClient) => breaking(client, { at: -1, isAnswerLost: false });

describe("an import that broke off and is run again", () => {
  let from: World;
  let to: World;
  let folder: string;
  let file: string;
  let vectorFile: string;
  let batches = 0;
  let made = 0;
  let memories: readonly string[];
  let recipient: Recipient;

  const newRecipient = async (): Promise<Recipient> => {
    const token = await to.client.workspace(`restored-${made++}`);
    return {
      token,
      client: inProcessClient(to.client, token),
      env: { XDG_CONFIG_HOME: join(folder, `config-${made}`) },
    };
  };
  const restore = (client: RecallClient, more = {}) =>
    importFile(client, {
      ...{ file, merge: false, env: recipient.env, settings: SETTINGS },
      ...{ signal: new AbortController().signal, onProgress: () => undefined, ...more },
    });
  const broken = (one: Break, more = {}) =>
    expect(restore(breaking(recipient.client, one), more)).rejects.toThrow("cut off");
  const ask = async (method: string, path: string, body?: object) => {
    const answer = await to.client.call(method, path, { token: recipient.token, body });
    return answer.status;
  };
  const remove = ({ root, path }: Place) =>
    ask("DELETE", `/v1/documents/${encodeURIComponent(path)}?root=${root}`);
  const overwrite = ({ root, path }: Place) =>
    to.client.upload(recipient.token, { [path]: "Somebody's own text.\n" }, root);
  /** What is in the workspace, as an export of it says. */
  const held = async (): Promise<ReadonlySet<string>> => {
    const copy = join(folder, `copy-${made}.ndjson`);
    await toFile(recipient.client, { vectors: false }, copy);
    return new Set(linesOf(copy));
  };
  /** Records of the file that are not there as it says. */
  const missing = async (): Promise<readonly string[]> => {
    const there = await held();
    return linesOf(file)
      .slice(1, -1)
      .filter((line) => !there.has(line))
      .map((line) => {
        const record = JSON.parse(line) as ExportRecord;
        if (record.type === "document") return `${record.root}:${record.path}`;
        return record.type === "memory" ? `memories:${record.id}` : line;
      });
  };
  const told = ({ failed }: { failed: readonly Place[] }) =>
    failed.map(({ root, path }) => `${root}:${path}`);

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), "recall-test-"));
    [from, to] = await Promise.all([newWorld(), newWorld()]);
    const token = await from.client.workspace("default");
    await from.client.upload(token, NOTES);
    await from.client.upload(token, PROJECT, "proj");
    const call = async (method: string, path: string, body: object) => {
      const answer = await from.client.call(method, path, { token, body });
      expect([path, answer.status]).toEqual([path, 200]);
      return answer.body;
    };
    const remember = async (body: object): Promise<string> =>
      (await call("POST", "/v1/memories", body)).memory.id;
    const old = await remember({ text: "The gauge shows psi." });
    const young = await remember({ text: "The gauge shows kPa.", supersedes: old });
    memories = [old, young, await remember({ text: "Ana owns the billing service." })];
    await call("PUT", "/v1/entities/ana", { name: "Ana", type: "person" });
    await call("POST", "/v1/entities/ana/observations", { text: "Ana is on leave until May." });
    await call("PUT", "/v1/profiles/edge", { settings: { "fusion.k": 30 } });
    for (let sweep = 0; sweep < 3; sweep++) await from.client.sweep();
    const { recallId, hits } = (await from.client.search(token, "heron")).body;
    await call("POST", "/v1/feedback", { recallId, chunk: hits[0].id, value: "up" });
    const client = inProcessClient(from.client, token);
    file = join(folder, "plain.ndjson");
    vectorFile = join(folder, "vectors.ndjson");
    await toFile(client, { vectors: false }, file);
    await toFile(client, { vectors: true }, vectorFile);
    recipient = await newRecipient();
    const counted = neverBreaking(recipient.client);
    const importRecords: RecallClient["importRecords"] = (request) => {
      batches += 1;
      return counted.importRecords(request);
    };
    await restore({ ...counted, importRecords });
    expect(await missing()).toEqual([]);
    expect(batches).toBeGreaterThan(5);
  });
  afterAll(async () => {
    rmSync(folder, { recursive: true });
    await Promise.all([from.dispose(), to.dispose()]);
  });
  beforeEach(async () => {
    recipient = await newRecipient();
  });

  it("brings back what was deleted and tells what was changed, wherever it broke", async () => {
    const place = fc.constantFrom(...DOCUMENTS);
    const damage = fc.record({
      first: fc.record({ at: fc.nat(batches - 1), isAnswerLost: fc.boolean() }),
      // A repeat makes two requests at least: what is not listed is always sent.
      second: fc.option(fc.record({ at: fc.nat(1), isAnswerLost: fc.boolean() })),
      removed: fc.array(place, { maxLength: 3 }),
      overwritten: fc.array(place, { maxLength: 2 }),
      others: fc.boolean(),
      isRootDeleted: fc.boolean(),
      merge: fc.boolean(),
    });
    await fc.assert(
      fc.asyncProperty(
        damage,
        async ({ first, second, removed, overwritten, others, isRootDeleted, merge }) => {
          recipient = await newRecipient();
          await broken(first);
          if (second !== null) await broken(second);
          for (const one of removed) await remove(one);
          if (isRootDeleted) await ask("DELETE", "/v1/roots/proj");
          if (others) await to.client.upload(recipient.token, { ...PROJECT, "more.md": "More.\n" }, "other");
          for (const one of overwritten) await overwrite(one);
          const report = await restore(neverBreaking(recipient.client), { merge });
          const changed = merge ? [] : [...new Set(overwritten.map(({ root, path }) => `${root}:${path}`))];
          expect(told(report).sort()).toEqual(changed.sort());
          expect((await missing()).toSorted()).toEqual(changed.sort());
          expect(report.audit.failed).toBe(0);
        },
      ),
      { numRuns: 10 },
    );
  });

  it("counts each document of the file once, at every batch that it breaks at", async () => {
    for (let at = 0; at < batches; at++)
      for (const isAnswerLost of [false, true]) {
        recipient = await newRecipient();
        await broken({ at, isAnswerLost });
        await remove(DOCUMENTS[at] as Place);
        await to.client.upload(recipient.token, { "one.md": "One.\n" }, "other");
        const report = await restore(neverBreaking(recipient.client));
        const counted = report.written + report.unchanged + report.failed.length;
        expect([at, counted, await missing()]).toEqual([at, DOCUMENTS.length + memories.length, []]);
      }
  });

  it("brings back or tells memories, entities and settings that were changed meanwhile", async () => {
    await broken({ at: batches - 1, isAnswerLost: true });
    const [old, young, other] = memories;
    await to.client.upload(recipient.token, PROJECT, "other");
    expect(await ask("PATCH", `/v1/memories/${young}`, { text: "The gauge shows bar." })).toBe(200);
    for (const id of [old, other]) expect(await ask("DELETE", `/v1/memories/${id}`)).toBe(200);
    expect(await ask("DELETE", "/v1/entities/ana")).toBe(200);
    expect(await ask("DELETE", "/v1/profiles/edge")).toBe(200);
    const report = await restore(neverBreaking(recipient.client));
    const changed = [young, old].map((id) => `memories:${id}`);
    expect(told(report)).toEqual(changed);
    expect((await missing()).toSorted()).toEqual(changed.toSorted());
  });

  it("tells a superseded memory that is live again", async () => {
    await broken({ at: batches - 1, isAnswerLost: true });
    const [old, young] = memories;
    expect(await ask("DELETE", `/v1/memories/${young}?now=true`)).toBe(200);
    expect(await ask("POST", `/v1/memories/${old}/undo`)).toBe(200);
    const report = await restore(neverBreaking(recipient.client));
    expect([told(report), await missing()]).toEqual([[`memories:${old}`], [`memories:${old}`]]);
  });

  it.each([0, 3])(
    "asks no model for what the file has vectors of, %i sweeps after a deletion",
    async (sweeps) => {
      const whole = { file: vectorFile };
      const world = await newWorld();
      const token = await world.client.workspace("restored");
      recipient = { ...recipient, token, client: inProcessClient(world.client, token) };
      await broken({ at: batches - 1, isAnswerLost: true }, whole);
      await world.client.call("DELETE", "/v1/roots/proj", { token });
      await world.client.upload(token, NOTES, "other");
      // The vectors go with the texts that nobody has any more.
      for (let sweep = 0; sweep < sweeps; sweep++) await world.client.sweep();
      await restore(neverBreaking(recipient.client), whole);
      for (let sweep = 0; sweep < 3; sweep++) await world.client.sweep();
      expect([world.ai.embedded, await missing()]).toEqual([[], []]);
      await world.dispose();
    },
  );
});
