import type { IndexFailure, StatusAnswer } from "../../../workspaces/contract.ts";
import type { DatabaseUse, DeploymentAnswer } from "../../../workspaces/deployment-contract.ts";
import { type CommandContext, type ConfigureCommand, type ExitCode, print } from "../../command.ts";
import { ifAppError } from "../../failures.ts";
import { moveText } from "../../render/moves.ts";
import { outageNote, partName } from "../../render/outages.ts";
import { planShareLines, planUseLines } from "../../render/plan-use.ts";
import { quotaLines } from "../../render/quotas.ts";
import { readingText } from "../../render/reading.ts";
import { reindexLines } from "../../render/reindex.ts";
import { withOwner, withSession } from "../../session/session.ts";
import { wrapLines } from "../../terminal/columns.ts";
import { byteSize, count, number } from "../../terminal/numbers.ts";
import { safeLine } from "../../terminal/terminal-safe.ts";

/** What cannot be found by meaning yet; a model that reads it is named with how far it is. */
function pendingNote({ index: { pendingChunks, embedder }, chunks }: StatusAnswer): string {
  const lack = `${count(pendingChunks, "passage")} cannot be found by meaning yet`;
  if (embedder.startsWith("embedded:")) return lack;
  return `${readingText({ model: embedder, done: chunks - pendingChunks, total: chunks })}: ${lack}`;
}

/** More are in `--json`. */
const SHOWN_FAILURES = 5;

const failureText = ({ root, path, chunks, error }: IndexFailure): string =>
  `  ${root}/${path}: ${error ?? "no reason was kept"} (${count(chunks, "passage")})`;

function indexLines(status: StatusAnswer): readonly string[] {
  const { index, outages = [] } = status;
  const notes = [
    index.pendingChunks > 0 && pendingNote(status),
    index.invisibleVectors > 0 &&
      `${count(index.invisibleVectors, "vector")} on the way to the vector index, compared from D1 until then`,
    index.failedDocuments > 0 && `${count(index.failedDocuments, "document")} could not be indexed`,
    ...(index.failures ?? []).slice(0, SHOWN_FAILURES).map(failureText),
    (index.pendingContexts ?? 0) > 0 && `${count(index.pendingContexts ?? 0, "context")} to write`,
    (index.pendingNames ?? 0) > 0 && `${count(index.pendingNames ?? 0, "passage")} to be asked for names`,
    index.namesOff === true && "texts are not read for names: recall graph names on",
    index.namesOffRoots !== undefined && `not read for names: ${index.namesOffRoots.join(", ")}`,
    index.failedWork > 0 && `${count(index.failedWork, "piece")} of index work given up`,
    index.pausedUntil !== null && `model work is paused until ${index.pausedUntil}`,
    index.lastError !== null && `last error: ${index.lastError}`,
    ...outages.map((outage) => `searches go without ${partName(outage.part)}: ${outageNote(outage)}`),
  ].filter((note) => typeof note === "string");
  return [
    `Embedder ${index.embedder}, reranker ${index.reranker}, vectors ${index.vectors}`,
    ...notes.map((note) => `  ${note}`),
  ];
}

/** Where it lives, when that is not the first of the databases, or is about to change. */
function placeLines({ database, move }: StatusAnswer): readonly string[] {
  if (move !== undefined) return [`Lives in database ${database}, ${moveText(move)}`];
  return database > 1 ? [`Lives in database ${database}`] : [];
}

function backupLines({ backup }: StatusAnswer): readonly string[] {
  if (backup === undefined) return [];
  const { upToDateAt, isLate } = backup;
  const said =
    upToDateAt === null
      ? "No backup in the bucket yet"
      : `Everything was in the bucket's newest backup at ${upToDateAt}`;
  return [isLate ? `${said}: TOO OLD, recall doctor says what to do` : said];
}

/** What all workspaces share, where an owner's token was at hand. */
function deploymentLines(deployment: DeploymentAnswer | undefined): readonly string[] {
  if (deployment === undefined) return [];
  const { workspaces, databaseBytes, maxDatabaseBytes, databases = [], models } = deployment;
  const place = databases.length > 1 ? `${databases.length} databases` : "database";
  const budget = models.budget === null ? "no budget set" : `of ${count(models.budget, "call")} allowed`;
  const work = `${count(models.textsEmbedded, "text")} embedded, ${count(models.passagesReranked, "passage")} re-ranked`;
  return [
    `All workspaces (${number(workspaces)}): ${place} ${byteSize(databaseBytes)} of ${byteSize(maxDatabaseBytes)}`,
    ...databases.map(databaseLine),
    `  model calls on ${models.day}: ${models.calls} (${budget}); ${work}`,
    ...planUseLines(deployment.use),
  ];
}

/** How full one of several databases is. */
function databaseLine({ database, workspaces, maxWorkspaces, bytes, maxBytes }: DatabaseUse): string {
  const full = Math.round(100 * Math.max(workspaces / maxWorkspaces, bytes / maxBytes));
  const held = `${number(workspaces)} of ${count(maxWorkspaces, "workspace")}`;
  return `  database ${database}: ${held}, ${byteSize(bytes)} of ${byteSize(maxBytes)}; ${full} % full`;
}

function searchLines({ searches }: StatusAnswer): readonly string[] {
  const earlier = earlierDays(searches);
  const { count: total, nothingFound, degraded, p50Ms, p95Ms, cached } = searches;
  if (total === 0) return ["No searches today", ...earlier];
  const speed = p50Ms === null || p95Ms === null ? "" : `, p50 up to ${p50Ms} ms, p95 up to ${p95Ms} ms`;
  return [
    `${count(total, "search", "searches")} today${speed}; ${nothingFound} found nothing, ${degraded} degraded;`,
    `  from caches: ${cached.answer} answers, ${cached.embedding} embeddings, ${cached.rerank} rerank scores`,
    ...earlier,
  ];
}

/** A line for each day before today that had searches. */
const earlierDays = ({ day: today, days = [] }: StatusAnswer["searches"]): readonly string[] =>
  days
    .filter(({ day }) => day !== today)
    .map(({ day, count: total, p50Ms, p95Ms }) => {
      const speed = p50Ms === null || p95Ms === null ? "" : `, p50 up to ${p50Ms} ms, p95 up to ${p95Ms} ms`;
      return `  ${day}: ${count(total, "search", "searches")}${speed}`;
    });

const rootLines = ({ root, documents, bytes, indexedAt, description }: StatusAnswer["roots"][number]) => [
  `  ${root}: ${count(documents, "document")}, ${byteSize(bytes)},` +
    ` ${indexedAt === null ? "not indexed yet" : `indexed ${indexedAt}`}`,
  ...(description === undefined ? [] : [`    ${description}`]),
];

/** A workspace's state in a few lines, safe to show whatever the server put in place of a number or a name. */
function renderStatus(status: StatusAnswer, url: string, deployment?: DeploymentAnswer): readonly string[] {
  const { workspace, scope, version, documents, chunks, bytes, roots } = status;
  const lines = [
    `${workspace} at ${url} (${scope} token), version ${version}`,
    `${count(documents, "document")}, ${count(chunks, "passage")}, ${byteSize(bytes)}`,
    ...roots.flatMap(rootLines),
    ...placeLines(status),
    ...indexLines(status),
    ...reindexLines(status.reindex),
    ...searchLines(status),
    ...quotaLines(status),
    ...backupLines(status),
    ...planShareLines(status.plan),
    ...deploymentLines(deployment),
  ];
  return lines.map(safeLine);
}

async function deploymentOf(context: CommandContext): Promise<DeploymentAnswer | undefined> {
  return withOwner(context, (client) => client.deployment()).catch(
    ifAppError(undefined, "unauthorized", "forbidden"),
  );
}

async function status(context: CommandContext): Promise<ExitCode> {
  const { answer, url, isOwners } = await withSession(context, async ({ client, settings }) => ({
    answer: await client.status(),
    url: settings.url,
    isOwners: settings.config?.config?.ownerToken !== undefined,
  }));
  const deployment = isOwners ? await deploymentOf(context) : undefined;
  return print(context, { ...answer, deployment }, (columns) =>
    wrapLines(renderStatus(answer, url, deployment), columns),
  );
}

/** `recall status` */
export const configure: ConfigureCommand = (command, start) => {
  command.description("Says what is indexed, what is pending and what failed.").action(start(status));
};
