import type { FeedbackList } from "../../../recalls/contract/feedback.ts";
import { shortRecall } from "../../render/recall-id.ts";
import { cutTable } from "../../terminal/table.ts";
import { safeLine } from "../../terminal/terminal-safe.ts";
import { day } from "../../terminal/times.ts";

/** One's own votes, newest first. */
export function renderVotes({ votes, next }: FeedbackList, columns: number): readonly string[] {
  if (votes.length === 0) return ["No votes of this token."];
  const rows = votes.map(({ at, value, recallId, citation, query, note }) => [
    day(at),
    value,
    shortRecall(recallId),
    citation,
    note ?? query ?? "",
  ]);
  const more = next === null ? [] : ["There are older ones: --json with --cursor shows them."];
  return [...cutTable(["day", "vote", "recall", "document", "note or query"], rows, columns), ...more].map(
    safeLine,
  );
}
