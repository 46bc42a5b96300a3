import type { RecallClient } from "../../src/cli/session/recall-client.ts";
import { shortHash } from "../../src/text/hash.ts";
import type { Context } from "./context.ts";
import { failure } from "./failure.ts";
import { clientOf, knownConfig } from "./owner-token.ts";
import type { Step } from "./run-steps.ts";
import { readDeployed } from "./state.ts";

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

/** What a search lacked is told, and no failure: it is found by keyword all the same. */
async function tried(client: RecallClient): Promise<string> {
  const { text, path, mtime } = DOCUMENT;
  const hash = await shortHash(text);
  await client.manifest(ROOT, { origin: ORIGIN, files: [[path, hash, text.length, mtime]], ...WHOLE });
  await client.upload(ROOT, { origin: ORIGIN, documents: [{ path, text, hash, mtime }] });
  const { hits, degraded } = await client.search({ query: QUERY, filters: { root: ROOT }, log: false });
  if (hits[0]?.path !== path)
    throw failure(
      "a document that was pushed is not found",
      "Run it again; `recall status` says what waits.",
    );
  const lacking = degraded.length === 0 ? "" : `, without ${degraded.join(", ")} (docs/limits.md)`;
  return `a document was pushed, found${lacking} and deleted`;
}

async function runTrial(context: Context): Promise<string> {
  const [{ url = "" }, config] = await Promise.all([readDeployed(context.state), knownConfig(context)]);
  const client = clientOf(context, url, config?.token ?? "");
  try {
    return await tried(client);
  } finally {
    await client.deleteRoot(ROOT, undefined);
  }
}

/** A document is pushed, found and deleted on the real thing, in the workspace that the command line uses. */
export const trialStep = (context: Context): Step => ({
  name: "trial",
  isDone: async () => undefined,
  run: () => runTrial(context),
});
