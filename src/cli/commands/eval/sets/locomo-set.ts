import { z } from "zod";
import { invalid } from "../../../failures.ts";
import type { Evaluation, Metric, Question, Scores } from "../evaluation.ts";
import { pushTexts } from "../push-texts.ts";
import { distinct } from "../statistics/metrics.ts";
import { type Entry, entryFinder, layOutEntries } from "./lay-out-entries.ts";
import { jsonArrayOf } from "./read-json-array.ts";

/** The depths of the paper's table of retrieved turns (Maharana et al., ACL 2024). */
const DEPTHS = [
  ["recall@5", 5],
  ["recall@10", 10],
  ["recall@25", 25],
  ["recall@50", 50],
] as const satisfies readonly (readonly [Metric, number])[];
const LIMIT = 50;

/** Categories of questions by number, as the paper names them. */
const CATEGORIES = ["", "multi-hop", "temporal", "open-domain", "single-hop", "adversarial"];

const Turn = z.object({
  speaker: z.string(),
  dia_id: z.string(),
  text: z.string(),
  /** What a shared picture shows. */
  blip_caption: z.string().optional(),
});
const Sample = z.object({
  sample_id: z.string(),
  conversation: z.record(z.string(), z.unknown()),
  qa: z.array(z.object({ question: z.string(), category: z.number().int(), evidence: z.array(z.string()) })),
});
type Sample = z.infer<typeof Sample>;

const SESSION = /^session_(\d+)$/;
const folderOf = ({ id }: { readonly id: string }): string =>
  `${encodeURIComponent(id.slice(0, id.indexOf("/")))}/`;

/** The turns of a conversation, a document a session, each under its session's date. */
function entriesOf({ sample_id, conversation }: Sample): readonly Entry[] {
  const sessions = Object.keys(conversation)
    .flatMap((key) => SESSION.exec(key)?.[1] ?? [])
    .sort((a, b) => Number(a) - Number(b));
  return sessions.flatMap((session) => {
    const title = z.string().catch("").parse(conversation[`session_${session}_date_time`]);
    const turns = z.array(Turn).parse(conversation[`session_${session}`]);
    return turns.map(({ speaker, dia_id, text, blip_caption }) => ({
      ...{ id: `${sample_id}/${dia_id}`, title, source: `${sample_id}/${session}` },
      text: `${speaker}: ${text}${blip_caption === undefined ? "" : ` (shares ${blip_caption})`}`,
    }));
  });
}

/**
 * Share of the evidence among the first turns, as `recall_acc` in task_eval/evaluation.py of snap-research/locomo: an entry of
 * the evidence that names no turn is never found, and a question without evidence scores 1.
 */
function scoreEvidence(evidence: readonly string[], turns: readonly string[], limit: number): Scores {
  const ranked = distinct(turns);
  const recallAt = (depth: number): number => {
    const found = new Set(ranked.slice(0, depth));
    return evidence.length === 0 ? 1 : evidence.filter((turn) => found.has(turn)).length / evidence.length;
  };
  return Object.fromEntries(
    DEPTHS.filter(([, depth]) => depth <= limit).map(([metric, depth]) => [metric, recallAt(depth)]),
  );
}

/** Reads LoCoMo's own file. Throws AppError for one that is not LoCoMo's. */
async function readSamples(
  file: string,
): Promise<readonly (Sample & { readonly entries: readonly Entry[] })[]> {
  const samples: (Sample & { readonly entries: readonly Entry[] })[] = [];
  for await (const value of jsonArrayOf(file)) {
    try {
      const sample = Sample.parse(value);
      samples.push({ ...sample, entries: entriesOf(sample) });
    } catch (cause) {
      if (!(cause instanceof z.ZodError)) throw cause;
      throw invalid(`${file} is no LoCoMo: conversation ${samples.length + 1} ${cause.issues[0]?.message}`, {
        cause,
      });
    }
  }
  return samples;
}

/** LoCoMo (locomo10.json): which turns are found for a question, each asked in its own conversation. */
export async function locomoSet(file: string): Promise<Evaluation> {
  const samples = await readSamples(file);
  const documents = layOutEntries(
    samples.flatMap(({ entries }) => entries),
    folderOf,
  );
  const entryOf = entryFinder(documents);
  const evidence = new Map<string, readonly string[]>();
  const questions = samples.flatMap(({ sample_id, qa }): Question[] =>
    qa.map((one, at) => {
      const id = `${sample_id}/q${at}`;
      evidence.set(
        id,
        one.evidence.map((turn) => `${sample_id}/${turn}`),
      );
      const kind = CATEGORIES[one.category] ?? String(one.category);
      return { id, query: one.question, kind, filters: { prefix: folderOf({ id }) } };
    }),
  );
  return {
    questions,
    limit: LIMIT,
    push: (client, options) => pushTexts(client, documents, options),
    score: ({ id }, hits, limit) =>
      scoreEvidence(
        evidence.get(id) ?? [],
        hits.map((hit) => entryOf(hit) ?? ""),
        limit,
      ),
  };
}
