import type { Refused } from "../../../documents/contract.ts";
import type { PushOutcome } from "../../push/report.ts";
import { byteSize, count, number } from "../../terminal/numbers.ts";
import { safeLine } from "../../terminal/terminal-safe.ts";

/** `14:03:22`, the local time. */
export const clock = (now: Date): string => now.toTimeString().slice(0, "00:00:00".length);

/**
 * One push in one line, without its time: `notes: 2 sent (1.2 KB), 1 deleted, 5 chunks`. Of the files that were not
 * pushed only the given ones are listed.
 */
export function watchLine({ report, pruneRefused }: PushOutcome, refused: readonly Refused[]): string {
  const [failed] = refused;
  const parts = [
    `${number(report.uploaded)} sent${report.uploaded > 0 ? ` (${byteSize(report.bytes)})` : ""}`,
    report.deleted > 0 && `${number(report.deleted)} deleted`,
    report.chunks > 0 && count(report.chunks, "chunk"),
    report.unchanged > 0 && `${number(report.unchanged)} unchanged`,
    failed !== undefined && `${number(refused.length)} not pushed (${failed.path}: ${failed.message})`,
    pruneRefused === undefined && report.gone > 0 && `${number(report.gone)} gone, still indexed (--mirror)`,
    pruneRefused !== undefined && `not deleted: ${pruneRefused.message}`,
  ].filter((part) => typeof part === "string");
  return safeLine(`${report.root}: ${parts.join(", ")}`);
}
