import type { RecordOf } from "../../backup/contract.ts";
import { AppError } from "../../errors.ts";
import { readRecords } from "../commands/import/verify-export.ts";
import type { Imported } from "../commands/import/send-records.ts";
import type { RecallClient } from "../session/recall-client.ts";

type Refusal = Pick<AppError, "code" | "message">;

/** What another try would meet as well. */
const REFUSALS: readonly string[] = ["invalid_input", "limit_reached", "root_exists"];

/** What became of a workspace's sources before its import, by their roots. */
export interface AddedSources {
  readonly sources: readonly RecordOf<"source">[];
  readonly refused: ReadonlyMap<string, Refusal>;
}

async function sourcesIn(file: string): Promise<readonly RecordOf<"source">[]> {
  const sources: RecordOf<"source">[] = [];
  for await (const record of readRecords(file)) if (record.type === "source") sources.push(record);
  return sources;
}

/**
 * Adds the sources of an export, which an owner alone may, each paused until what it has pulled is there. One that this
 * server refuses, as a bucket that is not bound here, keeps the others from nothing.
 */
export async function addSources(
  owner: Pick<RecallClient, "addSource">,
  slug: string,
  file: string,
): Promise<AddedSources> {
  const sources = await sourcesIn(file);
  const refused = new Map<string, Refusal>();
  for (const { type: _, options, ...source } of sources)
    try {
      await owner.addSource(slug, { ...source, ...options, paused: true });
    } catch (error) {
      if (!(error instanceof AppError && REFUSALS.includes(error.code))) throw error;
      // There already: an earlier restore broke off, or the import says what else it is.
      if (error.code !== "root_exists") refused.set(source.root, error);
    }
  return { sources, refused };
}

/** Has those go on that were not paused in the backup, and that are there. */
export async function resumeSources(
  client: Pick<RecallClient, "pauseSource" | "sources">,
  { sources }: AddedSources,
): Promise<void> {
  if (sources.length === 0) return;
  const there = new Map((await client.sources()).sources.map((source) => [source.root, source.location]));
  for (const { root, location, paused } of sources)
    if (paused === undefined && there.get(root) === location) await client.pauseSource(root, false);
}

/** What an import refused, with the reason that the owner was told in place of that an owner is needed. */
export const withReasons = (failed: Imported["failed"], { refused }: AddedSources): Imported["failed"] =>
  failed.map((one) => {
    const told = one.code === "forbidden" ? refused.get(one.root) : undefined;
    return told === undefined ? one : { ...one, code: told.code, message: told.message };
  });
