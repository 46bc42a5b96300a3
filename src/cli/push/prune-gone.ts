import { DEFAULTS } from "../../config.ts";
import { AppError } from "../../errors.ts";
import type { PushClient } from "../session/recall-client.ts";
import type { Asked } from "./ask-page.ts";
import type { PushManner } from "./push-plan.ts";
import type { PushOutcome } from "./report.ts";

/** Deletes the documents of paths that are gone, after a push with this outcome. */
export async function pruneGone(
  client: PushClient,
  plan: PushManner & Pick<Asked, "push">,
  before: PushOutcome,
  paths: readonly string[],
): Promise<PushOutcome> {
  const { report } = before;
  let { requests, deleted } = report;
  let { version } = before;
  try {
    for (let start = 0; start < paths.length; start += DEFAULTS.maxManifestFiles) {
      const page = paths.slice(start, start + DEFAULTS.maxManifestFiles);
      const request = { origin: plan.origin, push: plan.push, paths: page, confirm: plan.confirm };
      requests++;
      const answer = await client.prune(plan.root, request);
      deleted += answer.deleted;
      version = answer.version;
    }
    return { ...before, report: { ...report, requests, deleted, gone: 0 }, version, gone: [] };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    const soFar = { ...report, requests, deleted, gone: paths.length - deleted };
    const refusal = error.code === "too_many_deletions" ? { pruneRefused: error } : { stopped: error };
    return { ...before, report: soFar, version, ...refusal };
  }
}
