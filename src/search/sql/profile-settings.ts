import { firstRow, type Session } from "../../database/session.ts";

const place = (profile: string): string => `$.profiles."${profile}"`;

/**
 * Replaces what a workspace sets otherwise in one profile, or (undefined) takes it back, and counts as a change of the
 * workspace. One statement, so that two changes at once lose nothing of each other. Answers the settings as they are
 * then, in JSON; undefined: there is no such workspace.
 */
export async function writeProfileSettings(
  session: Session,
  { workspace, profile, settings }: { workspace: number; profile: string; settings: object | undefined },
): Promise<string | undefined> {
  const changed =
    settings === undefined
      ? session.prepare(`${UPDATE} json_remove(settings, ?2) ${REST}`).bind(workspace, place(profile))
      : session
          .prepare(`${UPDATE} json_set(settings, ?2, json(?3)) ${REST}`)
          .bind(workspace, place(profile), JSON.stringify(settings));
  const [answer] = await session.batch([changed]);
  return firstRow<{ settings: string }>(answer)?.settings;
}

const UPDATE = "UPDATE workspaces SET version = version + 1, settings =";
const REST = "WHERE num = ?1 RETURNING settings";
