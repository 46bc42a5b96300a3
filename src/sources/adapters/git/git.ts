import ignore from "ignore";
import { shortHash } from "../../../text/hash.ts";
import { GENERATED, HIDDEN, isBinaryName, NEVER, SECRETS } from "../../../text/skip-rules.ts";
import type { Outcome, Pull, SourceAdapter, Thing } from "../../adapter.ts";
import { plainText } from "../as-text.ts";
import { documentPath } from "../document-path.ts";
import { type ArchiveFile, archiveFiles } from "./archive.ts";
import { branchCommit } from "./branch-commit.ts";
import { type Repository, repositoryAt } from "./repository.ts";

/** What a push of the folder would leave out. */
const leftOut = ignore().add([...NEVER, ...HIDDEN, ...GENERATED, ...SECRETS]);

const isWanted = ({ path }: ArchiveFile, { folder }: Repository): boolean =>
  path.startsWith(folder) &&
  !isBinaryName(path) &&
  ignore.isPathValid(path) &&
  !leftOut.ignores(path) &&
  documentPath(path) === path;

/**
 * A repository at a branch, by the archive that its host makes of a commit: nothing is asked for while the commit is the
 * same, and a file whose bytes are the same is not written again.
 */
export const git: SourceAdapter = {
  listsAll: true,
  asksTogether: true,
  async list(pull) {
    const repository = repositoryAt(pull.location, pull.options);
    const commit = await branchCommit(pull, repository);
    if (commit === pull.memo.commit) return "unchanged";
    const things: Thing[] = [];
    for await (const { path, bytes } of wantedFiles(pull, repository, commit)) {
      const read = await bytes();
      if (plainText(read)?.trim()) things.push({ key: path, path, version: await shortHash(read) });
    }
    return { things, notes: { commit } };
  },
  async *fetch(pull, things): AsyncGenerator<Outcome> {
    const repository = repositoryAt(pull.location, pull.options);
    const wanted = new Set(things.map(({ key }) => key));
    for await (const file of wantedFiles(pull, repository, pull.notes.commit ?? "")) {
      const { path: key } = file;
      if (!wanted.delete(key)) continue;
      yield await readFile(repository, file);
      if (wanted.size === 0) return;
    }
    for (const key of wanted) yield { key, did: "gone", why: "the archive no longer has it" };
  },
};

async function readFile(repository: Repository, { path: key, bytes, mtime }: ArchiveFile): Promise<Outcome> {
  const read = await bytes();
  const text = plainText(read);
  if (text === undefined) return { key, did: "gone", why: "it is no text" };
  const source = repository.host.page(repository, key);
  return { key, did: "read", version: await shortHash(read), text: { text, source, mtime } };
}

async function* wantedFiles(pull: Pull, repository: Repository, commit: string): AsyncGenerator<ArchiveFile> {
  for await (const file of archiveFiles(pull, repository.host.archive(repository, commit)))
    if (isWanted(file, repository)) yield file;
}
