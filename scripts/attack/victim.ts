/**
 * `node scripts/attack/victim.ts`, started by `attack.ts` with a way to talk: searches and remembers at a steady pace in a
 * process of its own, so that nothing but the server makes it wait, until it is told to stop. Then it tells how that was.
 */
import { monitorEventLoopDelay } from "node:perf_hooks";
import { setTimeout as delay } from "node:timers/promises";
import { sender } from "./send.ts";
import { textOf } from "../scale/write-texts.ts";
import type { VictimOrder, VictimReport } from "./watched-victim.ts";

/** Every so many requests one remembers. */
const REMEMBERS = 10;
const MAX_PROBLEMS = 5;
const NS_PER_MS = 1e6;
const WORDS = [
  "harbour pilot",
  "gate of the harbour",
  "lighthouse keeper",
  "Ana Lopez",
  "who leads Kestrel Labs?",
];

const times: { readonly search: number[]; readonly remember: number[] } = { search: [], remember: [] };
const problems: string[] = [];
const remembered: string[] = [];
let slowest: VictimReport["slowest"] = [0, 0];
let isOver = false;

/** No two alike, so that none is taken for another. */
const someWords = (turn: number): string => textOf(turn, 1).split("\n").at(-2)?.slice(0, 200) ?? "";

/** What a turn searches for. */
function searchOf(turn: number, only: VictimOrder["only"]) {
  if (only === undefined) return { query: `${WORDS[turn % WORDS.length]} ${turn % 50}`, limit: 5 };
  return { query: only.queries[turn % only.queries.length], limit: only.limit, log: false };
}

async function ask({ url, token, name, from, paceMs, only }: VictimOrder): Promise<void> {
  const { send, close } = sender(url, 1);
  const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
  for (let turn = from; !isOver; turn++) {
    const begun = performance.now();
    const isWrite = only === undefined && turn % REMEMBERS === REMEMBERS - 1;
    const text = `The ${name} note of turn ${turn}: ${someWords(turn)}`;
    const body = isWrite ? { text } : searchOf(turn, only);
    const path = isWrite ? "/v1/memories" : "/v1/search";
    const {
      status,
      text: answer,
      ms,
    } = await send({
      ...{ method: "POST", path, headers, body: Buffer.from(JSON.stringify(body)) },
    });
    const now = Date.now();
    if (ms > slowest[1] - slowest[0]) slowest = [now - ms, now];
    times[isWrite ? "remember" : "search"].push(ms);
    if (status !== 200 && problems.length < MAX_PROBLEMS)
      problems.push(`${path}: ${status} ${answer.slice(0, 200)}`);
    if (isWrite && status === 200) remembered.push(text);
    await delay(Math.max(0, paceMs - (performance.now() - begun)));
  }
  close();
}

const late = monitorEventLoopDelay({ resolution: 5 });

async function run(order: VictimOrder): Promise<void> {
  late.enable();
  await ask(order).catch((error: unknown) => problems.push(String(error)));
  late.disable();
  const report: VictimReport = { times, problems, remembered, slowest, machineMs: late.max / NS_PER_MS };
  process.send?.(report, () => process.disconnect());
}

process.on("message", (message: VictimOrder | "stop") => {
  if (message === "stop") isOver = true;
  else void run(message);
});
// Whoever started it has gone.
process.on("disconnect", () => process.exit());
