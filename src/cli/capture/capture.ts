import { basename } from "node:path";
import { DEFAULTS } from "../../config.ts";
import { redact } from "../../redaction/redact.ts";
import type { RecallClient } from "../session/recall-client.ts";
import { type Fact, findFacts, type Statement, statementsOfTurns } from "./rules/find-facts.ts";
import type { Conversation } from "./transcripts/read-turns.ts";
import { MAX_OF_SESSION, type Waiting, waitingId } from "./waiting/waiting.ts";

/** Chooses among statements; undefined: it cannot, and the rules decide. */
export type Judge = (statements: readonly Statement[]) => Promise<readonly Fact[] | undefined>;

/** The server's text model as a judge of the latest statements. Throws AppError. */
export const modelJudge =
  (client: Pick<RecallClient, "worthRemembering">): Judge =>
  async (said) => {
    const statements = said.slice(-DEFAULTS.maxStatements);
    if (statements.length === 0) return [];
    const asked = statements.map(({ by, text }) => ({ by, text }));
    const { kept } = await client.worthRemembering({ statements: asked });
    return kept.flatMap(({ statement, type }) => {
      const one = statements[statement];
      return one === undefined ? [] : [{ ...one, type }];
    });
  };

export interface CaptureWish {
  readonly session: string | undefined;
  /** Folder in which the agent worked. */
  readonly cwd: string;
  readonly place: string;
  /** ISO time. */
  readonly at: string;
  readonly auto: boolean;
}

const MAX_TAG_CHARS = 64;

/** Names a folder in the tags of what was said in it. */
export const projectTag = (cwd: string): string =>
  `project:${basename(cwd).replace(/[\p{Cc}\s]+/gu, "-")}`.slice(0, MAX_TAG_CHARS);

/** A session whose name has a secret in it stays nameless. */
const harmless = (session: string | undefined): string | undefined =>
  session === undefined || redact(session).redacted.length > 0 ? undefined : session;

function waitingOf(
  { text, type, by, line }: Fact,
  { session, cwd, place, at, auto }: CaptureWish,
  agent: string,
): Waiting {
  const named = harmless(session);
  const where = [agent, named && `session ${named}`, line > 0 && `line ${line}`, `said by the ${by}`];
  return {
    id: waitingId(text),
    ...{ text, type, place, at },
    source: where.filter((part) => typeof part === "string").join(", "),
    ...(named !== undefined && { session: named }),
    tags: [projectTag(cwd)],
    ...(auto && { auto: true as const }),
  };
}

/** What is taken from a conversation: what the judge chooses, else what the rules find; the latest, so many at most. */
export async function capture(
  { agent, turns }: Conversation,
  wish: CaptureWish,
  judge: Judge | undefined,
): Promise<readonly Waiting[]> {
  const facts = (await judge?.(statementsOfTurns(turns))) ?? findFacts(turns);
  const items = facts.map((fact) => waitingOf(fact, wish, agent ?? "an agent"));
  return [...new Map(items.map((item) => [item.id, item])).values()].slice(-MAX_OF_SESSION);
}
