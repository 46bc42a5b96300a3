import { MEMORY_ROOT } from "../../config.ts";
import { VOTE_HALF_LIFE_MS, weightSql } from "../../database/vote-sql.ts";
import { KEYS, NUMBERS, type TableAudit, walk, walkChunks } from "./table-audit.ts";

const isLive = (id: string): string => `EXISTS (SELECT 1 FROM documents d WHERE d.workspace = :workspace
  AND d.root = '${MEMORY_ROOT}' AND d.path = ${id} AND d.kind = 'memory')`;

const UNTOLD = `(NOT ${isLive("o.memory")}
  AND NOT EXISTS (SELECT 1 FROM past_memories p WHERE p.workspace = :workspace AND p.id = o.memory))`;

/** Sums of the same votes made at different times differ by what floating point loses. */
const TOLERANCE = 1e-6;

/** Votes on a chunk, summed up now. */
const votesOn = (chunk: string): string => `(SELECT sum(f.value * ${weightSql("f", ":now")}) FROM feedback f
  WHERE f.workspace = :workspace AND f.chunk = ${chunk})`;

const KEPT_SUM = `c.votes_net * pow(0.5, max(0, :now - c.votes_at) / ${VOTE_HALF_LIFE_MS}.0)`;

/** A mention of entity `e` in no chunk of its workspace. */
const STRAY_MENTION = `EXISTS (SELECT 1 FROM mentions m LEFT JOIN chunks c ON c.rid = m.chunk
  AND c.workspace = e.workspace WHERE m.entity = e.num AND c.rid IS NULL)`;

const COUNTED = "(SELECT count(*), coalesce(sum(m.evidence), 0) FROM mentions m WHERE m.entity = e.num)";

/** What chunk `c` is said to name, or to say of two entities, and no entity of its workspace is. */
const UNNAMED = `(EXISTS (SELECT 1 FROM mentions m LEFT JOIN entities e ON e.num = m.entity
    WHERE m.chunk = c.rid AND e.workspace IS NOT c.workspace)
  OR EXISTS (SELECT 1 FROM relations r LEFT JOIN entities e ON e.num = r.from_entity
      LEFT JOIN entities t ON t.num = r.to_entity
    WHERE r.chunk = c.rid AND (e.workspace IS NOT c.workspace OR t.workspace IS NOT c.workspace)))`;

const THESE_CHUNKS = `(SELECT c.rid FROM chunks c WHERE c.workspace = :workspace AND c.rid IN ${NUMBERS})`;

const isStrange = (entity: string): string =>
  `NOT EXISTS (SELECT 1 FROM entities e WHERE e.num = ${entity} AND e.workspace = :workspace)`;

/** What a text model is still to be asked. */
const QUESTIONS = ["contexts", "name_requests"] as const;

const isWithoutChunk = (chunk: string): string =>
  `NOT EXISTS (SELECT 1 FROM chunks c WHERE c.id = ${chunk} AND c.workspace = :workspace)`;

/** What must hold of what belongs to texts: memories, votes, entities, questions. */
export const SUBJECT_AUDITS = {
  observation_without_memory: {
    scan: walk({
      from: "memory_observations o",
      where: "o.workspace = :workspace",
      order: { "o.memory": "", "o.at": -1, "o.num": -1 },
      id: "o.memory",
      key: "o.num",
      wrong: UNTOLD,
    }),
    mend: () => [
      `DELETE FROM memory_observations AS o WHERE o.workspace = :workspace AND o.num IN ${NUMBERS} AND ${UNTOLD}`,
    ],
  },
  memory_twice: {
    scan: walk({
      from: "past_memories p",
      where: "p.workspace = :workspace",
      order: { "p.id": "" },
      id: "p.id",
      key: "p.id",
      note: "p.state",
      wrong: isLive("p.id"),
    }),
    mend: () => [
      `DELETE FROM past_memories AS p WHERE p.workspace = :workspace AND p.id IN ${KEYS} AND ${isLive("p.id")}`,
    ],
  },
  wrong_votes: {
    scan: walkChunks({
      wrong: `(c.votes_at IS NOT NULL AND abs(${KEPT_SUM} - coalesce(${votesOn("c.id")}, 0)) > ${TOLERANCE})`,
    }),
    mend: () => [
      `UPDATE chunks SET votes_net = ${votesOn("chunks.id")},
         votes_at = (SELECT :now FROM feedback f WHERE f.workspace = :workspace AND f.chunk = chunks.id LIMIT 1)
       WHERE rid IN ${NUMBERS} AND workspace = :workspace`,
    ],
  },
  entity_counts: {
    scan: walk({
      from: "entities e",
      where: "e.workspace = :workspace",
      order: { "e.slug": "" },
      id: "e.slug",
      key: "e.slug",
      wrong: `((e.mentions, e.evidence) <> ${COUNTED} OR ${STRAY_MENTION})`,
    }),
    mend: () => [
      `DELETE FROM mentions WHERE entity IN (SELECT num FROM entities WHERE workspace = :workspace AND slug IN ${KEYS})
         AND NOT EXISTS (SELECT 1 FROM chunks c WHERE c.rid = mentions.chunk AND c.workspace = :workspace)`,
      `UPDATE entities AS e SET (mentions, evidence) = ${COUNTED} WHERE e.workspace = :workspace AND e.slug IN ${KEYS}`,
    ],
  },
  mention_without_entity: {
    scan: walkChunks({ wrong: UNNAMED }),
    mend: () => [
      `DELETE FROM mentions WHERE chunk IN ${THESE_CHUNKS} AND ${isStrange("mentions.entity")}`,
      `DELETE FROM relations WHERE chunk IN ${THESE_CHUNKS}
         AND (${isStrange("relations.from_entity")} OR ${isStrange("relations.to_entity")})`,
    ],
  },
  question_without_chunk: {
    scan: walk({
      from: `(${QUESTIONS.map(
        (table) => `SELECT chunk FROM (SELECT chunk FROM ${table} WHERE workspace = :workspace AND chunk > :p0
          ORDER BY chunk LIMIT :limit) slice`,
      ).join(" UNION ")}) slice`,
      where: "true",
      order: { "slice.chunk": "" },
      id: "slice.chunk",
      key: "slice.chunk",
      wrong: isWithoutChunk("slice.chunk"),
    }),
    mend: () =>
      QUESTIONS.map(
        (table) => `DELETE FROM ${table} WHERE workspace = :workspace AND chunk IN ${KEYS}
          AND ${isWithoutChunk(`${table}.chunk`)}`,
      ),
  },
} as const satisfies Readonly<Record<string, TableAudit>>;
