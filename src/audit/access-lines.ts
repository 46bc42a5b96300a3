import { checkLines } from "../workspaces/access-log/check-log.ts";
import { wrongCursor } from "../workspaces/cursor.ts";
import type { AuditCheck } from "./check.ts";

const WHO = "find out who may write the database: recall log access shows the lines around it";

/** Lines of the access log are those that the service wrote. What somebody changed, nothing can bring back. */
export const accessLines: AuditCheck = {
  name: "access_log",
  promise: "no line of the access log was changed or removed",
  async scan({ db, workspace, secrets = [], limits }, after) {
    const from = after === "" ? 0 : Number(after);
    if (!Number.isSafeInteger(from) || from < 0) throw wrongCursor();
    const { checked, broken, next } = await checkLines(db, {
      workspace,
      secrets,
      after: from,
      limit: limits.rows,
    });
    return {
      checked,
      found: broken.map(({ seq, problem }) => ({
        id: `line ${seq}`,
        key: `${seq}`,
        note: problem,
        step: WHO,
      })),
      next: next === undefined ? undefined : `${next}`,
    };
  },
  repair: async () => undefined,
};
