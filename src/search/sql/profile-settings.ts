import type { Session } from "../../database/session.ts";
import { statement } from "../../database/statement.ts";
import { raiseVersion } from "../../database/versions.ts";

const place = (profile: string): string => `$.profiles."${profile}"`;

const writing = (settings: string) =>
  statement<{ readonly settings: string }>(
    raiseVersion({ set: `settings = ${settings}`, returning: "settings" }),
  );
const RESET = writing("json_remove(settings, :place)");
const WRITE = writing("json_set(settings, :place, json(:settings))");

/**
 * Replaces what a workspace sets otherwise in one profile, or (undefined) takes it back, and counts as a change of the
 * workspace. One statement, so that two changes at once lose nothing of each other. Answers the settings as they are
 * then, in JSON; undefined: there is no such workspace.
 */
export async function writeProfileSettings(
  db: Session,
  { workspace, profile, settings }: { workspace: number; profile: string; settings: object | undefined },
): Promise<string | undefined> {
  const values = { workspace, place: place(profile) };
  const row =
    settings === undefined
      ? await db.first(RESET, values)
      : await db.first(WRITE, { ...values, settings: JSON.stringify(settings) });
  return row?.settings;
}
