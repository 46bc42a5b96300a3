import type { Env } from "../../src/env.ts";
import { exportVector } from "../../src/text/exported-vector.ts";
import { shortHash } from "../../src/text/hash.ts";
import { passageText } from "../../src/text/passage.ts";
import { quantise } from "../../src/text/quantise.ts";
import { ORIGIN, type TestClient } from "../support/client.ts";
import { aiError, type FakeAi, fakeAi } from "../support/fakes/fake-ai.ts";

export type Files = Readonly<Record<string, string>>;

/** What a step may do: the Worker as a client, the platform's queue and its cron. */
export interface Stage {
  readonly client: TestClient;
  readonly token: string;
  /** Hands the Worker every queue message that was sent. */
  readonly deliver: () => Promise<void>;
  /** The models that the Worker calls. */
  readonly ai: FakeAi;
  /** Lets simulated time pass. */
  readonly advance: (ms: number) => void;
  /** What was there before by its key, as its callers know it: ids of memories. */
  readonly known: Map<string, string>;
}

/** How the things that an operation is about are made, read and found; documents, if it says nothing. */
export interface Holding {
  /** A query with a word of each, old and new. */
  readonly query: string;
  readonly prepare: (stage: Stage, before: Files) => Promise<unknown>;
  /** Key and text of all that are there. */
  readonly read: (stage: Stage) => Promise<readonly (readonly [key: string, text: string])[]>;
  readonly keyOf: (hit: { readonly path: string; readonly text: string }) => string;
}

/** One request, queue delivery or cron run. */
export interface Step {
  /** "request": the caller stops at the first that fails, as the CLI does. */
  readonly by: "request" | "platform";
  readonly run: (stage: Stage) => Promise<unknown>;
  /** What holds once this request was acknowledged: path to text, null for gone. */
  readonly acknowledges?: Readonly<Record<string, string | null>>;
}

/** Something whose every call to a port is made to fail once. */
export interface Operation {
  readonly name: string;
  /** Indexed, embedded and visible before it begins. */
  readonly before: Files;
  /** The index when all went through. */
  readonly after: Files;
  readonly steps: readonly Step[];
  readonly holding?: Holding;
  /** Settings of everything, of what was there before it, too. */
  readonly always?: Partial<Env>;
  /** Settings that it runs with, and all that comes after it. */
  readonly settings?: Partial<Env>;
  /**
   * Sweeps after which nothing may be left, where they are not two: a duplicate by meaning is seen when it is embedded,
   * and what two memories became is embedded in its turn.
   */
  readonly sweeps?: number;
  /** The messages that a cron run sends belong to its sweep: the free plan leaves most kinds of work to them. */
  readonly sweepsByMessage?: true;
  /**
   * Broken off, it may leave embeddings of texts that have not come yet, which another try needs: an import sends vectors
   * first. They are cache rows that the daily bound on size prunes, and must all be used once it went through.
   */
  readonly mayLeaveEmbeddings?: true;
}

const MTIME = 1_760_000_000_000;

/** A request answered 2xx; anything else ends what its caller has left to do. */
export class Unacknowledged extends Error {}

async function ask(stage: Stage, method: string, path: string, body?: unknown) {
  const answer = await stage.client.call(method, path, { token: stage.token, body });
  if (answer.status >= 300) throw new Unacknowledged(`${method} ${path}: ${answer.status}`);
  return answer.body;
}

const documentsOf = (files: Files) =>
  Promise.all(
    Object.entries(files).map(async ([path, text]) => ({
      path,
      text,
      hash: await shortHash(text),
      mtime: MTIME,
    })),
  );

const manifest =
  (files: Files) =>
  async (stage: Stage): Promise<void> => {
    const tuples = (await documentsOf(files)).map(({ path, hash, text, mtime }) => [
      path,
      hash,
      text.length,
      mtime,
    ]);
    await ask(stage, "POST", "/v1/roots/notes/manifest", { origin: ORIGIN, files: tuples });
  };

export const upload = (files: Files): Step => ({
  by: "request",
  acknowledges: files,
  run: async (stage) =>
    ask(stage, "POST", "/v1/roots/notes/documents", { origin: ORIGIN, documents: await documentsOf(files) }),
});

/** Takes documents in with their vectors, as the import of an export does. Each is one chunk without a heading. */
const importing = (files: Files): Step => ({
  by: "request",
  acknowledges: files,
  async run(stage) {
    const { header } = await ask(stage, "GET", "/v1/export?vectors=true");
    const documents = (await documentsOf(files)).map((document) => ({
      type: "document",
      root: "notes",
      ...document,
    }));
    const texts = Object.values(files).map((text) => text.trim());
    const { data } = (await fakeAi().run("@cf/baai/bge-base-en-v1.5", { text: texts })) as {
      data: number[][];
    };
    const embeddings = await Promise.all(
      texts.map(async (text, at) => ({
        type: "embedding",
        hash: await shortHash(passageText([], text)),
        vector: exportVector(quantise(Float32Array.from(data[at] ?? [])) ?? ""),
      })),
    );
    const root = { type: "root", root: "notes", origin: ORIGIN, joinedAt: MTIME };
    const records = [root, ...embeddings, ...documents];
    return ask(stage, "POST", "/v1/import", { identity: header.identity, merge: true, records });
  },
});

const gone = (...paths: string[]) => Object.fromEntries(paths.map((path) => [path, null]));

const prune = (...paths: string[]): Step => ({
  by: "request",
  acknowledges: gone(...paths),
  run: (stage) => ask(stage, "POST", "/v1/roots/notes/prune", { origin: ORIGIN, paths, confirm: true }),
});

export const remove = (what: string, ...paths: string[]): Step => ({
  by: "request",
  acknowledges: gone(...paths),
  async run(stage) {
    const { status } = await stage.client.call("DELETE", `/v1/${what}`, { token: stage.token });
    // Asked again for want of an answer: what is not there is as it should be.
    if (status !== 200 && status !== 404) throw new Unacknowledged(`DELETE ${what}: ${status}`);
  },
});

const QUEUE: Step = { by: "platform", run: ({ deliver }) => deliver() };
const CRON: Step = { by: "platform", run: ({ client }) => client.sweep() };
const TEN_MINUTES: Step = { by: "platform", run: async ({ advance }) => advance(600_000) };

const MODEL_DOWN: Step = {
  by: "platform",
  run: async ({ ai }) => {
    ai.failure = () => aiError(5_000, "broken");
  },
};
const MODEL_UP: Step = {
  by: "platform",
  run: async ({ ai }) => {
    ai.failure = undefined;
  },
};

/** The platform's part after a write: the queue, then cron until everything is visible. */
export const SETTLE = [QUEUE, TEN_MINUTES, CRON, TEN_MINUTES, CRON];

const BEFORE: Files = {
  "heron.md": "# Heron\n\nThe heron nests by the weir.\n\n## Food\n\nIt eats small fish at dawn.\n",
  "eel.md": "# Eel\n\nEels pass the weir in autumn.\n",
  "copy.md": "# Eel\n\nEels pass the weir in autumn.\n",
  "lunch.md": "The kitchen serves soup on Mondays.\n",
};

/** New, changed, under another heading, and as it was. */
const PUSHED: Files = {
  "otter.md": "# Otter\n\nThe otter swims upstream at night.\n",
  "heron.md": "# Grey heron\n\nThe heron nests by the weir.\n\n## Food\n\nIt takes frogs in summer.\n",
  "copy.md": "# Otter\n\nThe otter swims upstream at night.\n",
  "lunch.md": BEFORE["lunch.md"] ?? "",
};

/** Documents by their paths, and a word of every text above. */
export const DOCUMENTS: Holding = {
  query: "heron eels soup otter fish frogs",
  prepare: ({ client, token }, before) => client.upload(token, before),
  async read({ client, token }) {
    const { body } = await client.call("GET", "/v1/documents", { token });
    const read = async ({ path }: { path: string }): Promise<[string, string]> => {
      const answer = await client.call("GET", `/v1/documents/${path}`, { token });
      return [path, answer.body.text];
    };
    return Promise.all(body.documents.map(read));
  },
  keyOf: ({ path }) => path,
};

/** One new, one in the place of another text. */
const IMPORTED: Files = {
  "swan.md": "Swans and an otter share the pond.\n",
  "lunch.md": "The kitchen serves fish on Fridays, and soup.\n",
};

const without = (files: Files, ...paths: string[]): Files =>
  Object.fromEntries(Object.entries(files).filter(([path]) => !paths.includes(path)));

/** Every operation whose calls are made to fail. Another one is another entry. */
export const OPERATIONS: readonly Operation[] = [
  {
    name: "push",
    before: BEFORE,
    after: { ...BEFORE, ...PUSHED },
    steps: [
      { by: "request", run: manifest({ ...BEFORE, ...PUSHED }) },
      upload(without(PUSHED, "copy.md")),
      upload({ "copy.md": PUSHED["copy.md"] ?? "" }),
      ...SETTLE,
    ],
  },
  {
    name: "push while the model is down",
    before: BEFORE,
    after: { ...BEFORE, "otter.md": PUSHED["otter.md"] ?? "" },
    steps: [upload({ "otter.md": PUSHED["otter.md"] ?? "" }), MODEL_DOWN, QUEUE, MODEL_UP, TEN_MINUTES, CRON],
  },
  {
    name: "delete",
    before: BEFORE,
    after: without(BEFORE, "heron.md", "eel.md", "lunch.md"),
    steps: [
      remove("documents/heron.md", "heron.md"),
      { by: "request", run: manifest({}) },
      prune("eel.md", "lunch.md"),
      ...SETTLE,
    ],
  },
  {
    name: "push and re-index on the free plan",
    before: BEFORE,
    after: { ...BEFORE, ...PUSHED },
    settings: { PLAN: "free", EMBEDDING_POOLING: "mean" },
    sweepsByMessage: true,
    steps: [upload(PUSHED), QUEUE, TEN_MINUTES, CRON, QUEUE, TEN_MINUTES, CRON, QUEUE],
  },
  {
    name: "delete a root",
    before: BEFORE,
    after: {},
    steps: [remove("roots/notes", ...Object.keys(BEFORE)), ...SETTLE],
  },
  {
    name: "import",
    before: BEFORE,
    after: { ...BEFORE, ...IMPORTED },
    mayLeaveEmbeddings: true,
    steps: [importing(IMPORTED), ...SETTLE],
  },
  {
    name: "re-index",
    before: BEFORE,
    after: BEFORE,
    settings: { EMBEDDING_POOLING: "mean" },
    steps: [CRON, TEN_MINUTES, CRON, TEN_MINUTES, CRON],
  },
];
