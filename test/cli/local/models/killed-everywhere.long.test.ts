import { readdirSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, it } from "vitest";
import type { ModelPart } from "../../../../src/contract/outages.ts";
import type { Hit } from "../../../../src/search/contract/hits.ts";
import type { SearchAnswer } from "../../../../src/search/contract/search.ts";
import { EMBEDDER, RERANKER, tinyModels } from "../../../local-models/tiny-models.ts";
import { temporaryFolder } from "../../temporary-folder.ts";
import { installKilled } from "./killed-installation.ts";
import { emptyNetwork, type Network } from "./empty-network.ts";
import { databaseBytes, letLeasesEnd, makeRoom, type Room, type Server } from "./room.ts";

const WORDS = [
  "heron",
  "weir",
  "mill",
  "reed",
  "lock",
  "ferry",
  "rope",
  "pond",
  "wheel",
  "otter",
  "bank",
  "gate",
];
const [FILES, SECTIONS, WORDS_A_SECTION] = [50, 20, 24];
const QUESTIONS = ["heron at the mill", "ferry rope", "which lock has a gate and a wheel"] as const;
/** Hits that are compared: as many as the first page has. */
const COMPARED = 10;
const POLL_MS = 2;
const ENDED = "the process of the installed models ended; it is started again by itself";

/** 1,000 sections of random words, always the same. */
function notes(): Readonly<Record<string, string>> {
  let state = 7;
  const word = () => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31;
    return WORDS[Math.floor(state / 2 ** 16) % WORDS.length] ?? "";
  };
  const text = () => Array.from({ length: WORDS_A_SECTION }, word).join(" ");
  const file = () => Array.from({ length: SECTIONS }, (_, at) => `## Part ${at}\n\n${text()}.\n`).join("\n");
  return Object.fromEntries(Array.from({ length: FILES }, (_, at) => [`docs/f${at}.md`, file()]));
}

interface World {
  readonly docs: string;
  /** Folders of weights. */
  readonly weights: string;
  readonly network: Network;
}

function makeWorld(network: Network): World {
  const { models } = tinyModels({ ...EMBEDDER, words: WORDS }, { ...RERANKER, words: WORDS });
  return { docs: join(temporaryFolder(notes()), "docs"), weights: models, network };
}

const from = ({ weights }: World, name: string): readonly string[] => [
  ...["models", "install", "--from"],
  join(weights, name),
];

const ended = (code: number) => expect.objectContaining({ code });

async function statusOf(room: Room) {
  const { stdout, stderr } = await room.recall("status", "--json");
  expect(stderr).toBe("");
  const { documents, chunks, index } = JSON.parse(stdout);
  return {
    documents,
    chunks,
    pending: index.pendingChunks,
    failed: index.failedDocuments + index.failedWork,
  };
}

const isEmbedded = (room: Room) =>
  expect
    .poll(() => statusOf(room), { timeout: 600_000, interval: 300 })
    .toEqual({ documents: FILES, chunks: FILES * SECTIONS, pending: 0, failed: 0 });

type Found = Pick<SearchAnswer<Hit>, "hits" | "degraded" | "outages">;

async function search(room: Room, question: string, ...more: readonly string[]) {
  const { code, stdout, stderr } = await room.recall("search", question, "--json", ...more);
  const empty: Found = { degraded: [], hits: [] };
  const { hits, degraded, outages = [] } = code === 0 ? (JSON.parse(stdout) as Found) : empty;
  return { code, stderr, degraded, hits, outages };
}

/** As many candidates as are compared. */
const RERANKED = ["rerank.by=cross-encoder", `rerank.pool=${COMPARED}`];
const WAYS: readonly (readonly string[])[] = [
  ["--profile", "vector"],
  ["--profile", "edge", "--set", "rerank.by=none"],
  ["--profile", "vector", ...RERANKED.flatMap((setting) => ["--set", setting])],
];

/** First pages of a question: citations, in the last one with the re-ranker's scores. */
type Pages = readonly (readonly (readonly [citation: string, score: string | undefined])[])[];

async function pages(room: Room, question: string): Promise<Pages> {
  const found: Pages[number][] = [];
  for (const way of WAYS) {
    const { degraded, hits } = await search(room, question, "-n", String(COMPARED), ...way);
    expect([degraded, hits.length]).toEqual([[], COMPARED]);
    found.push(hits.map(({ citation, scores }) => [citation, scores.rerank?.toFixed(4)]));
  }
  expect(found.at(-1)?.filter(([, score]) => score === undefined)).toEqual([]);
  return found;
}

async function answersOf(room: Room): Promise<readonly Pages[]> {
  const found: Pages[] = [];
  for (const question of QUESTIONS) found.push(await pages(room, question));
  return found;
}

/** Everything without a kill. */
async function undisturbed(room: Room, world: World): Promise<readonly Pages[]> {
  for (const name of [EMBEDDER.name, RERANKER.name])
    expect(await room.recall(...from(world, name))).toEqual(ended(0));
  const server = await room.serve();
  expect(await room.recall("push", world.docs)).toEqual(ended(0));
  await isEmbedded(room);
  const answers = await answersOf(room);
  expect(await server.stop()).toEqual(ended(0));
  return answers;
}

/** A server that was killed within its start, when it had just begun its models' process. */
async function killedWithinStart(room: Room): Promise<void> {
  let pid = 0;
  const done = room.start(["serve", "--port", "0"], (started) => (pid = started));
  await expect
    .poll(() => room.processes().some(({ program }) => program.includes("model-process")), {
      interval: POLL_MS,
    })
    .toBe(true);
  process.kill(pid, "SIGKILL");
  await done;
}

/** A server that was killed within a push, at the first that this wrote. The push says so; the one after it ends. */
async function killedWithinPush(room: Room, docs: string): Promise<Server> {
  const server = await room.serve();
  const before = databaseBytes(room.home);
  const push = room.recall("push", docs);
  while (databaseBytes(room.home) === before) await sleep(POLL_MS);
  await server.kill();
  expect(await push).not.toEqual(ended(0));
  return room.serve();
}

/** The models' process, then the server: each killed while passages are being embedded. */
async function killedWithinEmbedding(room: Room, docs: string, first: Server): Promise<Server> {
  const passages = room.hold("passages", 3);
  expect(await room.recall("push", docs)).toEqual(ended(0));
  await passages.isHeld();
  room.killModels();
  passages.release();
  expect((await statusOf(room)).pending).toBeGreaterThan(0);
  await first.kill();
  letLeasesEnd(room.home);
  const again = room.hold("passages", 3);
  const second = await room.serve();
  await again.isHeld();
  const killed = second.kill();
  again.release();
  await killed;
  letLeasesEnd(room.home);
  const third = await room.serve();
  await isEmbedded(room);
  return third;
}

interface Victim {
  readonly kind: "query" | "rerank";
  /** Jobs of the kind that go through before. */
  readonly through: number;
  /** What the answer goes without. */
  readonly part: ModelPart;
}

/** The models' process, then the server: each killed within a search, while its model works for it. */
async function killedWithinSearch(
  room: Room,
  first: Server,
  { kind, through, part }: Victim,
): Promise<Server> {
  const one = room.hold(kind, through);
  const found = search(room, `${kind} of a heron at the weir`);
  await one.isHeld();
  room.killModels();
  one.release();
  const { code, degraded, hits, outages } = await found;
  expect([code, degraded]).toEqual([0, expect.arrayContaining([`${part}_unavailable`])]);
  expect(hits.length).toBeGreaterThan(0);
  expect(outages).toContainEqual(expect.objectContaining({ part, message: expect.stringContaining(ENDED) }));
  await first.kill();
  const second = await room.serve();
  const other = room.hold(kind, through);
  const lost = search(room, `${kind} of an otter at the pond`);
  await other.isHeld();
  const killed = second.kill();
  other.release();
  await killed;
  expect((await lost).code).not.toBe(0);
  return room.serve();
}

it.runIf(process.platform === "linux")(
  "installation, start, push, embedding, search and re-ranking, each killed on its way, end as without kills, and without a network",
  async () => {
    const world = makeWorld(await emptyNetwork());
    const calmNetwork = await emptyNetwork();
    const [calm, room] = [
      makeRoom(temporaryFolder(), calmNetwork),
      makeRoom(temporaryFolder(), world.network),
    ];
    const installs = [EMBEDDER.name, RERANKER.name].map((name) => from(world, name));
    const [wanted] = await Promise.all([
      undisturbed(calm, world),
      (async () => {
        for (const args of installs) await installKilled(room, args);
      })(),
    ]);
    await killedWithinStart(room);
    let server = await killedWithinPush(room, world.docs);
    server = await killedWithinEmbedding(room, world.docs, server);
    const query = { kind: "query", through: 0, part: "embedder" } as const;
    server = await killedWithinSearch(room, server, query);
    const rerank = { kind: "rerank", through: 2, part: "reranker" } as const;
    server = await killedWithinSearch(room, server, rerank);
    expect(await answersOf(room)).toEqual(wanted);
    await isEmbedded(room);
    expect(await server.stop()).toEqual(ended(0));
    const whole = ["calibration.json", "manifest.json", "model.onnx", "tokenizer.json"];
    expect(readdirSync(room.models).sort()).toEqual([EMBEDDER.name, RERANKER.name]);
    for (const name of [EMBEDDER.name, RERANKER.name])
      expect(readdirSync(join(room.models, name)).sort()).toEqual(whole);
    expect(readdirSync(room.home).sort()).toEqual(readdirSync(calm.home).sort());
    expect([room.processes(), calm.processes()]).toEqual([[], []]);
    for (const network of [world.network, calmNetwork]) expect(network.sent()).toBeOneOf([0, undefined]);
  },
);

it("the network of these tests counts what would leave it", async () => {
  const network = await emptyNetwork();
  if (network.sent() === undefined) return;
  const room = makeRoom(temporaryFolder(), network);
  expect(network.sent()).toBe(0);
  expect((await room.recall("models", "install", "bge-m3", "--yes")).code).not.toBe(0);
  expect(network.sent()).toBeGreaterThan(0);
});
