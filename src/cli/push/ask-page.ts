import type { ManifestRequest, Refused } from "../../documents/contract.ts";
import type { FolderPage } from "../folder/folder-pages.ts";
import type { HashedFile } from "../folder/seen-file.ts";
import type { PushClient } from "../session/recall-client.ts";
import type { PushManner } from "./push-plan.ts";
import { contentKey } from "./refused-files.ts";
import type { UploadLimits } from "./upload-missing.ts";

/** What a manifest's page was answered. */
export interface Asked {
  readonly missing: readonly HashedFile[];
  readonly gone: readonly string[];
  readonly refused: readonly Refused[];
  /** Files that are missing, and stay so. */
  readonly left: number;
  readonly documents: number;
  readonly limits: UploadLimits;
  /** The push's number; undefined: a server that gives none. */
  readonly push: number | undefined;
  /** The root's chunks get a written context, are asked for names, and the text model that does it. */
  readonly contextualized?: boolean | undefined;
  readonly entities?: boolean | undefined;
  readonly generator?: string | undefined;
}

/** Asks what is missing of a page; `push` is the number that the first page was answered. */
export async function askPage(
  client: PushClient,
  plan: PushManner,
  { files, after, upTo }: Pick<FolderPage, "files" | "after" | "upTo">,
  push?: number,
): Promise<Asked> {
  type Row = ManifestRequest["files"][number];
  const rows = files.map(({ path, hash, bytes, mtimeMs }): Row => [path, hash, bytes, mtimeMs]);
  const { origin, join, dryRun, contextualize, entities } = plan;
  const answer = await client.manifest(plan.root, {
    ...{ origin, join, dryRun, push: dryRun ? undefined : push, files: rows, after, upTo },
    ...(contextualize !== undefined && { contextualize }),
    ...(entities !== undefined && { entities }),
  });
  const missing = new Set(answer.missing);
  const lacking = files.filter(({ path }) => missing.has(path));
  const wanted = lacking.filter(({ path, hash }) => plan.before?.get(path) !== hash);
  const before = wanted.flatMap((file) => plan.knownRefusals?.get(contentKey(file)) ?? []);
  const isRefused = new Set(before.map(({ path }) => path));
  const { documents, limits, contextualized, entities: isNamed, generator } = answer;
  return {
    missing: wanted.filter(({ path }) => !isRefused.has(path)),
    left: lacking.length - wanted.length,
    gone: answer.gone,
    refused: [...answer.refused, ...before],
    ...{ documents, limits, push: answer.push, contextualized, entities: isNamed, generator },
  };
}

/** Text files of the folder, with those that could not be read; an unreadable folder does not count. */
export const countFiles = ({ files, failed }: Pick<FolderPage, "files" | "failed">): number =>
  files.length + failed.filter(({ path }) => !path.endsWith("/")).length;

/** Documents of files that are there stay, whatever kept them from being sent this time: nobody removed them. */
export function trulyGone(gone: readonly string[], failed: readonly Refused[]): readonly string[] {
  const there = failed.map(({ path }) => path);
  const files = new Set(there);
  const folders = there.filter((path) => path.endsWith("/"));
  return gone.filter((path) => !files.has(path) && !folders.some((folder) => path.startsWith(folder)));
}
