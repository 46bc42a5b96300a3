import { MEMORY_ROOT } from "../../config.ts";
import { STATED_DAY_CHARS } from "../../text/dates/stated-day.ts";

/** Memories shown with one that they may contradict; who looks at one of them sees the rest of its own. */
export const MAX_RIVALS = 3;

/** As much of document `d` as may state its day. */
export const beginningOf = (d: string): string =>
  `(SELECT substr(b.text, 1, ${STATED_DAY_CHARS}) FROM chunks b WHERE b.document = ${d}.num ORDER BY b.ordinal LIMIT 1)`;

/**
 * JSON list of what memory `d` may contradict, each with its id, when it was last observed, its beginning and that of
 * `d`, the newest first; null for none.
 */
export const rivalsOf = (d: string): string => `(SELECT nullif(json_group_array(
    json_array(r.id, r.at, r.text, ${beginningOf(d)})), '[]')
  FROM (SELECT x.other AS id, o.last_observed AS at, ${beginningOf("o")} AS text
    FROM contradictions x CROSS JOIN documents o
    ON o.workspace = x.workspace AND o.root = '${MEMORY_ROOT}' AND o.path = x.other
    WHERE x.workspace = ${d}.workspace AND x.memory = ${d}.path AND x.settled = 0 ORDER BY at DESC, id LIMIT ${MAX_RIVALS}) r)`;
