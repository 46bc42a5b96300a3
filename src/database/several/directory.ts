import { translateDatabaseError } from "../failures/database-errors.ts";
import { lacksTables, orOnPrimary, type Session } from "../session.ts";
import { statement } from "../statement.ts";

const LIVES_IN = statement<{ readonly database: number }>(
  "SELECT database FROM directory WHERE num = :workspace",
);

/** Goes on in the database that a workspace was moved to from this one; false: it was not moved from here. */
export async function follow(session: Session, workspace: number): Promise<boolean> {
  const there = (await session.first(LIVES_IN, { workspace }))?.database;
  if (there === undefined || there === session.database) return false;
  session.goTo(there, workspace);
  return true;
}

interface Looking<Answer> {
  /** Undefined or null: of no workspace. */
  readonly workspace: number | null;
  /** Whether the answer lacks the workspace, or the token. */
  readonly isMissing: (answer: Answer) => boolean;
}

/**
 * What `ask` answers where the workspace lives: asked once more where a replica lags, and again in the database that the
 * workspace was moved to. Only who finds nothing looks into the directory.
 */
export async function whereItLives<Answer>(
  session: Session,
  ask: () => Promise<Answer>,
  { workspace, isMissing }: Looking<Answer>,
): Promise<Answer> {
  for (let moves = 0; ; moves++) {
    const found = await outcomeOf(() => orOnPrimary(session, ask, isMissing), isMissing);
    const mayHaveMoved = found.isMissing && workspace !== null && moves < session.databases - 1;
    if (!mayHaveMoved || !(await follow(session, workspace))) return found.answer();
  }
}

async function outcomeOf<Answer>(
  ask: () => Promise<Answer>,
  isMissing: (answer: Answer) => boolean,
): Promise<{ readonly answer: () => Answer; readonly isMissing: boolean }> {
  try {
    const answer = await ask();
    return { answer: () => answer, isMissing: isMissing(answer) };
  } catch (error) {
    if (!lacksTables(error)) throw error;
    const failed = (): never => {
      throw translateDatabaseError(error);
    };
    return { answer: failed, isMissing: true };
  }
}
