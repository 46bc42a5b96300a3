import type { StatusAnswer } from "../../../workspaces/contract.ts";
import { healthStrings } from "../../strings/health.ts";
import { Ago, Panel } from "./panel.tsx";

const words = healthStrings;

/**
 * How old the newest backup in the bucket is, and how one is made where there is no bucket. On one's own machine, where nothing
 * is billed, the server itself makes them.
 */
export const BackupPanel = ({ backup, plan }: Pick<StatusAnswer, "backup" | "plan">) => (
  <Panel id="backups" title={words.backups}>
    {backup === undefined ? (
      <>
        <p class="quiet">{plan === undefined ? words.dailyCopies : words.noBucket}</p>
        <p>
          <code>{words.backupCommand}</code>
        </p>
      </>
    ) : (
      <p class={backup.isLate ? "toned is-error" : ""}>
        {backup.upToDateAt === null ? (
          words.noBackup
        ) : (
          <>
            {words.backedUp} <Ago at={backup.upToDateAt} />
          </>
        )}
        {backup.isLate && ` ${words.backupLate}`}
      </p>
    )}
  </Panel>
);
