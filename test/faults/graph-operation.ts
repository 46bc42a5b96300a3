import { DOCUMENTS, type Operation, SETTLE, type Stage, type Step, Unacknowledged } from "./operations.ts";

/** Each document names one person, so that who is named tells whose mentions they are. */
const WRITTEN = {
  "ana.md": "[[Ana Lopez]] counts herons. Ana Lopez sails.\n",
  "bea.md": "[[Bea Ruiz]] mends nets. Bea Ruiz sails.\n",
  "eva.md": "[[Eva Holm]] feeds otters. Eva Holm sails.\n",
  "fay.md": "[[Fay Lund]] paints boats. Fay Lund sails.\n",
};

/** Which entity has the mentions of a document. */
type Named = Readonly<Record<keyof typeof WRITTEN, string>>;

const BEFORE: Named = {
  "ana.md": "ana-lopez",
  "bea.md": "bea-ruiz",
  "eva.md": "fay-lund",
  "fay.md": "fay-lund",
};
const AFTER: Named = { ...BEFORE, "ana.md": "bea-ruiz", "eva.md": "eva-holm" };

/** Sends a change. Asked again for want of an answer it is refused, since the two are one, or two, already. */
async function change({ client, token }: Stage, path: string, body: object): Promise<void> {
  const { status, body: answer } = await client.call("POST", `/v1/entities/${path}`, { token, body });
  const isDone = answer.error?.code === "invalid_input";
  if (status !== 200 && !isDone) throw new Unacknowledged(`POST ${path}: ${status}`);
}

const merge = (from: string, into: string, acknowledges: Step["acknowledges"] = {}): Step => ({
  by: "request",
  acknowledges,
  run: (stage) => change(stage, "merge", { from, into }),
});

const split = (slug: string, alias: string, acknowledges: Step["acknowledges"] = {}): Step => ({
  by: "request",
  acknowledges,
  run: (stage) => change(stage, `${slug}/split`, { aliases: [alias] }),
});

async function ask({ client, token }: Stage, path: string) {
  const { status, body } = await client.call("GET", `/v1/${path}`, { token });
  if (status !== 200) throw new Unacknowledged(`GET ${path}: ${status}`);
  return body;
}

/** Path and slug of each mention, a document once an entity. */
async function named(stage: Stage): Promise<readonly (readonly [path: string, slug: string])[]> {
  const { entities } = await ask(stage, "entities?limit=100");
  const pairs: [string, string][] = [];
  for (const { slug } of entities as readonly { slug: string }[]) {
    const { citations } = await ask(stage, `entities/${slug}`);
    const paths = (citations as readonly { path: string }[]).map(({ path }) => path);
    for (const path of new Set(paths)) pairs.push([path, slug]);
  }
  return pairs;
}

/** Two people become one, and one becomes two again. */
export const GRAPH_OPERATION: Operation = {
  name: "merge and split entities",
  before: BEFORE,
  after: AFTER,
  holding: {
    query: "herons nets otters boats",
    async prepare(stage) {
      await DOCUMENTS.prepare(stage, WRITTEN);
      await change(stage, "merge", { from: "Eva Holm", into: "Fay Lund" });
    },
    read: named,
    keyOf: ({ path }) => path,
  },
  steps: [
    merge("Ana Lopez", "Bea Ruiz", { "ana.md": "bea-ruiz" }),
    split("fay-lund", "Eva Holm", { "eva.md": "eva-holm" }),
    ...SETTLE,
  ],
};
