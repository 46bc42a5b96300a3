import type { Session } from "../database/session.ts";
import type { Refused } from "../documents/contract.ts";
import { redact } from "../redaction/redact.ts";
import { SourceOptions } from "../sources/contract.ts";
import { optionsOf } from "../sources/pull/run-state.ts";
import { originOf } from "../sources/pull/write-texts.ts";
import { readKeptThings, writeKeptThings } from "../sources/sql/source-backup.ts";
import { findSource, listSources, type SourceRow } from "../sources/sql/source-store.ts";
import { documentCursor } from "../workspaces/cursor.ts";
import type { WorkspaceContext } from "../workspaces/context.ts";
import { writeOrigins } from "./backup-store.ts";
import type { RecordOf } from "./contract.ts";

type Reading = Pick<WorkspaceContext, "session" | "workspace">;

/** An address with a secret is in no file: such a source is added anew. */
const isTold = ({ location }: Pick<SourceRow, "location">): boolean => redact(location).redacted.length === 0;

const toldSources = async (session: Session, workspace: number) =>
  (await listSources(session, workspace)).filter(isTold);

/** A step of an export: the workspace's sources, fifty at most. */
export async function sourceStep({ session, workspace }: Reading) {
  const sources = await toldSources(session, workspace);
  return {
    records: sources.map((row): RecordOf<"source"> => ({ type: "source", ...recordOf(row) })),
    next: undefined,
  };
}

const recordOf = ({ root, kind, location, options, everyHours, pausedAt }: SourceRow) => ({
  ...{ root, kind, location, options: optionsOf(options), everyHours },
  ...(pausedAt !== null && { paused: true as const }),
});

const THINGS_A_STEP = 500;

/** A step of an export: what those sources have a document of. */
export async function sourceItemStep({ session, workspace }: Reading, after: string) {
  const roots = new Set((await toldSources(session, workspace)).map(({ root }) => root));
  const page = { workspace, after: documentCursor(after), limit: THINGS_A_STEP };
  const things = await readKeptThings(session, page);
  const last = things.at(-1);
  const told = things.filter(({ root }) => roots.has(root));
  return {
    records: told.map((thing): RecordOf<"sourceItem"> => ({ type: "sourceItem", ...thing })),
    next:
      things.length < THINGS_A_STEP || last === undefined ? undefined : JSON.stringify([last.root, last.key]),
  };
}

/**
 * Takes the sources of an export in where an owner has added the same: whoever only administers a workspace decides nothing
 * that this server asks. Answers those that are refused.
 */
export async function takeSources(
  { session, workspace, nowMs }: Pick<WorkspaceContext, "session" | "workspace" | "nowMs">,
  records: readonly RecordOf<"source">[],
): Promise<{ readonly failed: (Refused & { readonly root: string })[] }> {
  const failed: (Refused & { readonly root: string })[] = [];
  for (const record of records) {
    const { root, location: path } = record;
    const row = await findSource(session, { workspace, root });
    const refused = row === undefined ? notAdded(record) : otherwise(record, row);
    if (refused !== undefined) failed.push({ root, path, ...refused });
    else if (row !== undefined)
      await writeOrigins(session, workspace, [{ root, origin: originOf(row), joinedAt: nowMs }]);
  }
  return { failed };
}

const notAdded = ({ root, location }: RecordOf<"source">) => ({
  code: "forbidden",
  message: `An owner adds sources: recall source add "${location}" --root "${root}"`,
});

function otherwise(record: RecordOf<"source">, row: SourceRow): Omit<Refused, "path"> | undefined {
  const { root, kind, location, everyHours } = record;
  const options = SourceOptions.parse(record.options);
  const isSame =
    kind === row.kind &&
    location === row.location &&
    everyHours === row.everyHours &&
    JSON.stringify(options) === JSON.stringify(optionsOf(row.options));
  if (isSame) return undefined;
  return { code: "conflict", message: `The root "${root}" has another source: ${row.location}` };
}

/** Takes in what the sources have a document of, after the documents. */
export const takeSourceItems = (
  { session, workspace }: Reading,
  records: readonly RecordOf<"sourceItem">[],
): Promise<void> => writeKeptThings(session, workspace, records);
