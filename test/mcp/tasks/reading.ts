import type { Task } from "./task.ts";

/** Files of the root `notes`. */
export const NOTES = {
  "ops/runbook.md":
    "# Runbook\n\n## Signing keys\n\nKeys are rotated on the first Monday of each month with `ops rotate --all`.\n",
  "ops/backups.md": "# Backups\n\nSnapshots are taken every night at 02:00 and kept for thirty days.\n",
  "garden.md": "# Garden\n\nTomatoes are watered at dawn.\n\nHerons eat the fish of the pond.\n",
  "src/retry.ts": "/** How often a failed job is tried again. */\nexport const MAX_ATTEMPTS = 8;\n",
  "people.md": "Ana López works at Acme Corp. Ben Okafor works at Acme Corp.\n",
  "ja.md": "# バックアップ\n\nバックアップは毎晩二時に取られます。\n",
};
/** Files of the root `wiki`. */
export const WIKI = { "start.md": "# Start\n\nNew colleagues get a badge and a key for the door.\n" };

const search = (situation: string, args: Task["args"], says: RegExp, not?: RegExp): Task => ({
  ...{ situation, tool: "search", args, says },
  ...(not && { not }),
});
const get = (situation: string, args: Task["args"], says: RegExp, not?: RegExp): Task => ({
  ...{ situation, tool: "get", args, says },
  ...(not && { not }),
});

export const SEARCHES: readonly Task[] = [
  search(
    "The user asks when the signing keys are rotated. Find it in their notes.",
    { query: "when are the signing keys rotated?" },
    /ops\/runbook\.md/,
  ),
  search(
    "Find where the code defines MAX_ATTEMPTS.",
    { query: "MAX_ATTEMPTS", kind: "file" },
    /src\/retry\.ts/,
  ),
  search(
    "Search for what new colleagues get, in the folder wiki alone.",
    { query: "what do new colleagues get", root: "wiki" },
    /wiki:start\.md/,
    /notes:/,
  ),
  search(
    "Look for what was decided on the database, among memories of the type decision.",
    { query: "which database did we choose", type: "decision" },
    /PostgreSQL/,
  ),
  search(
    "Find the passage that has exactly the quoted words “ops rotate --all”.",
    { query: '"ops rotate --all"' },
    /ops\/runbook\.md/,
    /garden/,
  ),
  search(
    "Search the user's docs for snapshots, in the files under ops only (a glob).",
    { query: "when are snapshots taken?", glob: "ops/**" },
    /ops\/backups\.md/,
  ),
  search(
    "Find what was said about the port, but nothing from before 2020.",
    { query: "which port does staging listen on", after: "2020-01-01" },
    /port/i,
  ),
  search(
    "Search for tomatoes and show the full passages at once, in a budget of 400 tokens.",
    { query: "when are tomatoes watered?", view: "full", budget: 400 },
    /\n {3}Tomatoes are watered at dawn\./,
  ),
  search(
    "Which notes are about herons? Only citations in a digest, for few tokens.",
    { query: "what do herons eat?", view: "digest" },
    /^notes:garden\.md#L1-L5\n/,
  ),
  search(
    "Search for backups and leave out every hit with a relevance under 0.99.",
    { query: "fish pond badge", minRelevance: 0.99 },
    /Nothing is as relevant as was asked for|Nothing/,
  ),
  search(
    "What do my notes say on the port in this session only?",
    { query: "port of staging", session: "s1", onlySession: true },
    /5433/,
    /notes:/,
  ),
  search(
    "Search for news about the deploys, the latest first.",
    { query: "deploy", profile: "latest" },
    /Thursdays/,
  ),
  search(
    "Find memories with the tag ops that tell of the port.",
    { query: "port", tag: "ops" },
    /5433/,
    /notes:/,
  ),
  search(
    "A question in Japanese: 「バックアップはいつ取られますか」. Find the answer.",
    { query: "バックアップはいつ取られますか" },
    /ja\.md/,
  ),
  search(
    "Turn to the hits behind the first page of that search.",
    ({ nextCursor }) => ({ query: "keys backups tomatoes", limit: 1, cursor: nextCursor }),
    /^[0-9a-f]{8} /,
  ),
  search(
    "Search by keyword and keep no hit whose score is under 0.1.",
    { query: "tomatoes", profile: "keyword", minScore: 0.1 },
    /garden\.md/,
  ),
  search(
    "Search for failed jobs, with another setting of the ranking for this one question.",
    { query: "how often is a failed job tried again", settings: { "mmr.enabled": true } },
    /src\/retry\.ts/,
  ),
  search(
    "Find something on keys, but in no file of the wiki (filters with not).",
    { query: "keys", filters: { not: { root: "wiki" } } },
    /runbook/,
    /wiki:/,
  ),
];

export const READS: readonly Task[] = [
  get(
    "Read lines 3 to 5 of ops/runbook.md.",
    { places: ["ops/runbook.md:3-5"] },
    /#L3-L5 <==\n {3}## Signing keys\n/,
    /# Runbook/,
  ),
  get("Read the text of garden.md.", { places: ["garden.md"] }, /==> notes:garden\.md <==\n {3}# Garden/),
  get(
    "Read the passage that a hit has named by its id.",
    ({ passages }) => ({ places: [passages["garden.md"]] }),
    /Tomatoes are watered at dawn/,
  ),
  get(
    "Read all documents whose path matches ops/*.md.",
    { places: ["ops/*.md"] },
    /backups\.md <==[\s\S]*runbook\.md <==/,
  ),
  get(
    "Open the citation notes:ops/runbook.md#L1-L3 and read it.",
    { places: ["notes:ops/runbook.md#L1-L3"] },
    /# Runbook/,
    /rotated/,
  ),
  get(
    "Read two documents at once in at most 300 tokens.",
    { places: ["garden.md", "ops/backups.md"], budget: 300 },
    /garden\.md <==[\s\S]*backups\.md <==/,
  ),
  get(
    "Read the full text of a memory by its id.",
    ({ memories }) => ({ places: [memories.port] }),
    /port 5433/,
  ),
  get(
    "Read start.md, a path below the root wiki.",
    { places: ["start.md"], root: "wiki" },
    /wiki:start\.md <==/,
  ),
  {
    situation: "This client expects the tools search and fetch: give it one hit whole.",
    tool: "fetch",
    args: ({ passages }) => ({ id: passages["garden.md"] }),
    says: /^\{"id":".*"text":"# Garden/,
  },
];

export const LISTS: readonly Task[] = [
  {
    situation: "What are the newest memories?",
    tool: "list",
    args: { kind: "memory", limit: 3 },
    says: /^memories:/,
    not: /notes:/,
  },
  {
    situation: "List all memories that are decisions.",
    tool: "list",
    args: { type: "decision" },
    says: /\(decision\) We chose PostgreSQL/,
    not: /\(fact\)/,
  },
  {
    situation: "List everything that is kept of session s1.",
    tool: "list",
    args: { session: "s1" },
    says: /5433/,
    not: /PostgreSQL/,
  },
  {
    situation: "Which memories have the tag ops? List them.",
    tool: "list",
    args: { tag: "ops" },
    says: /5433/,
    not: /PostgreSQL/,
  },
  {
    situation: "Which documents are the newest?",
    tool: "list",
    args: { kind: "file" },
    says: /^notes:|^wiki:/,
    not: /memories:/,
  },
  {
    situation: "Show the next page of the list of memories.",
    tool: "list",
    args: ({ listCursor }) => ({ kind: "memory", limit: 1, cursor: listCursor }),
    says: /^memories:/,
  },
  {
    situation: "List memories in the state superseded.",
    tool: "list",
    args: { state: "superseded" },
    says: /We chose MySQL/,
    not: /PostgreSQL/,
  },
];
