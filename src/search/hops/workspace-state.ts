import { DEFAULTS, MEMORY_ROOT } from "../../config.ts";
import { VECTOR } from "../../database/embeddings.ts";
import { CALLS_ALLOWED, CALLS_USED, callValues } from "../../database/fragments/model-calls.ts";
import type { Session } from "../../database/session.ts";
import { statement } from "../../database/statement.ts";
import { AppError } from "../../errors.ts";
import type { DailyUse } from "../../models/budget.ts";
import { spaceKey } from "../../models/ports.ts";
import type { CallsOfDay } from "../../models/workspace-calls.ts";
import { fold } from "../../text/words/fold.ts";
import { MAX_KNOWN_ROOTS } from "../contract/constants.ts";
import { mainScript, type Script } from "../../text/languages/script.ts";
import { REVOKED_TOKEN, UNKNOWN_TOKEN } from "../../workspaces/access.ts";
import { TOKEN_ROW, tokenValues } from "../../workspaces/sql/token-store.ts";
import type { TokenClaims } from "../../workspaces/token.ts";
import { frequencies, frequencySql, frequencyValues, isRareScriptSql } from "../arms/keyword/vocabulary.ts";
import type { SearchPlan } from "../plan.ts";
import { namedRoots } from "../query/filters.ts";
import { SEVERAL_ROOTS } from "../sql/several-roots.ts";
import { answerName, type DatabaseRead, databaseRead } from "./reads.ts";

/** Single values of hop 1, as they are read. */
interface StateColumns {
  readonly num: number;
  readonly version: number;
  readonly generation: number;
  /** Key of the embedding space that its vectors are in. */
  readonly identity: string;
  /** JSON: the workspace's own settings. */
  readonly settings: string;
  readonly chunks: number;
  readonly indexedAt: number | null;
  /** 1: it has documents in more than one root. */
  readonly severalRoots: number;
  /** Chunks without a vector, and with one that the vector index may not show yet. */
  readonly pendingChunks: number;
  readonly embeddedChunks: number;
  readonly failedDocuments: number;
  /** 1: hardly any word of the index has the script of the query, and meaning is not compared across languages. */
  readonly isOtherScript: number;
}

/** What an earlier search of the same left; null: nothing. */
interface KeptResults {
  readonly answer: string | null;
  readonly queryVector: string | null;
  readonly expansion: string | null;
}

/** What hop 1 says of the workspace, of the asker's token and of what earlier searches left. */
export interface WorkspaceState extends StateColumns {
  /** Roots that the filters name and that are not there. */
  readonly unknownRoots: readonly string[];
  /** Where there are such: the first roots that are there, as far as the asker sees all of them. */
  readonly knownRoots: readonly string[];
  /** Chunks by stem of the query's words. */
  readonly frequencies: ReadonlyMap<string, number>;
  readonly token: {
    readonly isKnown: boolean;
    readonly isRevoked: boolean;
    readonly lastUsedAt: number | null;
  };
  readonly kept: KeptResults;
  readonly models: DailyUse;
  /** What it has of its own quota of model calls. */
  readonly modelCalls: CallsOfDay;
}

export const STATE = answerName<WorkspaceState | undefined>("state");

/** Throws `unauthorized` for a search whose token or workspace is gone. */
export function alive(state: WorkspaceState | undefined): WorkspaceState {
  if (state === undefined) throw new AppError("unauthorized", "This token's workspace was deleted");
  if (!state.token.isKnown) throw new AppError("unauthorized", UNKNOWN_TOKEN);
  if (state.token.isRevoked) throw new AppError("unauthorized", REVOKED_TOKEN);
  return state;
}

/** Whether a replica that lags may have told this: it does not know the token or its workspace. */
export const isUnknown = (state: WorkspaceState | undefined): boolean => state?.token.isKnown !== true;

/** Counting pending work stops here: an answer says "this many or more", a search never reads a whole backlog. */
const MAX_COUNTED = 10_000;

const chunksThatAre = (state: string): string =>
  `(SELECT count(*) FROM (SELECT 1 FROM chunks WHERE workspace = :workspace AND vector_state = '${state}' LIMIT ${MAX_COUNTED}))`;

/** In SQL: of the roots in `:roots`, those that the workspace `:workspace` does not have. */
const UNKNOWN_ROOTS = `SELECT r.value AS root FROM json_each(:roots) r
  WHERE NOT EXISTS (SELECT 1 FROM documents d WHERE d.workspace = +:workspace AND d.root = r.value)
    AND NOT EXISTS (SELECT 1 FROM root_origins o WHERE o.workspace = +:workspace AND o.root = r.value)`;

/**
 * In SQL: the first roots with documents, one row read for each; none where `:tellsRoots` is 0 or no root is unknown. That is
 * asked outside of the documents' own SELECT, where SQLite would ask it of each of them.
 */
const KNOWN_ROOTS = `WITH RECURSIVE known (root) AS (
    SELECT (SELECT min(root) FROM documents WHERE workspace = +:workspace) WHERE :tellsRoots AND EXISTS (${UNKNOWN_ROOTS})
    UNION ALL
    SELECT (SELECT min(d.root) FROM documents d WHERE d.workspace = +:workspace AND d.root > known.root)
    FROM known WHERE known.root IS NOT NULL LIMIT ${MAX_KNOWN_ROOTS})
  SELECT json_group_array(root) FROM known WHERE root IS NOT NULL`;

/** An answer of a later time than now is of a clock that ran ahead, and would be kept until then. */
const TWICE_KEPT_MS = 2 * DEFAULTS.answerTtlSeconds * 1_000;

/**
 * All single values of hop 1 in one statement: each statement of a batch costs the database about as much as a row. A plus
 * before a parameter of a join or a minimum: SQLite would plan by its value, and so prepare the statement at each search.
 */
const stateSql = (workspace: number) =>
  statement<StateRow>(`SELECT w.num, w.version, w.generation, w.identity, w.settings, w.chunks, w.indexed_at AS indexedAt,
    ${SEVERAL_ROOTS} AS severalRoots,
    (SELECT json_group_array(root) FROM (${UNKNOWN_ROOTS})) AS unknownRoots, (${KNOWN_ROOTS}) AS knownRoots,
    t.id AS knownToken, t.revoked_at AS revokedAt, t.last_used_at AS lastUsedAt, m.calls, m.paused_until AS pausedUntil,
    ${chunksThatAre("pending")} + ${chunksThatAre("failed")} AS pendingChunks, ${chunksThatAre("embedded")} AS embeddedChunks,
    (SELECT count(DISTINCT c.document) FROM outbox o JOIN chunks c ON c.id = o.chunk
      WHERE o.workspace = +:workspace AND o.state = 'parked') AS failedDocuments,
    (SELECT a.body FROM answers a
      WHERE a.workspace = :workspace AND a.request = :answer AND a.version = w.version
        AND a.created_at > :keptAfter AND a.created_at < :keptAfter + ${TWICE_KEPT_MS}) AS answer,
    (SELECT ${VECTOR} FROM query_results e
      WHERE e.workspace = :workspace AND e.query_hash = :query AND e.identity = :space) AS queryVector,
    (SELECT text FROM generated WHERE workspace = :workspace AND kind = 'expansion' AND key = :expansion) AS expansion,
    ${isRareScriptSql(workspace)} AS isOtherScript,
    ${CALLS_USED} AS usedCalls, ${CALLS_ALLOWED} AS allowedCalls,
    ${frequencySql(workspace)} AS frequency
  FROM workspaces w ${TOKEN_ROW} LEFT JOIN day_use m ON m.day = +:day
  WHERE w.num = +:workspace AND w.gone_at IS NULL`);

interface StateRow extends StateColumns, KeptResults {
  readonly knownToken: string | null;
  readonly revokedAt: number | null;
  readonly lastUsedAt: number | null;
  readonly calls: number | null;
  readonly pausedUntil: number | null;
  readonly usedCalls: number;
  readonly allowedCalls: number;
  /** JSON: chunks by stem. */
  readonly frequency: string;
  /** JSON. */
  readonly unknownRoots: string;
  readonly knownRoots: string;
}

interface StateQuery {
  readonly workspace: number;
  readonly claims: TokenClaims;
  readonly nowMs: number;
  /** Model calls that a workspace may make a day which has no quota of its own. */
  readonly usualCalls: Session["usualCalls"];
  /** Undefined: nothing is searched, so that neither words nor what was kept are looked up. */
  readonly plan?: SearchPlan;
}

/** Reads the state; undefined: the workspace was deleted. */
export function stateRead({ workspace, claims, nowMs, usualCalls, plan }: StateQuery): DatabaseRead {
  const { answer = "", query = "", expansion = "" } = plan?.keys ?? {};
  const embedder = plan?.profile.arms.vector === true ? plan.serving.embedder : undefined;
  const kept =
    embedder?.kind === "neural" ? { space: spaceKey(embedder.space), query } : { space: "", query: "" };
  const calls = callValues({ usualCalls }, nowMs);
  const script = plan && scriptToLookFor(plan);
  // Memories are a root before there are any.
  const roots = plan === undefined ? [] : namedRoots(plan.filters).filter((root) => root !== MEMORY_ROOT);
  return databaseRead(STATE, {
    statement: stateSql(workspace),
    values: {
      ...{
        ...tokenValues(claims),
        ...calls,
        workspace,
        ...frequencyValues(plan === undefined ? [] : [plan.query]),
      },
      ...{ scriptStart: script?.start ?? "", scriptEnd: script?.end ?? "" },
      ...{ roots: JSON.stringify(roots), tellsRoots: plan?.confines === undefined ? 1 : 0 },
      ...{ ...kept, answer, expansion, keptAfter: nowMs - DEFAULTS.answerTtlSeconds * 1_000 },
    },
    answer: ([row]) => row && stateOf(row, calls.day),
  });
}

/**
 * The script of a query that a model of one language cannot compare with texts in another; undefined: it can, it is not known
 * of the model, or the asker may not know which words there are.
 */
function scriptToLookFor({ query, profile, serving, confines, request }: SearchPlan): Script | undefined {
  const isCompared = profile.arms.vector === true && serving.embedder.spansLanguages !== false;
  if (isCompared || confines !== undefined || request.typing === true) return undefined;
  return mainScript(fold(query.text));
}

function stateOf(
  { answer, queryVector, expansion, frequency, unknownRoots, knownRoots, ...row }: StateRow,
  day: string,
): WorkspaceState {
  const { knownToken, revokedAt, lastUsedAt, calls, pausedUntil, usedCalls, allowedCalls, ...columns } = row;
  return {
    ...columns,
    frequencies: frequencies(frequency),
    unknownRoots: JSON.parse(unknownRoots) as string[],
    knownRoots: JSON.parse(knownRoots) as string[],
    token: { isKnown: knownToken !== null, isRevoked: revokedAt !== null, lastUsedAt },
    kept: { answer, queryVector, expansion },
    models: { calls: calls ?? 0, pausedUntil },
    modelCalls: { day, used: usedCalls, allowed: allowedCalls },
  };
}
