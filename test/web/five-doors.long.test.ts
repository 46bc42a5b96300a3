import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { h } from "preact";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ensureAccess } from "../../src/cli/local/local-access.ts";
import { startServer } from "../../src/cli/local/start-server.ts";
import type { SearchAnswer } from "../../src/search/contract/search.ts";
import { INSTALL_MODEL } from "../../src/cli/settings/model-note.ts";
import { answerWords, NO_MODEL, NOT_MEASURED, percent } from "../../src/search/views/answer-words.ts";
import { requestOf } from "../../src/web/views/search/asking/request.ts";
import { Results } from "../../src/web/views/search/results/results.tsx";
import { runCli } from "../cli/run-cli.ts";
import { writeInto } from "../cli/temporary-folder.ts";
import { untilEmbedded } from "../docs/until-embedded.ts";
import { call, connect, type McpClient } from "../mcp/connect.ts";
import { onPage } from "./support/screen.ts";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));
const SECRET = "a secret for the test that asks five doors";

const FILES = {
  "n/ops/keys.md":
    "# Signing keys\n\nThe signing keys are rotated on the first Monday of each month with `ops rotate --all`.\n",
  "n/ops/backups.md":
    "# Backups\n\nSnapshots are taken every night at 02:00, rotated, and kept for thirty days.\n",
  "n/queue.md":
    "# Queue\n\nFailed jobs are parked after eight attempts; an engineer looks at them on Monday.\n",
  "n/garden.md": "# Garden\n\nTomatoes are watered at dawn, and never in the sun.\n",
};
const GONE = "The staging database listens on port 5433.";

interface Asked {
  readonly query: string;
  readonly profile?: string;
  readonly glob?: string;
}

interface Expected
  extends Partial<Pick<SearchAnswer, "outcome" | "confidence" | "degraded" | "fallback" | "didYouMean">> {
  readonly repaired?: SearchAnswer["use"]["repaired"];
  readonly absence?: NonNullable<SearchAnswer["absence"]>["kind"];
  readonly hasClosest?: boolean;
}

const KEYS = "when are the signing keys rotated?";

const CASES: readonly (readonly [what: string, asked: Asked, expected: Expected])[] = [
  ["that is answered", { query: KEYS }, { outcome: "found", confidence: "high" }],
  [
    "with a misspelt word",
    { query: "when are the signing keys rottated?" },
    { outcome: "found", repaired: [{ from: "rottated", to: "rotated" }] },
  ],
  [
    "with a misspelt word in quotation",
    { query: "when are the signing keys `rottated`?" },
    { outcome: "found", repaired: [], didYouMean: [{ from: "rottated", to: "rotated" }] },
  ],
  [
    "that nothing answers",
    { query: "who cleans the office on Monday?" },
    { outcome: "nothing_relevant", confidence: "none", absence: "never", hasClosest: true },
  ],
  [
    "that nothing answers any more",
    { query: "on which port does the staging database listen?" },
    { confidence: "none", absence: "gone" },
  ],
  [
    "whose answer a filter leaves out",
    { query: KEYS, glob: "gard*.md" },
    { confidence: "none", absence: "filtered" },
  ],
  [
    "of a profile that a model is missing for",
    { query: KEYS, profile: "openclaw" },
    { outcome: "found", degraded: ["cosines_missing"] },
  ],
  [
    "for which the newest stand in",
    { query: "zebra xylophone quagga", profile: "code-memory" },
    { confidence: "none", fallback: "recent" },
  ],
];

interface FoundOverMcp {
  readonly outcome: string;
  readonly confidence: string;
  readonly hits: readonly { readonly citation: string; readonly relevance: number }[];
  readonly closest?: readonly string[];
  readonly degraded: readonly string[];
  readonly notes: readonly string[];
}

describe("five doors", () => {
  const home = mkdtempSync(join(tmpdir(), "recall-doors-"));
  let server: Awaited<ReturnType<typeof startServer>>;
  let token: string;
  let mcp: McpClient;

  const cli = (args: readonly string[], input = "") =>
    runCli(args, { cwd: home, env: { RECALL_HOME: home }, input });

  beforeAll(async () => {
    for (const [path, text] of Object.entries(FILES)) writeInto(home, path, text);
    server = await startServer({ root: ROOT, home, port: 0, secret: SECRET });
    await ensureAccess({ url: server.url, fetch }, home, SECRET);
    ({ token } = JSON.parse(readFileSync(join(home, "config.json"), "utf8")));
    expect((await cli(["push", "n"])).code).toBe(0);
    const { stdout } = await cli(["remember", GONE, "--json"]);
    expect((await cli(["forget", JSON.parse(stdout).memory.id])).code).toBe(0);
    await untilEmbedded(server.url, home);
    const door = async (request: Request): Promise<Response> => {
      const { method, headers } = request;
      const body = method === "POST" ? { body: await request.text() } : {};
      return fetch(`${server.url}/mcp`, { method, headers, ...body });
    };
    mcp = await connect(door, { token });
  });
  afterAll(async () => {
    await server.stop();
    rmSync(home, { recursive: true, force: true });
  });

  async function overHttp(body: object): Promise<SearchAnswer> {
    const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
    const response = await fetch(`${server.url}/v1/search`, {
      method: "POST",
      headers,
      body: JSON.stringify(body),
    });
    return (await response.json()) as SearchAnswer;
  }

  const wishOf = ({ query, profile, glob }: Asked) => ({
    query,
    ...(profile !== undefined && { profile }),
    ...(glob !== undefined && { filters: { glob } }),
  });
  const flagsOf = ({ profile, glob }: Asked): readonly string[] => [
    ...(profile === undefined ? [] : ["--profile", profile]),
    ...(glob === undefined ? [] : ["--glob", glob]),
  ];

  const told = ({ degraded, fallback, didYouMean, absence, closest, use, ...answer }: SearchAnswer) => ({
    ...{ outcome: answer.outcome, confidence: answer.confidence, degraded, fallback, didYouMean, absence },
    repaired: use.repaired,
    closest: closest?.map(({ citation }) => citation),
  });

  it.each(CASES)("hear of a question %s what was expected", async (_, asked, expected) => {
    const { absence, hasClosest, ...rest } = expected;
    const answer = told(await overHttp(wishOf(asked)));
    expect(answer).toMatchObject(rest);
    expect(answer.absence?.kind).toBe(absence);
    if (hasClosest === true) expect(answer.closest?.length).toBeGreaterThan(0);
  });

  it.each(CASES)("say the same of a question %s: HTTP and the command line", async (_, asked) => {
    const answer = await overHttp(wishOf(asked));
    const json = await cli(["search", asked.query, "--json", ...flagsOf(asked)]);
    expect(told(JSON.parse(json.stdout))).toEqual(told(answer));
    const shown = await cli(["search", asked.query, ...flagsOf(asked)]);
    expect([json.code, shown.code]).toEqual(answer.hits.length > 0 ? [0, 0] : [1, 1]);
    // That there is no model the command line says once a day, with what brings one.
    const words = answerWords(answer).filter((text) => text !== NO_MODEL);
    const saying = shown.stdout.replace(`${NO_MODEL} ${INSTALL_MODEL}`, "").replace(/ +$/gm, "");
    expect(saying).toContain(`${words.join(" ")}\n`);
    for (const { citation, relevance } of answer.hits)
      expect(shown.stdout).toContain(`${citation}  ${percent(relevance)}`);
  });

  it.each(CASES)("say the same of a question %s: HTTP and MCP", async (_, asked) => {
    const answer = await overHttp(wishOf(asked));
    const { outcome, confidence, degraded, hits } = answer;
    const { query, profile, glob } = asked;
    const over = await call<FoundOverMcp>(mcp, "search", { query, profile, glob });
    const words = answerWords(answer);
    expect(over.structured).toMatchObject({ outcome, confidence, degraded, notes: words });
    expect(over.structured.closest).toEqual(told(answer).closest);
    expect(over.structured.hits.map(({ citation }) => citation)).toEqual(
      hits.map(({ citation }) => citation),
    );
    expect(over.text).toContain([...words, "recall "].join("\n"));
    for (const { citation, relevance } of hits)
      expect(over.text).toContain(`${citation} ${percent(relevance)} `);
  });

  it.each(CASES)("say the same of a question %s: HTTP and the hook", async (_, asked) => {
    const answer = await overHttp(wishOf(asked));
    const { stdout } = await cli(["hook", "prompt", "--json", ...flagsOf(asked)], asked.query);
    const { context, outcome, confidence } = JSON.parse(stdout);
    expect({ outcome, confidence }).toEqual({ outcome: answer.outcome, confidence: answer.confidence });
    // Nobody asked for a search: what cannot be relied on, or stands in for an answer, is not handed over.
    const [best] = answer.confidence === "high" && answer.fallback === undefined ? answer.hits : [];
    if (best === undefined) return expect(context).toBeNull();
    expect(context).toContain(`\n| ${answerWords(answer).join(" ")}\n</recalled-passages>`);
    expect(context).toContain(`[${best.id.slice(0, 8)}]\n| ${best.citation}`);
  });

  const rankOf = (hit: Element): number => Number(hit.getAttribute("data-rank"));

  it.each(CASES)("say the same of a question %s: HTTP and the page", async (_, asked) => {
    const { query, profile, glob } = asked;
    const parameters = { q: query, ...(profile && { profile }), ...(glob && { path: glob }) };
    const address = `?${new URLSearchParams(parameters)}`;
    const request = requestOf(parameters);
    const { limit: _limit, ...wanted } = request ?? {};
    const value = await overHttp(wanted);
    expect(told(value)).toEqual(told(await overHttp(wishOf(asked))));
    const nothing = () => undefined;
    const search = {
      ...{ value, isLoading: false, isStale: false, failure: undefined, request, retry: nothing },
      ...{ settle: nothing, type: nothing, recall: async () => "r1" },
    };
    const selection = { selected: undefined, select: nothing };
    const votes = { given: {}, of: nothing, give: nothing };
    const { screen } = onPage(() => h(Results, { search, selection, votes }), { address });
    const cited = (hits: SearchAnswer["hits"]) =>
      hits.map(({ citation, relevance }) => [citation, percent(relevance)]);
    // They stand by document, each with its rank.
    const shown = screen
      .all(".hit")
      .toSorted((one, other) => rankOf(one) - rankOf(other))
      .map((hit) => [
        hit.getAttribute("data-citation"),
        hit.querySelector(".hit-share")?.textContent?.replace("Relevance ", ""),
      ]);
    expect(shown).toEqual(
      cited(value.hits.length > 0 ? value.hits : ((value.closest ?? []) as SearchAnswer["hits"])),
    );
    // What comes closest is the list, and what holds for every search of a server is said where a search begins.
    const sentences = answerWords({ ...value, closest: [] }).filter(
      (text) => text !== NO_MODEL && text !== NOT_MEASURED,
    );
    for (const sentence of sentences) expect(screen.text).toContain(sentence);
  });
});
