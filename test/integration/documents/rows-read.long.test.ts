import { afterAll, beforeAll, expect, it } from "vitest";
import { shortHash } from "../../../src/text/hash.ts";
import { ORIGIN, type TestClient } from "../../support/client.ts";
import { type MeteredDatabase, meteredDatabase } from "../../support/worlds/metered-database.ts";
import { createWorld, type World } from "../../support/worlds/world.ts";

/** Of eight passages; the last one says the revision. */
const textOf = (note: number, revision = 1): string =>
  Array.from({ length: 8 }, (_, part) => {
    const line = `Part ${part} of note ${note} tells of the water in the mill race and of who looks after it. `;
    return `## Part ${part}\n\n${line.repeat(8)}${part === 7 ? `Revision ${revision}.` : ""}\n`;
  }).join("\n");

let world: World;
let client: TestClient;
let token: string;
let rows: MeteredDatabase["rows"];
let notes = 0;
beforeAll(async () => {
  world = await createWorld();
  token = await world.client.workspace("default");
  const metered = meteredDatabase(world.database);
  rows = metered.rows;
  client = world.isolate({ DB: metered.database });
});
afterAll(() => world.dispose());

const readBy = async (work: () => Promise<unknown>): Promise<number> => {
  const before = rows.read;
  await work();
  return rows.read - before;
};

const post = async (path: string, body: object) => {
  const answer = await client.call("POST", `/v1/roots/notes/${path}`, {
    token,
    body: { origin: ORIGIN, ...body },
  });
  expect(answer.status).toBe(200);
  return answer.body;
};

/** Notes of an upload. */
const BATCH = 25;

/** The folder gets notes until it has so many, and all their vectors are visible; then comes a day's round. */
async function growTo(count: number): Promise<void> {
  for (; notes < count; notes += BATCH) {
    const added = Array.from({ length: BATCH }, (_, at) => notes + at);
    await client.upload(token, Object.fromEntries(added.map((note) => [`n${note}.md`, textOf(note)])));
  }
  for (let sweeps = 0; sweeps < 4; sweeps++) await client.sweep();
  await client.daily();
  const { body } = await client.call("GET", "/v1/status", { token });
  expect(body).toMatchObject({ documents: count, chunks: 8 * count });
  expect(body.index).toMatchObject({ pendingChunks: 0, invisibleVectors: 0 });
}

/** Rows read by what a push of the folder does whose first note has changed, by the run that follows, and by a deletion. */
async function pushOfOne(revision: number) {
  const changed = textOf(0, revision);
  const texts = Array.from({ length: notes }, (_, note) => (note === 0 ? changed : textOf(note)));
  const files = await Promise.all(
    texts.map(async (text, note) => [`n${note}.md`, await shortHash(text), text.length, 1]),
  );
  let missing: readonly string[] = [];
  const manifest = await readBy(async () => {
    ({ missing } = await post("manifest", { files }));
  });
  expect(missing).toEqual(["n0.md"]);
  const documents = [{ path: "n0.md", text: changed, hash: await shortHash(changed), mtime: 1 }];
  const upload = await readBy(() => post("documents", { documents }));
  const sweep = await readBy(client.sweep);
  await client.upload(token, { "gone.md": textOf(-1) });
  const prune = await readBy(() => post("prune", { paths: ["gone.md"] }));
  return { manifest, upload, sweep, prune };
}

/** Rows by which what a push reads may differ: a name of more than 32 documents has rows beside its own. */
const SLACK = 40;

it("a push of one document reads no more in 2,000 passages than in 200, but for a row a file that it names", async () => {
  await growTo(25);
  const small = await pushOfOne(2);
  await growTo(250);
  const large = await pushOfOne(3);
  expect(large.manifest - small.manifest).toBe(225);
  expect(large.manifest).toBeLessThan(250 + SLACK);
  expect(large.upload).toBeLessThanOrEqual(small.upload + SLACK);
  // Passages of the document, times the statements of an upload; not those of the workspace.
  expect(small.upload).toBeLessThan(600);
  expect(large.sweep).toBeLessThanOrEqual(small.sweep + SLACK);
  expect(large.prune).toBeLessThanOrEqual(small.prune + SLACK);
});
