import { mkdirSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Metric, Scores } from "../../src/cli/commands/eval/evaluation.ts";
import { mean, percentile, TOP } from "../../src/cli/commands/eval/statistics/metrics.ts";
import type { JudgedFiles } from "./judged-files.ts";
import { type ChildPlace, type Timed, withPeer } from "./process.ts";
import type { PeerId } from "./table.ts";

const ROUNDS = 3;
const MEDIAN = 0.5;
const SLOW = 0.95;

/** What one tool scored and cost on one set. */
export interface PeerFigures {
  readonly id: PeerId;
  /** Of each question, in the set's order. */
  readonly scores: readonly Scores[];
  /** Share of the questions that have an answer and got none. */
  readonly empty: number;
  readonly indexMs: number;
  /** Of what it keeps on the disk. */
  readonly bytes: number;
  /** From the start of a process to its first answer, out of an index that another one has made. */
  readonly coldMs: number;
  readonly p50Ms: number;
  readonly p95Ms: number;
  /** Resident after all questions, of all its processes. */
  readonly memory: number | undefined;
}

export interface PeerFailure {
  readonly id: PeerId;
  /** Why there are no figures. */
  readonly reason: string;
}

export type PeerResult = PeerFigures | PeerFailure;

interface Round {
  readonly coldMs: number;
  readonly answers: readonly Timed[];
  readonly memory: number | undefined;
}

/** A tool under way: its rounds so far. */
interface Contender {
  readonly id: PeerId;
  readonly place: ChildPlace;
  readonly indexMs: number;
  readonly bytes: number;
  readonly rounds: Round[];
}

const median = (values: readonly number[]): number => percentile(values, MEDIAN);
export const meanOf = (scores: readonly Scores[], metric: Metric): number | undefined => {
  const values = scores.flatMap((one) => one[metric] ?? []);
  return values.length === 0 ? undefined : mean(values);
};

function bytesBelow(folder: string): number {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) =>
    entry.isFile(),
  );
  return files.reduce((sum, { parentPath, name }) => sum + statSync(join(parentPath, name)).size, 0);
}

/** One round in a new process: the first question cold, then all of them. */
const round = ({ id, place }: Contender, { questions }: JudgedFiles): Promise<Round> => {
  const startedMs = performance.now();
  return withPeer(id, place, async (child) => {
    const queries = questions.map(({ query }) => query);
    await child.do<"ask">({ kind: "ask", queries: queries.slice(0, 1), limit: TOP });
    const coldMs = performance.now() - startedMs;
    const answers = await child.do<"ask">({ kind: "ask", queries, limit: TOP });
    return { coldMs, answers, memory: child.memory() };
  });
};

function figures({ id, indexMs, bytes, rounds }: Contender, { questions }: JudgedFiles): PeerFigures {
  const [first] = rounds;
  const found = questions.map((_, at) => first?.answers[at]?.paths ?? []);
  // Of each question the middle of its rounds, so that what else the machine did once is in no figure.
  const latencies = questions.map((_, at) => median(rounds.map(({ answers }) => answers[at]?.ms ?? 0)));
  const answerable = questions.flatMap(({ isUnanswerable }, at) => (isUnanswerable ? [] : [found[at] ?? []]));
  const memories = rounds.flatMap(({ memory }) => memory ?? []);
  return {
    ...{ id, indexMs, bytes },
    scores: questions.map(({ score }, at) => score(found[at] ?? [])),
    empty: mean(answerable.map((paths) => (paths.length === 0 ? 1 : 0))),
    coldMs: median(rounds.map(({ coldMs }) => coldMs)),
    p50Ms: percentile(latencies, MEDIAN),
    p95Ms: percentile(latencies, SLOW),
    memory: memories.length === 0 ? undefined : median(memories),
  };
}

interface MeasureOptions {
  readonly work: string;
  /** Each tool with the module that loads its packages. */
  readonly peers: readonly { readonly id: PeerId; readonly loader: string }[];
  readonly say: (line: string) => void;
}

/** Runs steps of tools; what fails once is not tried again and has its reason. */
function attempts(what: string, say: MeasureOptions["say"]) {
  const failures = new Map<PeerId, string>();
  const attempt = async (id: PeerId, step: () => Promise<void>): Promise<void> => {
    if (failures.has(id)) return;
    try {
      await step();
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      failures.set(id, reason);
      say(`${id} failed on ${what}: ${reason}`);
    }
  };
  return { failures, attempt };
}

/** A tool's index, made in an empty home by a process that then ends. */
async function indexed(id: PeerId, place: ChildPlace, documents: string): Promise<Contender> {
  rmSync(place.home, { recursive: true, force: true });
  mkdirSync(place.home, { recursive: true });
  const indexMs = await withPeer(id, place, (child) => child.do<"index">({ kind: "index", documents }));
  return { id, place, indexMs, bytes: bytesBelow(place.home), rounds: [] };
}

/** Measures every tool on a set: each indexes alone, then they take turns, a new process a round. */
export async function measureSet(
  set: JudgedFiles,
  { work, peers, say }: MeasureOptions,
): Promise<readonly PeerResult[]> {
  const { failures, attempt } = attempts(set.name, say);
  const documents = join(work, "documents.json");
  writeFileSync(documents, JSON.stringify(set.documents));
  const contenders: Contender[] = [];
  for (const { id, loader } of peers)
    await attempt(id, async () => {
      say(`${id} indexes ${set.name}`);
      const place = { folder: set.folder, home: join(work, id), loader };
      contenders.push(await indexed(id, place, documents));
    });
  for (let turn = 1; turn <= ROUNDS; turn++)
    for (const contender of contenders)
      await attempt(contender.id, async () => {
        say(`${contender.id} searches ${set.name}, round ${turn} of ${ROUNDS}`);
        contender.rounds.push(await round(contender, set));
      });
  return peers.map(({ id }) => {
    const contender = contenders.find((one) => one.id === id);
    const reason = failures.get(id) ?? "nothing was measured";
    return contender === undefined || failures.has(id) ? { id, reason } : figures(contender, set);
  });
}
