import { expect, it } from "vitest";
import { type RecallClient, recallClient } from "../../../src/cli/session/recall-client.ts";
import { VERSION } from "../../../src/version.ts";

interface Sent {
  readonly asked: string;
  readonly body: unknown;
  readonly headers: Headers;
}

/** A client of a server that answers everything alike, and what it was asked. */
function clientOf(answer: () => Response = () => Response.json({}), url = "https://r.example") {
  const sent: Sent[] = [];
  const client = recallClient({
    ...{ url, token: "t", bookmark: () => undefined, onBookmark: () => undefined, retryBaseMs: 1 },
    fetch: async (address, { method, body, headers }) => {
      const asked = `${method} ${String(address).replace(`${url}/v1/`, "")}`;
      sent.push({ asked, body: body ? JSON.parse(String(body)) : undefined, headers: new Headers(headers) });
      return answer();
    },
  });
  return { client, sent };
}

type Call = (client: RecallClient) => Promise<unknown>;
type Given<Name extends keyof RecallClient> = Parameters<RecallClient[Name]>[0];

const BODY = { any: "thing" };
const body = <Name extends keyof RecallClient>(): Given<Name> => BODY as unknown as Given<Name>;

it.each<[string, Call, unknown?]>([
  ["POST search", (client) => client.search({ query: "q", view: "full" }), { query: "q", view: "full" }],
  ["POST ask", (client) => client.ask({ question: "q" }), { question: "q" }],
  ["POST explain", (client) => client.explain({ query: "q", id: "i" }), { query: "q", id: "i" }],
  ["GET documents?root=r&limit=5", (client) => client.documents({ root: "r", limit: 5, after: undefined })],
  ["GET documents/a/b.md?lines=1-2", (client) => client.document("a/b.md", { lines: "1-2" })],
  ["GET chunks/c", (client) => client.chunk("c")],
  ["GET status", (client) => client.status()],
  ["POST roots/r%2Fs/manifest", (client) => client.manifest("r/s", BODY as never), BODY],
  ["POST roots/r/documents", (client) => client.upload("r", BODY as never), BODY],
  ["POST roots/r/prune", (client) => client.prune("r", BODY as never), BODY],
  ["GET audit?full=false&cursor=c", (client) => client.audit({ full: false, cursor: "c" })],
  ["POST audit/repair", (client) => client.repair({ full: true }), { full: true }],
  ["GET export?vectors=true", (client) => client.exportPage({ vectors: true })],
  ["POST import", (client) => client.importRecords(body<"importRecords">()), BODY],
  ["POST memories", (client) => client.remember(body<"remember">()), BODY],
  ["GET memories/m?history=true", (client) => client.memory("m", { history: true })],
  ["DELETE memories/m?now=false", (client) => client.forget("m", { now: false })],
  ["PATCH memories/m", (client) => client.changeMemory("m", { importance: 1 }), { importance: 1 }],
  ["POST memories/m/merge", (client) => client.mergeMemories("m", { other: "n" }), { other: "n" }],
  ["POST memories/m/split", (client) => client.splitMemory("m", { texts: ["a"] }), { texts: ["a"] }],
  ["POST memories/forget", (client) => client.forgetByQuery(body<"forgetByQuery">()), BODY],
  ["POST memories/m/undo", (client) => client.undoForget("m")],
  ["GET memories?type=fact", (client) => client.memories({ type: "fact" })],
  ["GET memories/timeline?limit=1", (client) => client.timeline({ limit: 1 })],
  ["GET memories/types", (client) => client.memoryTypes()],
  ["GET memories/statistics", (client) => client.memoryStatistics()],
  ["GET recent?session=s", (client) => client.recent({ session: "s" })],
  ["POST memories/prune", (client) => client.pruneMemories(body<"pruneMemories">()), BODY],
  ["GET graph/overview?limit=5", (client) => client.graphOverview({ limit: 5 })],
  ["GET graph?depth=2", (client) => client.graph({ depth: 2 })],
  ["GET entities?q=x", (client) => client.entities({ q: "x" })],
  ["GET entities/e?limit=1", (client) => client.entity("e", { limit: 1 })],
  ["GET entities/e/suggestions", (client) => client.suggestAliases("e")],
  ["PUT entities/e", (client) => client.saveEntity("e", BODY), BODY],
  ["DELETE entities/e", (client) => client.removeEntity("e")],
  [
    "POST entities/merge",
    (client) => client.mergeEntities({ from: "a", into: "b" }),
    { from: "a", into: "b" },
  ],
  ["POST entities/e/split", (client) => client.splitEntity("e", ["a"]), { aliases: ["a"] }],
  ["POST entities/e/observations", (client) => client.observe("e", "x"), { text: "x" }],
  ["DELETE entities/e/observations/o", (client) => client.removeObservation("e", "o")],
  [
    "POST relations",
    (client) => client.relate({ from: "a", type: "t", to: "b" }),
    { from: "a", type: "t", to: "b" },
  ],
  ["DELETE relations?from=a&type=t&to=b", (client) => client.unrelate({ from: "a", type: "t", to: "b" })],
  ["PUT graph/memories", (client) => client.changeMemoryNames({ on: true }), { on: true }],
  ["PUT graph/names", (client) => client.switchNames({ on: false }), { on: false }],
  ["GET recalls?limit=1", (client) => client.recalls({ limit: 1 })],
  ["GET recalls/r", (client) => client.recall("r")],
  ["GET recalls/reports?report=gaps", (client) => client.recallReport({ report: "gaps" })],
  ["DELETE recalls?before=7d", (client) => client.clearRecalls({ before: "7d" })],
  ["PUT recalls/log", (client) => client.changeRecallLog({ on: false }), { on: false }],
  ["POST feedback", (client) => client.giveFeedback(body<"giveFeedback">()), BODY],
  ["DELETE feedback?id=i", (client) => client.takeFeedback({ id: "i" })],
  ["GET feedback?limit=1", (client) => client.feedback({ limit: 1 })],
  ["GET deployment", (client) => client.deployment()],
  ["GET migrations", (client) => client.schema()],
  ["GET profiles", (client) => client.profiles()],
  ["PUT profiles/p", (client) => client.changeProfile("p", BODY), { settings: BODY }],
  ["DELETE profiles/p", (client) => client.resetProfile("p")],
  ["POST reindex", (client) => client.reindex(body<"reindex">()), BODY],
  ["PUT roots/r/description", (client) => client.describeRoot("r", "x"), { description: "x" }],
  ["DELETE roots/r", (client) => client.deleteRoot("r", undefined)],
  ["DELETE roots/r?prefix=a%2F", (client) => client.deleteRoot("r", "a/")],
  ["POST tokens", (client) => client.createToken(body<"createToken">()), BODY],
  ["GET tokens", (client) => client.tokens()],
  ["DELETE tokens/t", (client) => client.revokeToken("t")],
  ["POST workspaces/w/sources", (client) => client.addSource("w", BODY as never), BODY],
  ["GET sources", (client) => client.sources()],
  ["GET sources/r", (client) => client.source("r")],
  ["PATCH sources/r", (client) => client.pauseSource("r", true), { paused: true }],
  ["POST sources/r/run", (client) => client.runSource("r", true), { confirm: true }],
  ["DELETE sources/r?keepDocuments=true", (client) => client.removeSource("r", true)],
  ["POST workspaces", (client) => client.createWorkspace({ slug: "w" }), { slug: "w" }],
  ["GET workspaces", (client) => client.workspaces()],
  ["DELETE workspaces/w", (client) => client.deleteWorkspace("w")],
])("asks %s", async (asked, call, json) => {
  const { client, sent } = clientOf();
  await call(client);
  expect(sent.map((one) => [one.asked, one.body])).toEqual([[asked, json]]);
});

it.each<[number, string, Call]>([
  [4, "a search", (client) => client.search({ query: "q" })],
  [1, "a question, which the server has retried", (client) => client.ask({ question: "q" })],
  [4, "a memory", (client) => client.remember(body<"remember">())],
  [7, "a manifest, over a restart", (client) => client.manifest("r", BODY as never)],
  [7, "a repair", (client) => client.repair({ full: true })],
  [4, "an audit", (client) => client.audit({ full: true })],
  [4, "a page of an export", (client) => client.exportPage({ vectors: false })],
  [7, "records of an import", (client) => client.importRecords(body<"importRecords">())],
])("tries %d times at %s", async (times, _, call) => {
  const { client, sent } = clientOf(() => Response.json({}, { status: 500 }));
  await expect(call(client)).rejects.toMatchObject({ code: "unavailable" });
  expect(sent).toHaveLength(times);
});

it("names itself, and asks this machine alone for an answer that is not compressed", async () => {
  for (const [url, encoding] of [
    ["https://r.example", null],
    ["http://127.0.0.1:1", "identity"],
  ] as const) {
    const { client, sent } = clientOf(undefined, url);
    await client.status();
    expect(sent[0]?.headers.get("user-agent")).toBe(`edge-recall/${VERSION}`);
    expect(sent[0]?.headers.get("accept-encoding")).toBe(encoding);
  }
});
