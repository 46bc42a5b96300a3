import { CONFIG_FILE } from "./file-names.ts";

/** Beside `config.json` these make a home or a configuration folder, or a copy of one: it holds tokens. */
const BESIDE_CONFIG: readonly string[] = ["signing-secret", "trusted-homes.json", "machine-id"];
/** A file that names an account and its resources, when it is beside `config.json`. */
const DEPLOYMENT = "deploy.json";
const RUN_FILE = "run.json";

/** Name of a home's folder that holds the database of a local server. */
export const STATE_FOLDER = "state";

interface Named {
  readonly name: string;
}

/** Whether these entries are those of a home or of a configuration folder, wherever it was moved or copied. */
export function isOwnFolder(entries: readonly Named[]): boolean {
  const names = new Set(entries.map(({ name }) => name));
  const isConfigured = names.has(CONFIG_FILE) && BESIDE_CONFIG.some((name) => names.has(name));
  return isConfigured || (names.has(RUN_FILE) && names.has(STATE_FOLDER));
}

/** Whether a file among these entries is a deployment's, which no rule releases. */
export const isDeploymentFile = (name: string, entries: readonly Named[]): boolean =>
  name === DEPLOYMENT && entries.some((entry) => entry.name === CONFIG_FILE);
