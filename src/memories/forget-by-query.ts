import type { AnyHit } from "../search/contract/hits.ts";
import { type SearchAnswer, SearchRequest } from "../search/contract/search.ts";
import type { OpenWorkspace } from "../workspaces/open-workspace.ts";
import type { ForgetByQueryAnswer, ForgetRequest } from "./contract/memories.ts";
import { normalHash, wordOverlap } from "./duplicates/same-text.ts";
import { forgetMemory } from "./forget.ts";
import type { MemoryRunning } from "./memory-document.ts";
import type { MemoryRecord } from "./memory-record.ts";
import { compareTexts } from "./sameness/compare-texts.ts";
import { memoriesById, memoriesByText } from "./sql/memory-reads.ts";

/** What a memory must score to be forgotten by a query, and no other may. */
const CLEAR_SCORE = 0.9;
const CANDIDATES = 10;
const SHOWN_CHARS = 200;

export interface ForgetParts extends MemoryRunning {
  readonly search: (context: OpenWorkspace, request: SearchRequest) => Promise<SearchAnswer<AnyHit>>;
}

interface Scored {
  readonly memory: MemoryRecord;
  readonly score: number;
}

/**
 * Forgets the one memory that says what the query says; otherwise lists what comes near and forgets nothing. The score is
 * 1 for the same text, else the greater of the overlap of words (Dice) and, where embeddings tell meaning, the cosine; at
 * most .9 where it says something else in nearly the same words: what is meant may be its opposite.
 */
export async function forgetByQuery(
  context: OpenWorkspace,
  parts: ForgetParts,
  request: ForgetRequest,
): Promise<ForgetByQueryAnswer> {
  const scored = await candidates(context, parts, request);
  const clear = scored.filter(({ score }) => score > CLEAR_SCORE);
  const [only] = clear;
  const forgotten =
    only !== undefined && clear.length === 1
      ? await forgetMemory(context, only.memory.id, { now: false })
      : null;
  return {
    forgotten,
    candidates: scored.map(({ memory, score }) => ({
      id: memory.id,
      text: shown(memory.text),
      score: Math.round(score * 1_000) / 1_000,
    })),
  };
}

function shown(text: string): string {
  const characters = [...text.slice(0, 2 * SHOWN_CHARS + 2)];
  return characters.length <= SHOWN_CHARS ? text : `${characters.slice(0, SHOWN_CHARS - 1).join("")}…`;
}

async function candidates(
  context: OpenWorkspace,
  { search, knowsMeaning }: ForgetParts,
  { query, type, session }: ForgetRequest,
): Promise<readonly Scored[]> {
  const { session: db, workspace, row } = context;
  const exact = [...(await memoriesByText(db, workspace, [await normalHash(query)])).values()];
  const filters = { kind: "memory", ...(type && { type }), ...(session && { session }) };
  const wanted = {
    ...{ query, filters, limit: CANDIDATES, view: "full" },
    ...{ minScore: 0, consistency: "strong", log: false },
    // What comes near is judged here.
    settings: { "relevance.floor": 0, "relevance.min": 0 },
  };
  const { hits } = await search(context, SearchRequest.parse(wanted));
  const similarity = new Map<string, { readonly text: string; readonly cosine: number }>();
  const found = hits.filter((hit) => "path" in hit);
  for (const { path, text = "", scores } of found)
    if (scores.similarity !== undefined) similarity.set(path, { text, cosine: scores.similarity });
  const memories = await memoriesById(db, workspace, [...new Set(found.map(({ path }) => path))]);
  const isMeant = (memory: MemoryRecord) =>
    (type === undefined || memory.type === type) && (session === undefined || memory.session === session);
  const near = memories.map((memory): Scored => {
    const { text, cosine } = similarity.get(memory.id) ?? { text: "", cosine: 0 };
    // A vector of a long text's part says nothing of the whole.
    const isWhole = text.trim() === memory.text.trim();
    const isTold = knowsMeaning(row.identity) && isWhole;
    const score = Math.max(wordOverlap(query, memory.text), isTold ? cosine : 0);
    const isDoubtful = compareTexts(query, memory.text) === "contradicts-maybe";
    return { memory, score: isDoubtful ? Math.min(score, CLEAR_SCORE) : score };
  });
  const others = near.filter(({ memory }) => exact.every(({ id }) => id !== memory.id));
  return [...exact.map((memory) => ({ memory, score: 1 })), ...others]
    .filter(({ memory }) => isMeant(memory))
    .toSorted((a, b) => b.score - a.score || (a.memory.id < b.memory.id ? -1 : 1));
}
