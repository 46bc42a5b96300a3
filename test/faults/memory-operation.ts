import { type Operation, SETTLE, type Stage, type Step, Unacknowledged } from "./operations.ts";

const ON_MONDAYS = "On Mondays the night ferry departs";
const FERRY = "The night ferry departs on Mondays.";
/** Contradicts it, and stays beside it. */
const NO_FERRY = "No night ferry departs on Mondays.";
const OLD_PORT = "The port of the gateway is 8080.";
const NEW_PORT = "The port of the gateway is 9090.";
const KILN = "The kiln needs 1240 degrees.";
const OTTER = "Otters sleep by the weir.";
const HERON = "Herons nest in the old oak.";

interface Listed {
  readonly id: string;
  readonly text: string;
}

async function listed({ client, token }: Stage): Promise<readonly Listed[]> {
  const { status, body } = await client.call("GET", "/v1/memories?limit=100", { token });
  if (status !== 200) throw new Unacknowledged(`GET memories: ${status}`);
  return body.memories;
}

/** Sends a write, under a key if it has one: the same when it is sent again. */
async function write(stage: Stage, [method, path, body]: readonly [string, string, object?], key?: string) {
  const headers = key === undefined ? {} : { "idempotency-key": key.replace(/\W+/g, "-") };
  const { token } = stage;
  const answer = await stage.client.call(method, `/v1/memories${path}`, { token, headers, body });
  // Carried out already, as asked: its answer was lost.
  const isDone = answer.body.error?.code === "idempotency_done" || answer.body.error?.details?.supersededBy;
  if (answer.status !== 200 && !isDone) throw new Unacknowledged(`${method} ${path}: ${answer.status}`);
  return answer.body;
}

const remember = (text: string): Step => ({
  by: "request",
  acknowledges: { [text]: text },
  run: (stage) => write(stage, ["POST", "", { text }], `remember ${text}`),
});

/** The id of what the step before left, as its caller knows it. */
const idOf = (stage: Stage, text: string): string => stage.known.get(text) ?? "";

const supersede = (old: string, text: string): Step => ({
  by: "request",
  acknowledges: { [old]: null, [text]: text },
  run: (stage) => write(stage, ["POST", "", { text, supersedes: idOf(stage, old) }], "supersede"),
});

const forget = (text: string): Step => ({
  by: "request",
  acknowledges: { [text]: null },
  run: (stage) => write(stage, ["DELETE", `/${idOf(stage, text)}`]),
});

const undo = (text: string): Step => ({
  by: "request",
  acknowledges: { [text]: text },
  run: (stage) => write(stage, ["POST", `/${idOf(stage, text)}/undo`]),
});

const held = (...texts: readonly string[]) => Object.fromEntries(texts.map((text) => [text, text]));

/** Remembering, what means the same, superseding, forgetting and bringing back. A memory's path is its text here. */
export const MEMORY_OPERATION: Operation = {
  name: "remember",
  sweeps: 3,
  before: held(ON_MONDAYS, OLD_PORT, KILN),
  after: held(FERRY, NO_FERRY, NEW_PORT, OTTER, HERON),
  holding: {
    query: "night ferry port kiln otters herons",
    async prepare(stage, texts) {
      for (const text of [...Object.keys(texts), OTTER]) await write(stage, ["POST", "", { text }]);
      for (const { id, text } of await listed(stage)) stage.known.set(text, id);
      await write(stage, ["DELETE", `/${idOf(stage, OTTER)}`]);
    },
    async read(stage) {
      return (await listed(stage)).map(({ text }) => [text, text]);
    },
    keyOf: ({ text }) => text,
  },
  steps: [
    remember(HERON),
    remember(FERRY),
    remember(NO_FERRY),
    supersede(OLD_PORT, NEW_PORT),
    forget(KILN),
    // Forgotten before it began.
    undo(OTTER),
    ...SETTLE,
  ],
};
