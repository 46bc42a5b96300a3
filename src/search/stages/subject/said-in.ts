import { type NamedPeriod, namesTimeIn } from "../../query/named-period.ts";
import type { Candidate } from "../stage.ts";
import { statementsOf } from "./statements.ts";

const YEAR = /(?:19|20)\d\d/;

type Dated = Pick<Candidate, "kind" | "datedAt" | "isFileTime" | "text">;

/** Whether a passage, or a statement of it, is dated in a period by what somebody wrote; a file's time alone says nothing. */
function isSaidIn({ kind, datedAt, isFileTime, text }: Dated, period: NamedPeriod): boolean {
  const isIn = (at: number | undefined): boolean =>
    at !== undefined && at >= period.fromMs && at < period.toMs;
  if ((kind === "memory" || !isFileTime) && isIn(datedAt)) return true;
  return YEAR.test(text) && statementsOf(text).some((statement) => isIn(statement.datedAt));
}

/** Whether a passage tells of a period: it was said then, or it names a day or a month of it. */
export const isOf = (one: Dated, period: NamedPeriod, asOfMs: number): boolean =>
  isSaidIn(one, period) || namesTimeIn(one.text, period, asOfMs);
