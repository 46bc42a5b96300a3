import type { StatusAnswer } from "../../../workspaces/contract.ts";
import { healthStrings } from "../../strings/health.ts";
import { Ago, Panel } from "./panel.tsx";

const words = healthStrings;

/** How old the newest backup in the bucket is, and how one is made where there is no bucket. */
export const BackupPanel = ({ backup }: Pick<StatusAnswer, "backup">) => (
  <Panel id="backups" title={words.backups}>
    {backup === undefined ? (
      <>
        <p class="quiet">{words.noBucket}</p>
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
