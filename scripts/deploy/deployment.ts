import { join } from "node:path";
import { unstable_readConfig } from "wrangler";
import type { Plan } from "../../src/config.ts";
import { AppError } from "../../src/errors.ts";
import { indexDimensions } from "../../src/models/cloudflare/index-dimensions.ts";
import { modelDimensions } from "../../src/models/models.ts";

/** The binding of the bucket of backups. */
const BACKUPS = "BACKUPS";
/** What Vectorize takes. */
const MAX_DIMENSIONS = 1_536;

/** A vector index as it must be. */
export interface IndexPlan {
  readonly name: string;
  readonly dimensions: number;
}

/** A database by its name. */
export interface DatabasePlan {
  readonly name: string;
  readonly binding: string;
}

/** Names of everything a deployment consists of. */
export interface Deployment {
  readonly worker: string;
  readonly accountId: string | undefined;
  /** In the order of their numbers: DB, DB_2, DB_3 … */
  readonly databases: readonly DatabasePlan[];
  /** PLAN of the configuration. */
  readonly plan: Plan;
  /** One, or two while a model of other dimensions takes over. */
  readonly indexes: readonly IndexPlan[];
  /** Where the daily backups go; undefined: none are made. */
  readonly bucket: string | undefined;
  /** Those that are consumed, then their dead letters. */
  readonly queues: readonly string[];
}

/** The part of wrangler's configuration that is read; its own type leaves most of this open. */
interface Configuration {
  readonly name?: string | undefined;
  readonly account_id?: string | undefined;
  readonly d1_databases: readonly { readonly binding: string; readonly database_name?: string }[];
  readonly vectorize: readonly { readonly binding: string; readonly index_name: string }[];
  readonly r2_buckets?: readonly { readonly binding: string; readonly bucket_name?: string }[];
  readonly vars?: Readonly<Record<string, unknown>>;
  readonly queues: {
    readonly consumers?: readonly { readonly queue: string; readonly dead_letter_queue?: string }[];
  };
}

/** Reads them from wrangler.toml: people may rename. Throws AppError for one that is missing. */
export function readDeployment(root: string): Deployment {
  const file = join(root, "wrangler.toml");
  const config = unstable_readConfig({ config: file }, { hideWarnings: true }) as Configuration;
  const databases = config.d1_databases.flatMap(({ binding, database_name: name }) =>
    name ? [{ name, binding }] : [],
  );
  const indexes = indexPlans(config);
  const consumers = config.queues.consumers ?? [];
  const queues = [
    ...consumers.map(({ queue }) => queue),
    ...consumers.flatMap(({ dead_letter_queue: dead }) => (dead === undefined ? [] : [dead])),
  ];
  const { name } = config;
  if (!name || databases.length === 0 || indexes.length === 0 || queues.length === 0)
    throw new AppError(
      "invalid_input",
      `${file} must name the Worker, a database (database_name), a Vectorize index and a consumed queue`,
    );
  return {
    worker: name,
    accountId: config.account_id,
    databases,
    plan: config.vars?.PLAN === "free" ? "free" : "paid",
    indexes,
    bucket: bucketOf(config),
    queues: [...new Set(queues)],
  };
}

/** Throws AppError for one without a name: wrangler would make up another. */
function bucketOf({ r2_buckets: buckets = [] }: Configuration): string | undefined {
  const bound = buckets.find(({ binding }) => binding === BACKUPS);
  if (bound === undefined || bound.bucket_name) return bound?.bucket_name;
  throw new AppError("invalid_input", `The bucket bound as ${BACKUPS} needs a bucket_name`);
}

/**
 * The indexes with the dimensions that the Worker will take them to have. Throws AppError for dimensions that no index can
 * have, and where none takes the vectors of the configured model: the Worker would not start.
 */
function indexPlans({ vectorize, vars = {} }: Configuration): readonly IndexPlan[] {
  // As the Worker gets them: numbers and switches as text.
  const said = Object.fromEntries(Object.entries(vars).map(([name, value]) => [name, String(value)]));
  const configured = modelDimensions(said);
  if (configured > MAX_DIMENSIONS)
    throw new AppError(
      "invalid_input",
      `The embedding model's vectors have ${configured} dimensions; Vectorize takes at most ${MAX_DIMENSIONS}`,
    );
  const hasNext = vectorize.some(({ binding }) => binding === "VECTORIZE_NEXT");
  const dimensions: Readonly<Record<string, number | undefined>> = indexDimensions(said, {
    hasNext,
    configured,
  });
  const plans = vectorize.map(({ binding, index_name: name }) => ({
    name,
    dimensions: takenByVectorize(dimensions[binding] ?? configured, binding),
  }));
  if (plans.length === 0 || plans.some((plan) => plan.dimensions === configured)) return plans;
  throw new AppError(
    "invalid_input",
    `The embedding model's vectors have ${configured} dimensions, and no vector index of wrangler.toml takes them: bind one as VECTORIZE_NEXT and set VECTORIZE_NEXT_DIMENSIONS = "${configured}"`,
  );
}

function takenByVectorize(dimensions: number, binding: string): number {
  if (dimensions <= MAX_DIMENSIONS) return dimensions;
  throw new AppError("invalid_input", `${binding}_DIMENSIONS is at most ${MAX_DIMENSIONS}`);
}
