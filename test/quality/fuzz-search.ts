import { createHash, randomBytes } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { availableParallelism, tmpdir } from "node:os";
import { join } from "node:path";
import { seededRandom } from "../../src/cli/commands/eval/statistics/significance.ts";
import { packageRoot } from "../../src/cli/local/load-runtime.ts";
import { startServer } from "../../src/cli/local/start-server.ts";
import { firstToken } from "../../src/cli/local/local-access.ts";
import { answerOf, createClient } from "../../src/client/client.ts";
import { FUZZ_FILES, isRefused, queryString } from "./query-strings.ts";

/** Requests under way at once at one server: its database answers one at a time, the rest hides the way there. */
const AT_ONCE = 8;
/** A server computes on one core, so each core gets one; fewer queries than this are not worth another's start. */
const MIN_PER_SERVER = 5_000;
/** Problems kept; one is enough to fail, some more show a pattern. */
const MAX_PROBLEMS = 20;
const SHOWN_CHARS = 120;
const SECRET = randomBytes(32).toString("base64url");
const ORIGIN = "0".repeat(32);

export interface FuzzReport {
  readonly asked: number;
  readonly found: number;
  readonly refused: number;
  /** Answers that are not what the contract says, the first twenty. */
  readonly problems: readonly string[];
}

interface Answer {
  readonly status: number;
  readonly body: { readonly outcome?: string; readonly error?: { readonly code: string } };
}

type Post = (path: string, body: object) => Promise<Answer>;

function poster(url: string, token: string): Post {
  // Uncompressed: on one machine that only costs time, on both ends.
  const headers = {
    authorization: `Bearer ${token}`,
    "content-type": "application/json",
    "accept-encoding": "identity",
  };
  return async (path, body) => {
    const response = await fetch(url + path, { method: "POST", headers, body: JSON.stringify(body) });
    return { status: response.status, body: (await response.json()) as Answer["body"] };
  };
}

const documents = Object.entries(FUZZ_FILES).map(([path, text]) => ({
  path,
  text,
  hash: createHash("sha256").update(text).digest("hex").slice(0, ORIGIN.length),
  mtime: 0,
}));

/** A workspace with the fuzz files in it; answers what posts to it. */
async function prepare(url: string): Promise<Post> {
  const owner = createClient(url, await firstToken({ url, fetch }, SECRET)).v1;
  await owner.workspaces.$post({ json: { slug: "fuzz" } });
  const json = { scope: "write", workspace: "fuzz" } as const;
  const post = poster(url, (await answerOf(owner.tokens.$post({ json }))).token);
  await post("/v1/roots/fuzz/manifest", { origin: ORIGIN, files: [] });
  const { status } = await post("/v1/roots/fuzz/documents", { origin: ORIGIN, documents });
  if (status !== 200) throw new Error(`the upload was answered ${status}`);
  return post;
}

interface FuzzServer {
  readonly post: Post;
  readonly stop: () => Promise<void>;
}

async function startFuzzServer(): Promise<FuzzServer> {
  const home = mkdtempSync(join(tmpdir(), "recall-fuzz-"));
  const server = await startServer({
    ...{ root: packageRoot(), home, port: 0, secret: SECRET },
    settings: { TOKEN_UNITS_PER_MINUTE: "0", WORKSPACE_UNITS_PER_MINUTE: "0" },
  });
  const stop = async () => {
    await server.stop();
    rmSync(home, { recursive: true, force: true });
  };
  return { post: await prepare(server.url), stop };
}

/**
 * Asks so many generated queries of local servers on workerd, each with its own database: half of each profile, a third as
 * if it were still being typed.
 */
export async function fuzzSearch(
  count: number,
  seed: number,
  onProgress: (asked: number) => void = () => undefined,
): Promise<FuzzReport> {
  const wanted = Math.min(availableParallelism(), Math.ceil(count / MIN_PER_SERVER));
  const servers: FuzzServer[] = [];
  try {
    while (servers.length < wanted) servers.push(await startFuzzServer());
    const posts = servers.map(({ post }) => post);
    return await ask(posts, { count, random: seededRandom(seed), onProgress });
  } finally {
    await Promise.all(servers.map(({ stop }) => stop()));
  }
}

/** A query as a report shows it: its length and how it begins. */
const shown = (query: string): string =>
  `${query.length} characters ${JSON.stringify(query.slice(0, SHOWN_CHARS))}`;

interface Run {
  readonly count: number;
  readonly random: () => number;
  readonly onProgress: (asked: number) => void;
}

async function ask(posts: readonly Post[], { count, random, onProgress }: Run): Promise<FuzzReport> {
  let [asked, found, refused] = [0, 0, 0];
  const problems: string[] = [];
  const worker = async (post: Post): Promise<void> => {
    while (asked < count && problems.length < MAX_PROBLEMS) {
      const at = asked++;
      const query = queryString(random);
      const { status, body } = await post("/v1/search", {
        query,
        profile: at % 2 === 0 ? "edge" : "keyword",
        typing: at % 3 === 0,
        // Strings like these are rarely answered: most are shown all the same.
        ...(at % 20 > 0 && { settings: { "relevance.floor": 0 } }),
      });
      const expected = isRefused(query) ? "400 invalid_input" : "200 ";
      const answered = `${status} ${body.error?.code ?? ""}`;
      if (answered !== expected) problems.push(`${shown(query)}: ${answered}, expected ${expected}`);
      if (status === 400) refused++;
      if (body.outcome === "found") found++;
      onProgress(at + 1);
    }
  };
  await Promise.all(posts.flatMap((post) => Array.from({ length: AT_ONCE }, () => worker(post))));
  return { asked, found, refused, problems };
}
