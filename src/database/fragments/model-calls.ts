import { utcDay } from "../../text/dates/utc-day.ts";
import { allowedOf } from "../quotas.ts";
import type { Session } from "../session.ts";

/** SQL: model calls that the workspace `w` has made on `:day`. */
export const CALLS_USED =
  "coalesce((SELECT s.model_calls FROM search_days s WHERE s.workspace = w.num AND s.day = +:day), 0)";

/** SQL: how many it may make a day; 0: no limit. */
export const CALLS_ALLOWED = allowedOf("modelCalls");

/** SQL: the workspace `w` has made as many as it may. */
export const IS_OVER_CALLS = `(${CALLS_ALLOWED} > 0 AND ${CALLS_USED} >= ${CALLS_ALLOWED})`;

/** The parameters of these. */
export const callValues = ({ usualCalls }: Pick<Session, "usualCalls">, nowMs: number) => ({
  day: utcDay(nowMs),
  max_modelCalls: usualCalls,
});
