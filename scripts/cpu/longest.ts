import { cloudflareModels } from "../../src/models/models.ts";
import { shortHash } from "../../src/text/hash.ts";
import { createHandlers } from "../../src/wiring.ts";
import { createClient, ORIGIN, testEnv } from "../../test/support/client.ts";
import { fakeAi } from "../../test/support/fakes/fake-ai.ts";
import { fakeVectorize } from "../../test/support/fakes/fake-vectorize.ts";
import { closeQuickDatabases, openQuickDatabase } from "../../test/support/worlds/quick-database.ts";
import { LARGE_FILES } from "./large-files.ts";
import { poster } from "./measure.ts";
import { type Stretches, StretchWatch } from "./stretch.ts";

export interface Longest extends Stretches {
  readonly name: string;
}

/** Each request as often: what counts is the middle one, when its code is compiled and no collector was in its way. */
const TIMES = 3;
const NOW_MS = Date.UTC(2026, 10, 20, 12);

interface Sent {
  readonly name: string;
  readonly path: string;
  readonly body: (time: number) => Promise<unknown>;
}

/** A document of an upload; a line more each time, so that it is new. */
async function sentDocument(path: string, text: string, time: number) {
  const whole = `${text}\n${time}\n`;
  return { path, text: whole, hash: await shortHash(whole), mtime: NOW_MS };
}

const upload = (name: string, documents: readonly (readonly [path: string, text: string])[]): Sent => ({
  name,
  path: "/v1/roots/large/documents",
  body: async (time) => ({
    origin: ORIGIN,
    documents: await Promise.all(documents.map(([path, text]) => sentDocument(path, text, time))),
  }),
});

const remember = (name: string, text: string): Sent => ({
  name: `memory: ${name}`,
  path: "/v1/memories",
  body: async (time) => ({ text: `${text.slice(0, 99_900)} ${time}`, force: true }),
});

const rememberMany = (name: string, text: string): Sent => ({
  name: `100 memories: ${name}`,
  path: "/v1/memories/batch",
  body: async (time) => ({
    memories: Array.from({ length: 100 }, (_, at) => ({
      text: `${time} ${at} ${text.slice(at * 9_000, at * 9_000 + 9_000)}`,
      force: true,
    })),
  }),
});

/** Documents of one request together: the most of them, and as much text as they may have. */
const many = (text: string) =>
  Array.from({ length: 200 }, (_, at) => [`${at}.md`, text.slice(at * 4_900, (at + 1) * 4_900)] as const);

function sentOf(): readonly Sent[] {
  const of = (name: string): string => LARGE_FILES[name]?.[1] ?? "";
  const memories = ["text, names", "text, keys", "text, one line", "text, combining marks", "text, Chinese"];
  return [
    ...Object.entries(LARGE_FILES).map(([name, file]) => upload(name, [file])),
    upload("200 files of notes", many(of("Markdown, sections"))),
    upload("200 files of names", many(of("text, names"))),
    ...memories.flatMap((name) => [remember(name, of(name)), rememberMany(name, of(name))]),
  ];
}

/** A D1 that is asked outside of the time of whoever asks. */
function watched(database: D1Database, watch: StretchWatch): D1Database {
  const withSession = (start?: string) => {
    const session = database.withSession(start as never);
    const batch = (statements: never) => watch.outside(() => session.batch(statements));
    return { prepare: session.prepare, batch, getBookmark: session.getBookmark };
  };
  return { ...withSession(), withSession } as unknown as D1Database;
}

/**
 * The longest time without a turn of the largest requests that write: each goes the whole way through the Worker, with a
 * real D1, whose own time is left out. One that the service refuses counts, too. `only`: those whose name has it.
 */
export async function* longestStretches(only = ""): AsyncGenerator<Longest> {
  const { database } = await openQuickDatabase();
  const watch = new StretchWatch();
  // The clock stands: what the requests cost would be used up after a few.
  const bindings = {
    ...{ PLATFORM: "cloudflare", TOKEN_UNITS_PER_MINUTE: "0", WORKSPACE_UNITS_PER_MINUTE: "0" },
    ...{ AI: fakeAi(), VECTORIZE: fakeVectorize({ now: () => NOW_MS }) },
  };
  const env = testEnv(watched(database, watch), bindings as never);
  const handlers = createHandlers({ cloudflare: cloudflareModels }, () => NOW_MS);
  const token = await createClient(handlers as never, env, undefined, () => NOW_MS).workspace("default");
  const post = poster(handlers, env, token);
  watch.install();
  for (const { name, path, body } of sentOf().filter((sent) => sent.name.includes(only))) {
    const found: Stretches[] = [];
    for (let time = 0; time < TIMES; time++) {
      const sent = await body(time);
      found.push(await watch.of(() => post(path, sent).catch(() => undefined)));
    }
    const [, middle] = found.toSorted((one, other) => one.longestMs - other.longestMs);
    if (middle !== undefined) yield { name, ...middle };
  }
  await closeQuickDatabases();
}
