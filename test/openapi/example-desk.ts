import type { Example } from "../../src/http/openapi/examples.ts";
import { operationsOf } from "../../src/http/openapi/types.ts";
import { localModels } from "../../src/local-parts.ts";
import { createHandlers } from "../../src/wiring.ts";
import { apiDocument } from "../support/api-document.ts";
import { createClient, testEnv } from "../support/client.ts";
import { createSimulatedWorld, type SimulatedWorld } from "../support/worlds/world.ts";
import { openQuickDatabase } from "../support/worlds/quick-database.ts";
import { openBucket } from "../support/worlds/bucket.ts";
import {
  type Asked,
  backingUp,
  type Desk,
  judging,
  keeping,
  moving,
  posting,
  pulling,
  pushing,
  relating,
  remembering,
  searching,
} from "./example-calls.ts";

/** An answer, for who asks for one, and a choice among statements. */
const WRITTEN = {
  sentences: [{ text: "Keys are rotated on the first Monday of each month.", passages: [1] }],
  kept: [{ number: 1, type: "decision" }],
};

const FIREFOX = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0";

/** What only a deployment of several databases does. */
const OF_SEVERAL = ["moveWorkspace", "readMove", "stopMove"];

/** A desk on a world, the token that it works with by now, and what was called: the first call of each operation. */
export function deskOn(
  { client, ai, clock, database, isolate }: SimulatedWorld,
  owner: string,
  second?: D1Database,
) {
  ai.generator.script = () => WRITTEN;
  const local = createHandlers({ local: localModels }, clock.now);
  // What only a server of one's own machine does is asked of one.
  const ofMachine: Readonly<Record<string, typeof client>> = {
    createSignInLink: createClient(local as never, testEnv(database), undefined, clock.now),
    ...(second && Object.fromEntries(OF_SEVERAL.map((id) => [id, isolate({ DB_2: second } as object)]))),
  };
  const examples: Record<string, Example> = {};
  let token = owner;
  const desk: Desk = {
    as(given) {
      token = given === "owner" ? owner : given;
    },
    sweep: async () => {
      await client.sweep();
    },
    hour: async () => {
      await client.hourly();
    },
    async call(operationId, asked = {}) {
      const { method, path } = addressOf(operationId, asked);
      const asker = ofMachine[operationId] ?? client;
      const headers = { "user-agent": FIREFOX };
      const { status, body } = await asker.call(method, path, { token, body: asked.body, headers });
      if (status !== 200) throw new Error(`${operationId} answered ${status}: ${JSON.stringify(body)}`);
      // Nothing happens at the same time: what is listed by time has one order.
      clock.advance(1_000);
      examples[operationId] ??= { ...asked, answer: shortened(body) };
      return body;
    },
  };
  return { desk, examples, token: () => token };
}

/** Makes every example call on a new, real database, in order; the first of each operation is kept. */
export async function recordExamples(): Promise<Record<string, Example>> {
  const { bucket, dispose } = await openBucket();
  const world = await createSimulatedWorld(0, { BACKUPS: bucket });
  const second = await openQuickDatabase();
  const { desk, examples, token } = deskOn(world, await world.client.owner(), second.database);
  try {
    await pushing(desk);
    const own = token();
    await backingUp(desk);
    desk.as(own);
    const found = await searching(desk);
    await judging(desk, found);
    await remembering(desk);
    await relating(desk);
    await posting(desk);
    await pulling(desk, own);
    await moving(desk);
    desk.as(own);
    await keeping(desk);
  } finally {
    await second.dispose();
    await world.dispose();
    await dispose();
  }
  return examples;
}

/** Method and address of an operation with these parameters. */
export function addressOf(
  operationId: string,
  { params = {}, query }: Asked,
): { method: string; path: string } {
  const placed = operationsOf(apiDocument()).find(({ operation }) => operation.operationId === operationId);
  if (placed === undefined) throw new Error(`There is no operation ${operationId}`);
  const path = placed.path.replace(/\{(\w+)\}/g, (_, name: string) =>
    (params[name] ?? "").split("/").map(encodeURIComponent).join("/"),
  );
  const search = query === undefined ? "" : `?${new URLSearchParams(query)}`;
  return { method: placed.method.toUpperCase(), path: `${path}${search}` };
}

const MAX_ENTRIES = 2;
/** Of a list of words or numbers. */
const MAX_WORDS = 6;
const MAX_CHARS = 200;
/** An object with more fields is a table: the longest answer has some twenty. */
const MAX_FIELDS = 30;

/** An answer as a page can show it: the beginning of long lists, tables and texts; tokens are shown to nobody. */
export function shortened(value: unknown): unknown {
  if (typeof value === "string") return value.length <= MAX_CHARS ? value : `${value.slice(0, MAX_CHARS)}…`;
  if (Array.isArray(value))
    return value.slice(0, typeof value[0] === "object" ? MAX_ENTRIES : MAX_WORDS).map(shortened);
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value);
  const shown = entries.length > MAX_FIELDS ? entries.slice(0, MAX_ENTRIES) : entries;
  return Object.fromEntries(shown.map(([name, part]) => [name, shownPart(name, part)]));
}

function shownPart(name: string, part: unknown): unknown {
  if (name === "token" && isToken(part)) return "…";
  return name === "secret" ? "whsec_…" : shortened(part);
}

/** Signed: in three parts. */
const isToken = (part: unknown): boolean => typeof part === "string" && part.length > 40;
