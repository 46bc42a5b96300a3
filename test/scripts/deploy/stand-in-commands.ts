import { MAX_METADATA_INDEXES } from "../../support/fakes/vectorize-refusals.ts";
import type { StandInAccount } from "./stand-in-account.ts";

/** What the stand-in answers: text, exit code, and the account afterwards. */
export interface Reply {
  readonly stdout?: string;
  readonly stderr?: string;
  readonly account?: StandInAccount;
  /** Entry of the file that WRANGLER_OUTPUT_FILE_PATH names. */
  readonly output?: object;
}

export interface Call {
  readonly account: StandInAccount;
  /** Words after the command's own. */
  readonly words: readonly string[];
  readonly input: string;
  /** Text of wrangler.toml. */
  readonly config: string;
}

/** As wrangler 4.164 prints an error, colours included. */
const error = (message: string, detail = ""): Reply => ({
  stderr: `\n\u001b[31m✘ \u001b[41;31m[\u001b[41;97mERROR\u001b[41;31m]\u001b[0m \u001b[1m${message}\u001b[0m\n\n${detail}\n\n🪵  Logs were written to "wrangler.log"\n`,
});
const apiError = (path: string, message: string): Reply =>
  error(
    `A request to the Cloudflare API (/accounts/acc1${path}) failed.`,
    `  ${message}\n  \n  If you think this is a bug, please open an issue at: https://github.com/cloudflare/workers-sdk/issues/new/choose`,
  );
const json = (value: unknown): Reply => ({ stdout: `${JSON.stringify(value, null, 2)}\n` });
const flag = (words: readonly string[], name: string): string =>
  words.find((word) => word.startsWith(`--${name}=`))?.slice(name.length + 3) ?? "";

export const NOT_LOGGED_IN = error(
  "In a non-interactive environment, it's necessary to set a CLOUDFLARE_API_TOKEN environment variable for wrangler to work. Please go to https://developers.cloudflare.com/fundamentals/api/get-started/create-token/ for instructions on how to create an api token, and assign its value to CLOUDFLARE_API_TOKEN.",
);

const without = <Value>(table: Readonly<Record<string, Value>>, name: string): Record<string, Value> =>
  Object.fromEntries(Object.entries(table).filter(([key]) => key !== name));

function createDatabase({ account, words: [name = ""] }: Call): Reply {
  if (account.databases.some((known) => known.name === name))
    return error("A database with that name already exists");
  const databases = [...account.databases, { uuid: `uuid-of-${name}`, name }];
  return { stdout: `✅ Successfully created DB '${name}'\n`, account: { ...account, databases } };
}

function deleteDatabase({ account, words: [name = ""] }: Call): Reply {
  const databases = account.databases.filter((known) => known.name !== name);
  if (databases.length === account.databases.length)
    return error(`Couldn't find a D1 DB named '${name}' (bound as '${name}') in the API.`);
  return { stdout: `Deleted '${name}' successfully.\n`, account: { ...account, databases } };
}

function createIndex({ account, words }: Call): Reply {
  const [name = ""] = words;
  if (account.indexes.some((known) => known.name === name))
    return apiError(
      "/vectorize/v2/indexes",
      `vectorize.index.duplicate_name - Index name "${name}" [code: 3002]`,
    );
  const made = { name, dimensions: Number(flag(words, "dimensions")), fields: [] };
  return {
    stdout: `✅ Successfully created a new Vectorize index: '${name}'\n`,
    account: { ...account, indexes: [...account.indexes, made] },
  };
}

const indexOf = ({ account, words: [name] }: Call) => account.indexes.find((known) => known.name === name);
const noIndex = ({ words: [name] }: Call): Reply =>
  apiError(`/vectorize/v2/indexes/${name}`, `vectorize.index.not_found - Index ${name} [code: 3000]`);

function createField(call: Call): Reply {
  const index = indexOf(call);
  if (index === undefined) return noIndex(call);
  if (index.fields.length >= MAX_METADATA_INDEXES)
    return apiError(
      `/vectorize/v2/indexes/${index.name}/metadata_index/create`,
      `an index has at most ${MAX_METADATA_INDEXES} metadata indexes`,
    );
  const fields = [...index.fields, flag(call.words, "propertyName")];
  const indexes = call.account.indexes.map((known) => (known === index ? { ...index, fields } : known));
  return {
    stdout: "✅ Successfully enqueued metadata index creation request.\n",
    account: { ...call.account, indexes },
  };
}

const noQueue = (name = ""): Reply =>
  error(`Queue "${name}" does not exist. To create it, run: wrangler queues create ${name}`);

function queueInfo({ account, words: [name = ""] }: Call): Reply {
  const queue = account.queues[name];
  if (queue === undefined) return noQueue(name);
  const consumers = queue.consumers.map((script) => ` worker:${script}`).toString();
  const tail = queue.consumers.length === 0 ? "" : `Consumers:${consumers}\n`;
  return { stdout: `Queue Name: ${name}\nNumber of Consumers: ${queue.consumers.length}\n${tail}` };
}

function createQueue({ account, words: [name = ""] }: Call): Reply {
  if (!account.hasQueues)
    return apiError(
      "/queues",
      "Queues are unavailable on the free plan. Please upgrade to a Workers Paid plan to create and use\n  Queues: https://dash.cloudflare.com/acc1/workers/plans [code: 100129]",
    );
  if (account.queues[name] !== undefined)
    return apiError(
      "/queues",
      `Queue name '${name}' is already taken. Please use a different name and try again. [code: 11009]`,
    );
  return {
    stdout: `✅ Created queue '${name}'\n`,
    account: { ...account, queues: { ...account.queues, [name]: { consumers: [] } } },
  };
}

function deleteQueue({ account, words: [name = ""] }: Call): Reply {
  if (account.queues[name] === undefined) return noQueue(name);
  return {
    stdout: `Deleted queue ${name}.\n`,
    account: { ...account, queues: without(account.queues, name) },
  };
}

function removeConsumer({ account, words: [name = "", script = ""] }: Call): Reply {
  const queue = account.queues[name];
  if (queue === undefined) return noQueue(name);
  if (!queue.consumers.includes(script))
    return error(`No worker consumer '${script}' exists for queue ${name}`);
  const consumers = queue.consumers.filter((known) => known !== script);
  return {
    stdout: `Removed consumer from queue ${name}.\n`,
    account: { ...account, queues: { ...account.queues, [name]: { consumers } } },
  };
}

function createBucket({ account, words: [name = ""] }: Call): Reply {
  if (account.buckets.includes(name))
    return apiError(
      `/r2/buckets`,
      "The bucket you tried to create already exists, and you own it. [code: 10004]",
    );
  return {
    stdout: `Creating bucket '${name}'...\n✅ Created bucket '${name}' with default storage class of Standard.\n`,
    account: { ...account, buckets: [...account.buckets, name] },
  };
}

/** As wrangler 4.164 lists them. */
const listBuckets = ({ account }: Call): Reply => ({
  stdout: `Listing buckets...\n${account.buckets.map((name) => `name:           ${name}\ncreation_date:  2026-11-20T00:00:00.000Z`).join("\n\n")}\n`,
});

function listSecrets({ account, words }: Call): Reply {
  if (account.worker === undefined)
    return error(
      `Worker "${flag(words, "name")}" not found.`,
      "  If this is a new Worker, run `wrangler deploy` first to create it.",
    );
  return json(Object.keys(account.worker.secrets).map((name) => ({ name, type: "secret_text" })));
}

function putSecret({ account, words: [name = ""], input }: Call): Reply {
  const { secrets = {}, isDeployed = false } = account.worker ?? {};
  return {
    stdout: `✨ Success! Uploaded secret ${name}\n`,
    account: { ...account, worker: { secrets: { ...secrets, [name]: input }, isDeployed } },
  };
}

/** https://github.com/cloudflare/workers-sdk/issues/8756 */
const noCpuLimits = apiError(
  "/workers/scripts/edge-recall/versions",
  "CPU limits are not supported for the Free plan. Switch to a paid plan at\n  https://dash.cloudflare.com/acc1/workers/plans to set CPU limits.\n   [code: 100328]",
);

function deploy({ account, words, config }: Call): Reply {
  if (account.plan === "free" && /^\[limits\]/m.test(config)) return noCpuLimits;
  const missing = ["edge-recall-index", "edge-recall-index-dead"].find(
    (name) => account.queues[name] === undefined,
  );
  if (missing !== undefined) return noQueue(missing);
  const { secrets = {} } = account.worker ?? {};
  const plan = words.find((word) => word.startsWith("--var=PLAN:"))?.slice("--var=PLAN:".length) ?? "paid";
  const queues = { ...account.queues, "edge-recall-index": { consumers: ["edge-recall"] } };
  return {
    stdout: `Deployed edge-recall triggers (0.02 sec)\n  ${account.url}\n`,
    output: {
      type: "deploy",
      version: 1,
      targets: [account.url, "schedule: */5 * * * *", "Consumer for edge-recall-index"],
    },
    account: { ...account, queues, worker: { secrets, isDeployed: true, plan } },
  };
}

function deleteWorker({ account, words: [name = ""] }: Call): Reply {
  if (account.worker === undefined)
    return apiError(`/workers/services/${name}`, "This Worker does not exist on your account. [code: 10090]");
  return { stdout: `Successfully deleted ${name}\n`, account: { ...account, worker: undefined } };
}

/** By the command's own words. */
export const COMMAND_TABLE: Readonly<Record<string, (call: Call) => Reply>> = {
  "auth token": () => json({ type: "oauth", token: "credential-of-the-login" }),
  "d1 list": ({ account }) => json(account.databases),
  "d1 create": createDatabase,
  "d1 delete": deleteDatabase,
  "vectorize list": ({ account }) =>
    json(account.indexes.map(({ name, dimensions }) => ({ name, config: { metric: "cosine", dimensions } }))),
  "vectorize create": createIndex,
  "vectorize info": (call) =>
    indexOf(call) === undefined
      ? noIndex(call)
      : json({ dimensions: indexOf(call)?.dimensions, vectorCount: call.account.vectors }),
  "vectorize list-metadata-index": (call) => {
    const fields = indexOf(call)?.fields;
    return fields === undefined
      ? noIndex(call)
      : json(fields.map((propertyName) => ({ propertyName, indexType: "String" })));
  },
  "vectorize create-metadata-index": createField,
  "vectorize delete": (call) => {
    if (indexOf(call) === undefined) return noIndex(call);
    const indexes = call.account.indexes.filter((known) => known !== indexOf(call));
    return { stdout: `✅ Deleted index ${call.words[0]}\n`, account: { ...call.account, indexes } };
  },
  "queues info": queueInfo,
  "queues create": createQueue,
  "queues delete": deleteQueue,
  "queues consumer remove": removeConsumer,
  "r2 bucket list": listBuckets,
  "r2 bucket create": createBucket,
  "secret list": listSecrets,
  "secret put": putSecret,
  deploy,
  delete: deleteWorker,
};
