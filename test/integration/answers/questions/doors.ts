import { createClient } from "../../../../src/client/client.ts";
import type { CompactHit } from "../../../../src/search/contract/hits.ts";
import type { SearchAnswer, SearchRequest } from "../../../../src/search/contract/search.ts";
import { answerWords } from "../../../../src/search/views/answer-words.ts";
import { onOneLine } from "../../../../src/text/line-ends.ts";
import { runCli } from "../../../cli/run-cli.ts";
import { call, type McpClient } from "../../../mcp/connect.ts";
import type { Question } from "./questions.ts";

type Answer = SearchAnswer<CompactHit>;

/** What every door says of an answer. */
export interface Told {
  readonly outcome: string;
  readonly confidence: string;
  /** Id, citation and relevance, best first. */
  readonly hits: readonly (readonly [string | undefined, string, number | undefined])[];
  readonly closest: readonly string[];
  readonly degraded: readonly string[];
  readonly notes: readonly string[];
}

const FILTERS = ["root", "glob", "kind", "type", "tag", "after", "before"] as const;

/** The question as a request of the API. */
export function requestOf({ onlySession, ...asked }: Question): Partial<SearchRequest> & { query: string } {
  const { root, glob, kind, type, tag, after, before, ...wish } = asked;
  const given = Object.entries({ root, glob, kind, type, tag, after, before });
  const filters = Object.fromEntries(given.filter(([, value]) => value !== undefined));
  if (onlySession === true) filters.session = asked.session;
  return { ...wish, view: "compact", ...(Object.keys(filters).length > 0 && { filters }) };
}

/** What an answer of the API says; its sentences are those of every door. */
export function toldOf(answer: Answer): Told {
  const { outcome, confidence, hits, closest = [], degraded } = answer;
  return {
    ...{ outcome, confidence, degraded },
    hits: hits.map(({ id, citation, relevance }) => [id, citation, relevance] as const),
    closest: closest.map(({ citation }) => citation),
    notes: outcome === "skipped" ? ["Needs no search."] : answerWords(answer, onOneLine),
  };
}

interface Server {
  readonly url: string;
  readonly token: string;
}

export async function overHttp({ url, token }: Server, question: Question): Promise<Told> {
  const response = await fetch(`${url}/v1/search`, {
    method: "POST",
    headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
    body: JSON.stringify(requestOf(question)),
  });
  return toldOf((await response.json()) as Answer);
}

export async function byClient({ url, token }: Server, question: Question): Promise<Told> {
  return toldOf(
    (await createClient(url, token).search({ ...requestOf(question), view: "compact" })) as Answer,
  );
}

/** The command line's flags of a question. */
function flagsOf({
  limit,
  profile,
  minRelevance,
  minScore,
  session,
  onlySession,
  settings,
  ...asked
}: Question) {
  const named = { limit, profile, "min-relevance": minRelevance, "min-score": minScore, session };
  const flags = Object.entries(named).filter(([, value]) => value !== undefined);
  return [
    ...flags.flatMap(([name, value]) => [`--${name}`, String(value)]),
    ...FILTERS.flatMap((name) => (asked[name] === undefined ? [] : [`--${name}`, asked[name]])),
    ...Object.entries(settings ?? {}).flatMap(([name, value]) => ["--set", `${name}=${value}`]),
    ...(onlySession === true ? ["--only-session"] : []),
  ];
}

export async function byCommand({ url, token }: Server, question: Question, cwd: string): Promise<Told> {
  const env = { RECALL_URL: url, RECALL_TOKEN: token };
  const args = ["search", "--compact", "--json", ...flagsOf(question), "--", question.query];
  const { stdout } = await runCli(args, { cwd, env });
  return toldOf(JSON.parse(stdout) as Answer);
}

interface Structured extends Omit<Told, "hits" | "closest"> {
  readonly hits: readonly CompactHit[];
  readonly closest?: readonly string[];
}

/** What is structured of MCP's answer, and its text. */
export async function overMcp(mcp: McpClient, question: Question) {
  const { structured, text } = await call<Structured>(mcp, "search", { ...question });
  const { outcome, confidence, hits, closest = [], degraded, notes } = structured;
  const told: Told = {
    ...{ outcome, confidence, degraded, notes, closest },
    hits: hits.map(({ id, citation, relevance }) => [id, citation, relevance] as const),
  };
  return { told, text };
}
