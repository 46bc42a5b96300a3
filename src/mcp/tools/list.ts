import { z } from "@hono/zod-openapi";
import { MEMORY_ROOT } from "../../config.ts";
import { AppError } from "../../errors.ts";
import {
  type ListedMemory,
  MemoryListParameters,
  type RecentAnswer,
  RecentParameters,
} from "../../memories/contract/memory-lists.ts";
import { MEMORY_STATES } from "../../memories/contract/memories.ts";
import { pageOfMemories, readRecent } from "../../memories/memory-lists.ts";
import { rootedCitation } from "../../search/views/citation.ts";
import { onOneLine } from "../../text/line-ends.ts";
import { defineTool, READS } from "../tool.ts";

const { shape } = MemoryListParameters;

type Item = Pick<
  RecentAnswer["items"][number],
  "root" | "path" | "type" | "date" | "text" | "cut" | "mayContradict"
>;

const itemOf = ({ id, lastObserved, ...memory }: ListedMemory): Item => ({
  ...memory,
  ...{ root: MEMORY_ROOT, path: id, date: lastObserved },
});

const DAY_CHARS = 10;

/** `memories:0f… 2026-05-01 (decision) We deploy on Thursdays.` */
function lineOf({ root, path, type, date, text, cut, mayContradict = [] }: Item): string {
  const what = type === null ? "" : ` (${type})`;
  const notes = mayContradict.map(({ words }) => ` [${words}]`).join("");
  const shown = onOneLine(cut ? `${text}…` : text);
  return `${rootedCitation(root, path)} ${date.slice(0, DAY_CHARS)}${what} ${shown}${notes}`;
}

export const list = defineTool({
  name: "list",
  description:
    "List the newest memories and documents, or all memories of a type (decisions, …), tag or session, when there is nothing to search for.",
  input: z.strictObject({
    kind: RecentParameters.shape.kind,
    type: shape.type.describe("Of memory: decision, fact, …"),
    tag: shape.tag.describe("Of memory"),
    session: shape.session.describe("Of memory"),
    state: z.enum(MEMORY_STATES).optional(),
    limit: z.int().min(1).max(100).default(10),
    cursor: shape.cursor.describe(""),
  }),
  hints: READS,
  async run({ kind, limit, ...wanted }, caller) {
    const context = await caller.readingConfined();
    const isOfMemories = Object.values(wanted).some((value) => value !== undefined);
    if (isOfMemories && kind === "file")
      throw new AppError("invalid_input", "kind: type, tag, session, state and cursor are of memories");
    if (isOfMemories || kind === "memory") {
      const page = await pageOfMemories(context, MemoryListParameters.parse({ ...wanted, limit }));
      return { text: textOf(page.memories.map(itemOf), page.nextCursor) };
    }
    const { items } = await readRecent(context, RecentParameters.parse({ kind, limit }));
    return { text: textOf(items, null) };
  },
});

const textOf = (items: readonly Item[], cursor: string | null): string =>
  [
    ...(items.length === 0 ? ["Nothing there."] : items.map(lineOf)),
    ...(cursor === null ? [] : [`[more: cursor ${cursor}]`]),
  ].join("\n");
