import { markRoot } from "../documents/sql/deletions.ts";
import { AppError } from "../errors.ts";
import { isoTime } from "../text/dates/utc-day.ts";
import { timeOrderedId } from "../text/time-ordered-id.ts";
import type { RequestContext, WorkspaceContext } from "../workspaces/context.ts";
import { homeOf } from "../workspaces/sql/directory-store.ts";
import {
  MAX_SOURCES,
  type SourceChange,
  type SourceDetails,
  type SourceList,
  type SourceRemoval,
  type SourceRemoved,
  type SourceRequest,
  type SourceRunRequest,
  type SourceSummary,
} from "./contract.ts";
import { type CheckedSource, checkedSource, type SourceRules } from "./new-source.ts";
import { countsOf, optionsOf } from "./pull/run-state.ts";
import {
  deleteSource,
  findSource,
  insertSource,
  isPushed,
  listSources,
  pauseSource,
  type ReadSource,
  readProblems,
  runSource,
} from "./sql/source-store.ts";

type Context = Pick<WorkspaceContext, "session" | "workspace" | "nowMs">;

/**
 * Has a workspace's server fetch a source by itself, from now on; an owner decides that, because the server does it.
 * Throws `not_found`, `invalid_input`, `root_exists`, and `limit_reached` where there
 * are fifty already.
 */
export async function addSource(
  { session: asked, nowMs }: Pick<RequestContext, "session" | "nowMs">,
  rules: SourceRules,
  slug: string,
  request: SourceRequest,
): Promise<SourceSummary & Pick<Context, "session" | "workspace">> {
  const checked = checkedSource(request, rules);
  const { session, row } = await homeOf(asked, slug);
  const workspace = row.num;
  const context = { session, workspace, nowMs };
  if (await isPushed(session, { workspace, root: checked.root })) throw rootExists(checked.root);
  if (!(await insertSource(session, rowOf(checked, context), nowMs)))
    throw await notKept(context, checked.root);
  return { ...sourceAnswer(await found(context, checked.root)), workspace, session };
}

/** A new row of a source. */
export const rowOf = ({ options, paused, ...checked }: CheckedSource, { workspace, nowMs }: Context) => ({
  ...{ id: timeOrderedId(nowMs), workspace, options: JSON.stringify(options) },
  pausedAt: paused ? nowMs : null,
  ...checked,
});

const rootExists = (root: string): AppError =>
  new AppError("root_exists", `A folder or a program pushes to the root "${root}": name another`, {
    details: { root },
  });

async function notKept({ session, workspace }: Context, root: string): Promise<AppError> {
  if ((await findSource(session, { workspace, root })) !== undefined)
    return new AppError(
      "root_exists",
      `The root "${root}" has a source already: remove that, or name another root`,
      {
        details: { root },
      },
    );
  return new AppError("limit_reached", `A workspace has at most ${MAX_SOURCES} sources: remove one`, {
    details: { limit: MAX_SOURCES },
  });
}

/** The workspace's sources, by root. */
export async function readSources({ session, workspace }: Context): Promise<SourceList> {
  return { sources: (await listSources(session, workspace)).map(sourceAnswer) };
}

/** One source, with what of it has no document and why. Throws `not_found`. */
export async function readSource(context: Context, root: string): Promise<SourceDetails> {
  const row = await found(context, root);
  return { ...sourceAnswer(row), problems: await readProblems(context.session, row.id) };
}

/** Pauses a source, or has it go on. Throws `not_found`. */
export async function changeSource(
  context: Context,
  root: string,
  { paused }: SourceChange,
): Promise<SourceSummary> {
  const { session, workspace, nowMs } = context;
  await pauseSource(session, { workspace, root }, { isPaused: paused, nowMs });
  return sourceAnswer(await found(context, root));
}

/** Has the next run begin now. Throws `not_found`, and `conflict` for a source that is paused. */
export async function startSource(
  context: Context,
  root: string,
  { confirm }: SourceRunRequest,
): Promise<SourceSummary> {
  const { session, workspace, nowMs } = context;
  const row = await found(context, root);
  if (row.pausedAt !== null)
    throw new AppError("conflict", `The source of "${root}" is paused: recall source resume "${root}" first`);
  await runSource(session, { workspace, root }, { confirm, nowMs });
  return sourceAnswer(await found(context, root));
}

/** Removes a source, and unless they are kept its documents. Throws `not_found`. */
export async function removeSource(
  { session, workspace }: Context,
  root: string,
  { keepDocuments }: SourceRemoval,
): Promise<SourceRemoved> {
  if (!(await deleteSource(session, { workspace, root }))) throw noSource(root);
  if (keepDocuments) return { deleted: true, documents: 0 };
  const { deleted: documents } = await markRoot(session, { workspace, root, prefix: "" });
  return { deleted: true, documents };
}

const noSource = (root: string): AppError =>
  new AppError("not_found", `There is no source for the root "${root}"`);

async function found({ session, workspace }: Context, root: string): Promise<ReadSource> {
  const row = await findSource(session, { workspace, root });
  if (row === undefined) throw noSource(root);
  return row;
}

function stateOf({ pausedAt, phase }: ReadSource): SourceSummary["state"] {
  if (pausedAt !== null) return "paused";
  return phase === null ? "waiting" : "running";
}

const sourceAnswer = (row: ReadSource): SourceSummary => ({
  root: row.root,
  kind: row.kind,
  location: row.location,
  options: optionsOf(row.options),
  everyHours: row.everyHours,
  state: stateOf(row),
  ...row.totals,
  counts: countsOf(row.counts),
  startedAt: isoTime(row.startedAt),
  endedAt: isoTime(row.endedAt),
  completedAt: isoTime(row.completedAt),
  lastError: row.lastError,
  nextAt: row.pausedAt === null ? isoTime(row.nextAt) : null,
  createdAt: isoTime(row.createdAt) ?? "",
});
