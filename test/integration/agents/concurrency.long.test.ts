import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { Env } from "../../../src/env.ts";
import { shortHash } from "../../../src/text/hash.ts";
import { checkIndex } from "../../faults/check-index.ts";
import { watchPorts } from "../../faults/port-calls.ts";
import { ORIGIN, type TestClient, testEnv } from "../../support/client.ts";
import { createSimulatedWorld, type SimulatedWorld } from "../../support/worlds/world.ts";

const OTHER_ORIGIN = "1".repeat(32);
const LATER_MS = 600_000;

type Files = Readonly<Record<string, string>>;

const FIRST: Files = { "a.md": "# Heron\n\nOne heron nests.\n", "b.md": "Two eels pass.\n" };
const SECOND: Files = { "a.md": "# Otter\n\nOne heron nests.\n", "c.md": "Three otters swim.\n" };

const documentsOf = (files: Files) =>
  Promise.all(
    Object.entries(files).map(async ([path, text]) => ({
      path,
      text,
      hash: await shortHash(text),
      mtime: 1,
    })),
  );

describe("writers at the same time", () => {
  let world: SimulatedWorld;
  let token: string;
  let count = 0;

  beforeAll(async () => {
    world = await createSimulatedWorld(90_000);
  });
  afterAll(() => world.dispose());
  beforeEach(async () => {
    count += 1;
    token = await world.client.workspace(`w${count}`);
  });

  const post = (client: TestClient, what: string, body: object) =>
    client.call("POST", `/v1/roots/notes/${what}`, { token, body: { origin: ORIGIN, ...body } });
  const manifest = async (client: TestClient, files: Files, more: object = {}) => {
    const tuples = (await documentsOf(files)).map(({ path, hash, text }) => [path, hash, text.length, 1]);
    return (await post(client, "manifest", { files: tuples, ...more })).body;
  };
  const upload = async (client: TestClient, files: Files, more: object = {}) =>
    post(client, "documents", { documents: await documentsOf(files), ...more });
  /** A whole mirroring push, as the CLI does it; answers whether it went through. */
  const push = async (client: TestClient, files: Files): Promise<boolean> => {
    const { missing, gone, push: number } = await manifest(client, files);
    const wanted = Object.fromEntries(Object.entries(files).filter(([path]) => missing.includes(path)));
    if (missing.length > 0 && (await upload(client, wanted, { push: number })).status !== 200) return false;
    return gone.length === 0 || (await post(client, "prune", { paths: gone, push: number })).status === 200;
  };
  const texts = async (): Promise<Files> => {
    const { body } = await world.client.call("GET", "/v1/documents", { token });
    const paths = body.documents.map(({ path }: { path: string }) => path);
    const read = async (path: string) =>
      (await world.client.call("GET", `/v1/documents/${path}`, { token })).body.text;
    return Object.fromEntries(await Promise.all(paths.map(async (path: string) => [path, await read(path)])));
  };
  const settle = async () => {
    for (let sweep = 0; sweep < 3; sweep++) {
      world.clock.advance(LATER_MS);
      await world.isolate().sweep();
    }
    expect(await checkIndex(world.database, world.vectorize)).toEqual([]);
  };
  /** A client in front of whose call number `at` another piece of work is done; false: it made fewer calls. */
  const interrupted = (at: number, work: () => Promise<unknown>, more: Partial<Env> = {}) => {
    const parts = { PLATFORM: "cloudflare", AI: world.ai, VECTORIZE: world.vectorize } as const;
    let isMet = false;
    const env = watchPorts(testEnv(world.database, { ...parts, ...more }), async ({ index }, run) => {
      if (index === at && !isMet) {
        isMet = true;
        await work();
      }
      return run();
    });
    return { client: world.on(env), isMet: () => isMet };
  };
  /** Tries every place of the first work's calls for the second. */
  const everywhere = async (trial: (at: number) => Promise<boolean>): Promise<number> => {
    let at = 1;
    while (await trial(at)) at += 1;
    return at - 1;
  };

  it("end with the last acknowledged manifest, wherever the second push comes in between", async () => {
    const places = await everywhere(async (at) => {
      token = await world.client.workspace(`p${count}-${at}`);
      let last = FIRST;
      const second = async () => {
        expect(await push(world.isolate(), SECOND)).toBe(true);
        last = SECOND;
      };
      const { client, isMet } = interrupted(at, second);
      // A push whose manifest was answered after the other's comes last itself.
      if (await push(client, FIRST)) last = at <= MANIFEST_CALLS ? FIRST : last;
      if (!isMet()) return false;
      expect(await texts(), `the second push before call ${at} of the first`).toEqual(last);
      return true;
    });
    expect(places).toBeGreaterThan(4);
    await settle();
  });

  it("are told: what an older push still sends or deletes is a conflict and changes nothing", async () => {
    await upload(world.client, FIRST);
    const { push: older } = await manifest(world.client, SECOND);
    const { push: newer } = await manifest(world.client, FIRST);
    expect(newer).toBeGreaterThan(older);
    for (const answer of [
      await upload(world.client, SECOND, { push: older }),
      await upload(world.client, FIRST, { push: older }),
      await post(world.client, "prune", { paths: ["b.md"], push: older }),
      await post(world.client, "manifest", { files: [], after: "b.md", push: older }),
    ])
      expect([answer.status, answer.body.error.code]).toEqual([409, "conflict"]);
    expect(await texts()).toEqual(FIRST);
    expect((await upload(world.client, SECOND, { push: newer })).status).toBe(200);
  });

  it("do not take a rehearsal or a stranger's manifest for a push", async () => {
    const { push: number } = await manifest(world.client, FIRST);
    await manifest(world.client, {}, { dryRun: true });
    await post(world.client, "manifest", { files: [], origin: OTHER_ORIGIN });
    expect((await upload(world.client, FIRST, { push: number })).status).toBe(200);
  });

  it("leave each document whole when uploads of the same paths run at once", async () => {
    const versions = Array.from({ length: 8 }, (_, at) => ({
      "a.md": `# Version ${at}\n\nThe heron nests in tree ${at}.\n`,
      "b.md": `Eel number ${at}.\n`,
    }));
    const answers = await Promise.all(versions.map((files) => upload(world.isolate(), files)));
    const accepted = versions.filter((_, at) => answers[at]?.status === 200);
    for (const answer of answers.filter(({ status }) => status !== 200))
      expect([answer.status, answer.body.error.code]).toEqual([409, "conflict"]);
    expect(accepted).toContainEqual(await texts());
    await settle();
  });

  it("index once what two of them send, when the other comes in before the write", async () => {
    // Also the token's first use, which is noted beside the calls that count here.
    await upload(world.client, SECOND);
    const { client, isMet } = interrupted(UPLOAD_CALLS, () => upload(world.isolate(), FIRST));
    const { body } = await upload(client, FIRST);
    expect([isMet(), body.indexed, body.unchanged]).toEqual([true, 0, 2]);
  });

  it("keep a deletion that comes anywhere into an upload, or the upload, and nothing in between", async () => {
    await everywhere(async (at) => {
      token = await world.client.workspace(`d${count}-${at}`);
      await upload(world.client, { "a.md": "An old text.\n" });
      const remove = () => world.isolate().call("DELETE", "/v1/documents/a.md", { token });
      const { client, isMet } = interrupted(at, remove);
      const { status } = await upload(client, FIRST);
      if (!isMet()) return false;
      const { "a.md": _, ...others } = FIRST;
      expect([status, await texts()]).toEqual([200, at <= UPLOAD_CALLS ? FIRST : others]);
      return true;
    });
    await settle();
  });
});

/** Calls of a push up to the answer of its manifest: the token's look-up, and the manifest itself. */
const MANIFEST_CALLS = 2;

/** Calls of an upload up to its write: the token's look-up, what is known of the documents, the write itself. */
const UPLOAD_CALLS = 3;
