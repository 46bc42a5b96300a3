import { DAY_MS, HOUR_MS } from "../../config.ts";
import type { Session } from "../../database/session.ts";
import { statement } from "../../database/statement.ts";

/** Clients that may register themselves from one network in an hour. */
export const REGISTRATIONS_AN_HOUR = 20;
/** From all networks together in a day. */
export const REGISTRATIONS_A_DAY = 200;

const DROP_OLD = statement(`DELETE FROM oauth_registrations WHERE at <= :now - ${DAY_MS}`);
const REGISTER = statement<{ readonly num: number }>(`INSERT INTO oauth_registrations (at, network)
  SELECT :now, :network
  WHERE (SELECT count(*) FROM oauth_registrations WHERE at > :now - ${DAY_MS}) < ${REGISTRATIONS_A_DAY}
    AND (SELECT count(*) FROM oauth_registrations WHERE at > :now - ${HOUR_MS} AND network = :network)
      < ${REGISTRATIONS_AN_HOUR}
  RETURNING num`);

/** Counts a registration; false: there were too many, from this network or from all, and this one is not to be. */
export async function mayRegister(session: Session, network: string, nowMs: number): Promise<boolean> {
  const { registered } = await session.batch({
    old: session.bind(DROP_OLD, { now: nowMs }),
    registered: session.bind(REGISTER, { now: nowMs, network }),
  });
  return registered.length > 0;
}
