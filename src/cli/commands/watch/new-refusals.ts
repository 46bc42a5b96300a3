import type { Refused } from "../../../documents/contract.ts";
import type { FileMark } from "../../folder/seen-file.ts";

type Marks = ReadonlyMap<string, FileMark>;

/** The file may be another than it was; a folder, or a file of a push that was cut off, has no mark to tell by. */
const isOther = (before: FileMark | undefined, mark: FileMark | undefined): boolean =>
  before !== undefined &&
  mark !== undefined &&
  (before.size !== mark.size || before.mtimeMs !== mark.mtimeMs);

/**
 * Picks, push by push, the refusals that are new: of files that were not refused the last time, or for
 * another reason, or that were saved since. Without `marks` only path and reason tell.
 */
export function newRefusals(): (failed: readonly Refused[], marks: Marks | undefined) => readonly Refused[] {
  let known = new Map<string, { readonly code: string; readonly mark: FileMark | undefined }>();
  return (failed, marks) => {
    const before = known;
    known = new Map(
      failed.map(({ path, code }) => [path, { code, mark: marks?.get(path) ?? before.get(path)?.mark }]),
    );
    return failed.filter(({ path, code }) => {
      const earlier = before.get(path);
      return earlier?.code !== code || isOther(earlier.mark, marks?.get(path));
    });
  };
}
