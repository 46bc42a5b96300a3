import { join } from "node:path";
import { type Environment, userConfigFolder } from "../../src/cli/settings/config-folder.ts";
import { readIfExists, writePrivateFile } from "../../src/cli/settings/private-file.ts";
import type { Plan } from "../../src/config.ts";

/** What this machine remembers of a deployment. */
export interface Deployed {
  /** Where the Worker answers. */
  readonly url?: string;
  /** A signing secret whose owner token is not in the CLI's settings yet; kept from before it is sent until then. */
  readonly secret?: string;
  /** The plan of Workers that somebody said the account has. */
  readonly plan?: Plan;
  /** The Worker has that secret. */
  readonly isSecretSet?: boolean;
}

export interface StatePlace {
  readonly env: Environment;
  /** Account and Worker: one machine may deploy several. */
  readonly key: string;
}

const fileOf = ({ env }: StatePlace): string => join(userConfigFolder(env), "deploy.json");

async function readAll(place: StatePlace): Promise<Readonly<Record<string, Deployed>>> {
  const text = await readIfExists(fileOf(place));
  return text === undefined ? {} : (JSON.parse(text) as Record<string, Deployed>);
}

/** What is remembered; empty at first. */
export const readDeployed = async (place: StatePlace): Promise<Deployed> =>
  (await readAll(place))[place.key] ?? {};

/** Replaces it, for the owner's eyes only; undefined forgets it. */
export async function writeDeployed(place: StatePlace, deployed: Deployed | undefined): Promise<void> {
  const { [place.key]: _before, ...others } = await readAll(place);
  const all = deployed === undefined ? others : { ...others, [place.key]: deployed };
  await writePrivateFile(fileOf(place), `${JSON.stringify(all, null, 2)}\n`);
}
