import type { Pull } from "../../adapter.ts";
import { SourceError } from "../../fetching/source-error.ts";
import type { Repository } from "./repository.ts";

/** Branches come before everything that may be many, in the order of names: https://git-scm.com/docs/http-protocol */
const MAX_REFS_BYTES = 10_000_000;

const MAY_BE_PRIVATE = "is not there, or not for everybody";

const nameOf = ({ branch }: Repository): string => (branch === undefined ? "HEAD" : `refs/heads/${branch}`);

const quoted = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");

/** The commit of a branch by what Git's own clients ask for, which no host counts as its API. Throws SourceError. */
export async function branchCommit({ http }: Pull, repository: Repository): Promise<string> {
  const url = `${repository.base}.git/info/refs?service=git-upload-pack`;
  const answer = await http.get(url, { follows: true });
  if (answer.status !== 200) {
    await answer.discard();
    const why = answer.status < 500 ? MAY_BE_PRIVATE : `answered ${answer.status}`;
    throw new SourceError("failed", `${repository.base} ${why}`);
  }
  const wanted = new RegExp(`([0-9a-f]{40}(?:[0-9a-f]{24})?) ${quoted(nameOf(repository))}[\\0\\n]`);
  const commit = await firstMatch(answer.stream(), wanted);
  if (commit === undefined)
    throw new SourceError("failed", `${repository.base} has no branch ${repository.branch ?? "of its own"}`);
  return commit;
}

/** The first group of a match, read no further than to it. */
async function firstMatch(
  stream: ReadableStream<Uint8Array<ArrayBuffer>>,
  wanted: RegExp,
): Promise<string | undefined> {
  const decoder = new TextDecoder("latin1");
  let text = "";
  let size = 0;
  for await (const part of stream) {
    text += decoder.decode(part);
    size += part.length;
    const found = wanted.exec(text)?.[1];
    if (found !== undefined || size > MAX_REFS_BYTES) return found;
    // A line may be cut here.
    text = text.slice(text.lastIndexOf("\n") + 1);
  }
  return wanted.exec(text)?.[1];
}
