import { MEMORY_ROOT } from "../../config.ts";
import { isThere } from "../../database/fragments/gone-documents.ts";
import { netOfVotes, VOTE_HALF_LIFE_MS } from "../../database/fragments/vote-sql.ts";
import { KEYS, NUMBERS, type TableAudit, walk, walkChunks } from "./table-audit.ts";

const isLive = (id: string): string => `EXISTS (SELECT 1 FROM documents d WHERE d.workspace = :workspace
  AND d.root = '${MEMORY_ROOT}' AND d.path = ${id} AND d.kind = 'memory')`;

const UNTOLD = `(NOT ${isLive("o.memory")}
  AND NOT EXISTS (SELECT 1 FROM past_memories p WHERE p.workspace = :workspace AND p.id = o.memory))`;

/** One of both is not live, or the other does not say the same of it. */
const UNPAIRED = `(NOT ${isLive("x.memory")} OR NOT ${isLive("x.other")} OR NOT EXISTS (SELECT 1 FROM contradictions y
  WHERE y.workspace = :workspace AND y.memory = x.other AND y.other = x.memory))`;

/** Sums of the same votes made at different times differ by what floating point loses. */
const TOLERANCE = 1e-6;

/** Votes on a chunk, summed up now. */
const votesOn = (chunk: string): string => netOfVotes({ workspace: ":workspace", chunk, now: ":now" });

const KEPT_SUM = `c.votes_net * pow(0.5, max(0, :now - c.votes_at) / ${VOTE_HALF_LIFE_MS}.0)`;

/** Where a row of mentions says its name stands: columns document, spot. */
const spotsOf = (mention: string): string => `(SELECT CAST(x.key AS INTEGER) AS document, x.value AS spot
    FROM json_each(${mention}.spots) x
  UNION ALL SELECT o.document, o.spot FROM more_mentions o WHERE o.workspace = ${mention}.workspace AND o.slug = ${mention}.slug)`;

/** Document `d` is of the workspace and knows that it names a row of mentions. */
const isKnown = (mention: string): string => `d.workspace = ${mention}.workspace
  AND ${mention}.slug IN (SELECT value FROM json_each(d.names))`;

/** The chunks of a spot that are chunks of document `d`. */
const chunksOf = (spot: string): string => `json_each(${spot}, '$.in') p WHERE EXISTS
  (SELECT 1 FROM chunks c WHERE c.rid = CAST(p.key AS INTEGER) AND c.document = d.num)`;

/** A place of mention `m` that no chunk of its workspace is. What is deleted is emptied in slices, its document last. */
const STRAY = `EXISTS (SELECT 1 FROM ${spotsOf("m")} s LEFT JOIN documents d ON d.num = s.document
  WHERE d.num IS NULL OR NOT (${isKnown("m")}) OR (${isThere("d")} AND
    (SELECT count(*) FROM json_each(s.spot, '$.in')) <> (SELECT count(*) FROM ${chunksOf("s.spot")})))`;

const counted = (mention: string): string => `(SELECT count(*), CAST(total(p.value) AS INTEGER)
  FROM json_each(${mention}.spots) s CROSS JOIN json_each(s.value, '$.in') p)`;
const countedMore = (
  mention: string,
): string => `(SELECT coalesce(sum(o.passages), 0), coalesce(sum(o.evidence), 0)
  FROM more_mentions o WHERE o.workspace = ${mention}.workspace AND o.slug = ${mention}.slug)`;

/** A name that document `d` lists and nothing says of it. */
const UNSAID = `EXISTS (SELECT 1 FROM json_each(d.names) n
  LEFT JOIN mentions m ON m.workspace = d.workspace AND m.slug = n.value
  WHERE json_type(m.spots, '$."' || d.num || '"') IS NULL AND NOT EXISTS (SELECT 1 FROM more_mentions o
    WHERE o.workspace = d.workspace AND o.slug = n.value AND o.at = coalesce(d.dated_at, 0) AND o.document = d.num))`;

const THESE_NAMES = `workspace = :workspace AND slug IN ${KEYS}`;

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
  contradiction_without_memory: {
    scan: walk({
      from: "contradictions x",
      where: "x.workspace = :workspace",
      order: { "x.memory": "", "x.other": "" },
      id: "x.memory",
      key: "x.memory || ' ' || x.other",
      wrong: UNPAIRED,
    }),
    mend: () => [
      `DELETE FROM contradictions AS x WHERE x.workspace = :workspace AND x.memory || ' ' || x.other IN ${KEYS}
         AND ${UNPAIRED}`,
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
      from: "mentions m",
      where: "m.workspace = :workspace",
      order: { "m.slug": "" },
      id: "m.slug",
      key: "m.slug",
      wrong: `(m.more_passages <= :counted AND ((m.passages, m.evidence) <> ${counted("m")}
        OR (m.more_passages, m.more_evidence) <> ${countedMore("m")} OR ${STRAY}))`,
    }),
    mend: () => [
      `DELETE FROM more_mentions AS o WHERE ${THESE_NAMES} AND NOT EXISTS (SELECT 1 FROM documents d
         WHERE d.num = o.document AND ${isKnown("o")} AND EXISTS (SELECT 1 FROM ${chunksOf("o.spot")}))`,
      `UPDATE mentions AS m SET spots = (SELECT json_group_object(s.key, json_set(s.value, '$.in',
           json((SELECT json_group_object(p.key, p.value) FROM ${chunksOf("s.value")}))))
         FROM json_each(m.spots) s CROSS JOIN documents d ON d.num = CAST(s.key AS INTEGER) AND ${isKnown("m")}
         WHERE EXISTS (SELECT 1 FROM ${chunksOf("s.value")})) WHERE ${THESE_NAMES}`,
      `UPDATE mentions AS m SET (passages, evidence) = ${counted("m")} WHERE ${THESE_NAMES}`,
      `UPDATE mentions AS m SET (more_passages, more_evidence) = ${countedMore("m")} WHERE ${THESE_NAMES}`,
      `DELETE FROM mentions WHERE ${THESE_NAMES} AND spots = '{}' AND more_passages = 0`,
    ],
  },
  mention_without_entity: {
    scan: walk({
      from: "documents d",
      where: `d.workspace = :workspace AND ${isThere("d")}`,
      order: { "d.root": "", "d.path": "" },
      id: "d.root || ':' || d.path",
      key: "d.num",
      wrong: UNSAID,
    }),
    mend: () => [],
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
