import { AnsweredError } from "../../../client/failure.ts";
import { estimatePush, type PushEstimate } from "../../../client/push/push-price.ts";
import type { Plan } from "../../../config.ts";
import { AppError } from "../../../errors.ts";
import { estimateTokens } from "../../../text/tokens/estimate-tokens.ts";
import type { CommandContext } from "../../command.ts";
import { ifAppError } from "../../failures.ts";
import { collectFolder } from "../../folder/collect-folder.ts";
import { ownFolders } from "../../folder/own-folders.ts";
import { converting } from "../../formats/converting.ts";
import type { LeftOut } from "../../folder/walk.ts";
import type { FolderOptions } from "../../push/folder-options.ts";
import { countFiles, type Manifest, type PushPlan, sendManifest, trulyGone } from "../../push/push-folder.ts";
import { readRefusals } from "../../push/refused-files.ts";
import { emptyReport, redactedOf } from "../../push/report.ts";
import { rootTaken } from "../../push/send-folder.ts";
import { settingsOf, withServer } from "../../session/session.ts";
import { contextTokens, estimateModelWork, type ModelTokens, namesTokens } from "./context-estimate.ts";
import type { DryRun } from "./render.ts";

const NOT_REACHED = ["unavailable", "timeout", "invalid_input", "rate_limited"];

type Asked = Omit<Manifest, "documents" | "left" | "limits" | "push"> & {
  readonly notAsked?: string;
  readonly embedder?: string | undefined;
  readonly plan?: Plan | null | undefined;
};

async function ask(context: CommandContext, plan: PushPlan): Promise<Asked> {
  try {
    const settings = await settingsOf(context);
    const knownRefusals = await readRefusals(context.env, settings.url);
    return await withServer(context, settings, async (client) => {
      const manifest = await sendManifest(client, { ...plan, knownRefusals });
      // Where it does not say its embedder, the price is that of the default; without a plan, the list price.
      const status = await client.status().catch(ifAppError(undefined));
      const embedder = status?.index.embedder;
      return { ...manifest, embedder, plan: status && (status.plan?.plan ?? null) };
    });
  } catch (error) {
    if (error instanceof AppError && error.code === "root_exists") throw rootTaken(plan.root);
    const isRefused = error instanceof AnsweredError && error.code === "invalid_input";
    if (!(error instanceof AppError) || isRefused || !NOT_REACHED.includes(error.code)) throw error;
    return { requests: 0, missing: plan.files, gone: [], refused: [], notAsked: error.message };
  }
}

/** By the rows that it writes and by all its neurons: whichever takes longer decides. */
const freePlanDays = (
  { rows }: PushEstimate,
  work: readonly { readonly freeDays?: number }[],
): NonNullable<DryRun["freePlan"]> => ({
  rowDays: rows?.freeDays ?? 0,
  neuronDays: work.reduce((sum, { freeDays = 0 }) => sum + freeDays, 0),
});

/** What a push would send and about what it costs; sends no text. Asks the server what it has, when it can be reached. */
export async function dryRun(
  context: CommandContext,
  { folder, includeHidden, secrets, contextualize, entities, planFor }: FolderOptions,
): Promise<{ readonly run: DryRun; readonly leftOut: LeftOut }> {
  const tokens = new Map<string, number>();
  const contexts = new Map<string, ModelTokens>();
  const names = new Map<string, ModelTokens>();
  const onText = (path: string, text: string) => {
    tokens.set(path, estimateTokens(text));
    if (contextualize === true) contexts.set(path, contextTokens(path, text));
    if (entities === true) names.set(path, namesTokens(path, text));
  };
  const own = await ownFolders(context.env);
  const convert = converting(context.env);
  const collected = await collectFolder(folder, { includeHidden, secrets, own, convert, onText });
  const plan = await planFor(collected);
  const asked = await ask(context, plan);
  const { requests, missing, gone, refused, notAsked } = asked;
  const weighed = missing.map(({ path, bytes }) => ({ bytes, tokens: tokens.get(path) ?? 0 }));
  const absent = trulyGone(gone, plan.failed);
  const report = {
    ...emptyReport(plan.root),
    files: countFiles(plan),
    requests,
    unchanged: plan.files.length - missing.length - refused.length,
    gone: absent.length,
    failed: [...plan.failed, ...refused],
    redacted: redactedOf(plan.files),
  };
  const would = missing.map(({ path }) => path);
  const estimate = estimatePush(weighed, asked);
  const wouldDelete = plan.mirror ? { wouldDelete: absent } : {};
  // Where it is switched on, what is there already is asked about too.
  const work = (tokensOf: ReadonlyMap<string, ModelTokens>, isOn: boolean | undefined) => {
    const placed = isOn === true ? missing : plan.files;
    return estimateModelWork(
      placed.flatMap(({ path }) => tokensOf.get(path) ?? []),
      asked.generator,
    );
  };
  const asking = {
    ...(contextualize === true && { contexts: work(contexts, asked.contextualized) }),
    ...(entities === true && { names: work(names, asked.entities) }),
  };
  const run = {
    ...{ report, would, ...wouldDelete, estimate, ...asking },
    ...(asked.plan === "free" && { freePlan: freePlanDays(estimate, [estimate, ...Object.values(asking)]) }),
    ...(notAsked !== undefined && { notAsked }),
  };
  return { run, leftOut: collected.leftOut };
}
