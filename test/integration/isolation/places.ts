import { shortHash } from "../../../src/text/hash.ts";
import { ORIGIN, type TestClient } from "../../support/client.ts";

/** Names by which one workspace's things could be asked for in another. */
export interface Names {
  /** In every path, name and session that only this workspace has. */
  readonly mark: string;
  /** In every text that only this workspace has; never part of a request to another. */
  readonly content: string;
  readonly slug: string;
  readonly path: string;
  readonly root: string;
  readonly session: string;
  readonly tag: string;
  readonly entity: string;
  chunk: string;
  memory: string;
  superseded: string;
  forgotten: string;
  recall: string;
  observation: number;
  token: string;
  webhook: string;
  /** Root of a source. */
  source: string;
  signIn: string;
}

/** A workspace, its tokens and what it holds. */
export interface Place {
  readonly names: Names;
  readonly tokens: Readonly<Record<"read" | "write" | "admin", string>>;
}

export const SHARED_FILES = {
  "guides/harbour.md":
    "# Harbour\n\nAna Lopez works at Kestrel Labs. The harbour pilot boards ships beyond the breakwater.\n",
  "guides/pilot.md": "# Pilot\n\nA pilot knows every shoal of the harbour. Kestrel Labs uses ORBIT_TOKEN.\n",
  "guides/lighthouse.md": "# Lighthouse\n\nThe keeper winds the clockwork each evening.\n",
};

export const SHARED_MEMORIES = [
  { text: "The gate of the old harbour closes at nine in winter and at ten in summer.", type: "decision" },
  { text: "Ana Lopez prefers letters to calls.", type: "preference" },
  { text: "The clockwork of the lighthouse is oiled in spring.", type: "fact" },
];

export const SHARED = { session: "s-shared", tags: ["harbour"], source: "planner" } as const;

async function ask(
  client: TestClient,
  place: Place,
  [method, path, body]: readonly [string, string, unknown?],
) {
  const answer = await client.call(method, `/v1${path}`, { token: place.tokens.admin, body });
  if (answer.status !== 200) throw new Error(`${method} ${path}: ${JSON.stringify(answer.body)}`);
  return answer.body;
}

type Step = (client: TestClient, place: Place) => Promise<void>;

/** What all workspaces have, to the letter. */
const COMMON: readonly Step[] = [
  async (client, { tokens }) => {
    await client.upload(tokens.admin, SHARED_FILES);
  },
  ...SHARED_MEMORIES.map(
    (memory): Step =>
      async (client, place) => {
        await ask(client, place, ["POST", "/memories", { ...memory, ...SHARED, entities: ["Ana Lopez"] }]);
      },
  ),
  async (client, place) => {
    await ask(client, place, [
      "PUT",
      "/entities/ana-lopez",
      { name: "Ana Lopez", type: "person", aliases: ["AL"] },
    ]);
    await ask(client, place, [
      "PUT",
      "/entities/kestrel-labs",
      { name: "Kestrel Labs", type: "organisation" },
    ]);
    await ask(client, place, ["POST", "/relations", { from: "AL", to: "kestrel-labs", type: "leads" }]);
    await ask(client, place, ["POST", "/entities/ana-lopez/observations", { text: "Arrived in May." }]);
  },
  async (client, place) => {
    const { recallId } = await ask(client, place, [
      "POST",
      "/search",
      { query: "harbour pilot", session: SHARED.session },
    ]);
    await ask(client, place, ["POST", "/feedback", { recallId, chunk: 1, value: "up" }]);
  },
];

/** What only this one has, under names that no other has. */
const OWN: readonly Step[] = [
  async (client, { tokens, names: { root, path, content, mark } }) => {
    const text = `# ${mark} Works\n\n${mark} Works uses the ${content} engine at the harbour.\n`;
    const document = { path, text, hash: await shortHash(text), mtime: 1_760_000_000_000 };
    const files = [[path, document.hash, text.length, document.mtime]];
    const token = tokens.admin;
    await client.call("POST", `/v1/roots/${root}/manifest`, { token, body: { origin: ORIGIN, files } });
    await client.call("POST", `/v1/roots/${root}/documents`, {
      token,
      body: { origin: ORIGIN, documents: [document] },
    });
  },
  async (client, place) => {
    const { names } = place;
    const { session, tag, content, mark, entity } = names;
    const remember = async (text: string, more: object = {}): Promise<string> =>
      (
        await ask(client, place, [
          "POST",
          "/memories",
          { text, session, tags: [tag], entities: [entity], ...more },
        ])
      ).memory.id;
    names.superseded = await remember(`The ${content} engine runs at 40 knots in ${mark}.`);
    names.memory = await remember(`The ${content} engine runs at 50 knots in ${mark}.`, {
      supersedes: names.superseded,
    });
    names.forgotten = await remember(`The ${content} barrel is empty.`);
    await ask(client, place, ["DELETE", `/memories/${names.forgotten}`]);
  },
  async (client, place) => {
    const { names } = place;
    await ask(client, place, [
      "PUT",
      `/entities/${names.entity}`,
      { name: `${names.mark} Lab`, type: "project" },
    ]);
    await ask(client, place, [
      "POST",
      "/relations",
      { from: names.entity, to: "ana-lopez", type: "employs" },
    ]);
    await ask(client, place, [
      "POST",
      `/entities/${names.entity}/observations`,
      { text: `Has a ${names.content}.` },
    ]);
    names.observation = (await ask(client, place, ["GET", `/entities/${names.entity}`])).observations[0].id;
  },
  async (client, place) => {
    const { names } = place;
    const { recallId, hits } = await ask(client, place, [
      "POST",
      "/search",
      { query: `${names.content} engine harbour`, session: names.session, filters: { root: names.root } },
    ]);
    names.recall = recallId;
    names.chunk = hits[0].id;
    await ask(client, place, [
      "POST",
      "/feedback",
      { recallId, chunk: 1, value: "down", note: names.content },
    ]);
    names.token = (await ask(client, place, ["POST", "/tokens", { scope: "read", name: names.content }])).id;
    names.signIn = (await ask(client, place, ["POST", "/sign-ins"])).id;
  },
  async (client, { names }) => {
    const body = { location: `https://docs.example.com/${names.content}/`, root: `source-${names.mark}` };
    const path = `/v1/workspaces/${names.slug}/sources`;
    const { status } = await client.call("POST", path, { token: await client.owner(), body });
    if (status !== 200) throw new Error(`POST ${path}: ${status}`);
    names.source = body.root;
  },
  async (client, place) => {
    const { names } = place;
    const url = `https://hooks.example.com/${names.content}`;
    names.webhook = (await ask(client, place, ["POST", "/webhooks", { url }])).id;
    await ask(client, place, ["PATCH", `/webhooks/${names.webhook}`, { paused: true }]);
  },
];

/** A new workspace with tokens of each scope. */
export async function openPlace(client: TestClient, slug: string, mark: string): Promise<Place> {
  const admin = await client.workspace(slug);
  const mint = async (scope: string): Promise<string> =>
    (await client.call("POST", "/v1/tokens", { token: admin, body: { scope } })).body.token;
  const names: Names = {
    ...{ mark, content: `quill${mark}`, slug, path: `${mark}/secret.md`, root: `root-${mark}` },
    ...{ session: `session-${mark}`, tag: `tag-${mark}`, entity: `${mark}-lab` },
    ...{ chunk: "", memory: "", superseded: "", forgotten: "", recall: "", observation: 0, token: "" },
    ...{ webhook: "", source: "", signIn: "" },
  };
  return { names, tokens: { read: await mint("read"), write: await mint("write"), admin } };
}

/** Fills workspaces in step: what they have in common is of the same times too. */
export async function fillPlaces(
  client: TestClient,
  {
    places,
    advance,
    alsoOwn,
  }: { places: readonly Place[]; advance: (ms: number) => void; alsoOwn: readonly Place[] },
): Promise<void> {
  for (const step of COMMON) {
    for (const place of places) await step(client, place);
    advance(60_000);
  }
  for (const step of OWN) {
    for (const place of alsoOwn) await step(client, place);
    advance(60_000);
  }
}
