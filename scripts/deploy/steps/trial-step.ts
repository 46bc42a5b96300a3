import { ifAppError } from "../../../src/cli/failures.ts";
import type { RecallClient } from "../../../src/cli/session/recall-client.ts";
import { shortHash } from "../../../src/text/hash.ts";
import type { Context } from "../context.ts";
import { failure } from "../failure.ts";
import { awaited, clientOf, knownConfig } from "../owner-token.ts";
import type { Step } from "./run-steps.ts";
import { readDeployed } from "../state.ts";

/** A folder of its own: it goes with the end of the trial, also with that of a next one. */
const ROOT = "deployment-trial";
const ORIGIN = "0".repeat(32);
const DOCUMENT = {
  path: "trial.md",
  text: "# Trial of a deployment\n\nThe marmoset keeps the lighthouse.\n",
  mtime: 0,
} as const;
const WHOLE = { join: false, dryRun: false, after: "", upTo: null } as const;
const QUERY = "marmoset lighthouse";

async function push(client: RecallClient): Promise<void> {
  const { text, path, mtime } = DOCUMENT;
  const hash = await shortHash(text);
  await client.manifest(ROOT, { origin: ORIGIN, files: [[path, hash, text.length, mtime]], ...WHOLE });
  await client.upload(ROOT, { origin: ORIGIN, documents: [{ path, text, hash, mtime }] });
}

/**
 * What a search lacked is told, and no failure: it is found by keyword all the same. A search that was not answered in
 * time is asked again: everything behind a new Worker starts with its first request.
 */
async function tried(client: RecallClient, patienceMs: number): Promise<string> {
  await push(client);
  let lacked: readonly string[] = [];
  const isFound = await awaited(patienceMs, async () => {
    const { hits, degraded } = await client.search({ query: QUERY, filters: { root: ROOT }, log: false });
    lacked = degraded;
    return hits[0]?.path === DOCUMENT.path;
  });
  const lacking = lacked.length === 0 ? "" : `, without ${lacked.join(", ")} (docs/limits.md)`;
  if (isFound) return `a document was pushed, found${lacking} and deleted`;
  throw failure(
    `a document that was pushed is not found${lacking}`,
    "Run it again; `recall status` says what waits.",
  );
}

async function runTrial(context: Context): Promise<string> {
  const [{ url = "" }, config] = await Promise.all([readDeployed(context.state), knownConfig(context)]);
  const client = clientOf(context, url, config?.token ?? "");
  const remove = () => client.deleteRoot(ROOT, undefined);
  const outcome = await tried(client, context.patienceMs).catch(async (error: unknown) => {
    // What was wrong first is told, whatever comes of cleaning up after it.
    await remove().catch(ifAppError(undefined));
    throw error;
  });
  await remove();
  return outcome;
}

/** A document is pushed, found and deleted on the real thing, in the workspace that the command line uses. */
export const trialStep = (context: Context): Step => ({
  name: "trial",
  isDone: async () => undefined,
  run: () => runTrial(context),
});
