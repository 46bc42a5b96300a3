import { estimatePush, NO_TEXTS, type PushEstimate, withText } from "../../../client/push/push-price.ts";
import { estimateTokens } from "../../../text/tokens/estimate-tokens.ts";
import type { CommandContext } from "../../command.ts";
import { startCollecting } from "../../folder/collect-folder.ts";
import type { FolderPage } from "../../folder/folder-pages.ts";
import type { LeftOut } from "../../folder/left-out.ts";
import { ownFolders } from "../../folder/own-folders.ts";
import { converting } from "../../formats/converting.ts";
import { countFiles, trulyGone } from "../../push/ask-page.ts";
import type { FolderOptions } from "../../push/folder-options.ts";
import { emptyReport, MAX_LISTED, type PushReport, redactedOf, withRecoded } from "../../push/report.ts";
import { type Asking, type Known, withAsking } from "./ask-server.ts";
import {
  addWork,
  contextTokens,
  estimateModelWork,
  type ModelTokens,
  NO_WORK,
  namesTokens,
} from "./context-estimate.ts";
import type { DryRun } from "./render.ts";

/** By the rows that it writes and by all its neurons: whichever takes longer decides. */
const freePlanDays = (
  { rows }: PushEstimate,
  work: readonly { readonly freeDays?: number }[],
): NonNullable<DryRun["freePlan"]> => ({
  rowDays: rows?.freeDays ?? 0,
  neuronDays: work.reduce((sum, { freeDays = 0 }) => sum + freeDays, 0),
});

interface TextWork {
  readonly tokens: number;
  readonly contexts: ModelTokens;
  readonly names: ModelTokens;
}

type Wishes = Pick<FolderOptions, "contextualize" | "entities">;

/** Measures each text while it is in memory; `take` answers what was measured of a page and forgets it. */
function measuring({ contextualize, entities }: Wishes) {
  const measured = new Map<string, TextWork>();
  return {
    onText(path: string, text: string): void {
      const contexts = contextualize === true ? contextTokens(path, text) : NO_WORK;
      const names = entities === true ? namesTokens(path, text) : NO_WORK;
      measured.set(path, { tokens: estimateTokens(text), contexts, names });
    },
    take(path: string): TextWork {
      const work = measured.get(path) ?? { tokens: 0, contexts: NO_WORK, names: NO_WORK };
      measured.delete(path);
      return work;
    },
  };
}

/** What the pages come to so far. */
interface Sum {
  report: PushReport;
  readonly would: string[];
  readonly gone: string[];
  texts: typeof NO_TEXTS;
  contexts: ModelTokens;
  names: ModelTokens;
  generator: string | undefined;
}

function addPage(sum: Sum, page: FolderPage, known: Known, take: (path: string) => TextWork): void {
  const { report } = sum;
  const { missing, refused, gone, contextualized, entities } = known;
  const isMissing = new Set(missing.map(({ path }) => path));
  for (const { path, bytes } of page.files) {
    const work = take(path);
    const isNew = isMissing.has(path);
    if (isNew) sum.texts = withText(sum.texts, { bytes, tokens: work.tokens });
    if (isNew && sum.would.length < MAX_LISTED) sum.would.push(path);
    // Where it is switched on already, only what is new is asked about.
    if (isNew || contextualized !== true) sum.contexts = addWork(sum.contexts, work.contexts);
    if (isNew || entities !== true) sum.names = addWork(sum.names, work.names);
  }
  sum.generator = known.generator;
  sum.gone.push(...gone);
  sum.report = {
    ...report,
    files: report.files + countFiles(page),
    requests: report.requests + known.requests,
    unchanged: report.unchanged + page.files.length - missing.length - refused.length,
    failed: [...report.failed, ...page.failed, ...refused],
    recoded: withRecoded(report.recoded, page.files),
    redacted: [...report.redacted, ...redactedOf(page.files)],
  };
}

async function finish(
  sum: Sum,
  server: Asking,
  { contextualize, entities, mirror }: Wishes & { mirror: boolean },
) {
  const absent = trulyGone(sum.gone, sum.report.failed);
  const { plan, ...priced } = await server.server();
  const estimate = estimatePush(sum.texts, { ...priced, plan });
  const asking = {
    ...(contextualize === true && { contexts: estimateModelWork([sum.contexts], sum.generator) }),
    ...(entities === true && { names: estimateModelWork([sum.names], sum.generator) }),
  };
  const notAsked = server.notAsked();
  return {
    report: { ...sum.report, gone: absent.length },
    would: sum.would,
    ...(mirror && { wouldDelete: absent }),
    ...{ estimate, ...asking },
    ...(plan === "free" && { freePlan: freePlanDays(estimate, [estimate, ...Object.values(asking)]) }),
    ...(notAsked !== undefined && { notAsked }),
  };
}

/** What a push would send and about what it costs; sends no text. Asks the server what it has, when it can be reached. */
export async function dryRun(
  context: CommandContext,
  { folder, includeHidden, secrets, contextualize, entities, manner }: FolderOptions,
): Promise<{ readonly run: DryRun; readonly leftOut: LeftOut }> {
  const { onText, take } = measuring({ contextualize, entities });
  const [own, convert] = [await ownFolders(context.env), converting(context.env)];
  const reading = { includeHidden, secrets, own, convert, onText, counts: "all" as const };
  const { walking, pages } = await startCollecting(folder, reading);
  const how = await manner();
  const sum: Sum = {
    ...{ report: emptyReport(how.root), would: [], gone: [], texts: NO_TEXTS },
    ...{ contexts: NO_WORK, names: NO_WORK, generator: undefined },
  };
  const run = await withAsking(context, how, async (server) => {
    for await (const page of pages) addPage(sum, page, await server.ask(page), take);
    return finish(sum, server, { contextualize, entities, mirror: how.mirror });
  });
  return { run, leftOut: walking.leftOut.result() };
}
