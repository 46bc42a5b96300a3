import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import type { z } from "zod";
import { ErrorAnswer } from "../../src/contract/common.ts";
import { DeletionAnswer, DocumentAnswer } from "../../src/documents/contract.ts";
import { EntityAnswer, EntityList, GraphAnswer, SuggestionsAnswer } from "../../src/graph/contract.ts";
import {
  ForgetAnswer,
  ForgetByQueryAnswer,
  MemoryAnswer,
  MemoryChangeAnswer,
  RememberAnswer,
} from "../../src/memories/contract/memories.ts";
import {
  MemoryList,
  MemoryStatistics,
  PruneMemoriesAnswer,
  RecentAnswer,
  Timeline,
} from "../../src/memories/contract/memory-lists.ts";
import { FeedbackAnswer, FeedbackList } from "../../src/recalls/contract/feedback.ts";
import {
  RecallAnswer,
  RecallList,
  RecallLogAnswer,
  RecallReport,
} from "../../src/recalls/contract/recalls.ts";
import { ExplainAnswer } from "../../src/search/contract/explain.ts";
import { ProfileAnswer, ProfileList } from "../../src/search/contract/profiles.ts";
import { SearchAnswer } from "../../src/search/contract/search.ts";
import { ReindexAnswer } from "../../src/vectors/contract.ts";
import { SourceList, SourceSummary } from "../../src/sources/contract.ts";
import { NewWebhook, WebhookList } from "../../src/webhooks/contract.ts";
import {
  StatusAnswer,
  TokenAnswer,
  TokenList,
  WorkspaceList,
  WorkspaceSummary,
} from "../../src/workspaces/contract.ts";
import { serveWith } from "./local/serve-while.ts";
import { runCli } from "./run-cli.ts";
import { temporaryFolder } from "./temporary-folder.ts";

const PAGE = readFileSync("docs/command-line.md", "utf8");

/** The keys that the page's table of objects names for a command. */
function keysSaid(command: string): readonly string[] {
  const row = PAGE.split("\n").find((line) => line.startsWith(`| \`${command}\``) && line.includes("` | `"));
  return (row?.split(" | ")[1] ?? "").match(/[A-Za-z]+/g) ?? [];
}

const FILES = {
  "notes/a.md": "# Keys\n\nAna López works at Kestrel Labs and leads the survey of signing keys.\n",
  "notes/b.md": "# Lunch\n\nSoup on Mondays.\n",
};

/** A command line and the schema of the API's answer, or the name under which docs/command-line.md has its object. */
type Case = readonly [args: readonly string[], shape: z.ZodType | string];

/** `MEMORY` and `RECALL` stand for ids that are known when they are there. */
const CASES: readonly Case[] = [
  [["push", "notes"], "push"],
  [["push", "notes", "--dry-run", "--mirror"], "push --dry-run"],
  [["search", "keys"], SearchAnswer],
  [["search", "keys", "--compact", "--budget", "400"], SearchAnswer],
  [["ask", "who rotates keys"], ErrorAnswer],
  [["explain", "keys", "a.md#L1"], ExplainAnswer],
  [["profiles"], ProfileList],
  [["profiles", "edge", "--set", "mmr.lambda=0.5"], ProfileAnswer],
  [["feedback", "RECALL", "1", "up"], FeedbackAnswer],
  [["feedback"], FeedbackList],
  [["log"], RecallList],
  [["log", "RECALL"], RecallAnswer],
  [["log", "--report", "popular"], RecallReport],
  [["log", "--on"], RecallLogAnswer],
  [["log", "--clear", "--before", "2020-01-01", "--yes"], "log --clear"],
  [["changes"], "changes"],
  [["webhook", "add", "https://hooks.example.com/recall"], NewWebhook],
  [["webhook", "list"], WebhookList],
  [["source", "add", "https://docs.example.org/guide/", "--root", "guide"], SourceSummary],
  [["source", "list"], SourceList],
  [["get", "a.md"], DocumentAnswer],
  [["get", "a.md", "b.md"], "get"],
  [["remember", "A fact that is to be kept for long", "--type", "fact"], RememberAnswer],
  [["backup", "backups"], "backup"],
  [["restore", "backups"], ErrorAnswer],
  [["memories", "list"], MemoryList],
  [["memories", "show", "MEMORY"], MemoryAnswer],
  [["memories", "timeline", "MEMORY"], Timeline],
  [["memories", "recent"], RecentAnswer],
  [["memories", "stats"], MemoryStatistics],
  [["prune", "--older-than", "90d", "--dry-run"], PruneMemoriesAnswer],
  [["forget", "MEMORY"], ForgetAnswer],
  [["forget", "--undo", "MEMORY"], MemoryChangeAnswer],
  [["forget", "lunch"], ForgetByQueryAnswer],
  [["push", "notes", "--why", "notes/a.md"], "push --why"],
  [["graph", "list"], EntityList],
  [["graph", "kestrel"], GraphAnswer],
  [["graph", "entity", "Ana López"], EntityAnswer],
  [["graph", "suggest", "Ana López"], SuggestionsAnswer],
  [["status"], StatusAnswer],
  [["doctor", "--repair"], "doctor"],
  [["export", "--to", "export.jsonl"], "export --to"],
  [["import", "export.jsonl", "--merge"], "import"],
  [["reindex"], ReindexAnswer],
  [["reindex", "--all", "--watch"], "reindex --watch"],
  [["init", "--list"], "init --list"],
  [["token", "create"], TokenAnswer],
  [["token", "list"], TokenList],
  [["workspace", "create", "team"], WorkspaceSummary],
  [["workspace", "list"], WorkspaceList],
  [["completion", "fish"], "completion"],
  [["get", "nope.md"], ErrorAnswer],
  [["serch"], "any"],
  [["delete", "notes", "--yes", "notes"], DeletionAnswer],
  [["workspace", "use", "team"], "workspace use"],
];

/** What is wrong with an answer; undefined: nothing. */
function problemOf(stdout: string, shape: z.ZodType | string): unknown {
  const lines = stdout.split("\n").filter((line) => line !== "");
  if (lines.length !== 1) return `${lines.length} lines`;
  const answer: unknown = JSON.parse(lines[0] ?? "");
  if (typeof shape !== "string") {
    const issue = shape.safeParse(answer).error?.issues[0];
    return issue && { at: issue.path.join("."), message: issue.message, stdout: stdout.slice(0, 200) };
  }
  const said = keysSaid(shape);
  const missing = Object.keys(answer as object).filter((key) => !said.includes(key));
  return missing.length === 0 ? undefined : { notInPage: missing };
}

it("answers every command with one JSON object, of the API's schema or as the documentation has it", async () => {
  const folder = temporaryFolder(FILES);
  const env = { RECALL_HOME: join(folder, "home") };
  const known: Record<string, string> = {};
  const problems: unknown[] = [];
  const work = async () => {
    for (const [args, shape] of CASES) {
      const words = args.map((word) => known[word] ?? word);
      const { stdout } = await runCli([...words, "--json"], { cwd: folder, env });
      const problem = problemOf(stdout, shape);
      if (problem !== undefined) problems.push({ args, problem });
      const { recallId, memory } = JSON.parse(stdout.split("\n")[0] ?? "{}") as Record<string, unknown>;
      if (args[0] === "search" && typeof recallId === "string") known.RECALL = recallId;
      if (args[0] === "remember") known.MEMORY = (memory as { id: string }).id;
    }
  };
  await serveWith(["notes"], { folder, env, work });
  expect(problems).toEqual([]);
});
