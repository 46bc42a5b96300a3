import type { Session } from "../session.ts";
import { FIRST } from "./databases.ts";

/** Connections that an invocation may have open: https://developers.cloudflare.com/workers/platform/limits/ */
const AT_ONCE = 6;

/** What each database of the deployment answers, in the order of their numbers. One that fails fails them all. */
export async function overDatabases<Answer>(
  session: Session,
  ask: (db: Session) => Promise<Answer>,
): Promise<readonly Answer[]> {
  const answers: Answer[] = [];
  let next = FIRST;
  const askNext = async (): Promise<void> => {
    while (next <= session.databases) {
      const number = next++;
      answers[number - FIRST] = await ask(session.on(number));
    }
  };
  await Promise.all(Array.from({ length: Math.min(AT_ONCE, session.databases) }, askNext));
  return answers;
}
