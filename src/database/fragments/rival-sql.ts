import { MEMORY_ROOT } from "../../config.ts";

/** Memories shown with one that they may contradict; who looks at one of them sees the rest of its own. */
export const MAX_RIVALS = 3;

/**
 * JSON list of what memory `d` may contradict, each with its id and when it was last observed, the newest first; null for
 * none.
 */
export const rivalsOf = (d: string): string => `(SELECT nullif(json_group_array(json_array(r.id, r.at)), '[]')
  FROM (SELECT x.other AS id, o.last_observed AS at FROM contradictions x CROSS JOIN documents o
    ON o.workspace = x.workspace AND o.root = '${MEMORY_ROOT}' AND o.path = x.other
    WHERE x.workspace = ${d}.workspace AND x.memory = ${d}.path ORDER BY at DESC, id LIMIT ${MAX_RIVALS}) r)`;
