import type { Settings } from "../../../src/search/profiles/profile.ts";
import { analyseQuery } from "../../../src/search/query/analyse.ts";
import type { Candidate, MemoryTraits, StageContext } from "../../../src/search/stages/stage.ts";
import { STAGES } from "../../../src/search/stages/table.ts";

export const DAY_MS = 86_400_000;

export const AS_OF = Date.UTC(2026, 5, 1);

let documents = 0;

/** A file's chunk of a given score, with whatever a test wants different. */
export const candidate = (id: string, score: number, more: Partial<Candidate> = {}): Candidate => ({
  id,
  score,
  unadjusted: score,
  excess: 0,
  kind: "file",
  documentNum: ++documents,
  root: "notes",
  path: `${id}.md`,
  language: "markdown",
  headings: [],
  text: `text of ${id}`,
  documentBytes: (more.text ?? `text of ${id}`).length,
  documentChunks: 1,
  datedAt: undefined,
  isFileTime: false,
  changedAt: more.isFileTime === true ? more.datedAt : undefined,
  session: undefined,
  memory: undefined,
  votes: [],
  vector: undefined,
  keywordScore: undefined,
  ...more,
});

const FACTS: MemoryTraits = { type: "fact", importance: 0.7, priority: 3, confidence: 0.8, timesObserved: 1 };

/** A remembered note. */
export const memory = (
  id: string,
  score: number,
  { facts, ...more }: Partial<Candidate> & { readonly facts?: Partial<MemoryTraits> } = {},
): Candidate => candidate(id, score, { kind: "memory", memory: { ...FACTS, ...facts }, ...more });

export const daysOld = (days: number): Partial<Candidate> => ({ datedAt: AS_OF - days * DAY_MS });

/** Every word of the query is equally rare. */
export const context = (query = "where are the keys", session?: string): StageContext => {
  const analysed = analyseQuery(query);
  return {
    query: analysed,
    terms: analysed.terms.map(({ stem }) => ({ stem, idf: 1 })),
    asOfMs: AS_OF,
    session,
    descriptions: {},
    relevanceOf: () => 0.5,
    isMeasured: () => true,
  };
};

/** One stage of the table with its defaults, but for these settings. */
export function stage(name: string, settings: Settings = {}) {
  const definition = STAGES.find((known) => known.name === name);
  if (definition === undefined) throw new Error(`There is no stage ${name}`);
  const defaults = Object.entries(definition.settings).map(([key, { default: value }]) => [key, value ?? 0]);
  return definition.create({ ...Object.fromEntries(defaults), ...settings });
}

/** What a stage makes of one candidate's score. */
export const scoreAfter = (
  name: string,
  one: Candidate,
  more: { settings?: Settings; query?: string; session?: string } = {},
) => stage(name, more.settings)([one], context(more.query, more.session))[0]?.score;
