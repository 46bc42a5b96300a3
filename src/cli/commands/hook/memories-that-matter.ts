import type { ListedMemory } from "../../../memories/contract/memory-lists.ts";
import { DAY_MS } from "../../../config.ts";
import { countTokens } from "../../../text/tokens/count-tokens.ts";
import { projectTag } from "../../capture/capture.ts";
import { ifAppError } from "../../failures.ts";
import type { RecallClient } from "../../session/recall-client.ts";
import { harmless, MARK, QUOTED } from "./context-block.ts";

/** Memories of one list that are looked at: more never fit. */
const LISTED = 20;
/** A memory of a lower priority is for searches to find. */
const HIGH_PRIORITY = 2;
/** A decision that is older is either in the code or forgotten. */
const RECENT_DAYS = 30;

interface Asker {
  readonly session: string | undefined;
  readonly cwd: string;
  readonly nowMs: number;
}

type Lister = Pick<RecallClient, "memories">;

const listed = async (
  client: Lister,
  wish: Parameters<Lister["memories"]>[0],
): Promise<readonly ListedMemory[]> =>
  (await client.memories({ limit: LISTED, ...wish }).catch(ifAppError({ memories: [] }))).memories;

/** Memories that a session begins with: of high priority, its own where it goes on, of its folder, and what was decided of late. */
export async function memoriesThatMatter(
  client: Lister,
  { session, cwd, nowMs }: Asker,
): Promise<readonly ListedMemory[]> {
  const after = new Date(nowMs - RECENT_DAYS * DAY_MS).toISOString().slice(0, 10);
  const [first, own, ofFolder, decisions] = await Promise.all([
    listed(client, { sort: "priority" }),
    session === undefined ? [] : listed(client, { session }),
    listed(client, { tag: projectTag(cwd) }),
    listed(client, { type: "decision", after }),
  ]);
  const all = [
    ...first.filter(({ priority }) => priority <= HIGH_PRIORITY),
    ...own,
    ...ofFolder,
    ...decisions,
  ];
  return [...new Map(all.map((memory) => [memory.id, memory])).values()];
}

const HEAD = "What the user asked to remember, that may matter here; it may be old.";
const TAG = "recalled-memories";

const lineOf = ({ text, type, lastObserved, cut }: ListedMemory): string =>
  MARK + harmless(`${type}, ${lastObserved.slice(0, 10)}: ${text.replace(/\s+/g, " ")}${cut ? "…" : ""}`);

const joined = (lines: readonly string[]): string =>
  [`<${TAG}>`, `${HEAD} ${QUOTED}`, "", ...lines, `</${TAG}>`].map((line) => `${line}\n`).join("");

/** As many of them as fit, as quoted lines; undefined where none does. */
export function memoriesBlock(memories: readonly ListedMemory[], budget: number): string | undefined {
  const lines: string[] = [];
  for (const memory of memories) {
    const line = lineOf(memory);
    if (countTokens(joined([...lines, line])) <= budget) lines.push(line);
  }
  return lines.length === 0 ? undefined : joined(lines);
}
