/**
 * Every argument list that a deployment gives to wrangler, in one place, so that a test can put each before the real
 * binary. Written for wrangler 4.164. `--env=` names the top of wrangler.toml: it has a second environment.
 */

/** Fields that searches filter on. A metadata index covers only vectors stored after it, so all exist from the start. */
export const METADATA_FIELDS = ["root", "path", "kind", "language"] as const;
/** Fixed for the life of an index, as its dimensions are. */
export const METRIC = "cosine";
/** Name of the secret that signs tokens. */
export const SIGNING_SECRET = "SIGNING_SECRET";

export type Arguments = readonly string[];

export const COMMANDS = {
  whoami: (): Arguments => ["whoami", "--json"],
  login: (): Arguments => ["login"],
  /** Prints the credential that wrangler itself uses: for our own eyes only. */
  credential: (): Arguments => ["auth", "token", "--json"],
  listDatabases: (): Arguments => ["d1", "list", "--json"],
  createDatabase: (name: string): Arguments => ["d1", "create", name],
  deleteDatabase: (name: string): Arguments => ["d1", "delete", name, "--skip-confirmation"],
  listIndexes: (): Arguments => ["vectorize", "list", "--json"],
  indexInfo: (name: string): Arguments => ["vectorize", "info", name, "--json"],
  createIndex: ({ name, dimensions }: { readonly name: string; readonly dimensions: number }): Arguments => [
    "vectorize",
    "create",
    name,
    `--dimensions=${dimensions}`,
    `--metric=${METRIC}`,
  ],
  deleteIndex: (name: string): Arguments => ["vectorize", "delete", name, "--force"],
  listMetadata: (index: string): Arguments => ["vectorize", "list-metadata-index", index, "--json"],
  createMetadata: (index: string, field: string): Arguments => [
    "vectorize",
    "create-metadata-index",
    index,
    `--propertyName=${field}`,
    "--type=string",
  ],
  queueInfo: (name: string): Arguments => ["queues", "info", name],
  createQueue: (name: string): Arguments => ["queues", "create", name],
  deleteQueue: (name: string): Arguments => ["queues", "delete", name],
  removeConsumer: (queue: string, worker: string): Arguments => [
    "queues",
    "consumer",
    "remove",
    queue,
    worker,
  ],
  listBuckets: (): Arguments => ["r2", "bucket", "list"],
  createBucket: (name: string): Arguments => ["r2", "bucket", "create", name],
  listSecrets: (worker: string): Arguments => ["secret", "list", `--name=${worker}`, "--format=json"],
  /** The value comes on stdin. */
  putSecret: (worker: string): Arguments => ["secret", "put", SIGNING_SECRET, `--name=${worker}`, "--env="],
  /** A variable that is given here goes before the configuration's. */
  deployWorker: (plan: string): Arguments => ["deploy", "--env=", `--var=PLAN:${plan}`],
  deleteWorker: (name: string): Arguments => ["delete", name, "--force"],
} as const;
