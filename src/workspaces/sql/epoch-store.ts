import type { Session } from "../../database/session.ts";
import { type Bound, statement } from "../../database/statement.ts";

/** Which beginning of the deployment's tokens counts. The first database says so, the others repeat it. */
export interface Epoch {
  readonly epoch: string;
  readonly startedAt: number;
}

const BEGIN = statement(
  "INSERT INTO epochs (num, epoch, started_at) VALUES (1, :fresh, :now) ON CONFLICT DO NOTHING",
);
/** The epoch of a database. */
export const EPOCH = statement<Epoch>("SELECT epoch, started_at AS startedAt FROM epochs WHERE num = 1");

/** The first database's epoch; `fresh` becomes the first one. */
export async function epochOf(session: Session, fresh: string, nowMs: number): Promise<string> {
  const { epoch } = await session.batch({
    begun: session.bind(BEGIN, { fresh, now: nowMs }),
    epoch: session.bind(EPOCH),
  });
  return epoch[0]?.epoch ?? fresh;
}

const LEARN = statement(`INSERT INTO epochs (num, epoch, started_at) VALUES (1, :epoch, :startedAt)
  ON CONFLICT DO UPDATE SET epoch = excluded.epoch, started_at = excluded.started_at
    WHERE excluded.started_at > started_at`);

/** Has another database know the first one's epoch; a later one, which was begun meanwhile, stays. */
export const learnEpoch = (session: Session, epoch: Epoch): Bound => session.bind(LEARN, { ...epoch });

const ANEW = statement(`INSERT INTO epochs (num, epoch, started_at) VALUES (1, :epoch, :startedAt)
  ON CONFLICT DO UPDATE SET epoch = excluded.epoch, started_at = excluded.started_at`);
const END_ALL = statement("UPDATE tokens SET revoked_at = :startedAt WHERE revoked_at IS NULL");

/** Ends all tokens of a database and begins an epoch there. */
export const beginAnew = (session: Session, epoch: Epoch): readonly Bound[] => [
  session.bind(END_ALL, { ...epoch }),
  session.bind(ANEW, { ...epoch }),
];
