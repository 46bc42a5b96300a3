import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Hit } from "../../../search/contract/hits.ts";
import type { SearchAnswer } from "../../../search/contract/search.ts";
import { isErrno } from "../../failures.ts";
import type { CliConfig } from "../../settings/config-file.ts";
import { type LocalApi, listPaths, readStatus, sampleSearch } from "../local-access.ts";
import { type SampleQuery, sampleQueries } from "./sample-query.ts";

/** A first search that finds what it was taken from. */
export interface Sample extends SampleQuery {
  readonly root: string;
  /** The workspace has no other root: a path alone names a document. */
  readonly isOnlyRoot: boolean;
  readonly answer: SearchAnswer<Hit>;
}

export interface SampleSource {
  /** The pushed folder. */
  readonly folder: string;
  readonly api: LocalApi;
  readonly config: CliConfig;
  /** Ends the trying. */
  readonly signal: AbortSignal;
}

function readFrom(folder: string): (path: string) => string | undefined {
  return (path) => {
    try {
      return readFileSync(join(folder, path), "utf8");
    } catch (error) {
      if (isErrno(error, "ENOENT", "ENOTDIR", "EISDIR", "EACCES")) return undefined;
      throw error;
    }
  };
}

/**
 * A search to show first: the first heading whose first hit is the document that it heads, else the words of a file's
 * name, of which the file itself comes first or which find something at all. Undefined where nothing is found.
 */
export async function chooseSample(
  { folder, api, config, signal }: SampleSource,
  root: string,
): Promise<Sample | undefined> {
  const { headings, names } = sampleQueries(await listPaths(api, config.token, root), readFrom(folder));
  const { roots } = await readStatus(api, config.token);
  const isOnlyRoot = roots.every((other) => other.root === root);
  let second: Sample | undefined;
  for (const candidate of [...headings, ...names]) {
    if (signal.aborted) return undefined;
    const answer = await sampleSearch(api, config.token, { query: candidate.query, root });
    const found = answer.hits[0]?.path;
    const sample = { ...candidate, root, isOnlyRoot, answer };
    if (found === candidate.path) return sample;
    if (found !== undefined && names.includes(candidate)) second ??= sample;
  }
  return second;
}
